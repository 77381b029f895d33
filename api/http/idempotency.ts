/** The same submission again gets the same answer (docs/behaviour.md, "Idempotency keys"). */

import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { idempotencyMismatch, invalid } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { answerOf, claimKey, keepAnswer } from "#db/statements/idempotency.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

export const keptHours = 24;

/** JSON with its keys in order, so that the same content gives the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

interface Submission {
  readonly endpoint: string;
  readonly key: string;
  /** Keyed hash of the body. */
  readonly bodyHash: Buffer;
  /** What it would have been under the keys before: a submission may come again after they were rotated. */
  readonly earlierHashes: readonly Buffer[];
  readonly now: Date;
}

/** The hashes of a body, under the key that writes and under those that only read. */
function bodyHashes(cipher: FieldCipher, body: unknown): Pick<Submission, "bodyHash" | "earlierHashes"> {
  const [bodyHash, ...earlierHashes] = cipher.digests(canonicalJson(body));
  return { bodyHash, earlierHashes };
}

/**
 * Does the work once for a key. The key's row is written first and in the same transaction: a second
 * caller waits on it, then reads the first one's answer; where the first was refused nothing is
 * remembered, and the second does the work.
 * @throws HttpError 422 where the key came before with another body
 */
async function once(
  trx: Knex.Transaction,
  { endpoint, key, bodyHash, earlierHashes, now }: Submission,
  { work, repeat }: { work(): Promise<unknown>; repeat(answer: unknown): Promise<void> },
): Promise<unknown> {
  const expired = new Date(now.getTime() - keptHours * 3_600_000);
  const submission = { endpoint, key };
  const claimed = await claimKey(trx, { ...submission, bodyHash, now, expired });
  if (!claimed) {
    const known = await answerOf(trx, submission);
    if (![bodyHash, ...earlierHashes].some((hash) => hash.equals(known.bodyHash)))
      throw idempotencyMismatch();
    await repeat(known.answer);
    return known.answer;
  }
  const answer = await work();
  await keepAnswer(trx, claimed, answer);
  return answer;
}

const keyShape = /^[\x21-\x7e]{8,200}$/;

/** @throws InvalidInput for a key that is none */
function keyOf(ctx: RequestContext): string | undefined {
  const key = ctx.get("Idempotency-Key");
  if (key === "") return undefined;
  if (!keyShape.test(key)) throw invalid({ _: "invalid" });
  return key;
}

/**
 * Opens the transaction that the handler works in, `state.trx`, and commits before the answer goes out. Where the
 * caller gave an `Idempotency-Key`, a call that was done already gets the answer it got then.
 * @param onRepeat what is done before that, in the same transaction
 */
export const doOnce =
  (
    { path }: Pick<Endpoint, "path">,
    { db, cipher, clock }: Pick<Deps, "db" | "cipher" | "clock">,
    onRepeat: (ctx: RequestContext, answer: unknown) => Promise<void>,
  ): RouteMiddleware =>
  async (ctx, next) => {
    const { state } = ctx;
    const key = keyOf(ctx);
    await db.transaction(async (trx) => {
      state.trx = trx;
      if (key === undefined) return next();
      // Another person's key is another key, and so is another system's.
      const caller = state.key ? `key ${state.key.id}` : state.me?.id;
      const endpoint = caller === undefined ? path : `${path} ${caller}`;
      const submission = { endpoint, key, ...bodyHashes(cipher, state.body), now: clock() };
      ctx.body = await once(trx, submission, {
        async work() {
          await next();
          return ctx.body;
        },
        repeat: (answer) => onRepeat(ctx, answer),
      });
    });
  };
