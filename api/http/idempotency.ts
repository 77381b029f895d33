/** The same submission again gets the same answer (docs/behaviour.md, "Idempotency keys"). */

import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { HttpError, InvalidInput, idempotencyMismatch, invalid } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { answerOf, claimKey, type KeyClaim, KeyTaken, keepAnswer } from "#db/statements/idempotency.ts";
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

/** A call that came with a key. */
interface Submission extends Omit<KeyClaim, "answer"> {
  /** What the keyed hash of the body would have been under the keys before: a call may come again after they were rotated. */
  readonly earlierHashes: readonly Buffer[];
}

const keyShape = /^[\x21-\x7e]{8,200}$/;

/** @throws InvalidInput for a key that is none */
function keyOf(ctx: RequestContext): string | undefined {
  const key = ctx.get("Idempotency-Key");
  if (key === "") return undefined;
  if (!keyShape.test(key)) throw invalid({ _: "invalid" });
  return key;
}

/** @throws InvalidInput for a key that is none */
function submissionOf(
  ctx: RequestContext,
  path: string,
  { cipher, clock }: Pick<Deps, "cipher" | "clock">,
): Submission | undefined {
  const key = keyOf(ctx);
  if (key === undefined) return undefined;
  const { state } = ctx;
  // Another person's key is another key, and so is another system's.
  const caller = state.key ? `key ${state.key.id}` : state.me?.id;
  const endpoint = caller === undefined ? path : `${path} ${caller}`;
  const [bodyHash, ...earlierHashes] = cipher.digests(canonicalJson(state.body));
  const now = clock();
  const expired = new Date(now.getTime() - keptHours * 3_600_000);
  return { endpoint, key, bodyHash, earlierHashes, now, expired };
}

/**
 * What was answered under the submission's key.
 * @returns undefined where nothing was
 * @throws HttpError 422 where the key came before with another body
 */
async function keptAnswer(
  db: Knex,
  submission: Submission,
): Promise<{ readonly answer: unknown } | undefined> {
  const known = await answerOf(db, submission);
  if (
    known &&
    ![submission.bodyHash, ...submission.earlierHashes].some((hash) => hash.equals(known.bodyHash))
  )
    throw idempotencyMismatch();
  return known;
}

/**
 * Does the work once for a key. The key's row is written first and in the same transaction: a second
 * caller waits on it, then reads the first one's answer; where the first was refused nothing is
 * remembered, and the second does the work.
 * @throws HttpError 422 where the key came before with another body
 */
async function once(
  trx: Knex.Transaction,
  submission: Submission,
  { work, repeat }: { work(): Promise<unknown>; repeat(answer: unknown): Promise<void> },
): Promise<unknown> {
  const claimed = await claimKey(trx, { ...submission, answer: null });
  if (!claimed) {
    const known = await keptAnswer(trx, submission);
    if (!known) throw new KeyTaken();
    await repeat(known.answer);
    return known.answer;
  }
  const answer = await work();
  await keepAnswer(trx, claimed, answer);
  return answer;
}

/**
 * Opens the transaction that the handler works in, `state.trx`, and commits before the answer goes out. Where the
 * caller gave an `Idempotency-Key`, a call that was done already gets the answer it got then.
 * @param onRepeat what is done before that, in the same transaction
 */
export const doOnce =
  (
    { path }: Pick<Endpoint, "path">,
    deps: Pick<Deps, "db" | "cipher" | "clock">,
    onRepeat: (ctx: RequestContext, answer: unknown) => Promise<void>,
  ): RouteMiddleware =>
  async (ctx, next) => {
    const submission = submissionOf(ctx, path, deps);
    await deps.db.transaction(async (trx) => {
      ctx.state.trx = trx;
      if (!submission) return next();
      ctx.body = await once(trx, submission, {
        async work() {
          await next();
          return ctx.body;
        },
        repeat: (answer) => onRepeat(ctx, answer),
      });
    });
  };

const isRefusal = (error: unknown) => error instanceof HttpError || error instanceof InvalidInput;

/**
 * The same for a handler whose answer is known before its work is done: the statement that does it claims the key with
 * `state.claim`, so that neither needs a transaction. A call that was done already is found out by its claim, or as it is refused now:
 * it gets the answer it got then.
 */
export const claimOnce =
  ({ path }: Pick<Endpoint, "path">, deps: Pick<Deps, "db" | "cipher" | "clock">): RouteMiddleware =>
  async (ctx, next) => {
    const submission = submissionOf(ctx, path, deps);
    if (!submission) return next();
    ctx.state.claim = (answer) => ({ ...submission, answer });
    try {
      await next();
    } catch (error) {
      if (!(error instanceof KeyTaken) && !isRefusal(error)) throw error;
      const known = await keptAnswer(deps.db, submission);
      if (!known) throw error;
      ctx.body = known.answer;
    }
  };
