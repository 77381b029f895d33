/** Files that a build made, sent in the smallest form that the caller takes. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context } from "koa";
import { notFound } from "#api/errors.ts";

const hashed = /-[\w-]{8}\.\w+$/;
const encodings = { br: ".br", gzip: ".gz" } as const;

const smallestFirst = ["br", "gzip"] as const;

type Packing = keyof typeof encodings;

/** Fonts and images are packed by themselves, and most of a build. */
const leftOnDisk = new Set([".woff2", ".png", ".jpg", ".webp"]);

const unpack = promisify(gunzip);

export interface BuiltFile {
  readonly path: string;
  readonly etag: string;
  /** What the build packed, by encoding. */
  readonly packed: Readonly<Partial<Record<Packing, Buffer>>>;
  /** Where it was not packed, and is not left on the disk. */
  readonly content: Buffer | undefined;
}

export const isRead = (ctx: Context) => ctx.method === "GET" || ctx.method === "HEAD";

function describeFile(path: string): BuiltFile {
  const content = readFileSync(path);
  const packed: BuiltFile["packed"] = Object.fromEntries(
    Object.entries(encodings).flatMap(([encoding, ending]) =>
      existsSync(path + ending) ? [[encoding, readFileSync(path + ending)]] : [],
    ),
  );
  return {
    path,
    etag: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    packed,
    content: packed.gzip || leftOnDisk.has(extname(path)) ? undefined : content,
  };
}

/**
 * Lists a build, so that no path can lead anywhere else. Scripts, styles and pages are held, packed, two megabytes: a build
 * that is replaced under a running server neither breaks a page nor mixes two builds. Fonts and images, which are most
 * of it, are read when somebody asks for them: their names change with their content.
 */
export function readBuild(folder: string): Map<string, BuiltFile> {
  const endings = Object.values(encodings) as string[];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !endings.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((path) => [path.slice(folder.length + 1).replaceAll(sep, "/"), describeFile(path)]),
  );
}

/**
 * The file as it was built.
 * @throws HttpError 404 where it has gone from the disk
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
  // Asked one by one: browsers name gzip first at equal weight, and the smaller of what they take is meant.
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
 * Sends a file of the build: for ever where its name holds a hash of its content.
 * @throws HttpError 404 where there is none such
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
