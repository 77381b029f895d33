/** The second step of signing in, and one's own second factor. */
import { readPendingCookie, writeRememberedCookie } from "#api/http/cookies/step-cookies.ts";
import { route } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import * as calls from "#contract/people/second-factor.ts";
import { confirmOwn, readOwnFactor, removeOwn, renewOwnCodes, startOwn } from "./own-second-factor.ts";
import { atOf, currentUserOf, issuerOf, stepOriginOf, writeSignIn } from "./presenter.ts";
import { confirmRequired, signInByCode, startRequired } from "./second-step.ts";
import { presentTotpSecret } from "./totp.ts";

/** Public: whoever calls has given the right password, which their cookie says. */
export const secondStepRoutes = [
  route(calls.logInByCode, async (call) => {
    const signedIn = await signInByCode(call.deps, call.body, await stepOriginOf(call));
    writeSignIn(call, signedIn);
    if (signedIn.remembered !== undefined) writeRememberedCookie(call.ctx, signedIn.remembered);
    return currentUserOf(call.deps, signedIn.id, call.lang);
  }),

  route(calls.startRequiredFactor, async ({ deps, ctx, configuration }) => {
    const { secret, loginId } = await startRequired(deps, readPendingCookie(ctx));
    return presentTotpSecret(secret, issuerOf(await configuration()), loginId);
  }),

  route(calls.confirmRequiredFactor, async (call) => {
    const signedIn = await confirmRequired(call.deps, call.body.code, await stepOriginOf(call));
    writeSignIn(call, signedIn);
    const user = await currentUserOf(call.deps, signedIn.id, call.lang);
    return { user, recoveryCodes: [...signedIn.recoveryCodes] };
  }),
];

export const secondFactorRoutes = [
  route(calls.getSecondFactor, async ({ deps, me, configuration }) => {
    const { since, ...factor } = await readOwnFactor(deps, me);
    return { ...factor, since: since && fromInstant(since, (await configuration()).timezone) };
  }),

  route(calls.startSecondFactor, async ({ deps, me, body, configuration }) =>
    presentTotpSecret(
      await startOwn(deps, me, body.currentPassword),
      issuerOf(await configuration()),
      me.loginId,
    ),
  ),

  route(calls.confirmSecondFactor, async (call) => ({
    recoveryCodes: [...(await confirmOwn(call.deps, call.me, call.body.code, await atOf(call)))],
  })),

  route(calls.renewRecoveryCodes, async (call) => ({
    recoveryCodes: [
      ...(await renewOwnCodes(call.deps, call.me, call.body.currentPassword, await atOf(call))),
    ],
  })),

  route(calls.removeSecondFactor, async (call) =>
    removeOwn(call.deps, call.me, call.body.currentPassword, await atOf(call)),
  ),
];
