/** The console's built files, and its page for every address below `/dash` that a browser opens. */
import { readFileSync } from "node:fs";
import type { Middleware } from "koa";
import { outsideAddresses } from "#api/errors.ts";
import type { RequestState } from "../request-context.ts";
import { policyWith } from "../security-headers.ts";
import { isRead, readBuild, sendAsset } from "./built-files.ts";

const assets = "/assets/dist/";
const below = /^\/dash(\/|$)/i;
/** Stands in the built page where each answer has a number of its own. */
const nonceMark = "__NONCE__";

/**
 * Serves `dist/console` (docs/behaviour.md, "Wire conventions": a GET below `/dash` that accepts html is the
 * console's page, all else the API). Style sheets that the page makes itself carry the nonce of its answer.
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
      // Calls, streams and downloads accept other types, or all.
      if (ctx.accepts("json", "text/event-stream", "html") !== "html" || !isRead(ctx)) return next();
      ctx.state.route = "/dash/*";
      const nonce = Buffer.from(random(16)).toString("base64");
      ctx.status = 200;
      ctx.type = "html";
      ctx.set("Cache-Control", "no-store");
      ctx.set(
        "Content-Security-Policy",
        policyWith({
          styleSrc: ["'self'", `'nonce-${nonce}'`],
          // what zips an .xlsx file; only our own scripts could make one, and it is under this policy, too
          workerSrc: ["'self'", "blob:"],
        }),
      );
      ctx.body = page.replaceAll(nonceMark, nonce);
      return undefined;
    },
  };
}
