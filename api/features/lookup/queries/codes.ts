/** Lookup codes: kept and tried so that many requests and tries at once count, too. */
import type { Knex } from "knex";

/**
 * Keeps a further code of a number; those before stay in force until they expire.
 * @param maxCodes of a number in force at a time
 * @returns false where the number has enough of them for now
 */
export async function keepLookupCode(
  trx: Knex.Transaction,
  code: { readonly numberHash: Buffer; readonly codeHash: Buffer; readonly expiresAt: Date },
  now: Date,
  maxCodes: number,
): Promise<boolean> {
  // Of two at once the second counts the first one's code.
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(encode(?::bytea, 'hex'), 0))", [
    code.numberHash,
  ]);
  const kept = await trx.raw<{ rowCount: number }>(
    `INSERT INTO lookup_codes (number_hash, code_hash, expires_at)
     SELECT :numberHash::bytea, :codeHash::bytea, :expiresAt::timestamptz
     WHERE (SELECT count(*) FROM lookup_codes WHERE number_hash = :numberHash::bytea AND expires_at > :now) < :maxCodes
     ON CONFLICT (number_hash, code_hash) DO UPDATE SET expires_at = excluded.expires_at
     RETURNING true`,
    { ...code, now, maxCodes },
  );
  return kept.rowCount === 1;
}

export interface CodeTry {
  /** What the number's hash may be, one for each key; the first is the present key's. */
  readonly numberHashes: readonly Buffer[];
  readonly codeHash: Buffer;
  /** Keyed hash of who tries. */
  readonly addressHash: Buffer;
}

/**
 * Whether a code is one of the number's. A wrong one counts for the address that tried it while the number has codes.
 * @param until when an address that begins to be wrong now is forgotten
 * @param maxWrong tries of an address; after them its right ones are refused, too
 */
export async function tryLookupCode(
  db: Knex,
  { numberHashes, codeHash, addressHash }: CodeTry,
  { now, until, maxWrong }: { readonly now: Date; readonly until: Date; readonly maxWrong: number },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { right: boolean }[] }>(
    `WITH found AS (
       SELECT bool_or(code_hash = :codeHash::bytea) AS "right" FROM lookup_codes
       WHERE number_hash = ANY(:numberHashes::bytea[]) AND expires_at > :now HAVING count(*) > 0
     ), counted AS (
       INSERT INTO lookup_code_tries AS t (number_hash, address_hash, wrong, expires_at)
       SELECT :numberHash::bytea, :addressHash::bytea, (NOT "right")::integer, :until::timestamptz FROM found
       ON CONFLICT (number_hash, address_hash) DO UPDATE SET
         wrong = CASE WHEN t.expires_at > :now THEN t.wrong ELSE 0 END + excluded.wrong,
         expires_at = CASE WHEN t.expires_at > :now THEN t.expires_at ELSE excluded.expires_at END
         WHERE t.expires_at <= :now OR t.wrong < :maxWrong
       RETURNING true
     )
     SELECT "right" FROM found WHERE EXISTS (SELECT FROM counted)`,
    { codeHash, numberHashes, numberHash: numberHashes[0], addressHash, now, until, maxWrong },
  );
  return rows.some(({ right }) => right);
}
