/** Limits how often an address makes a call. */
import type { Deps } from "#api/deps.ts";
import type { LimitName } from "#contract/endpoint.ts";
import { siteOf } from "#db/kept-site.ts";
import { readDevice } from "./cookies/device-cookie.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";
import { giveSite } from "./site-configuration.ts";

/** Who is counted. Whoever shares an address with a stranger still signs in on a device that is known. */
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
 * Counts the call before anything of it is read, and sets `state.site` as it was read with the count; answers 429 with the seconds to
 * wait where there were too many. Of host searches a visitor's are counted first: what one is refused takes nothing from others behind the address.
 */
export const countCall =
  (
    limit: LimitName,
    deps: Pick<Deps, "cipher" | "db"> & { readonly limits: Pick<Deps["limits"], "count"> },
  ): RouteMiddleware =>
  async (ctx, next) => {
    if (limit === "hostSearch") await deps.limits.count("hostSearchVisitor", visitorOf(ctx, deps));
    const { calls, siteVersion } = await deps.limits.count(limit, callerOf(ctx, limit, deps));
    ctx.state.counted = calls;
    if (siteVersion !== undefined) giveSite(ctx, siteOf(deps.db, siteVersion));
    await next();
  };
