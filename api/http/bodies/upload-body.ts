/** Reads a body that is a file by itself, small enough to be held in memory. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { bodyTooLarge, invalid, unsupportedFile } from "#api/errors.ts";
import type { Upload } from "#contract/endpoint.ts";

/** Collects what comes, and no more than `maxBytes` bytes of it; what comes beyond is read and dropped. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return chunks.push(chunk);
      chunks.length = 0;
      reject(bodyTooLarge());
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    // Cut off half-way: whoever sent it is gone, and nothing is kept.
    for (const event of ["error", "aborted"]) request.once(event, () => reject(invalid({ _: "body" })));
  });
}

/**
 * @returns the bytes; none where the body is empty
 * @throws HttpError 413 over the limit, 415 for what names itself another kind; InvalidInput where it is cut off
 */
export async function uploadBody(ctx: Context, { media, maxBytes }: Upload): Promise<Buffer> {
  const isEmpty = ctx.get("Content-Length") === "0" || (!ctx.request.length && !ctx.get("Transfer-Encoding"));
  if (isEmpty) return Buffer.alloc(0);
  if (!ctx.is([...media])) throw unsupportedFile();
  if (Number(ctx.get("Content-Length")) > maxBytes) throw bodyTooLarge();
  return collect(ctx.req, maxBytes);
}
