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
import { recordRefusal } from "#api/http/record-call.ts";
import type { RequestContext, RequestState, RouteMiddleware } from "#api/http/request-context.ts";
import { type Call, route } from "#api/http/route.ts";
import { startCompanySignOut } from "#contract/people/account.ts";
import {
  type CompanyAccount,
  getCompanyAccount,
  linkCompanyAccount,
} from "#contract/people/host-user-access.ts";
import { startInvitedSignIn as invitedSignInCall } from "#contract/people/invitations.ts";
import * as own from "#contract/people/own-company-account.ts";
import { EventEntry } from "#db/models/logs.ts";
import { atOf, originOf } from "../sign-in/presenter.ts";
import { linkByAdmin, readCompanyAccount, readOwnCompanyAccount, removeOwnLink } from "./links.ts";
import { type Provider, ProviderError } from "./provider.ts";
import {
  applyLogoutToken,
  createSignOutToken,
  finishCompanySignIn,
  type Problem,
  providerSignOutUrl,
  startCompanySignIn,
  startInvitedSignIn,
  startOwnLink,
} from "./sign-in.ts";

const startPath = "/auth/company";
const returnPath = "/auth/company/return";
const signOutPath = "/auth/company/leave";
/** Called by the provider, from any address. */
const logoutPath = "/auth/company/logout";
const maxTokenBytes = 16_384;

/** The site's origin as users see it. */
const siteOf = (ctx: RequestContext, { settings }: Pick<Deps, "settings">): string =>
  settings.publicOrigin ?? `${ctx.state.secure ? "https" : "http"}://${ctx.state.publicHost}`;

/** A path within the console, as its router writes it; anything else becomes its first screen. */
const consolePath = (text: unknown): string =>
  typeof text === "string" && text.length <= 2_000 && /^\/(?!\/)[^\s\\]*$/.test(text) && !text.includes("/..")
    ? text
    : "/";

const signInPage = (
  back: string,
  params: { readonly problem?: Problem; readonly step?: "more" } = {},
): string => {
  const search = new URLSearchParams({ ...params, ...(back !== "/" && { back }) });
  return `/dash/login${search.size > 0 ? `?${search}` : ""}`;
};

function redirectTo(ctx: RequestContext, address: string): void {
  ctx.set("Cache-Control", "no-store");
  ctx.redirect(address);
}

const startOptions = (ctx: RequestContext, deps: Pick<Deps, "settings">) => ({
  known: readCookie(ctx, "company"),
  redirectUri: siteOf(ctx, deps) + returnPath,
});

/** Sends a browser to the provider. @throws ProviderError where it does not answer */
async function start(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const back = consolePath(ctx.query.back);
  const started = await startCompanySignIn(deps, provider, { back, ...startOptions(ctx, deps) });
  writeCookie(ctx, "company", started.browser);
  redirectTo(ctx, started.address.href);
}

async function handleReturn(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const current = new URL(siteOf(ctx, deps) + returnPath);
  current.search = ctx.querystring;
  const { back, result, problem, link } = await finishCompanySignIn(deps, provider, {
    current,
    browser: readCookie(ctx, "company"),
    origin: originOf(ctx, deps),
    site: await ctx.state.configuration(),
  });
  if (link) return redirectTo(ctx, `/dash${back}?company=${link}`);
  if (!result) return redirectTo(ctx, signInPage(back, { problem }));
  if (result.step) {
    writeCookie(ctx, "pending", result.token);
    return redirectTo(ctx, signInPage(back, { step: "more" }));
  }
  writeCookie(ctx, "session", result.token);
  writeDevice(ctx, deps, result.id);
  redirectTo(ctx, `/dash${back}`);
}

/** After our session has ended: redirects to the provider's sign-out page, or else to the sign-in page. */
async function signOutAtProvider(ctx: RequestContext, deps: Deps, provider: Provider): Promise<void> {
  const { token } = ctx.query;
  const page = signInPage("/");
  const back = siteOf(ctx, deps) + page;
  const address = typeof token === "string" && (await providerSignOutUrl(deps, provider, token, back));
  redirectTo(ctx, address ? address.href : page);
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
  const { clientNetwork: address } = ctx.state;
  try {
    const token = await readToken(ctx.req);
    const ended = token === undefined ? undefined : await applyLogoutToken(deps.db, provider, token);
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
        redirectTo(ctx, signInPage(consolePath(ctx.query.back), { problem: error.reason }));
      }
    };
  const limited: RouteMiddleware = async (ctx, next) => {
    try {
      await deps.limits.consume("signIn", callerOf(ctx, "signIn", deps));
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 429) throw error;
      return redirectTo(ctx, signInPage("/", { problem: "tooMany" }));
    }
    await next();
  };
  router.get(startPath, requireConsoleAddress, limited, bind(startPath, start));
  const returned = [
    requireConsoleAddress,
    limited,
    provideConfiguration(deps.db),
    bind(returnPath, handleReturn),
  ];
  router.get(returnPath, ...returned);
  router.get(signOutPath, requireConsoleAddress, bind(signOutPath, signOutAtProvider));
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
    await linkByAdmin(deps, params.id, body.identity, { by: me.id, site: await call.configuration() });
    return accountOf(call, params.id);
  }),

  route(own.getOwnCompanyAccount, ({ deps, me }) => readOwnCompanyAccount(deps, me)),

  route(own.startOwnCompanyLink, async ({ deps, ctx, me, body }) => {
    const { address, browser } = await startOwnLink(deps, me, body.currentPassword, startOptions(ctx, deps));
    writeCookie(ctx, "company", browser);
    return { address: address.href };
  }),

  route(invitedSignInCall, async ({ deps, ctx, body }) => {
    const { address, browser } = await startInvitedSignIn(deps, body.token, startOptions(ctx, deps));
    writeCookie(ctx, "company", browser);
    return { address: address.href };
  }),

  route(own.removeOwnCompanyLink, async (call) => {
    const { deps, me, body } = call;
    await removeOwnLink(deps, me, body.currentPassword, await atOf(call));
    return readOwnCompanyAccount(deps, me);
  }),

  route(startCompanySignOut, async ({ deps, me }) => {
    const token = deps.company && (await createSignOutToken(deps.db, me.sessionId, deps.random));
    return { leave: token === undefined ? null : `${signOutPath}?token=${token}` };
  }),
];
