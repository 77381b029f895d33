/** The console's built files, and its page for browser navigations below `/dash`. */
import { readFileSync } from "node:fs";
import type { Middleware } from "koa";
import { outsideAddresses } from "#api/errors.ts";
import type { RequestState } from "../request-context.ts";
import { policyWith } from "../security-headers.ts";
import { isRead, readBuild, sendAsset } from "./built-files.ts";

const assets = "/assets/dist/";
const below = /^\/dash(\/|$)/i;
/** No call has this path, so a client that accepts anything, such as curl, gets the page. */
const entry = /^\/dash\/?$/i;
/** Placeholder in the built page for the nonce of each response. */
const nonceMark = "__NONCE__";

/**
 * Serves `dist/console`. A GET below `/dash` that accepts html gets the console's page, everything else the API
 * (docs/behaviour.md, "Wire conventions"). Style sheets that the page creates carry the nonce of its response.
 * @param folder the build's output
 */
export function consolePages(
  folder: string,
  random: (size: number) => Uint8Array,
): Record<"files" | "pages", Middleware<RequestState>> {
  const files = readBuild(folder);
  const pageFile = files.get("console.html")?.path;
  if (pageFile === undefined) throw new Error(`no built console in ${folder}`);
  const page = readFileSync(pageFile, "utf8");

  return {
    files(ctx, next) {
      if (!isRead(ctx) || !ctx.path.startsWith(assets)) return next();
      ctx.state.route = `${assets}*`;
      return sendAsset(ctx, files, ctx.path.slice(1));
    },
    pages(ctx, next) {
      if (!below.test(ctx.path)) return next();
      if (!ctx.state.isConsoleAddress) throw outsideAddresses();
      ctx.vary("Accept");
      // Calls, streams and downloads accept other types, or any.
      const isPage = entry.test(ctx.path)
        ? ctx.accepts("html")
        : ctx.accepts("json", "text/event-stream", "html") === "html";
      if (!isPage || !isRead(ctx)) return next();
      ctx.state.route = "/dash/*";
      const nonce = Buffer.from(random(16)).toString("base64");
      ctx.status = 200;
      ctx.type = "html";
      ctx.set("Cache-Control", "no-store");
      ctx.set(
        "Content-Security-Policy",
        policyWith({
          styleSrc: ["'self'", `'nonce-${nonce}'`],
          // The worker that zips .xlsx files; only our own scripts can create it, and this policy applies to it.
          workerSrc: ["'self'", "blob:"],
        }),
      );
      ctx.body = page.replaceAll(nonceMark, nonce);
      return undefined;
    },
  };
}
