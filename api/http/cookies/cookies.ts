/** Cookies: httpOnly, SameSite=Lax; over https Secure and bound to this host. */
import { pendingMinutes, rememberedDays } from "#api/auth/pending-sign-ins.ts";
import { absoluteHours } from "#api/auth/sessions.ts";
import type { RequestContext } from "../request-context.ts";

const minute = 60_000;
const day = 86_400_000;

/** `maxAge` in milliseconds. */
export const cookies = {
  session: { name: "visitor_session", maxAge: absoluteHours * 60 * minute },
  /** Sign-in between password and second factor. */
  pending: { name: "visitor_pending", maxAge: pendingMinutes * minute },
  /** Device that skips the second factor. */
  remembered: { name: "visitor_remembered", maxAge: rememberedDays * day },
  /** Browser that was sent to the company's provider. */
  company: { name: "visitor_company", maxAge: 15 * minute },
  device: { name: "visitor_device", maxAge: 180 * day },
} as const;

type Cookie = keyof typeof cookies;

/** Over https with the `__Host-` prefix, so that neighbouring hosts cannot set it. */
const nameOf = (ctx: RequestContext, cookie: Cookie) =>
  ctx.state.secure ? `__Host-${cookies[cookie].name}` : cookies[cookie].name;

export const readCookie = (ctx: RequestContext, cookie: Cookie): string | undefined =>
  ctx.cookies.get(nameOf(ctx, cookie));

/** @param value undefined removes the cookie */
export function writeCookie(ctx: RequestContext, cookie: Cookie, value: string | undefined): void {
  // Koa checks only the socket; behind a proxy `state.secure` knows about https.
  ctx.cookies.secure = ctx.state.secure;
  ctx.cookies.set(nameOf(ctx, cookie), value ?? null, {
    httpOnly: true,
    sameSite: "lax",
    secure: ctx.state.secure,
    overwrite: true,
    ...(value !== undefined && { maxAge: cookies[cookie].maxAge }),
  });
}
