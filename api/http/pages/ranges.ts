/** Serves a file, whole or a range of it (RFC 9110, section 14). */
import type { Readable } from "node:stream";
import type { Context } from "koa";
import type { ByteRange, OpenFile } from "#db/files/storage.ts";

export interface Served {
  readonly file: OpenFile;
  readonly contentType: string;
  /** Strong, without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/**
 * @returns the requested range; undefined for the whole file, also where several ranges are requested; "none" where the
 *   range is outside the file
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
 * Whether the client has this version already. Koa's own check fails for requests with `no-cache`, which `fetch` adds
 * to requests with `If-None-Match`.
 * @param etag without quotes
 */
export const isKnown = (ctx: Context, etag: string): boolean =>
  ctx
    .get("If-None-Match")
    .split(",")
    .some((one) => one.trim().replace(/^W\//, "") === `"${etag}"`);

/** `If-Range`: the range applies only while the file is unchanged. */
function isUnchanged(condition: string, { etag, modifiedAt }: Served): boolean {
  if (condition === "") return true;
  if (condition.startsWith('"')) return condition === `"${etag}"`;
  return Date.parse(condition) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}

/**
 * Sets status and headers.
 * @returns the body; closes the file when the response ends
 * @throws FilesUnavailable where it cannot be read
 */
export async function serveFile(ctx: Context, served: Served): Promise<Readable | string | null> {
  const { file, contentType, etag, modifiedAt } = served;
  const { size } = file;
  const range = isUnchanged(ctx.get("If-Range"), served) ? rangeOf(ctx.get("Range"), size) : undefined;
  const isSent = !isKnown(ctx, etag) && range !== "none";
  // Before the headers, so that a failure is answered as an error.
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
