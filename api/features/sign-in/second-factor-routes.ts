/** Endpoints of the second step of sign-in, and of the caller's second factor. */
import { readCookie } from "#api/http/cookies/cookies.ts";
import { siteOrigin } from "#api/http/origin.ts";
import { type Call, route } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import * as passkeyCalls from "#contract/people/passkeys.ts";
import * as calls from "#contract/people/second-factor.ts";
import {
  addOwnPasskey,
  confirmOwnTotp,
  readOwnFactor,
  readOwnPasskeys,
  removeOwnFactor,
  removeOwnPasskey,
  renameOwnPasskey,
  renewOwnCodes,
  startOwnPasskey,
  startOwnTotp,
} from "./own-second-factor.ts";
import { relyingPartyOf } from "./passkeys.ts";
import { atOf, issuerOf, originOf, signInBrowser, stepOriginOf } from "./presenter.ts";
import { presentTotpSecret } from "./second-factor.ts";
import {
  confirmRequired,
  provePasskeyStep,
  requestPasskey,
  signInByCode,
  signInByPasskey,
  startRequired,
} from "./second-step.ts";

/** Public: the cookie proves that the caller has entered the right password. */
export const secondStepRoutes = [
  route(calls.logInByCode, async (call) =>
    signInBrowser(call, await signInByCode(call.deps, call.body, await stepOriginOf(call))),
  ),

  route(calls.startRequiredFactor, async ({ deps, ctx, configuration }) => {
    const { secret, loginId } = await startRequired(deps, readCookie(ctx, "pending"));
    return presentTotpSecret(secret, issuerOf(await configuration()), loginId);
  }),

  route(calls.confirmRequiredFactor, async (call) => {
    const signedIn = await confirmRequired(call.deps, call.body.code, await stepOriginOf(call));
    return { user: await signInBrowser(call, signedIn), recoveryCodes: signedIn.recoveryCodes };
  }),
];

export const secondFactorRoutes = [
  route(calls.getSecondFactor, async ({ deps, me, configuration }) => {
    const { since, ...factor } = await readOwnFactor(deps, me);
    return { ...factor, since: since && fromInstant(since, (await configuration()).timezone) };
  }),

  route(calls.startSecondFactor, async ({ deps, me, body, configuration }) =>
    presentTotpSecret(
      await startOwnTotp(deps, me, body.currentPassword),
      issuerOf(await configuration()),
      me.loginId,
    ),
  ),

  route(calls.confirmSecondFactor, async (call) => ({
    recoveryCodes: await confirmOwnTotp(call.deps, call.me, call.body.code, await atOf(call)),
  })),

  route(calls.renewRecoveryCodes, async (call) => ({
    recoveryCodes: await renewOwnCodes(call.deps, call.me, call.body.currentPassword, await atOf(call)),
  })),

  route(calls.removeSecondFactor, async (call) =>
    removeOwnFactor(call.deps, call.me, call.body.currentPassword, await atOf(call)),
  ),
];

/** The site under the request's origin, which was checked before. */
const partyOf = ({ ctx, deps }: Pick<Call, "ctx" | "deps">) =>
  relyingPartyOf(siteOrigin(ctx.get("Origin"), deps.settings.publicOrigin));

export const ownPasskeyRoutes = [
  route(passkeyCalls.listPasskeys, async ({ deps, me, configuration }) => {
    const { timezone } = await configuration();
    const rows = await readOwnPasskeys(deps.db, me);
    return rows.map(({ id, name, signsIn, createdAt, usedAt }) => ({
      id,
      name,
      signsIn,
      createdAt: fromInstant(createdAt, timezone),
      usedAt: usedAt && fromInstant(usedAt, timezone),
    }));
  }),

  route(passkeyCalls.startPasskey, async (call) => {
    const siteName = issuerOf(await call.configuration());
    const { currentPassword } = call.body;
    return startOwnPasskey(call.deps, call.me, currentPassword, { party: partyOf(call), siteName });
  }),

  route(passkeyCalls.addPasskey, async (call) => {
    const at = { ...(await atOf(call)), party: partyOf(call) };
    return { recoveryCodes: await addOwnPasskey(call.deps, call.me, call.body, at) };
  }),

  route(passkeyCalls.renamePasskey, ({ deps, me, params, body }) =>
    renameOwnPasskey(deps, me, params.id, body.name),
  ),

  route(passkeyCalls.removePasskey, async (call) =>
    removeOwnPasskey(call.deps, call.me, { ...call.params, ...call.body }, await atOf(call)),
  ),
];

export const passkeySignInRoutes = [
  route(passkeyCalls.askPasskey, ({ deps, ctx, body }) =>
    requestPasskey(deps, partyOf({ deps, ctx }), readCookie(ctx, "pending"), body.isStep),
  ),

  route(passkeyCalls.logInByPasskey, async (call) => {
    const { deps, ctx, body } = call;
    const party = partyOf(call);
    const signedIn = body.isStep
      ? await provePasskeyStep(deps, body, party, await stepOriginOf(call))
      : await signInByPasskey(deps, body.credential, party, originOf(ctx, deps));
    return signInBrowser(call, signedIn);
  }),
];
