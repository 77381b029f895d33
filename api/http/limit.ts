/** Limits how often an address makes a call. */
import type { Limits } from "#api/limits.ts";
import type { LimitName } from "#contract/endpoint.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** Counts the call before anything of it is read; answers 429 with the seconds to wait where there were too many. */
export const countCall =
  (limit: LimitName, limits: Limits): RouteMiddleware =>
  async (ctx, next) => {
    await limits.count(limit, ctx.state.address);
    await next();
  };
