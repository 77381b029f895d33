/**
 * Makes sure that a server's keys are those of its database, before anything is encrypted with them
 * (docs/decisions/privacy/encryption-keys.md).
 */
import type { Knex } from "knex";
import type { EncryptedContact, FieldCipher, KeyProof } from "./field-cipher.ts";
import { keysInUse, phoneTables, secretTables } from "./rotate-keys.ts";

type NamedKey = Pick<KeyProof, "kind" | "key">;

const keyColumns = { data: "cell_key", hash: "cell_hash_key" } as const;

/** Rows per table that are decrypted to test a key without a canary; one of them may be damaged. */
const samples = 5;

async function isUsed(trx: Knex.Transaction, { kind, key }: NamedKey): Promise<boolean> {
  const secrets = kind === "data" ? secretTables.map(({ table }) => ({ table, column: "secret_key" })) : [];
  for (const { table, column } of [
    ...phoneTables.map(({ table }) => ({ table, column: keyColumns[kind] })),
    ...secrets,
  ])
    if (await trx(table).where(column, key).first(column)) return true;
  return false;
}

interface Sample extends Pick<EncryptedContact, "cellCipher" | "cellKey" | "cellHash"> {
  readonly owner: string;
}

/** Whether a key wrote a row; undefined where the row does not show it. */
function fits(cipher: FieldCipher, { kind }: NamedKey, { owner, ...row }: Sample): boolean | undefined {
  try {
    const number = cipher.decrypt(row, owner);
    return kind === "data" || cipher.hashes(number).some((hash) => hash.equals(row.cellHash));
  } catch {
    return kind === "data" ? false : undefined;
  }
}

/** Whether a key fails on all sample rows that carry its name. */
async function contradictsRows(
  trx: Knex.Transaction,
  cipher: FieldCipher,
  named: NamedKey,
): Promise<boolean> {
  let isContradicted = false;
  for (const { table, column, prefix } of phoneTables) {
    const rows = await trx<Sample>(table)
      .where(keyColumns[named.kind], named.key)
      .whereNotNull("cellCipher")
      .limit(samples)
      .select("cellCipher", "cellKey", "cellHash", { owner: column });
    for (const row of rows) {
      const isMatch = fits(cipher, named, { ...row, owner: `${prefix}${row.owner}` });
      if (isMatch) return false;
      isContradicted ||= isMatch === false;
    }
  }
  return isContradicted;
}

const isSame = (one: NamedKey, other: NamedKey) => one.kind === other.kind && one.key === other.key;

const describeProblem = ({ kind, key }: NamedKey, what: string) => `the ${kind} key "${key}" ${what}`;

/** Removes canaries of keys that are neither known nor used. @returns errors of the others */
async function checkCanaries(
  trx: Knex.Transaction,
  cipher: FieldCipher,
  stored: readonly KeyProof[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const canary of stored) {
    const proved = cipher.proves(canary);
    if (proved === false) wrong.push(describeProblem(canary, "differs"));
    else if (proved === undefined && (await isUsed(trx, canary)))
      wrong.push(describeProblem(canary, "is missing"));
    else if (proved === undefined)
      await trx("keyCanaries").delete().where({ kind: canary.kind, key: canary.key });
  }
  return wrong;
}

/** For a database without canaries: the keys that its rows need. */
async function missingKeys(trx: Knex.Transaction, cipher: FieldCipher): Promise<string[]> {
  const used = await keysInUse(trx);
  const givenUp: NamedKey[] = await trx("keyCanaries").select("kind", "key").whereNotNull("givenUpAt");
  return used
    .filter((use) => !cipher.reading[use.kind].includes(use.key) && !givenUp.some((one) => isSame(one, use)))
    .map((use) => describeProblem(use, "is missing"));
}

/**
 * Makes sure that every key is the one the database was written with, and that no needed key is missing; writes a
 * canary for each new key.
 * @throws Error with a sentence that names the keys
 */
export async function confirmKeys(db: Knex, cipher: FieldCipher): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw("LOCK TABLE key_canaries IN SHARE ROW EXCLUSIVE MODE");
    const stored: KeyProof[] = await trx("keyCanaries").select("kind", "key", "proof").whereNull("givenUpAt");
    const wrong =
      stored.length > 0 ? await checkCanaries(trx, cipher, stored) : await missingKeys(trx, cipher);
    const added = cipher.proofs().filter((proof) => !stored.some((one) => isSame(one, proof)));
    for (const proof of added)
      if (await contradictsRows(trx, cipher, proof)) wrong.push(describeProblem(proof, "differs"));
    if (wrong.length > 0)
      throw new Error(
        `The keys are not those that this database was written with: ${wrong.join(", ")}. Start with the keys it was ` +
          "written with; docs/decisions/privacy/encryption-keys.md says what to do where they are lost.",
      );
    if (added.length > 0)
      await trx("keyCanaries")
        .insert(added.map((proof) => ({ ...proof, givenUpAt: null })))
        .onConflict(["kind", "key"])
        .merge();
  });
}

/** Newest visits whose keys a process must have. */
const newest = 20;

/**
 * A cheap check whether the keys still match the database: it may have been replaced, or another process may write
 * with a key that this one lacks.
 */
export async function keysFit(db: Knex, cipher: FieldCipher): Promise<boolean> {
  const stored: (KeyProof & { givenUpAt: Date | null })[] = await db("keyCanaries").select(
    "kind",
    "key",
    "proof",
    "givenUpAt",
  );
  if (stored.some((canary) => !canary.givenUpAt && cipher.proves(canary) === false)) return false;
  const isKnown = (kind: NamedKey["kind"], key: string | null) =>
    key === null ||
    cipher.reading[kind].includes(key) ||
    stored.some((one) => one.givenUpAt !== null && isSame(one, { kind, key }));
  const written = await db("visits").select("cellKey", "cellHashKey").orderBy("id", "desc").limit(newest);
  return written.every(
    ({ cellKey, cellHashKey }) => isKnown("data", cellKey) && isKnown("hash", cellHashKey),
  );
}

/** Marks a key as lost: servers start without it, and its data stays undecryptable until the key is found. */
export async function giveUpKey(db: Knex, { kind, key }: NamedKey): Promise<void> {
  await db("keyCanaries")
    .insert({ kind, key, givenUpAt: db.fn.now() })
    .onConflict(["kind", "key"])
    .merge(["givenUpAt"]);
}
