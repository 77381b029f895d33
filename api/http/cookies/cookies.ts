/** Cookies that only the server reads: httpOnly, SameSite=Lax; over https Secure, and bound to this very host. */
import { pendingMinutes, rememberedDays } from "#api/auth/pending-sign-ins.ts";
import { absoluteHours } from "#api/auth/sessions.ts";
import type { RequestContext } from "../request-context.ts";

const minute = 60_000;
const day = 86_400_000;

/** With the milliseconds that they last. */
export const cookies = {
  session: { name: "visitor_session", maxAge: absoluteHours * 60 * minute },
  /** Of a sign-in between password and second factor. */
  pending: { name: "visitor_pending", maxAge: pendingMinutes * minute },
  /** Of a device on which the second factor is not asked for. */
  remembered: { name: "visitor_remembered", maxAge: rememberedDays * day },
  /** Of a browser that is at the company's provider. */
  company: { name: "visitor_company", maxAge: 15 * minute },
  device: { name: "visitor_device", maxAge: 180 * day },
} as const;

type Cookie = keyof typeof cookies;

/** Over https browsers take such a cookie from this host only, never from a neighbouring one. */
const nameOf = (ctx: RequestContext, cookie: Cookie) =>
  ctx.state.secure ? `__Host-${cookies[cookie].name}` : cookies[cookie].name;

export const readCookie = (ctx: RequestContext, cookie: Cookie): string | undefined =>
  ctx.cookies.get(nameOf(ctx, cookie));

/** @param value undefined removes the cookie */
export function writeCookie(ctx: RequestContext, cookie: Cookie, value: string | undefined): void {
  // Koa looks at the socket alone; behind a proxy only the request's state knows about https.
  ctx.cookies.secure = ctx.state.secure;
  ctx.cookies.set(nameOf(ctx, cookie), value ?? null, {
    httpOnly: true,
    sameSite: "lax",
    secure: ctx.state.secure,
    overwrite: true,
    ...(value !== undefined && { maxAge: cookies[cookie].maxAge }),
  });
}
