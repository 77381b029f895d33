/** Submissions that carried a key, so that each is done once (docs/decisions/server/idempotency.md). */

import type { Knex } from "knex";
import { IdempotencyKey } from "../models/idempotency-key.ts";

/** A key of a caller, for one endpoint. */
export type KeyedSubmission = Pick<IdempotencyKey, "endpoint" | "key">;

/** Where the row of a key lies that this transaction has written, and nobody else can change before it ends. */
export type ClaimedKey = string & { readonly claimed: unique symbol };

export interface KeyClaim extends KeyedSubmission {
  readonly bodyHash: Buffer;
  readonly now: Date;
  /** The key is free for whoever comes after this, if it was used last at that time or before. */
  readonly expired: Date;
  /** What is answered; null where that is not known yet. */
  readonly answer: unknown;
}

/** Makes the claim of a call's key, with the call's answer. */
export type ClaimOf = (answer: unknown) => KeyClaim;

/** Thrown where a key has been claimed already: then `answerOf` has what was answered. */
export class KeyTaken extends Error {
  override name = "KeyTaken";
}

/**
 * Claims a key, where it is new or has expired. Waits for whoever has just claimed it.
 * @param from what has to be there for it
 */
export const claiming = (
  from = "",
) => `INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, created_at, answer)
   SELECT :claimEndpoint, :claimKey, :claimBodyHash::bytea, :claimedAt::timestamptz, :claimAnswer::jsonb ${from}
   ON CONFLICT (endpoint, key) DO UPDATE
     SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = excluded.answer
     WHERE known.created_at <= :claimExpired::timestamptz`;

/** Values of the places in it. */
export const claimValues = ({ endpoint, key, bodyHash, now, expired, answer }: KeyClaim) => ({
  claimEndpoint: endpoint,
  claimKey: key,
  claimBodyHash: bodyHash,
  claimedAt: now,
  claimExpired: expired,
  claimAnswer: answer === null ? null : JSON.stringify(answer),
});

/**
 * Claims a key for the submission of this transaction.
 * @returns undefined where it is taken: then `answerOf` has what was answered
 */
export async function claimKey(
  trx: Knex.Transaction,
  claim: Omit<KeyClaim, "answer">,
): Promise<ClaimedKey | undefined> {
  const { rows } = await trx.raw<{ rows: { ctid: ClaimedKey }[] }>(
    `${claiming()} RETURNING ctid::text AS ctid`,
    claimValues({ ...claim, answer: null }),
  );
  return rows[0]?.ctid;
}

/** What was answered under a key that has not expired, and to which body; undefined where it is free. */
export async function answerOf(
  db: Knex,
  { endpoint, key, expired }: Pick<KeyClaim, "endpoint" | "key" | "expired">,
): Promise<Pick<IdempotencyKey, "bodyHash" | "answer"> | undefined> {
  const known = await IdempotencyKey.query(db).findById([endpoint, key]);
  return known && known.createdAt > expired ? known : undefined;
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
