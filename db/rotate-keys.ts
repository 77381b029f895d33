/**
 * Re-encrypts all stored phone numbers, e-mail addresses and secrets with the writing keys
 * (docs/decisions/privacy/encryption-keys.md): in batches, under a running server, resuming after an interruption.
 */

import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import type { EncryptedContact, EncryptedSecret, FieldCipher } from "./field-cipher.ts";

/** Tables with an encrypted number, and their associated data: prefix and value of a column. */
export const phoneTables = [
  { table: "visits", column: "reserve_no", prefix: "" },
  { table: "erasure_requests", column: "request_no", prefix: "" },
  { table: "messages", column: "ref", prefix: "" },
  { table: "visit_emails", column: "visit_id", prefix: "visit-email:" },
] as const;

type PhoneTable = (typeof phoneTables)[number];

/** Tables with an encrypted secret, and their associated data. */
export const secretTables = [
  { table: "totp_secrets", column: "host_user_id", prefix: "totp:" },
  { table: "company_logins", column: "identity_id", prefix: "company-login:" },
  { table: "webhooks", column: "ref", prefix: "webhook:" },
] as const;

const batch = 200;

interface PhoneRow extends EncryptedContact {
  readonly id: number;
  readonly owner: string;
}

/** Re-encrypts a row's number and verifies the result. */
function reencrypt(cipher: FieldCipher, { cellCipher, cellKey, owner }: PhoneRow): EncryptedContact {
  const number = cipher.decrypt({ cellCipher, cellKey }, owner);
  const encrypted = cipher.encryptContact(number, owner);
  if (cipher.decrypt(encrypted, owner) !== number) throw new Error("the new ciphertext says something else");
  return encrypted;
}

/**
 * Rows that are not encrypted with the writing keys. Skips locked rows instead of waiting; a later pass finds them.
 */
async function lockOld(
  trx: Knex.Transaction,
  { table, column, prefix }: PhoneTable,
  cipher: FieldCipher,
  after: number,
): Promise<PhoneRow[]> {
  const { cellKey, cellHashKey } = cipher.writing;
  const rows = await trx<PhoneRow>(table)
    .where("id", ">", after)
    .whereNotNull("cellCipher")
    .where((old) => old.whereNot("cellKey", cellKey).orWhereNot("cellHashKey", cellHashKey))
    .orderBy("id")
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .select("id", "cellCipher", "cellKey", "cellHash", "cellLastFourHash", "cellHashKey", { owner: column });
  return rows.map((row) => ({ ...row, owner: `${prefix}${row.owner}` }));
}

/** Writes the rows, and verifies what was stored. */
async function write(
  trx: Knex.Transaction,
  { table }: PhoneTable,
  cipher: FieldCipher,
  rows: readonly (EncryptedContact & { readonly id: number; readonly owner: string })[],
): Promise<void> {
  const { rows: stored } = await trx.raw<{ rows: Omit<PhoneRow, "owner">[] }>(
    `UPDATE ${table} AS row SET cell_cipher = new.cell_cipher, cell_key = new.cell_key, cell_hash = new.cell_hash,
       cell_last_four_hash = new.cell_last_four_hash, cell_hash_key = new.cell_hash_key
     FROM unnest(?::integer[], ?::bytea[], ?::text[], ?::bytea[], ?::bytea[], ?::text[])
       AS new(id, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
     WHERE row.id = new.id
     RETURNING row.id, row.cell_cipher AS "cellCipher", row.cell_key AS "cellKey", row.cell_hash AS "cellHash"`,
    [
      rows.map(({ id }) => id),
      rows.map(({ cellCipher }) => cellCipher),
      rows.map(({ cellKey }) => cellKey),
      rows.map(({ cellHash }) => cellHash),
      rows.map(({ cellLastFourHash }) => cellLastFourHash),
      rows.map(({ cellHashKey }) => cellHashKey),
    ],
  );
  const owners = new Map(rows.map((row) => [row.id, row.owner]));
  for (const row of stored) {
    const number = cipher.decrypt(row, owners.get(row.id) ?? "");
    if (!cipher.hashes(number)[0]?.equals(row.cellHash))
      throw new Error(`${table} ${row.id} was not stored as sent`);
  }
}

/** One pass through a table. @returns number of re-encrypted rows */
async function rotateTable(
  db: Knex,
  target: PhoneTable,
  cipher: FieldCipher,
  failed: Set<string>,
): Promise<number> {
  let rotated = 0;
  let after = 0;
  for (;;) {
    const from = after;
    const seen = await db.transaction(async (trx) => {
      const rows = await lockOld(trx, target, cipher, from);
      const good = rows.flatMap((row) => {
        try {
          return [{ ...reencrypt(cipher, row), id: row.id, owner: row.owner }];
        } catch (error) {
          failed.add(`${target.table} ${row.id}: ${messageOf(error)}`);
          return [];
        }
      });
      await write(trx, target, cipher, good);
      rotated += good.length;
      return rows;
    });
    after = seen.at(-1)?.id ?? after;
    if (seen.length < batch) return rotated;
  }
}

interface SecretRow extends EncryptedSecret {
  readonly id: number;
  readonly owner: string;
}

/** Re-encrypts the secrets of a table, in one transaction because they are few. */
function rotateSecrets(
  db: Knex,
  { table, column, prefix }: (typeof secretTables)[number],
  cipher: FieldCipher,
  failed: Set<string>,
): Promise<number> {
  return db.transaction(async (trx) => {
    const rows = await trx<SecretRow>(table)
      .whereNot("secretKey", cipher.writing.cellKey)
      .orderBy("id")
      .forUpdate()
      .select("id", "secretCipher", "secretKey", { owner: column });
    let rotated = 0;
    for (const row of rows) {
      try {
        const owner = `${prefix}${row.owner}`;
        const secret = cipher.decryptSecret(row, owner);
        const encrypted = cipher.encryptSecret(secret, owner);
        if (cipher.decryptSecret(encrypted, owner) !== secret)
          throw new Error("the new ciphertext says something else");
        await trx(table).where({ id: row.id }).update(encrypted);
        rotated++;
      } catch (error) {
        failed.add(`${table} ${row.id}: ${messageOf(error)}`);
      }
    }
    return rotated;
  });
}

/**
 * Re-encrypts everything that is not encrypted with the writing keys. Each batch is a transaction: an interrupted run
 * leaves every number readable, and the next run continues. Passes repeat until one finds nothing, because rows that
 * were locked during one are available in the next.
 * @returns the number of re-encrypted rows, and rows that could not be decrypted, as "table id: reason"; they do not change
 */
export async function rotateKeys(db: Knex, cipher: FieldCipher) {
  const failed = new Set<string>();
  let rotated = 0;
  for (const target of phoneTables) {
    for (;;) {
      const done = await rotateTable(db, target, cipher, failed);
      rotated += done;
      if (done === 0) break;
    }
  }
  for (const target of secretTables) rotated += await rotateSecrets(db, target, cipher, failed);
  return { rotated, failed: [...failed] };
}

export interface KeyUse {
  readonly kind: "data" | "hash";
  readonly key: string;
  readonly rows: number;
}

/** Number of rows per key; unused keys are missing. */
export async function keysInUse(db: Knex): Promise<KeyUse[]> {
  const columns = [
    ...phoneTables.flatMap(({ table }) => [
      { kind: "data" as const, table, column: "cell_key" },
      { kind: "hash" as const, table, column: "cell_hash_key" },
    ]),
    ...secretTables.map(({ table }) => ({ kind: "data" as const, table, column: "secret_key" })),
  ];
  const uses = new Map<string, KeyUse>();
  for (const { kind, table, column } of columns) {
    const found = await db(table)
      .whereNotNull(column)
      .groupBy(column)
      .select({ key: column })
      .count({ rows: "*" });
    for (const { key, rows } of found as { key: string; rows: number }[]) {
      const known = uses.get(`${kind} ${key}`)?.rows ?? 0;
      uses.set(`${kind} ${key}`, { kind, key, rows: known + Number(rows) });
    }
  }
  return [...uses.keys()].sort().flatMap((name) => uses.get(name) ?? []);
}
