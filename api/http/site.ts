/** The public site's built files and pages. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import type { Context, Middleware } from "koa";
import { notFound } from "#api/errors.ts";
import type { RequestState } from "./request-context.ts";

const assets = "/assets/visitor/";
const pages = new Map(
  Object.entries({
    "/": "index.html",
    "/form": "index.html",
    "/final": "index.html",
    "/privacy": "index.html",
    "/result": "index.html",
    "/did": "did/index.html",
  }),
);
/** Must have an address of its own under the player's, which it is allowed to serve although it lies below. */
const worker = { path: "/did/worker.js", file: "did/worker.js", scope: "/did" };
const calls = /^\/(api|dash|visitor|custom|files|assets|did|desktop)(\/|$)/i;
const hashed = /-[\w-]{8}\.\w+$/;
const encodings = { br: ".br", gzip: ".gz" } as const;

const smallestFirst = ["br", "gzip"] as const;

type Encoding = keyof typeof encodings | "identity";

interface BuiltFile {
  readonly etag: string;
  /** The file's bytes by encoding. */
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
}

const isRead = (ctx: Context) => ctx.method === "GET" || ctx.method === "HEAD";

function readFile(path: string): BuiltFile {
  const identity = readFileSync(path);
  const packed = Object.entries(encodings).flatMap(([encoding, ending]) =>
    existsSync(path + ending) ? [[encoding, readFileSync(path + ending)]] : [],
  );
  return {
    etag: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
    bodies: { identity, ...Object.fromEntries(packed) },
  };
}

/**
 * Reads the whole build into memory, a few megabytes: no path can lead anywhere else, and a build that is
 * replaced under a running server neither breaks a page nor mixes two builds.
 */
function readBuild(folder: string): Map<string, BuiltFile> {
  const endings = Object.values(encodings) as string[];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !endings.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(names.map((path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), readFile(path)]));
}

function send(ctx: Context, { bodies, etag }: BuiltFile, extension: string): void {
  // Asked one by one: browsers name gzip first at equal weight, and the smaller of what they take is meant.
  const encoding = smallestFirst.find((name) => bodies[name] && ctx.acceptsEncodings(name)) ?? "identity";
  ctx.vary("Accept-Encoding");
  ctx.type = extension;
  ctx.etag = `${etag}-${encoding}`;
  if (ctx.status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== "identity") ctx.set("Content-Encoding", encoding);
  ctx.body = bodies[encoding];
}

/**
 * Serves `dist/visitor`: hashed files for ever, pages fresh each time, and the site's own "not found" for
 * an address that a person typed.
 * @param folder the build's output
 */
export function publicSite(folder: string): Record<"files" | "pages" | "missing", Middleware<RequestState>> {
  const files = readBuild(folder);
  const index = files.get("index.html");
  if (!index) throw new Error(`no built site in ${folder}`);

  const sendPage = (ctx: Context, status: number, page = index) => {
    ctx.status = status;
    ctx.set("Cache-Control", "no-cache");
    send(ctx, page, ".html");
  };

  const sendWorker = (ctx: Context) => {
    const file = files.get(worker.file);
    if (!file) throw notFound();
    ctx.status = 200;
    ctx.set("Cache-Control", "no-cache");
    ctx.set("Service-Worker-Allowed", worker.scope);
    send(ctx, file, ".js");
  };

  return {
    async files(ctx, next) {
      if (!isRead(ctx) || !ctx.path.startsWith(assets)) return next();
      ctx.state.route = `${assets}*`;
      const name = ctx.path.slice(assets.length);
      const file = files.get(name);
      if (!file || extname(name) === ".html") throw notFound();
      ctx.status = 200;
      ctx.set(
        "Cache-Control",
        hashed.test(name) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      send(ctx, file, extname(name));
    },
    async pages(ctx, next) {
      const page = pages.get(ctx.path);
      if (!isRead(ctx) || (!page && ctx.path !== worker.path)) return next();
      ctx.state.route = ctx.path;
      if (page) sendPage(ctx, 200, files.get(page));
      else sendWorker(ctx);
    },
    async missing(ctx, next) {
      const wantsPage = isRead(ctx) && ctx.accepts("json", "html") === "html" && !calls.test(ctx.path);
      if (!wantsPage) return next();
      sendPage(ctx, 404);
    },
  };
}
