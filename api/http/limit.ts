/**
 * Limits calls per address, and requires proof of work from frequent callers (docs/decisions/server/rate-limits.md).
 */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import { challenged, HttpError } from "#api/errors.ts";
import { challengeOf, solutionHeader } from "#contract/challenge.ts";
import type { LimitName } from "#contract/endpoint.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { readDevice } from "./cookies/device-cookie.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

/** The counted key. A known device has its own, so that a shared address does not lock it out. */
export function callerOf(ctx: RequestContext, limit: LimitName, { cipher }: Pick<Deps, "cipher">): string {
  const device = limit === "signIn" || limit === "signInStep" ? readDevice(ctx, cipher) : undefined;
  return device ? `device ${device.nonce}` : ctx.state.clientNetwork;
}

/** Tells browsers behind an address apart by their user agent, kept as a keyed hash for a minute. */
const visitorOf = (ctx: RequestContext, { cipher }: Pick<Deps, "cipher">): string =>
  cipher
    .digests(
      ["visitor", ctx.state.clientNetwork, ctx.get("User-Agent"), ctx.get("Accept-Language")].join("\n"),
    )[0]
    .toString("base64url");

/**
 * Counts the call before its body is read; answers 429 with the seconds to wait. For host searches the visitor's own
 * limit comes first, so that refused calls do not use up the address's limit.
 */
export const countCall =
  (
    limit: LimitName,
    deps: Pick<Deps, "cipher"> & { readonly limits: Pick<Deps["limits"], "consume"> },
  ): RouteMiddleware =>
  async (ctx, next) => {
    if (limit === "hostSearch") await deps.limits.consume("hostSearchVisitor", visitorOf(ctx, deps));
    ctx.state.counted = await deps.limits.consume(limit, callerOf(ctx, limit, deps));
    await next();
  };

/** About 130,000 hashes: 0.1 seconds, on a slow phone one or two. */
const bits = 17;
const validMs = 5 * 60_000;

const macOf = (cipher: FieldCipher, head: string, address: string) =>
  cipher.digests(`challenge ${head} ${address}`);

/** A token for this address, "bits.text.end.mac". Nothing is stored before it is solved. */
function newToken({ cipher, clock, random }: Deps, address: string): string {
  const text = Buffer.from(random(16)).toString("base64url");
  const head = `${bits}.${text}.${(clock().getTime() + validMs).toString(36)}`;
  return `${head}.${macOf(cipher, head, address)[0].toString("base64url")}`;
}

/** Whether a token was issued by this server for this address and has not expired. */
function isValid({ cipher, clock }: Deps, token: string, address: string): boolean {
  const end = token.lastIndexOf(".");
  const head = token.slice(0, end);
  const given = Buffer.from(token.slice(end + 1), "base64url");
  const isOurs = macOf(cipher, head, address).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  return isOurs && Number.parseInt(head.split(".")[2] ?? "", 36) > clock().getTime();
}

function isSolved(token: string, number: string): boolean {
  const challenge = challengeOf(token);
  if (!challenge || !/^\d{1,12}$/.test(number)) return false;
  const hash = createHash("sha256").update(`${challenge.text}:${number}`).digest();
  return Math.clz32(hash.readUInt32BE()) >= challenge.bits;
}

/**
 * Each solution is valid for one call in all processes. Counts the token's content, because its last part has several
 * spellings.
 */
async function isUnused({ limits }: Deps, token: string): Promise<boolean> {
  const head = token.slice(0, token.lastIndexOf("."));
  try {
    await limits.consume("solution", createHash("sha256").update(head).digest("base64url"));
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/**
 * Answers 428 with a challenge until a solution is sent.
 * @param free calls of an address that need none
 */
export const requireSolution =
  (deps: Deps, free = deps.settings.limits.unchallenged): RouteMiddleware =>
  async (ctx, next) => {
    const { clientNetwork: address, counted } = ctx.state;
    if ((counted ?? 0) > free) {
      const [token = "", number = ""] = ctx.get(solutionHeader).split(":");
      const isGood =
        isValid(deps, token, address) && isSolved(token, number) && (await isUnused(deps, token));
      if (!isGood) throw challenged(newToken(deps, address));
    }
    await next();
  };
