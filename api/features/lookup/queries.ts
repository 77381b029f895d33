import type { Knex } from "knex";

export interface CodeTry {
  /** What the number's hash may be, one for each key; the first is the present key's. */
  readonly numberHashes: readonly Buffer[];
  readonly codeHash: Buffer;
  /** Keyed hash of the caller. */
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
