/** What the site has set up, asked for at most once a request. */
import type { Knex } from "knex";
import { currentSite, type KeptSite } from "#db/kept-site.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

/** Has a call work with the site as a statement of its own has found it. */
export function giveSite(ctx: RequestContext, site: KeptSite): void {
  ctx.state.site = async () => site;
}

/**
 * Sets `state.site` and `state.configuration`, which ask when they are first asked: inside a transaction they are handed
 * that, or the request would wait for a second connection while it holds one.
 */
export const provideConfiguration =
  (db: Knex): RouteMiddleware =>
  (ctx, next) => {
    let asked: Promise<KeptSite> | undefined;
    ctx.state.site = (at = db) => {
      asked ??= currentSite(at);
      return asked;
    };
    ctx.state.configuration = async (at = db) => (await ctx.state.site(at)).get(at, readConfiguration);
    return next();
  };
