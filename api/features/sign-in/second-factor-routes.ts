/** The second step of signing in, and one's own second factor. */
import { type Call, route } from "#api/http/bind-route.ts";
import { writeDevice } from "#api/http/device-cookie.ts";
import { writeSessionCookie } from "#api/http/session-cookie.ts";
import { readPendingCookie, writePendingCookie, writeRememberedCookie } from "#api/http/step-cookies.ts";
import { fromInstant } from "#contract/dates.ts";
import * as calls from "#contract/people/second-factor.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { confirmOwn, readOwnFactor, removeOwn, renewOwnCodes, startOwn } from "./own-second-factor.ts";
import { currentUserOf, originOf } from "./presenter.ts";
import {
  confirmRequired,
  type SignedIn,
  type StepOrigin,
  signInByCode,
  startRequired,
} from "./second-step.ts";
import { presentTotpSecret } from "./totp.ts";

type StepCall = Pick<Call, "deps" | "ctx" | "configuration" | "lang">;

const stepOriginOf = async ({ deps, ctx, configuration }: StepCall): Promise<StepOrigin> => ({
  ...originOf(ctx, deps),
  pending: readPendingCookie(ctx),
  site: await configuration(),
});

/** Signs in the browser as well. */
function writeSignIn({ ctx, deps }: StepCall, { id, token }: SignedIn): void {
  writePendingCookie(ctx, undefined);
  writeSessionCookie(ctx, token);
  writeDevice(ctx, deps, id);
}

const issuerOf = (site: Configuration): string => site.customerCompany || "Visitor";

const atOf = async ({ ctx, configuration }: StepCall) => ({
  address: ctx.state.address,
  site: await configuration(),
});

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
