/** The site answers under its own address only: others are a neighbour's, a guess, or a browser that was misled. */
import type { Middleware } from "koa";
import { wrongHost } from "#api/errors.ts";
import type { RequestState } from "./request-context.ts";

/** Whoever works on the machine itself, and a proxy there that names no other host. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
/** Load balancers and Prometheus ask by address. */
const watched = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Answers 421 where another host was called.
 * @param publicOrigin the setting; without it every host is ours
 */
export function requireOwnHost(publicOrigin: string | undefined): Middleware<RequestState> {
  if (publicOrigin === undefined) return (_ctx, next) => next();
  const { host, protocol } = new URL(publicOrigin);
  const ports = protocol === "https:" ? /:443$/ : /:80$/;
  return (ctx, next) => {
    const called = ctx.state.publicHost.toLowerCase();
    if (called.replace(ports, "") === host || loopback.test(called) || watched.has(ctx.path)) return next();
    throw wrongHost();
  };
}
