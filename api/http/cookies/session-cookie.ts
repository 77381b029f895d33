/** The session's cookie. */
import { absoluteHours } from "#api/auth/sessions.ts";
import type { RequestContext } from "../request-context.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export const sessionCookie = "visitor_session";

export const readSessionCookie = (ctx: RequestContext): string | undefined => readCookie(ctx, sessionCookie);

/** @param token undefined takes the cookie away */
export const writeSessionCookie = (ctx: RequestContext, token: string | undefined): void =>
  writeCookie(ctx, sessionCookie, { value: token, maxAge: absoluteHours * 3_600_000 });
