/** Reads a request's body once: JSON, a file by itself, or form data with a file. */
import type { Context } from "koa";
import { koaBody } from "koa-body";
import type { Deps } from "#api/deps.ts";
import { bodyTooLarge, invalid, unsupportedMediaType } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { receiveForm } from "./bodies/form-upload.ts";
import { uploadBody } from "./bodies/upload-body.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** No call takes anything near as deep; what reads a body goes into it by recursion. */
const maxDepth = 32;

/** Whether lists and objects lie in each other more than so deep. Goes level by level, so that no depth is too much. */
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

/**
 * @returns the parsed body; `{}` where there is none, so that its required fields are named
 * @throws InvalidInput for malformed or too deeply nested JSON; HttpError 413 over the limit, 415 for another content type
 */
async function jsonBody(ctx: Context, reader: ReturnType<typeof koaBody>): Promise<unknown> {
  const isEmpty = ctx.get("Content-Length") === "0" || (!ctx.request.length && !ctx.get("Transfer-Encoding"));
  if (isEmpty) return {};
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

/** Sent back by clients that edit what they read; never written (docs/behaviour.md, "Wire conventions"). */
const readOnly = ["days", "errors", "createdAt", "updatedAt"];

function withoutReadOnly(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.includes(key)));
}

/**
 * Sets `state.body`, `state.upload` or `state.form`, whichever the call takes. The file of a form is gone after
 * the answer unless it was kept.
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
