/** Serves built files with the smallest encoding that the client accepts. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context } from "koa";
import { notFound } from "#api/errors.ts";

/** File names with a content hash. */
const hashed = /-([\w-]{8})\.\w+$/;
const encodings = { br: ".br", gzip: ".gz" } as const;

const smallestFirst = ["br", "gzip"] as const;

type Packing = keyof typeof encodings;

/** Compressed formats, which are most of a build. */
const leftOnDisk = new Set([".woff2", ".png", ".jpg", ".webp"]);

const unpack = promisify(gunzip);

export interface BuiltFile {
  readonly path: string;
  readonly etag: string;
  /** Compressed variants of the build, by encoding. */
  readonly packed: Readonly<Partial<Record<Packing, Buffer>>>;
  /** Content of files that are neither compressed nor left on disk. */
  readonly content: Buffer | undefined;
}

export const isRead = (ctx: Context) => ctx.method === "GET" || ctx.method === "HEAD";

const digestOf = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 22);

/** @param built all paths of the build */
function describeFile(path: string, built: ReadonlySet<string>): BuiltFile {
  const packed: BuiltFile["packed"] = Object.fromEntries(
    Object.entries(encodings).flatMap(([encoding, suffix]) =>
      built.has(path + suffix) ? [[encoding, readFileSync(path + suffix)]] : [],
    ),
  );
  return {
    path,
    etag: hashed.exec(path)?.[1] ?? digestOf(path),
    packed,
    content: packed.gzip || leftOnDisk.has(extname(path)) ? undefined : readFileSync(path),
  };
}

/**
 * Lists a build, so that paths cannot lead out of it. Scripts, styles and pages are held in memory, two megabytes
 * compressed, so that replacing a build under a running server neither breaks a page nor mixes two builds. Fonts and
 * images are read on request: their names change with their content.
 */
export function readBuild(folder: string): Map<string, BuiltFile> {
  const endings = Object.values(encodings) as string[];
  const built = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const names = [...built].filter((path) => !endings.includes(extname(path)));
  return new Map(
    names.map((path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), describeFile(path, built)]),
  );
}

/**
 * The file, uncompressed.
 * @throws HttpError 404 where it was removed from disk
 */
async function unpacked({ path, packed, content }: BuiltFile): Promise<Buffer> {
  if (content) return content;
  if (packed.gzip) return unpack(packed.gzip);
  return readFile(path).catch(() => {
    throw notFound();
  });
}

export async function sendBuilt(ctx: Context, file: BuiltFile, extension: string): Promise<void> {
  const { packed, etag } = file;
  // Asked one by one: at equal weight browsers name gzip first, but the smallest is wanted.
  const encoding = smallestFirst.find((name) => packed[name] && ctx.acceptsEncodings(name));
  ctx.vary("Accept-Encoding");
  ctx.type = extension;
  ctx.etag = `${etag}-${encoding ?? "identity"}`;
  if (ctx.status === 200 && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding) ctx.set("Content-Encoding", encoding);
  ctx.body = encoding ? packed[encoding] : await unpacked(file);
}

/**
 * Sends a file of the build, with unlimited caching where its name has a content hash.
 * @throws HttpError 404 for an unknown file
 */
export async function sendAsset(
  ctx: Context,
  files: ReadonlyMap<string, BuiltFile>,
  name: string,
): Promise<void> {
  const file = files.get(name);
  if (!file || name.endsWith(".html")) throw notFound();
  ctx.status = 200;
  ctx.set(
    "Cache-Control",
    hashed.test(name) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
  );
  await sendBuilt(ctx, file, extname(name));
}
