/** Who is let in: people by their session, other systems by a key. */
import type { Deps } from "#api/deps.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { keyOf, requireKey } from "./api-key.ts";
import { readBody } from "./body.ts";
import { requireOwnOrigin } from "./origin.ts";
import { requirePermission } from "./permission.ts";
import type { RouteMiddleware } from "./request-context.ts";
import { requireSession } from "./session.ts";

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
