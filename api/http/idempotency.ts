/** Idempotency keys: the same submission gets the same answer (docs/behaviour.md, "Idempotency keys"). */

import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { idempotencyMismatch, invalid, RetryTransaction } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { IdempotencyKey } from "#db/models/idempotency-key.ts";
import type { RequestContext } from "./request-context.ts";

export const retentionHours = 24;

/** JSON with sorted keys, so that equal content has equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** A call with an idempotency key. */
interface Submission {
  /** Endpoint and caller: another user's or system's key is a different one. */
  readonly namespace: string;
  readonly key: string;
  /** Keyed hashes of the body, the current key's first: a repetition may come after a key rotation. */
  readonly bodyHashes: readonly [Buffer, ...Buffer[]];
  readonly now: Date;
}

const keyShape = /^[\x21-\x7e]{8,200}$/;

/** @throws InvalidInput for a malformed key */
function submissionOf(
  ctx: RequestContext,
  path: string,
  { cipher, clock }: Pick<Deps, "cipher" | "clock">,
): Submission | undefined {
  const key = ctx.get("Idempotency-Key");
  if (key === "") return undefined;
  if (!keyShape.test(key)) throw invalid({ _: "invalid" });
  const { state } = ctx;
  const caller = state.apiKey ? `key ${state.apiKey.id}` : state.me?.id;
  const namespace = caller === undefined ? path : `${path} ${caller}`;
  return { namespace, key, bodyHashes: cipher.digests(canonicalJson(state.body)), now: clock() };
}

/** Claims a new or expired key; waits for a concurrent claim. @returns whether it is claimed */
async function claim(
  trx: Knex.Transaction,
  { namespace, key, bodyHashes, now }: Submission,
): Promise<boolean> {
  const expired = new Date(now.getTime() - retentionHours * 3_600_000);
  const claimed = await trx("idempotencyKeys")
    .insert({ endpoint: namespace, key, bodyHash: bodyHashes[0], createdAt: now, answer: null })
    .onConflict(["endpoint", "key"])
    .merge(["bodyHash", "createdAt", "answer"])
    .where("idempotencyKeys.createdAt", "<=", expired)
    .returning("key");
  return claimed.length > 0;
}

/** @throws HttpError 422 where the key was used with another body */
async function storedAnswer(trx: Knex.Transaction, submission: Submission): Promise<unknown> {
  const { namespace, key, bodyHashes } = submission;
  const stored = await IdempotencyKey.query(trx).findById([namespace, key]).throwIfNotFound();
  if (!bodyHashes.some((hash) => hash.equals(stored.bodyHash))) throw idempotencyMismatch();
  return stored.answer;
}

const maxAttempts = 5;

/**
 * Runs a call in a transaction, `state.trx`, which commits before the answer is sent. With an `Idempotency-Key` it
 * runs once: the key is claimed first, in the same transaction, so that a concurrent caller waits and gets the first
 * answer. A refused call stores nothing.
 * @param onRepeat runs before a stored answer is returned, in the same transaction
 * @throws HttpError 422 where the key was used with another body
 */
export async function runOnce(
  ctx: RequestContext,
  { path }: Pick<Endpoint, "path">,
  deps: Pick<Deps, "db" | "cipher" | "clock">,
  { work, onRepeat }: { work(): Promise<unknown>; onRepeat(answer: unknown): Promise<void> },
): Promise<unknown> {
  const submission = submissionOf(ctx, path, deps);
  for (let tries = 1; ; tries++) {
    try {
      return await deps.db.transaction(async (trx) => {
        ctx.state.trx = trx;
        if (!submission) return work();
        if (!(await claim(trx, submission))) {
          const stored = await storedAnswer(trx, submission);
          await onRepeat(stored);
          return stored;
        }
        const answer = await work();
        const { namespace, key } = submission;
        await trx("idempotencyKeys")
          .where({ endpoint: namespace, key })
          .update({ answer: JSON.stringify(answer) });
        return answer;
      });
    } catch (error) {
      if (!(error instanceof RetryTransaction) || tries === maxAttempts) throw error;
    }
  }
}
