/** The cookies of the second step: of a sign-in between password and code, and of a device that is remembered. */
import { pendingMinutes, rememberedDays } from "#api/auth/pending-sign-ins.ts";
import type { RequestContext } from "../request-context.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const pendingCookie = "visitor_pending";
const rememberedCookie = "visitor_remembered";
const companyCookie = "visitor_company";
const companyMinutes = 15;

export const readPendingCookie = (ctx: RequestContext): string | undefined => readCookie(ctx, pendingCookie);

/** @param token undefined takes the cookie away */
export const writePendingCookie = (ctx: RequestContext, token: string | undefined): void =>
  writeCookie(ctx, pendingCookie, { value: token, maxAge: pendingMinutes * 60_000 });

export const readRememberedCookie = (ctx: RequestContext): string | undefined =>
  readCookie(ctx, rememberedCookie);

export const writeRememberedCookie = (ctx: RequestContext, token: string): void =>
  writeCookie(ctx, rememberedCookie, { value: token, maxAge: rememberedDays * 86_400_000 });

/** Of the browser that somebody went to the company's provider with. */
export const readCompanyCookie = (ctx: RequestContext): string | undefined => readCookie(ctx, companyCookie);

export const writeCompanyCookie = (ctx: RequestContext, token: string): void =>
  writeCookie(ctx, companyCookie, { value: token, maxAge: companyMinutes * 60_000 });
