/**
 * Redirects to the company's provider and back, its back-channel logout (docs/decisions/accounts/company-sign-in.md), and the
 * endpoints of company accounts. The former are no calls of our clients, so they are not in the contract.
 */

import type Router from "@koa/router";
import type { Deps } from "#api/deps.ts";
import { HttpError, notFound } from "#api/errors.ts";
import { provideConfiguration } from "#api/http/bind-route.ts";
import { readCookie, writeCookie } from "#api/http/cookies/cookies.ts";
import { writeDevice } from "#api/http/cookies/device-cookie.ts";
import { callerOf } from "#api/http/limit.ts";
import { requireConsoleAddress } from "#api/http/origin.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { recordRefusal } from "#api/http/record-call.ts";
import type { RequestContext, RequestState, RouteMiddleware } from "#api/http/request-context.ts";
import { type Call, route } from "#api/http/route.ts";
import { startCompanySignOut } from "#contract/people/account.ts";
import {
  type CompanyAccount,
  getCompanyAccount,
  linkCompanyAccount,
} from "#contract/people/host-user-access.ts";
import * as own from "#contract/people/own-company-account.ts";
import { EventEntry } from "#db/models/logs.ts";
import { atOf, originOf } from "../sign-in/presenter.ts";
import { linkByAdmin, readCompanyAccount, readOwnCompanyAccount, removeOwnLink } from "./links.ts";
import { type Provider, ProviderError } from "./provider.ts";
import {
  finishCompanySignIn,
  leaveCompany,
  leaveTokenOf,
  type Problem,
  startCompanySignIn,
  startOwnLink,
  takeLogout,
} from "./sign-in.ts";

const startPath = "/auth/company";
const returnPath = "/auth/company/return";
const leavePath = "/auth/company/leave";
/** Called by the provider, from any address. */
const logoutPath = "/auth/company/logout";
const maxTokenBytes = 16_384;

/** The site's origin as users see it. */
const siteOf = (ctx: RequestContext, { settings }: Pick<Deps, "settings">): string =>
  settings.publicOrigin ?? `${ctx.state.secure ? "https" : "http"}://${ctx.state.publicHost}`;

/** A path within the console, as its router writes it; anything else becomes its first screen. */
const innerWay = (text: unknown): string =>
  typeof text === "string" && text.length <= 2_000 && /^\/(?!\/)[^\s\\]*$/.test(text) && !text.includes("/..")
    ? text
    : "/";

const signInPage = (
  back: string,
  more: { readonly problem?: Problem; readonly step?: "more" } = {},
): string => {
  const search = new URLSearchParams({ ...more, ...(back !== "/" && { back }) });
  return `/dash/login${search.size > 0 ? `?${search}` : ""}`;
};

function go(ctx: RequestContext, address: string): void {
  ctx.set("Cache-Control", "no-store");
  ctx.redirect(address);
}

/** Sends a browser to the provider. @throws ProviderError where it does not answer */
async function start(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const departure = { known: readCookie(ctx, "company"), redirectUri: siteOf(ctx, deps) + returnPath };
  const back = innerWay(ctx.query.back);
  const begun = await startCompanySignIn(deps, provider, { back, ...departure });
  writeCookie(ctx, "company", begun.browser);
  go(ctx, begun.address.href);
}

async function comeBack(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const current = new URL(siteOf(ctx, deps) + returnPath);
  current.search = ctx.querystring;
  const { back, entered, problem, link } = await finishCompanySignIn(deps, provider, {
    current,
    browser: readCookie(ctx, "company"),
    origin: originOf(ctx, deps),
    site: await ctx.state.configuration(),
  });
  if (link) return go(ctx, `/dash${back}?company=${link}`);
  if (!entered) return go(ctx, signInPage(back, { problem }));
  if (entered.step) {
    writeCookie(ctx, "pending", entered.token);
    return go(ctx, signInPage(back, { step: "more" }));
  }
  writeCookie(ctx, "session", entered.token);
  writeDevice(ctx, deps, entered.id);
  go(ctx, `/dash${back}`);
}

/** After our session has ended: redirects to the provider's sign-out page, or else to the sign-in page. */
async function leave(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const { token } = ctx.query;
  const page = signInPage("/");
  const back = siteOf(ctx, deps) + page;
  const address = typeof token === "string" && (await leaveCompany(deps, provider, token, back));
  go(ctx, address ? address.href : page);
}

/** The token of the provider's form; undefined where there is none. */
async function readToken(request: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxTokenBytes) return undefined;
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString("utf8")).get("logout_token") ?? undefined;
}

/** Back-channel logout: the provider calls it, so there is no session. */
async function logOut(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  ctx.set("Cache-Control", "no-store");
  const call = `POST ${logoutPath}`;
  const { address } = ctx.state;
  try {
    const token = await readToken(ctx.req);
    const ended = token === undefined ? undefined : await takeLogout(deps.db, provider, token);
    if (!ended) throw new ProviderError("refused", new Error("no logout token came"));
    for (const subjectId of new Set(ended)) {
      const about = { subject: "host_users", subjectId, detail: "companySignOut" };
      await EventEntry.query(deps.db).insert({ kind: "call", hostUserId: null, address, call, ...about });
    }
    ctx.status = 200;
    ctx.body = "";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error.cause }, "a logout token was refused");
    await recordRefusal(deps, { address, call, detail: "logoutToken" });
    ctx.status = 400;
    ctx.body = { error: "invalid_request" };
  }
}

/** Every path responds with 404 where company sign-in is not set up. */
export function companySignInRoutes(router: Router<RequestState>, deps: Deps): void {
  const bind =
    (
      path: string,
      work: (ctx: RequestContext, deps: Deps, provider: Provider) => Promise<void>,
    ): RouteMiddleware =>
    async (ctx) => {
      ctx.state.route = path;
      if (!deps.company) throw notFound();
      try {
        await work(ctx, deps, deps.company);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        deps.log.warn({ err: error.cause }, "the company's sign-in does not answer");
        go(ctx, signInPage(innerWay(ctx.query.back), { problem: error.reason }));
      }
    };
  const limited: RouteMiddleware = async (ctx, next) => {
    try {
      await deps.limits.count("signIn", callerOf(ctx, "signIn", deps));
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 429) throw error;
      return go(ctx, signInPage("/", { problem: "tooMany" }));
    }
    await next();
  };
  router.get(startPath, requireConsoleAddress, limited, bind(startPath, start));
  const returned = [
    requireConsoleAddress,
    limited,
    provideConfiguration(deps.db),
    bind(returnPath, comeBack),
  ];
  router.get(returnPath, ...returned);
  router.get(leavePath, requireConsoleAddress, bind(leavePath, leave));
  router.post(logoutPath, bind(logoutPath, logOut));
}

const accountOf = async (
  { deps, configuration }: Pick<Call, "deps" | "configuration">,
  id: number,
): Promise<CompanyAccount> => readCompanyAccount(deps, id, (await configuration()).timezone);

export const companyAccountRoutes = [
  route(getCompanyAccount, (call) => accountOf(call, call.params.id)),

  route(linkCompanyAccount, async (call) => {
    const { deps, me, params, body } = call;
    requireSame("id", body.id, params.id);
    await linkByAdmin(deps, params.id, body.identity, { by: me.id, site: await call.configuration() });
    return accountOf(call, params.id);
  }),

  route(own.getOwnCompanyAccount, ({ deps, me }) => readOwnCompanyAccount(deps, me)),

  route(own.startOwnCompanyLink, async ({ deps, ctx, me, body }) => {
    const departure = { known: readCookie(ctx, "company"), redirectUri: siteOf(ctx, deps) + returnPath };
    const { address, browser } = await startOwnLink(deps, me, body.currentPassword, departure);
    writeCookie(ctx, "company", browser);
    return { address: address.href };
  }),

  route(own.removeOwnCompanyLink, async (call) => {
    const { deps, me, body } = call;
    await removeOwnLink(deps, me, body.currentPassword, await atOf(call));
    return readOwnCompanyAccount(deps, me);
  }),

  route(startCompanySignOut, async ({ deps, me }) => {
    const token = deps.company && (await leaveTokenOf(deps.db, me.sessionId, deps.random));
    return { leave: token === undefined ? null : `${leavePath}?token=${token}` };
  }),
];
