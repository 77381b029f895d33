/**
 * Seals every stored mobile number anew with the keys that write (docs/decisions/privacy/encryption-keys.md): batch
 * by batch, under a running server, from where an interrupted run left off.
 */

import type { Knex } from "knex";
import { messageOf } from "#contract/thrown.ts";
import type { FieldCipher, SealedNumber, SealedSecret } from "./field-cipher.ts";

/** Tables whose rows hold a sealed number, and the column that each is bound to. */
export const sealedTables = [
  { table: "visits", owner: "reserve_no" },
  { table: "erasure_requests", owner: "request_no" },
  { table: "sms_messages", owner: "ref" },
  { table: "visit_emails", owner: "'visit-email:' || visit_id" },
] as const;

type SealedTable = (typeof sealedTables)[number];

/** Tables whose rows hold a sealed secret, and what each is bound to. */
export const secretTables = [
  { table: "totp_secrets", owner: "'totp:' || host_user_id" },
  { table: "company_logins", owner: "'company-login:' || identity_id" },
  { table: "webhooks", owner: "'webhook:' || ref" },
] as const;

const batch = 200;

interface SealedRow extends SealedNumber {
  readonly id: number;
  readonly owner: string;
}

export interface Rotation {
  /** Rows that were sealed anew. */
  readonly rotated: number;
  /** Rows that could not be opened, as "table id: why"; they stay as they are. */
  readonly failed: readonly string[];
}

/** Seals a row's number anew and makes sure that it says the same. */
function resealed(cipher: FieldCipher, { cellCipher, cellKey, owner }: SealedRow): SealedNumber {
  const number = cipher.open({ cellCipher, cellKey }, owner);
  const sealed = cipher.seal(number, owner);
  if (cipher.open(sealed, owner) !== number) throw new Error("the new ciphertext says something else");
  return sealed;
}

const columnsOf = (
  row: string,
) => `${row}.id, ${row}.cell_cipher AS "cellCipher", ${row}.cell_key AS "cellKey",
  ${row}.cell_hash AS "cellHash", ${row}.cell_last_four_hash AS "cellLastFourHash", ${row}.cell_hash_key AS "cellHashKey"`;

/**
 * Rows that are not sealed with the writing keys. What somebody handles just now is left out: a later pass finds
 * it, and nobody ever waits for us in a circle.
 */
async function lockOld(
  trx: Knex.Transaction,
  { table, owner }: SealedTable,
  cipher: FieldCipher,
  after: number,
): Promise<SealedRow[]> {
  const { cellKey, cellHashKey } = cipher.writing;
  const { rows } = await trx.raw<{ rows: SealedRow[] }>(
    `SELECT ${columnsOf("row")}, ${owner} AS owner FROM ${table} AS row
     WHERE id > ? AND cell_cipher IS NOT NULL AND (cell_key <> ? OR cell_hash_key <> ?)
     ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    [after, cellKey, cellHashKey],
  );
  return rows;
}

/** Writes the rows, and reads what was written once more. */
async function write(
  trx: Knex.Transaction,
  { table }: SealedTable,
  cipher: FieldCipher,
  rows: readonly (SealedNumber & { readonly id: number; readonly owner: string })[],
): Promise<void> {
  const { rows: stored } = await trx.raw<{ rows: SealedRow[] }>(
    `UPDATE ${table} AS row SET cell_cipher = new.cell_cipher, cell_key = new.cell_key, cell_hash = new.cell_hash,
       cell_last_four_hash = new.cell_last_four_hash, cell_hash_key = new.cell_hash_key
     FROM unnest(?::integer[], ?::bytea[], ?::text[], ?::bytea[], ?::bytea[], ?::text[])
       AS new(id, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
     WHERE row.id = new.id
     RETURNING ${columnsOf("row")}`,
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
    const number = cipher.open(row, owners.get(row.id) ?? "");
    if (!cipher.hashes(number)[0]?.equals(row.cellHash))
      throw new Error(`${table} ${row.id} was not stored as sent`);
  }
}

/** One pass through a table. */
async function rotateTable(
  db: Knex,
  place: SealedTable,
  cipher: FieldCipher,
  failed: Set<string>,
): Promise<number> {
  let rotated = 0;
  let after = 0;
  for (;;) {
    const from = after;
    const seen = await db.transaction(async (trx) => {
      const rows = await lockOld(trx, place, cipher, from);
      const good = rows.flatMap((row) => {
        try {
          return [{ ...resealed(cipher, row), id: row.id, owner: row.owner }];
        } catch (error) {
          failed.add(`${place.table} ${row.id}: ${messageOf(error)}`);
          return [];
        }
      });
      await write(trx, place, cipher, good);
      rotated += good.length;
      return rows;
    });
    after = seen.at(-1)?.id ?? after;
    if (seen.length < batch) return rotated;
  }
}

interface SecretRow extends SealedSecret {
  readonly id: number;
  readonly owner: string;
}

/** Seals the secrets of a table anew; there are as many as staff, so one transaction is enough. */
function rotateSecrets(
  db: Knex,
  { table, owner }: (typeof secretTables)[number],
  cipher: FieldCipher,
  failed: Set<string>,
): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: SecretRow[] }>(
      `SELECT id, ${owner} AS owner, secret_cipher AS "secretCipher", secret_key AS "secretKey"
       FROM ${table} WHERE secret_key <> ? ORDER BY id FOR UPDATE`,
      [cipher.writing.cellKey],
    );
    let rotated = 0;
    for (const row of rows) {
      try {
        const secret = cipher.openSecret(row, row.owner);
        const sealed = cipher.sealSecret(secret, row.owner);
        if (cipher.openSecret(sealed, row.owner) !== secret)
          throw new Error("the new ciphertext says something else");
        await trx(table).where({ id: row.id }).update(sealed);
        rotated++;
      } catch (error) {
        failed.add(`${table} ${row.id}: ${messageOf(error)}`);
      }
    }
    return rotated;
  });
}

/**
 * Seals what is not sealed with the writing keys. Each batch is a transaction, so one that is interrupted leaves
 * every number readable, and the next run goes on. Passes are repeated until one finds nothing: what was in use
 * during one is there for the next.
 */
export async function rotateNumbers(db: Knex, cipher: FieldCipher): Promise<Rotation> {
  const failed = new Set<string>();
  let rotated = 0;
  for (const place of sealedTables) {
    for (;;) {
      const done = await rotateTable(db, place, cipher, failed);
      rotated += done;
      if (done === 0) break;
    }
  }
  for (const place of secretTables) rotated += await rotateSecrets(db, place, cipher, failed);
  return { rotated, failed: [...failed] };
}

export interface KeyUse {
  readonly kind: "data" | "hash";
  readonly key: string;
  readonly rows: number;
}

/** How many rows each key is used by; keys that no row uses are missing. */
export async function keysInUse(db: Knex): Promise<KeyUse[]> {
  const all = sealedTables
    .map(({ table }) => `SELECT cell_key, cell_hash_key FROM ${table} WHERE cell_cipher IS NOT NULL`)
    .join(" UNION ALL ");
  const secrets = secretTables.map(({ table }) => `SELECT secret_key FROM ${table}`).join(" UNION ALL ");
  const { rows } = await db.raw<{ rows: KeyUse[] }>(
    `WITH used AS (${all}), sealed AS (SELECT cell_key FROM used UNION ALL ${secrets})
     SELECT 'data' AS kind, cell_key AS key, count(*)::integer AS rows FROM sealed GROUP BY cell_key
     UNION ALL
     SELECT 'hash', cell_hash_key, count(*)::integer FROM used GROUP BY cell_hash_key
     ORDER BY 1, 2`,
  );
  return rows;
}
