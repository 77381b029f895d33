/** Submissions that carried a key, so that each is done once (docs/decisions/server/idempotency.md). */

import type { Knex } from "knex";
import { IdempotencyKey } from "../models/idempotency-key.ts";

/** A key of a caller, for one endpoint. */
export type KeyedSubmission = Pick<IdempotencyKey, "endpoint" | "key">;

/** Where the row of a key lies that this transaction has written, and nobody else can change before it ends. */
export type ClaimedKey = string & { readonly claimed: unique symbol };

/**
 * Takes a key for the submission of this transaction, where it is new or was last used before a moment. Waits for whoever
 * has just taken it.
 * @returns undefined where it is taken: then `answerOf` has what was answered
 */
export async function claimKey(
  trx: Knex.Transaction,
  { endpoint, key, bodyHash, now, expired }: KeyedSubmission & { bodyHash: Buffer; now: Date; expired: Date },
): Promise<ClaimedKey | undefined> {
  const { rows } = await trx.raw<{ rows: { ctid: ClaimedKey }[] }>(
    `INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (endpoint, key) DO UPDATE
       SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = NULL
       WHERE known.created_at <= ?
     RETURNING ctid::text AS ctid`,
    [endpoint, key, bodyHash, now, expired],
  );
  return rows[0]?.ctid;
}

/** What was answered under a key that is taken, and to which body. */
export async function answerOf(
  trx: Knex.Transaction,
  { endpoint, key }: KeyedSubmission,
): Promise<Pick<IdempotencyKey, "bodyHash" | "answer">> {
  return IdempotencyKey.query(trx).findById([endpoint, key]).select("bodyHash", "answer").throwIfNotFound();
}

/**
 * Keeps the answer to the submission that took the key. The row is found by its place: a plan that was made while there were
 * few keys would read all of those that came since.
 */
export async function keepAnswer(trx: Knex.Transaction, claimed: ClaimedKey, answer: unknown): Promise<void> {
  await trx.raw("UPDATE idempotency_keys SET answer = ?::jsonb WHERE ctid = ?::tid", [
    JSON.stringify(answer),
    claimed,
  ]);
}
