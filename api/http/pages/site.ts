/** The public site's built files and pages. */
import type { Context, Middleware } from "koa";
import { notFound } from "#api/errors.ts";
import { previewPath } from "#contract/site/previews.ts";
import { decisionLinkPath } from "#contract/visits/decision-links.ts";
import { visitLinkPath } from "#contract/visits/visit-links.ts";
import type { RequestState } from "../request-context.ts";
import { policyWith } from "../security-headers.ts";
import { isRead, readBuild, sendAsset, sendBuilt } from "./built-files.ts";

const assets = "/assets/visitor/";
const pages = new Map(
  Object.entries({
    "/": "index.html",
    "/form": "index.html",
    "/final": "index.html",
    "/privacy": "index.html",
    "/result": "index.html",
    [visitLinkPath]: "index.html",
    [decisionLinkPath]: "index.html",
    "/did": "signage/index.html",
    [previewPath]: "preview/index.html",
  }),
);
/**
 * Policy of the only page that our own pages may frame. It shows text in progress, so it gets an opaque origin: no
 * session, no storage, no access to its parent or the server.
 */
const previewPolicy = `${policyWith({ frameAncestors: ["'self'"], connectSrc: ["'none'"] })};sandbox allow-scripts allow-modals allow-popups allow-popups-to-escape-sandbox`;
/** Needs a path below the player's; `Service-Worker-Allowed` then widens its scope to the player. */
const worker = { path: "/did/worker.js", file: "did/worker.js", scope: "/did" };
const calls = /^\/(api|dash|visitor|custom|files|assets|did|desktop)(\/|$)/i;

/**
 * Serves `dist/visitor`: hashed files with unlimited caching, pages without, and the site's own "not found" page for
 * unknown paths.
 * @param folder the build's output
 */
export function publicSite(folder: string): Record<"files" | "pages" | "missing", Middleware<RequestState>> {
  const files = readBuild(folder);
  const index = files.get("index.html");
  if (!index) throw new Error(`no built site in ${folder}`);

  const sendPage = (ctx: Context, status: number, page = index) => {
    ctx.status = status;
    ctx.set("Cache-Control", "no-cache");
    return sendBuilt(ctx, page, ".html");
  };

  const sendWorker = (ctx: Context) => {
    const file = files.get(worker.file);
    if (!file) throw notFound();
    ctx.status = 200;
    ctx.set("Cache-Control", "no-cache");
    ctx.set("Service-Worker-Allowed", worker.scope);
    return sendBuilt(ctx, file, ".js");
  };

  return {
    files(ctx, next) {
      if (!isRead(ctx) || !ctx.path.startsWith(assets)) return next();
      ctx.state.route = `${assets}*`;
      // Public files; the preview page requests them from an opaque origin.
      ctx.set("Access-Control-Allow-Origin", "*");
      return sendAsset(ctx, files, ctx.path.slice(assets.length));
    },
    pages(ctx, next) {
      const page = pages.get(ctx.path);
      if (!isRead(ctx) || (!page && ctx.path !== worker.path)) return next();
      ctx.state.route = ctx.path;
      if (ctx.path === previewPath) {
        ctx.set("Content-Security-Policy", previewPolicy);
        ctx.set("X-Frame-Options", "SAMEORIGIN");
      }
      return page ? sendPage(ctx, 200, files.get(page)) : sendWorker(ctx);
    },
    missing(ctx, next) {
      const wantsPage = isRead(ctx) && ctx.accepts("json", "html") === "html" && !calls.test(ctx.path);
      return wantsPage ? sendPage(ctx, 404) : next();
    },
  };
}
