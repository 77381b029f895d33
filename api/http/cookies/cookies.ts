/** Cookies that only the server reads: httpOnly, SameSite=Lax; over https Secure, and bound to this very host. */
import { absoluteHours } from "#api/auth/sessions.ts";
import type { RequestContext } from "../request-context.ts";

/** Over https the browser itself takes such a cookie from this host only, never from a neighbouring one. */
const nameOf = (ctx: RequestContext, name: string) => (ctx.state.secure ? `__Host-${name}` : name);

export const readCookie = (ctx: RequestContext, name: string): string | undefined =>
  ctx.cookies.get(nameOf(ctx, name));

/** @param value undefined takes the cookie away */
export function writeCookie(
  ctx: RequestContext,
  name: string,
  { value, maxAge }: { readonly value: string | undefined; readonly maxAge: number },
): void {
  // Koa looks at the socket alone; behind a proxy only the request's state knows about https.
  ctx.cookies.secure = ctx.state.secure;
  ctx.cookies.set(nameOf(ctx, name), value ?? null, {
    httpOnly: true,
    sameSite: "lax",
    secure: ctx.state.secure,
    overwrite: true,
    ...(value !== undefined && { maxAge }),
  });
}

export const sessionCookie = "visitor_session";

export const readSessionCookie = (ctx: RequestContext): string | undefined => readCookie(ctx, sessionCookie);

/** @param token undefined takes the cookie away */
export const writeSessionCookie = (ctx: RequestContext, token: string | undefined): void =>
  writeCookie(ctx, sessionCookie, { value: token, maxAge: absoluteHours * 3_600_000 });
