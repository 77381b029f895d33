/** Reads a request's body: JSON, a file, or form data with a file. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { koaBody } from "koa-body";
import type { Deps } from "#api/deps.ts";
import { bodyTooLarge, invalid, unsupportedFile, unsupportedMediaType } from "#api/errors.ts";
import type { Endpoint, Upload } from "#contract/endpoint.ts";
import { readOnlyFields, receiveForm } from "./bodies/form-upload.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** Far above what any endpoint needs; later steps recurse into the body. */
const maxDepth = 32;

/** Whether arrays and objects are nested deeper than `depth`. Works level by level, without recursion. */
function isDeeper(body: unknown, depth: number): boolean {
  let level = [body];
  for (let left = depth; left >= 0; left--) {
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

const isEmpty = (ctx: Context): boolean =>
  ctx.get("Content-Length") === "0" || (!ctx.request.length && !ctx.get("Transfer-Encoding"));

/**
 * @returns the parsed body; `{}` without a body, so that missing fields are reported
 * @throws InvalidInput for malformed or too deeply nested JSON; HttpError 413 over the limit, 415 for another content
 *   type
 */
async function jsonBody(ctx: Context, reader: ReturnType<typeof koaBody>): Promise<unknown> {
  if (isEmpty(ctx)) return {};
  if (!ctx.is("application/json")) throw unsupportedMediaType();
  try {
    await reader(ctx, async () => {});
  } catch (error) {
    const { status, type } = error as { status?: number; type?: string };
    if (status === 413 || type === "entity.too.large") throw bodyTooLarge();
    if (status === 415) throw unsupportedMediaType();
    throw invalid({ _: "body" });
  }
  if (isDeeper(ctx.request.body, maxDepth)) throw invalid({ _: `bodyTooDeep:${maxDepth}` });
  return ctx.request.body;
}

/** Collects at most `maxBytes` bytes, and drains the rest. */
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
    // The client disconnected; nothing is kept.
    for (const event of ["error", "aborted"]) request.once(event, () => reject(invalid({ _: "body" })));
  });
}

/**
 * @returns the bytes; empty for an empty body
 * @throws HttpError 413 over the limit, 415 for another content type; InvalidInput where the body is incomplete
 */
async function uploadBody(ctx: Context, { media, maxBytes }: Upload): Promise<Buffer> {
  if (isEmpty(ctx)) return Buffer.alloc(0);
  if (!ctx.is([...media])) throw unsupportedFile();
  if (Number(ctx.get("Content-Length")) > maxBytes) throw bodyTooLarge();
  return collect(ctx.req, maxBytes);
}

function withoutReadOnly(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !readOnlyFields.has(key)));
}

/**
 * Sets `state.body`, `state.upload` or `state.form`, depending on the endpoint. The file of a form is removed after the
 * answer unless it was kept.
 */
export function readBody(
  { form, upload, bodyLimit = "256kb" }: Pick<Endpoint, "form" | "upload" | "bodyLimit">,
  deps: Pick<Deps, "files" | "settings">,
): RouteMiddleware {
  const reader = koaBody({
    json: true,
    jsonLimit: bodyLimit,
    jsonStrict: false,
    urlencoded: false,
    text: false,
    multipart: false,
  });
  return async (ctx, next) => {
    if (form && ctx.is("multipart/form-data") !== false) {
      const received = await receiveForm(ctx, form, deps);
      ctx.state.form = received;
      try {
        await next();
      } finally {
        await received.file.discard();
      }
      return;
    }
    if (upload) ctx.state.upload = await uploadBody(ctx, upload);
    else ctx.state.body = withoutReadOnly(await jsonBody(ctx, reader));
    await next();
  };
}
