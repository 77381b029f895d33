/** What the site has set up, asked for at most once a request. */
import type { Knex } from "knex";
import { readSiteSettings, type SiteSettings } from "#api/site-settings.ts";
import type { RouteMiddleware } from "./request-context.ts";

/**
 * Sets `state.site` and `state.configuration`, which ask when they are first asked: inside a transaction they are handed
 * that, or the request would wait for a second connection while it holds one.
 */
export const provideConfiguration =
  (db: Knex): RouteMiddleware =>
  (ctx, next) => {
    let settings: Promise<SiteSettings> | undefined;
    ctx.state.site = (at = db) => {
      settings ??= readSiteSettings(at, ctx.state.siteVersion);
      return settings;
    };
    ctx.state.configuration = async (at) => (await ctx.state.site(at)).configuration;
    return next();
  };
