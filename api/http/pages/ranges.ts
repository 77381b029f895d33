/** Serves a file, whole or a range of it (RFC 9110, section 14). */
import type { Readable } from "node:stream";
import type { Context } from "koa";
import type { ByteRange, OpenFile } from "#db/files/place.ts";

export interface Served {
  readonly file: OpenFile;
  readonly contentType: string;
  /** Strong, without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/**
 * @returns the one range that is asked for; undefined where the whole is to be sent, "none" where nothing of the
 * file lies in it. Several ranges at once, which nobody needs, get the whole.
 */
export function rangeOf(header: string, size: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header) ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const count = Number(to);
    return count === 0 ? "none" : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return undefined;
  if (start >= size) return "none";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}

/**
 * True where the caller has this version already. Koa's own answer is no whenever the request says `no-cache`,
 * which fetch adds by itself as soon as a script asks with `If-None-Match`.
 * @param etag without quotes
 */
export const isKnown = (ctx: Context, etag: string): boolean =>
  ctx
    .get("If-None-Match")
    .split(",")
    .some((one) => one.trim().replace(/^W\//, "") === `"${etag}"`);

/** `If-Range`: the range counts only where the file is still the one of which the caller has a part. */
function isSame(condition: string, { etag, modifiedAt }: Served): boolean {
  if (condition === "") return true;
  if (condition.startsWith('"')) return condition === `"${etag}"`;
  return Date.parse(condition) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}

/**
 * Puts status and headers on the answer.
 * @returns what to send; the file is closed when the answer is over
 * @throws FilesUnavailable where it cannot be read
 */
export async function serveFile(ctx: Context, served: Served): Promise<Readable | string | null> {
  const { file, contentType, etag, modifiedAt } = served;
  const { size } = file;
  const range = isSame(ctx.get("If-Range"), served) ? rangeOf(ctx.get("Range"), size) : undefined;
  const isSent = !isKnown(ctx, etag) && range !== "none";
  // Before the headers: where it fails, an error is answered.
  const content = isSent ? await file.read(range) : null;
  if (!content) await file.close();
  ctx.set("Accept-Ranges", "bytes");
  ctx.set("ETag", `"${etag}"`);
  ctx.lastModified = modifiedAt;
  if (isKnown(ctx, etag)) {
    ctx.status = 304;
    return null;
  }
  if (range === "none") {
    ctx.status = 416;
    ctx.set("Content-Range", `bytes */${size}`);
    return "";
  }
  ctx.status = 200;
  ctx.type = contentType;
  ctx.length = range ? range.end - range.start + 1 : size;
  if (range) {
    ctx.status = 206;
    ctx.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  }
  return content;
}
