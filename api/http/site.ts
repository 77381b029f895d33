/** The public site's built files and pages. */
import type { Context, Middleware } from "koa";
import { isRead, readBuild, sendAsset, sendBuilt } from "./built-files.ts";
import type { RequestState } from "./request-context.ts";

const assets = "/assets/visitor/";
const pages = new Set(["/", "/form", "/final", "/privacy", "/result"]);
const calls = /^\/(api|dash|visitor|custom|files|assets|did|desktop)(\/|$)/i;

/**
 * Serves `dist/visitor`: hashed files for ever, pages fresh each time, and the site's own "not found" for
 * an address that a person typed.
 * @param folder the build's output
 */
export function publicSite(folder: string): Record<"files" | "pages" | "missing", Middleware<RequestState>> {
  const files = readBuild(folder);
  const index = files.get("index.html");
  if (!index) throw new Error(`no built site in ${folder}`);

  const sendPage = (ctx: Context, status: number) => {
    ctx.status = status;
    ctx.set("Cache-Control", "no-cache");
    sendBuilt(ctx, index, ".html");
  };

  return {
    async files(ctx, next) {
      if (!isRead(ctx) || !ctx.path.startsWith(assets)) return next();
      ctx.state.route = `${assets}*`;
      sendAsset(ctx, files, ctx.path.slice(assets.length));
    },
    async pages(ctx, next) {
      if (!isRead(ctx) || !pages.has(ctx.path)) return next();
      ctx.state.route = ctx.path;
      sendPage(ctx, 200);
    },
    async missing(ctx, next) {
      const wantsPage = isRead(ctx) && ctx.accepts("json", "html") === "html" && !calls.test(ctx.path);
      if (!wantsPage) return next();
      sendPage(ctx, 404);
    },
  };
}
