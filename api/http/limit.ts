/** Limits how often an address makes a call. */
import type { Deps } from "#api/deps.ts";
import type { LimitName } from "#contract/endpoint.ts";
import { readDevice } from "./cookies/device-cookie.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

/** The key that is counted. A known device is counted by itself, so that a shared address does not lock it out. */
export function callerOf(ctx: RequestContext, limit: LimitName, { cipher }: Pick<Deps, "cipher">): string {
  const device = limit === "signIn" || limit === "signInStep" ? readDevice(ctx, cipher) : undefined;
  return device ? `device ${device.nonce}` : ctx.state.address;
}

/** A browser behind an address, by how it names itself; only a keyed hash of that is kept, and for a minute. */
const visitorOf = (ctx: RequestContext, { cipher }: Pick<Deps, "cipher">): string =>
  cipher
    .digests(["visitor", ctx.state.address, ctx.get("User-Agent"), ctx.get("Accept-Language")].join("\n"))[0]
    .toString("base64url");

/**
 * Counts the call before anything of it is read; answers 429 with the seconds to wait where there were too many. Of host
 * searches a visitor's own are counted first: refused ones take nothing from others behind the address.
 */
export const countCall =
  (
    limit: LimitName,
    deps: Pick<Deps, "cipher"> & { readonly limits: Pick<Deps["limits"], "count"> },
  ): RouteMiddleware =>
  async (ctx, next) => {
    if (limit === "hostSearch") await deps.limits.count("hostSearchVisitor", visitorOf(ctx, deps));
    ctx.state.counted = await deps.limits.count(limit, callerOf(ctx, limit, deps));
    await next();
  };
