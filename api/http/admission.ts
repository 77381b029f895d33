/** Who is let in: people by the cookie of their session, other systems by a key in `Authorization` (docs/behaviour.md, "API keys"). */

import { type ApiKeyUser, readApiKey } from "#api/auth/api-keys.ts";
import { isSessionIdle, readSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import {
  forbidden,
  keyInvalid,
  keyNotAllowed,
  keyOrSession,
  personNeeded,
  sessionIdle,
  unauthorized,
} from "#api/errors.ts";
import { mayKeyCall, reachFor } from "#api/permissions.ts";
import { type Endpoint, takesKey } from "#contract/endpoint.ts";
import type { Permission } from "#contract/permissions.ts";
import { readBody } from "./body.ts";
import { readCookie } from "./cookies/cookies.ts";
import { requireOwnOrigin } from "./origin.ts";
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
    if (readCookie(ctx, "session") !== undefined) throw keyOrSession();
    const isFirst = ctx.state.key === undefined;
    const key = await readKey(ctx, keyOf(ctx) ?? "", deps);
    ctx.state.key = key;
    if (ctx.state.call) ctx.state.call.apiKeyId = key.id;
    // Who was admitted before the body came is not counted again when it is there.
    if (isFirst) await deps.limits.count("apiKey", String(key.id));
    if (!takesKey(endpoint)) throw personNeeded();
    if (!mayKeyCall(endpoint, key)) throw keyNotAllowed();
    ctx.state.me = { id: null, key, scope: "all", hosts: [] };
    await next();
  };

/** Sets `state.user`, and the site's version as it was read with the session; answers 401 without a session, and says where it ended through inactivity. */
export const requireSession =
  (
    { background }: Pick<Endpoint, "background">,
    { db, clock }: Pick<Deps, "db" | "clock">,
  ): RouteMiddleware =>
  async (ctx, next) => {
    const token = readCookie(ctx, "session");
    if (!token) throw unauthorized();
    // A console marks what it reads by itself: only what a person does keeps a session awake.
    const isPerson = !background && ctx.get("X-Background") === "";
    const session = await readSession(db, token, { now: clock(), isPerson });
    if (!session) throw (await isSessionIdle(db, token, clock())) ? sessionIdle() : unauthorized();
    ctx.state.user = session.user;
    if (ctx.state.call) ctx.state.call.hostUserId = session.user.id;
    ctx.state.siteVersion = session.siteVersion;
    await next();
  };

/** Sets `state.me`, who calls and how far the permission reaches; answers 403 where neither role nor delegation gives it. */
export const requirePermission =
  (permission: Exclude<Permission, "public">): RouteMiddleware =>
  async (ctx, next) => {
    const { user } = ctx.state;
    if (!user) throw unauthorized();
    const reach = reachFor(permission, user);
    if (!reach) throw forbidden();
    ctx.state.me = { ...user, ...reach };
    await next();
  };

/** Lets through whoever is signed in and holds the permission, and a key that has it. */
export const admit = (
  endpoint: Endpoint & { readonly permission: Exclude<Endpoint["permission"], "public"> },
  deps: Deps,
): RouteMiddleware => {
  const [session, permission] = [requireSession(endpoint, deps), requirePermission(endpoint.permission)];
  const key = requireKey(endpoint, deps);
  return (ctx, next) =>
    keyOf(ctx) === undefined ? session(ctx, () => permission(ctx, next)) : key(ctx, next);
};

/**
 * Reads the body of who was admitted. Who sends it may take a minute, and half an hour for a file: where it was not all there
 * when they were admitted they are once more when it is, so that no session and no role outlives its end by that.
 */
export function readAdmitted(endpoint: Endpoint, deps: Deps, admitted: RouteMiddleware): RouteMiddleware {
  const read = readBody(endpoint, deps);
  return (ctx, next) => {
    const isAwaited = !ctx.req.complete;
    return read(ctx, () => (isAwaited ? admitted(ctx, next) : next()));
  };
}

/**
 * Writes come from our own pages, or with a key: no page of another site can send one along, and with a key no cookie counts.
 */
export function requireOwnPages(endpoint: Endpoint, { settings }: Deps): RouteMiddleware {
  const ownOrigin = requireOwnOrigin(settings.publicOrigin);
  if (endpoint.permission === "public") return ownOrigin;
  return (ctx, next) => (keyOf(ctx) === undefined ? ownOrigin(ctx, next) : next());
}
