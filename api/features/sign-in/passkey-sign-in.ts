/** Signing in by a passkey: in place of the code after the password, or without a password. */
import { rememberDevice } from "#api/auth/pending-sign-ins.ts";
import { endSessionOfToken, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { PasskeyRequest, SignedChallenge } from "#contract/people/passkeys.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import {
  createChallenge,
  findPasskey,
  knownPasskeys,
  provePasskey,
  type RelyingParty,
  spendChallenge,
} from "./passkeys.ts";
import { finish, pendingPerson, type SignedIn, type StepOrigin } from "./second-step.ts";
import { type Origin, recordingFailure, requireOwnSignIn } from "./sign-in.ts";

/**
 * A challenge for anybody's passkey, or for those of whoever is between the steps.
 * @param pending the token between the steps; undefined for a sign-in without a password
 * @throws InvalidInput under `_` where the password is to be given again
 */
export async function requestPasskey(
  deps: Deps,
  { id: rpId }: RelyingParty,
  pending: string | undefined,
  isStep: boolean,
): Promise<PasskeyRequest> {
  if (!isStep) {
    const challenge = await createChallenge(deps, { purpose: "signIn", hostUserId: null });
    return { challenge, rpId, allowed: [] };
  }
  const { id: hostUserId } = await pendingPerson(deps, pending);
  const challenge = await createChallenge(deps, { purpose: "step", hostUserId });
  return { challenge, rpId, allowed: await knownPasskeys(deps.db, hostUserId) };
}

/**
 * The second step by a passkey.
 * @returns with the token of the remembered device, where that is wanted
 * @throws InvalidInput under `_` where it is not right, or the password is to be given again
 */
export async function provePasskeyStep(
  deps: Deps,
  { credential, remember }: { readonly credential: SignedChallenge; readonly remember: boolean },
  party: RelyingParty,
  origin: StepOrigin,
): Promise<SignedIn & { remembered: string | undefined }> {
  const person = await pendingPerson(deps, origin.pending);
  const asked = { purpose: "step", hostUserId: person.id } as const;
  const challenge = await spendChallenge(deps, credential.clientDataJSON, asked);
  const signingIn = finish(deps, person, origin, async (trx) => {
    const { hostUserId } = await provePasskey(trx, deps, credential, challenge, party);
    if (hostUserId !== person.id) throw invalid({ _: "passkeyRefused" });
    return remember ? rememberDevice(trx, person.id, { now: deps.clock(), random: deps.random }) : undefined;
  });
  const { token, proof: remembered } = await recordingFailure(deps, person, origin, "passkey", signingIn);
  return { id: person.id, token, remembered };
}

/**
 * Signs in without a password: the device has asked its owner for a finger, a face or a PIN. Not after the password was
 * reset: then the passkey is the second step only. The session that the request came with ends.
 * @throws InvalidInput under `_` where it is not right
 */
export async function signInByPasskey(
  deps: Deps,
  credential: SignedChallenge,
  party: RelyingParty,
  { address, userAgent, presented }: Origin,
): Promise<SignedIn> {
  const now = deps.clock();
  const challenge = await spendChallenge(deps, credential.clientDataJSON, {
    purpose: "signIn",
    hostUserId: null,
  });
  const { hostUserId: id } = await findPasskey(deps.db, credential);
  const signingIn = deps.db.transaction(async (trx) => {
    const [person] = await HostUser.query(trx)
      .where({ id, status: "active" })
      .whereNotNull("passwordHash")
      .patch({ lastSignInAt: now })
      .returning(["role", "isPasswordKept"]);
    if (!person) throw invalid({ _: "passkeyRefused" });
    requireOwnSignIn(deps.settings, person);
    const { signsIn } = await provePasskey(trx, deps, credential, challenge, party);
    if (!signsIn) throw invalid({ _: "passwordFirst" });
    if (presented !== undefined) await endSessionOfToken(trx, presented);
    return {
      id,
      token: await startSession(trx, id, { now, random: deps.random, place: { address, userAgent } }),
    };
  });
  return recordingFailure(deps, { id }, { address }, "passkey", signingIn);
}
