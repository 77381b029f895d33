/** Calls of other systems, by a key in `Authorization` (docs/behaviour.md, "API keys"). */
import { type ApiKeyUser, readApiKey } from "#api/auth/api-keys.ts";
import type { Deps } from "#api/deps.ts";
import { keyInvalid, keyNotAllowed, keyOrSession, personNeeded } from "#api/errors.ts";
import { mayKeyCall } from "#api/permissions.ts";
import { type Endpoint, takesKey } from "#contract/endpoint.ts";
import { readSessionCookie } from "./cookies/session-cookie.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

/** Some proxies put a token of their own there: what does not begin as a key is none. */
const bearer = /^Bearer +(?=vk_)/i;

/** The key that a request brings; undefined where it brings none. Nowhere but in the header is one looked for. */
export function keyOf(ctx: RequestContext): string | undefined {
  const header = ctx.get("Authorization");
  return bearer.test(header) ? header.replace(bearer, "").trim() : undefined;
}

/** @throws HttpError 401 for one that is none, 429 where the address brought too many such */
async function readKey(
  ctx: RequestContext,
  secret: string,
  { db, clock, limits }: Pick<Deps, "db" | "clock" | "limits">,
): Promise<ApiKeyUser> {
  const { address } = ctx.state;
  const key = await readApiKey(db, secret, { now: clock(), address });
  if (key) return key;
  await limits.count("apiKeyFailed", address);
  ctx.set("WWW-Authenticate", 'Bearer error="invalid_token"');
  throw keyInvalid();
}

/**
 * Sets `state.key` and `state.me`. Answers 401 where the key is none, expired or revoked, 400 where a session comes with it,
 * 403 where the call needs a person or the key has not the permission, and 429 where it calls too often.
 */
export const requireKey =
  (endpoint: Endpoint, deps: Pick<Deps, "db" | "clock" | "limits">): RouteMiddleware =>
  async (ctx, next) => {
    if (readSessionCookie(ctx) !== undefined) throw keyOrSession();
    const isFirst = ctx.state.key === undefined;
    const key = await readKey(ctx, keyOf(ctx) ?? "", deps);
    ctx.state.key = key;
    // Who was admitted before the body came is not counted again when it is there.
    if (isFirst) await deps.limits.count("apiKey", String(key.id));
    if (!takesKey(endpoint)) throw personNeeded();
    if (!mayKeyCall(endpoint, key)) throw keyNotAllowed();
    ctx.state.me = { id: null, key, scope: "all", hosts: [] };
    await next();
  };
