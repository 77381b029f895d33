/** Reads a JSON body, or says what is wrong with it. */

import type { Context } from "koa";
import { koaBody } from "koa-body";
import { bodyTooLarge, invalid, unsupportedMediaType } from "#api/errors.ts";

const limit = "256kb";

const read = koaBody({
  json: true,
  jsonLimit: limit,
  jsonStrict: false,
  urlencoded: false,
  text: false,
  multipart: false,
});

const nothing = async () => {};

/**
 * @returns the parsed body; `{}` where there is none, so that its required fields are named
 * @throws InvalidInput for malformed JSON; Refusal 413 over the limit, 415 for another content type
 */
export async function jsonBody(ctx: Context): Promise<unknown> {
  const isEmpty = ctx.get("Content-Length") === "0" || (!ctx.request.length && !ctx.get("Transfer-Encoding"));
  if (isEmpty) return {};
  if (!ctx.is("application/json")) throw unsupportedMediaType();
  try {
    await read(ctx, nothing);
  } catch (error) {
    const { status, type } = error as { status?: number; type?: string };
    if (status === 413 || type === "entity.too.large") throw bodyTooLarge();
    if (status === 415) throw unsupportedMediaType();
    throw invalid({ _: "body" });
  }
  return ctx.request.body;
}
