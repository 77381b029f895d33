/** Endpoints of sign-in, sign-out and the caller's account. */

import { endSession } from "#api/auth/sessions.ts";
import { readCookie, writeCookie } from "#api/http/cookies/cookies.ts";
import { writeDevice } from "#api/http/cookies/device-cookie.ts";
import { route, routeByFields } from "#api/http/route.ts";
import { publishChanges } from "#api/live/changes.ts";
import {
  changeOwnPublicSearch,
  changePassword,
  endOwnSession,
  endOwnSessions,
  getCurrentUser,
  getOwnSessions,
  getSignInStep,
  logIn,
  logInByAppCode,
  logOut,
  makeAppCode as makeAppCodeCall,
} from "#contract/people/account.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { createAppCode, signInByAppCode } from "./app-sign-in.ts";
import { changeOwnPassword } from "./passwords.ts";
import { currentUserOf, originOf, placeOf } from "./presenter.ts";
import { readStep } from "./second-step.ts";
import { endOwn, presentSessions, readSessions } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

export const accountRoutes = [
  route(logIn, async ({ deps, ctx, lang, body }) => {
    const { id, step, token } = await signIn(deps, body.loginId, body.password, originOf(ctx, deps));
    if (step) {
      writeCookie(ctx, "pending", token);
      return step;
    }
    writeCookie(ctx, "session", token);
    writeDevice(ctx, deps, id);
    return currentUserOf(deps, id, lang);
  }),

  route(logOut, async ({ deps, ctx, me }) => {
    await deps.db.transaction((trx) => endSession(trx, me.sessionId));
    writeCookie(ctx, "session", undefined);
    // Without "cookies" and "storage", which would also clear the known device and the device's settings.
    ctx.set("Clear-Site-Data", '"cache"');
  }),

  route(getSignInStep, ({ deps, ctx }) =>
    readStep(deps, readCookie(ctx, "pending"), ctx.state.clientAddress),
  ),

  route(makeAppCodeCall, async ({ deps, ctx, me, body }) => {
    const code = await createAppCode(deps, me, body.challenge);
    writeCookie(ctx, "session", undefined);
    return { code };
  }),

  route(logInByAppCode, async ({ deps, ctx, lang, body }) => {
    const { id, token } = await signInByAppCode(deps, body, originOf(ctx, deps));
    writeCookie(ctx, "session", token);
    writeDevice(ctx, deps, id);
    return currentUserOf(deps, id, lang);
  }),

  route(getCurrentUser, ({ deps, me, lang }) => currentUserOf(deps, me.id, lang)),

  route(changeOwnPublicSearch, async ({ deps, me, lang, body }) => {
    await deps.db.transaction(async (trx) => {
      await HostUser.query(trx)
        .findById(me.id)
        .patch({ inPublicSearch: body.inPublicSearch, updatedAt: deps.clock() });
      await publishChanges(trx, [{ kind: "hostUser" }]);
    });
    return currentUserOf(deps, me.id, lang);
  }),

  route(getOwnSessions, async ({ deps, me, lang, configuration }) => {
    const { timezone } = await configuration();
    return presentSessions(await readSessions(deps, me.id), { timezone, lang, current: me.sessionId });
  }),

  route(endOwnSession, async ({ deps, ctx, me, params: { id } }) => {
    await endOwn(deps, me, id);
    if (id === me.sessionId) writeCookie(ctx, "session", undefined);
  }),

  route(endOwnSessions, async ({ deps, ctx, me }) => {
    await endOwn(deps, me);
    writeCookie(ctx, "session", undefined);
    ctx.set("Clear-Site-Data", '"cache"');
  }),

  routeByFields(changePassword, changePassword.body, async ({ deps, ctx, me, fields }) => {
    writeCookie(ctx, "session", await changeOwnPassword(deps, me, fields, placeOf(ctx)));
  }),
];
