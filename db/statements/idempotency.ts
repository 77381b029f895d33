/** Submissions that carried a key, so that each is done once (docs/decisions/server/idempotency.md). */

import type { Knex } from "knex";
import { IdempotencyKey } from "../models/idempotency-key.ts";
import { hexOf, recordset } from "./records.ts";

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

/** Fields of a claim. */
export const claimColumns = {
  claimEndpoint: "text",
  claimKey: "text",
  claimBodyHash: "bytea",
  claimedAt: "timestamptz",
  claimAnswer: "jsonb",
} as const;

/** Values of these fields. */
export const claimRecord = (claim: KeyClaim | undefined) => ({
  claimEndpoint: claim?.endpoint ?? null,
  claimKey: claim?.key ?? null,
  claimBodyHash: claim ? hexOf(claim.bodyHash) : null,
  claimedAt: claim?.now ?? null,
  claimAnswer: claim?.answer ?? null,
});

/**
 * Claims the keys of rows that have one, where it is new or has expired. Waits for whoever has just claimed one.
 * @param rows name of what has these fields
 */
export const claiming = (
  rows: string,
) => `INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, created_at, answer)
   SELECT ${Object.keys(claimColumns)
     .map((name) => `"${name}"`)
     .join(", ")} FROM ${rows} WHERE "claimKey" IS NOT NULL ORDER BY "claimEndpoint", "claimKey"
   ON CONFLICT (endpoint, key) DO UPDATE
     SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = excluded.answer
     WHERE known.created_at <= excluded.created_at - make_interval(secs => :claimKeptFor::double precision)`;

/** What a statement binds for all of its claims: for how many seconds a key is kept. */
export const claimValues = (claim: KeyClaim | undefined) => ({
  claimKeptFor: claim ? (claim.now.getTime() - claim.expired.getTime()) / 1000 : null,
});

/**
 * Claims a key for the submission of this transaction.
 * @returns undefined where it is taken: then `answerOf` has what was answered
 */
export async function claimKey(trx: Knex.Transaction, claim: KeyClaim): Promise<ClaimedKey | undefined> {
  const { rows } = await trx.raw<{ rows: { ctid: ClaimedKey }[] }>(
    `WITH asked AS (SELECT * FROM json_to_record(:claim::json) AS a (${recordset(claimColumns)}))
     ${claiming("asked")} RETURNING ctid::text AS ctid`,
    { claim: JSON.stringify(claimRecord(claim)), ...claimValues(claim) },
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
