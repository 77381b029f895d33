/**
 * Authenticates and authorises calls: users by session cookie, other systems by an API key in `Authorization`
 * (docs/behaviour.md, "API keys").
 */

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

/** Some proxies send a token of their own; only API keys match. */
const bearer = /^Bearer +(?=vk_)/i;

/** The API key of a request, from its header only; undefined without one. */
export function keyOf(ctx: RequestContext): string | undefined {
  const header = ctx.get("Authorization");
  return bearer.test(header) ? header.replace(bearer, "").trim() : undefined;
}

/** @throws HttpError 401 for an invalid key, 429 where the address sent too many of them */
async function readKey(
  ctx: RequestContext,
  secret: string,
  { db, clock, limits }: Pick<Deps, "db" | "clock" | "limits">,
): Promise<ApiKeyUser> {
  const { clientNetwork: address } = ctx.state;
  const key = await readApiKey(db, secret, { now: clock(), address });
  if (key) return key;
  await limits.consume("apiKeyFailed", address);
  ctx.set("WWW-Authenticate", 'Bearer error="invalid_token"');
  throw keyInvalid();
}

/**
 * Sets `state.apiKey` and `state.me`. Answers 401 where the key is unknown, expired or revoked, 400 where a session
 * comes with it, 403 where the endpoint needs a user or the key lacks the permission, and 429 above the limit.
 */
export const requireKey =
  (endpoint: Endpoint, deps: Pick<Deps, "db" | "clock" | "limits">): RouteMiddleware =>
  async (ctx, next) => {
    if (readCookie(ctx, "session") !== undefined) throw keyOrSession();
    const isFirst = ctx.state.apiKey === undefined;
    const key = await readKey(ctx, keyOf(ctx) ?? "", deps);
    ctx.state.apiKey = key;
    if (ctx.state.call) ctx.state.call.apiKeyId = key.id;
    // Checked again after the body arrived, but counted once.
    if (isFirst) await deps.limits.consume("apiKey", String(key.id));
    if (!takesKey(endpoint)) throw personNeeded();
    if (!mayKeyCall(endpoint, key)) throw keyNotAllowed();
    ctx.state.me = { id: null, key, scope: "all", hosts: [] };
    await next();
  };

/**
 * Sets `state.user` and the version of the site's settings; answers 401 without a session, and tells idle sessions
 * apart, and 429 above the limit of writes.
 */
export const requireSession =
  (
    { background }: Pick<Endpoint, "background">,
    { db, clock, limits }: Pick<Deps, "db" | "clock" | "limits">,
  ): RouteMiddleware =>
  async (ctx, next) => {
    const token = readCookie(ctx, "session");
    if (!token) throw unauthorized();
    // Calls that the console makes by itself do not keep a session alive.
    const isPerson = !background && ctx.get("X-Background") === "";
    const session = await readSession(db, token, { now: clock(), isPerson });
    if (!session) throw (await isSessionIdle(db, token, clock())) ? sessionIdle() : unauthorized();
    // Checked again after the body arrived, but counted once.
    const isFirst = ctx.state.user === undefined;
    ctx.state.user = session.user;
    if (ctx.state.call) ctx.state.call.hostUserId = session.user.id;
    ctx.state.siteVersion = session.siteVersion;
    if (isFirst && ctx.method !== "GET") await limits.consume("staffWrite", String(session.user.id));
    await next();
  };

/** Sets `state.me` with the reach of the permission; answers 403 where neither role nor delegation grants it. */
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

/** Admits signed-in users and API keys with the permission. */
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
 * Reads the body of an admitted call. A body may take a minute, and a file half an hour: where it had not arrived
 * completely, session and permission are checked again, so that neither outlives its end.
 */
export function readAdmitted(endpoint: Endpoint, deps: Deps, admitted: RouteMiddleware): RouteMiddleware {
  const read = readBody(endpoint, deps);
  return (ctx, next) => {
    const isAwaited = !ctx.req.complete;
    return read(ctx, () => (isAwaited ? admitted(ctx, next) : next()));
  };
}

/**
 * Writes need our own `Origin` or an API key: another site cannot send either, and with a key no cookie counts.
 */
export function requireOwnOriginOrKey(endpoint: Endpoint, { settings }: Deps): RouteMiddleware {
  const ownOrigin = requireOwnOrigin(settings.publicOrigin);
  if (endpoint.permission === "public") return ownOrigin;
  return (ctx, next) => (keyOf(ctx) === undefined ? ownOrigin(ctx, next) : next());
}
