/** Maps errors to responses (docs/behaviour.md, "Errors"). */

import type { Context, Middleware } from "koa";
import { HttpError, InvalidInput, invalid, unavailable } from "#api/errors.ts";
import type { Logger } from "#api/log.ts";
import { fieldErrorsHeader, fieldErrorsToHeader } from "#contract/errors.ts";
import { errorCode, isTransient } from "#db/error-code.ts";
import { FilesUnavailable } from "#db/files/storage.ts";
import { type Language, nameOnBehalf, translate, translateErrors, translateStatus } from "./language.ts";

/** Values that passed the schemas and that PostgreSQL cannot store (NUL, out of range). */
const invalidValueCodes = new Set(["22003", "22007", "22008", "22021", "22P02", "22P05"]);

function toKnownError(error: unknown): InvalidInput | HttpError | undefined {
  if (error instanceof InvalidInput || error instanceof HttpError) return error;
  if (error instanceof FilesUnavailable) return unavailable();
  if (isTransient(error)) return unavailable();
  if (invalidValueCodes.has(errorCode(error) ?? "")) return invalid({ _: "invalid" });
  return undefined;
}

const waitOf = (lang: Language, seconds: number) =>
  seconds < 120
    ? translate(lang, "waitSeconds", { count: seconds })
    : translate(lang, "waitMinutes", { count: Math.ceil(seconds / 60) });

function answerHttpError(ctx: Context, lang: Language, refusal: HttpError): void {
  const { seconds, status, pass, megabytes, from, people, challenge } = refusal.values;
  const message = translate(lang, refusal.id, {
    ...(seconds !== undefined && { wait: waitOf(lang, seconds) }),
    ...(megabytes !== undefined && { megabytes }),
    ...(from !== undefined && { from }),
    ...(people !== undefined && {
      names: people.map((person) => nameOnBehalf(lang, person, person.onBehalfOf)).join(", "),
    }),
    ...(status !== undefined && { status: translateStatus(lang, status).name }),
    ...(pass !== undefined && {
      pass: translate(lang, pass.vehicle ? "carPassNamed" : "passNamed", { passNo: pass.passNo }),
    }),
  });
  ctx.status = refusal.status;
  if (seconds !== undefined) ctx.set("Retry-After", String(seconds));
  if (refusal.status === 405) {
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = message;
  } else {
    ctx.body = { id: refusal.id, message, ...(challenge !== undefined && { challenge }) };
  }
}

/** Catches errors of inner middleware. Unexpected ones are logged and answered as a bare 500. */
export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = toKnownError(thrown);
      const lang: Language = ctx.state.lang;
      if (!error || (error instanceof HttpError && error.status >= 500)) {
        log.error({ requestId: ctx.state.requestId, err: thrown }, "request failed");
      }
      if (error instanceof InvalidInput) {
        const codes = fieldErrorsToHeader(error.errors);
        ctx.status = 400;
        if (codes !== undefined) ctx.set(fieldErrorsHeader, codes);
        ctx.body = translateErrors(lang, error.errors);
      } else if (error) {
        answerHttpError(ctx, lang, error);
      } else {
        ctx.status = 500;
        ctx.body = { id: "internal", message: translate(lang, "internal") };
      }
    }
  };
}
