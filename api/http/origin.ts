/**
 * Checks origin, host and client address of calls (docs/behaviour.md, "Wire conventions";
 * docs/decisions/server/public-address.md).
 */

import type { Middleware } from "koa";
import { outsideAddresses, wrongHost, wrongOrigin } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { RequestState, RouteMiddleware } from "./request-context.ts";

/** The site's origin as users know it, for a write whose `Origin` was accepted. */
export const siteOrigin = (origin: string, publicOrigin: string | undefined): string =>
  publicOrigin ?? new URL(origin).origin;

/**
 * Answers 403 where the `Origin` is missing or foreign.
 * @param publicOrigin the setting; without it the origin must match the called host
 */
export const requireOwnOrigin =
  (publicOrigin: string | undefined): RouteMiddleware =>
  async (ctx, next) => {
    const origin = ctx.get("Origin");
    const isOwn = publicOrigin
      ? origin.toLowerCase() === publicOrigin.toLowerCase()
      : URL.canParse(origin) && new URL(origin).host === ctx.state.publicHost.toLowerCase();
    if (!isOwn) throw wrongOrigin();
    await next();
  };

/** Callers on this machine, and proxies that do not forward the host. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
/** Load balancers and Prometheus call by IP address. */
const monitoringPaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Answers 421 where another host was called.
 * @param publicOrigin the setting; without it every host is accepted
 */
export function requireOwnHost(publicOrigin: string | undefined): Middleware<RequestState> {
  if (publicOrigin === undefined) return (_ctx, next) => next();
  const { host, protocol } = new URL(publicOrigin);
  const ports = protocol === "https:" ? /:443$/ : /:80$/;
  return (ctx, next) => {
    const called = ctx.state.publicHost.toLowerCase();
    if (called.replace(ports, "") === host || loopback.test(called) || monitoringPaths.has(ctx.path))
      return next();
    throw wrongHost();
  };
}

/** Whether a call belongs to the console: all that need a signed-in user, and the sign-in itself. */
export const isConsoleCall = ({ path, permission }: Pick<Endpoint, "path" | "permission">): boolean =>
  permission !== "public" || path.startsWith("/dash/");

/** Answers 403 from addresses that may not use the console. */
export const requireConsoleAddress: RouteMiddleware = (ctx, next) => {
  if (!ctx.state.isConsoleAddress) throw outsideAddresses();
  return next();
};
