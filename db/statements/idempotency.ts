/** Submissions that carried a key, so that each is done once (docs/decisions/server/idempotency.md). */

import type { Knex } from "knex";
import { IdempotencyKey } from "../models/idempotency-key.ts";

/** A key of a caller, for one endpoint. */
export type KeyedSubmission = Pick<IdempotencyKey, "endpoint" | "key">;

/**
 * Takes a key for the submission of this transaction, where it is new or was last used before a moment. Waits for whoever
 * has just taken it.
 * @returns whether it was free; otherwise `answerOf` has what was answered
 */
export async function claimKey(
  trx: Knex.Transaction,
  { endpoint, key, bodyHash, now, expired }: KeyedSubmission & { bodyHash: Buffer; now: Date; expired: Date },
): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (endpoint, key) DO UPDATE
       SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = NULL
       WHERE known.created_at <= ?`,
    [endpoint, key, bodyHash, now, expired],
  );
  return rowCount > 0;
}

/** What was answered under a key that is taken, and to which body. */
export async function answerOf(
  trx: Knex.Transaction,
  { endpoint, key }: KeyedSubmission,
): Promise<Pick<IdempotencyKey, "bodyHash" | "answer">> {
  return IdempotencyKey.query(trx).findById([endpoint, key]).select("bodyHash", "answer").throwIfNotFound();
}

/** Keeps the answer to the submission that took the key. */
export async function keepAnswer(
  trx: Knex.Transaction,
  { endpoint, key }: KeyedSubmission,
  answer: unknown,
): Promise<void> {
  await trx.raw("UPDATE idempotency_keys SET answer = ?::jsonb WHERE endpoint = ? AND key = ?", [
    JSON.stringify(answer),
    endpoint,
    key,
  ]);
}
