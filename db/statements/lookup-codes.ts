/** Lookup codes: counted and checked in one statement each, so that many tries at once count too. */
import type { Knex } from "knex";

export interface CodeLimits {
  /** Codes of a number while one is in force. */
  readonly maxRequests: number;
  /** Wrong tries over all of them. */
  readonly maxWrong: number;
}

/** Keeps a number's new code. @returns false where the number has had enough of them for now */
export async function keepLookupCode(
  trx: Knex.Transaction,
  code: { readonly numberHash: Buffer; readonly codeHash: Buffer; readonly expiresAt: Date },
  now: Date,
  { maxRequests, maxWrong }: CodeLimits,
): Promise<boolean> {
  const kept = await trx.raw<{ rowCount: number }>(
    `INSERT INTO lookup_codes AS known (number_hash, code_hash, expires_at) VALUES (:numberHash, :codeHash, :expiresAt)
     ON CONFLICT (number_hash) DO UPDATE SET
       code_hash = excluded.code_hash, expires_at = excluded.expires_at,
       requests = CASE WHEN known.expires_at > :now THEN known.requests + 1 ELSE 1 END,
       wrong = CASE WHEN known.expires_at > :now THEN known.wrong ELSE 0 END
       WHERE known.expires_at <= :now OR (known.requests < :maxRequests AND known.wrong < :maxWrong)
     RETURNING true`,
    { ...code, now, maxRequests, maxWrong },
  );
  return kept.rowCount === 1;
}

/**
 * Whether a code is the number's; a wrong one counts.
 * @param numberHashes what the number's hash may be, one for each key
 */
export async function tryLookupCode(
  db: Knex,
  { numberHashes, codeHash }: { readonly numberHashes: Buffer[]; readonly codeHash: Buffer },
  now: Date,
  { maxWrong }: Pick<CodeLimits, "maxWrong">,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { right: boolean }[] }>(
    `UPDATE lookup_codes SET wrong = wrong + (code_hash <> :codeHash::bytea)::integer
     WHERE number_hash = ANY(:numberHashes::bytea[]) AND expires_at > :now AND wrong < :maxWrong
     RETURNING code_hash = :codeHash::bytea AS "right"`,
    { codeHash, numberHashes, now, maxWrong },
  );
  return rows.some(({ right }) => right);
}
