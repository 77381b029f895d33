/** Reads a request's body once: JSON, a file by itself, or form data with a file. */
import type { Deps } from "#api/deps.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { receiveForm } from "./bodies/form-upload.ts";
import { jsonBody } from "./bodies/json-body.ts";
import { uploadBody } from "./bodies/upload-body.ts";
import type { RouteMiddleware } from "./request-context.ts";

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
export const readBody =
  (
    { form, upload, bodyLimit }: Pick<Endpoint, "form" | "upload" | "bodyLimit">,
    deps: Pick<Deps, "files" | "settings">,
  ): RouteMiddleware =>
  async (ctx, next) => {
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
    else ctx.state.body = withoutReadOnly(await jsonBody(ctx, bodyLimit));
    await next();
  };
