/** Asks an address that calls often for proof of work (docs/decisions/public-site/challenge.md). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Deps } from "#api/deps.ts";
import { challenged, HttpError } from "#api/errors.ts";
import { challengeOf, solutionHeader } from "#contract/challenge.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** About 130,000 hashes: a tenth of a second, on a slow telephone one or two. */
const bits = 17;
const validMs = 5 * 60_000;

const macOf = (cipher: FieldCipher, head: string, address: string) =>
  cipher.digests(`challenge ${head} ${address}`);

/** A token for this address: "bits.text.end.mac". Nothing is kept until it is solved. */
function newToken({ cipher, clock, random }: Deps, address: string): string {
  const text = Buffer.from(random(16)).toString("base64url");
  const head = `${bits}.${text}.${(clock().getTime() + validMs).toString(36)}`;
  return `${head}.${macOf(cipher, head, address)[0].toString("base64url")}`;
}

/** Whether a token is ours, for this address, and still valid. */
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
 * Each solution is good for one call, in whatever process. Counted by what the token says: its last part may be spelled in
 * more than one way.
 */
async function isUnused({ limits }: Deps, token: string): Promise<boolean> {
  const head = token.slice(0, token.lastIndexOf("."));
  try {
    await limits.count("solution", createHash("sha256").update(head).digest("base64url"));
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/** Answers 428 with a challenge where the address has made more calls than nobody asks about, until one comes solved. */
export const requireSolution =
  (deps: Deps): RouteMiddleware =>
  async (ctx, next) => {
    const { address, counted } = ctx.state;
    if ((counted ?? 0) > deps.settings.limits.unchallenged) {
      const [token = "", number = ""] = ctx.get(solutionHeader).split(":");
      const isGood =
        isValid(deps, token, address) && isSolved(token, number) && (await isUnused(deps, token));
      if (!isGood) throw challenged(newToken(deps, address));
    }
    await next();
  };
