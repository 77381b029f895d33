/** Files that a build made, kept in memory and sent in the smallest form that the caller takes. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import type { Context } from "koa";
import { notFound } from "#api/errors.ts";

const hashed = /-[\w-]{8}\.\w+$/;
const encodings = { br: ".br", gzip: ".gz" } as const;

const smallestFirst = ["br", "gzip"] as const;

type Encoding = keyof typeof encodings | "identity";

export interface BuiltFile {
  readonly etag: string;
  /** The file's bytes by encoding. */
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
}

export const isRead = (ctx: Context) => ctx.method === "GET" || ctx.method === "HEAD";

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
export function readBuild(folder: string): Map<string, BuiltFile> {
  const endings = Object.values(encodings) as string[];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !endings.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(names.map((path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), readFile(path)]));
}

export function sendBuilt(ctx: Context, { bodies, etag }: BuiltFile, extension: string): void {
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
 * Sends a file of the build: for ever where its name holds a hash of its content.
 * @throws HttpError 404 where there is none such
 */
export function sendAsset(ctx: Context, files: ReadonlyMap<string, BuiltFile>, name: string): void {
  const file = files.get(name);
  if (!file || name.endsWith(".html")) throw notFound();
  ctx.status = 200;
  ctx.set(
    "Cache-Control",
    hashed.test(name) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  );
  sendBuilt(ctx, file, extname(name));
}
