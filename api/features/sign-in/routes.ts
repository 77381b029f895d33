/** Signing in and one's own account. */

import { endSession, type Place } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { route, routeByFields } from "#api/http/bind-route.ts";
import { readDevice, writeDevice } from "#api/http/device-cookie.ts";
import type { Language } from "#api/http/language.ts";
import type { RequestContext } from "#api/http/request-context.ts";
import { readSessionCookie, writeSessionCookie } from "#api/http/session-cookie.ts";
import {
  changePassword,
  endOwnSession,
  endOwnSessions,
  getCurrentUser,
  getOwnSessions,
  logIn,
  logOut,
} from "#contract/people/account.ts";
import { readAccount } from "#db/queries/host-users/current-user.ts";
import { changeOwnPassword } from "./passwords.ts";
import { presentCurrentUser } from "./presenter.ts";
import { endOwn, presentSessions, readSessions } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const currentUserOf = async (deps: Deps, id: number, lang: Language) =>
  presentCurrentUser(await readAccount(deps.db, id), lang);

const placeOf = (ctx: RequestContext): Place => ({
  address: ctx.state.address,
  userAgent: ctx.get("User-Agent"),
});

export const accountRoutes = [
  route(logIn, async ({ deps, ctx, lang, body }) => {
    const { id, token } = await signIn(deps, body.loginId, body.password, {
      ...placeOf(ctx),
      device: readDevice(ctx, deps.cipher),
      presented: readSessionCookie(ctx),
    });
    writeSessionCookie(ctx, token);
    writeDevice(ctx, deps, id);
    return currentUserOf(deps, id, lang);
  }),

  route(logOut, async ({ deps, ctx, me }) => {
    await endSession(deps.db, me.sessionId);
    writeSessionCookie(ctx, undefined);
    // Not "cookies" and "storage": the known device, and the device's own settings, are nobody's data.
    ctx.set("Clear-Site-Data", '"cache"');
  }),

  route(getCurrentUser, ({ deps, me, lang }) => currentUserOf(deps, me.id, lang)),

  route(getOwnSessions, async ({ deps, me, lang, configuration }) => {
    const { timezone } = await configuration();
    return presentSessions(await readSessions(deps, me.id), { timezone, lang, current: me.sessionId });
  }),

  route(endOwnSession, async ({ deps, ctx, me, params: { id } }) => {
    await endOwn(deps, me, id);
    if (id === me.sessionId) writeSessionCookie(ctx, undefined);
  }),

  route(endOwnSessions, async ({ deps, ctx, me }) => {
    await endOwn(deps, me);
    writeSessionCookie(ctx, undefined);
    ctx.set("Clear-Site-Data", '"cache"');
  }),

  routeByFields(changePassword, changePassword.body, async ({ deps, ctx, me, fields }) => {
    writeSessionCookie(ctx, await changeOwnPassword(deps, me, fields, placeOf(ctx)));
  }),
];
