/** Writes come from our own pages only (docs/behaviour.md, "Wire conventions"). */
import { wrongOrigin } from "#api/errors.ts";
import type { RouteMiddleware } from "./request-context.ts";

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
};

/** The site as its people call it, without a path; for a write whose origin was found to be our own. */
export const siteOrigin = (origin: string, publicOrigin: string | undefined): string =>
  publicOrigin ?? new URL(origin).origin;

/**
 * Answers 403 where the `Origin` is missing or another's.
 * @param publicOrigin the setting; without it the host that was called must be the origin's
 */
export const requireOwnOrigin =
  (publicOrigin: string | undefined): RouteMiddleware =>
  async (ctx, next) => {
    const origin = ctx.get("Origin");
    const isOwn = publicOrigin
      ? origin.toLowerCase() === publicOrigin.toLowerCase()
      : hostOf(origin) === ctx.state.publicHost.toLowerCase();
    if (!isOwn) throw wrongOrigin();
    await next();
  };
