/** Passkeys: one's own, and signing in by them. */
import { readPendingCookie, writeRememberedCookie } from "#api/http/cookies/step-cookies.ts";
import { siteOrigin } from "#api/http/origin.ts";
import { type Call, route } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import * as calls from "#contract/people/passkeys.ts";
import {
  addOwnPasskey,
  readOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  startOwnPasskey,
} from "./own-passkeys.ts";
import { provePasskeyStep, requestPasskey, signInByPasskey } from "./passkey-sign-in.ts";
import { relyingPartyOf } from "./passkeys.ts";
import { atOf, currentUserOf, issuerOf, originOf, stepOriginOf, writeSignIn } from "./presenter.ts";

/** The site as the browser calls it: the origin of a write was found to be our own. */
const partyOf = ({ ctx, deps }: Pick<Call, "ctx" | "deps">) =>
  relyingPartyOf(siteOrigin(ctx.get("Origin"), deps.settings.publicOrigin));

export const ownPasskeyRoutes = [
  route(calls.listPasskeys, async ({ deps, me, configuration }) => {
    const { timezone } = await configuration();
    const rows = await readOwnPasskeys(deps.db, me);
    return rows.map(({ id, name, signsIn, createdAt, usedAt }) => ({
      ...{ id, name, signsIn },
      createdAt: fromInstant(createdAt, timezone),
      usedAt: usedAt && fromInstant(usedAt, timezone),
    }));
  }),

  route(calls.startPasskey, async (call) => {
    const siteName = issuerOf(await call.configuration());
    const { currentPassword } = call.body;
    return startOwnPasskey(call.deps, call.me, currentPassword, { party: partyOf(call), siteName });
  }),

  route(calls.addPasskey, async (call) => {
    const at = { ...(await atOf(call)), party: partyOf(call) };
    return { recoveryCodes: [...(await addOwnPasskey(call.deps, call.me, call.body, at))] };
  }),

  route(calls.renamePasskey, ({ deps, me, params, body }) =>
    renameOwnPasskey(deps, me, params.id, body.name),
  ),

  route(calls.removePasskey, async (call) =>
    removeOwnPasskey(call.deps, call.me, { ...call.params, ...call.body }, await atOf(call)),
  ),
];

export const passkeySignInRoutes = [
  route(calls.askPasskey, ({ deps, ctx, body }) =>
    requestPasskey(deps, partyOf({ deps, ctx }), readPendingCookie(ctx), body.isStep),
  ),

  route(calls.logInByPasskey, async (call) => {
    const { deps, ctx, body, lang } = call;
    const party = partyOf(call);
    if (!body.isStep) {
      const signedIn = await signInByPasskey(deps, body.credential, party, originOf(ctx, deps));
      writeSignIn(call, signedIn);
      return currentUserOf(deps, signedIn.id, lang);
    }
    const signedIn = await provePasskeyStep(deps, body, party, await stepOriginOf(call));
    writeSignIn(call, signedIn);
    if (signedIn.remembered !== undefined) writeRememberedCookie(ctx, signedIn.remembered);
    return currentUserOf(deps, signedIn.id, lang);
  }),
];
