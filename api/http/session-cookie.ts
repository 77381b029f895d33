/** The session's cookie: httpOnly, SameSite=Lax, Secure over https. */
import { absoluteHours } from "#api/auth/sessions.ts";
import type { RequestContext } from "./request-context.ts";

export const sessionCookie = "visitor_session";

export const readSessionCookie = (ctx: RequestContext): string | undefined => ctx.cookies.get(sessionCookie);

/** @param token undefined takes the cookie away */
export function writeSessionCookie(ctx: RequestContext, token: string | undefined): void {
  // Koa looks at the socket alone; behind a trusted proxy only the request's state knows about https.
  ctx.cookies.secure = ctx.state.secure;
  ctx.cookies.set(sessionCookie, token ?? null, {
    httpOnly: true,
    sameSite: "lax",
    secure: ctx.state.secure,
    overwrite: true,
    ...(token !== undefined && { maxAge: absoluteHours * 3_600_000 }),
  });
}
