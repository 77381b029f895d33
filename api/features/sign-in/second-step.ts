/**
 * The second step of sign-in: a code, a passkey, or setting up an authenticator app. A passkey also signs in without a
 * password.
 */
import type { Knex } from "knex";
import { endPending, readPending, rememberDevice } from "#api/auth/pending-sign-ins.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { SignInStep } from "#contract/people/account.ts";
import type { PasskeyRequest, SignedChallenge } from "#contract/people/passkeys.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import {
  consumeChallenge,
  createChallenge,
  findPasskey,
  knownPasskeys,
  type RelyingParty,
  verifyPasskey,
} from "./passkeys.ts";
import {
  confirmTotp,
  createRecoveryCodes,
  factorsOf,
  hashOfTyped,
  logFactor,
  nextStep,
  plainCode,
  proveFactor,
  requireNewCode,
  startTotp,
} from "./second-factor.ts";
import { countSignIn, type Origin, openSession, requireLocalSignIn, withFailureLog } from "./sign-in.ts";

/** The origin of a second step. */
export interface StepOrigin extends Origin {
  /** The token of the pending sign-in, from the cookie. */
  readonly pending: string | undefined;
  readonly site: Configuration;
}

export interface SignedIn {
  readonly id: number;
  /** For the session's cookie. */
  readonly token: string;
  /** For the cookie of a device that skips the second factor for a while. */
  readonly remembered?: string | undefined;
}

/** The pending sign-in has expired or was used: the person has to enter the password again. */
const signInOver = () => invalid({ _: "signInOver" });

async function findPending(
  { db, clock }: Pick<Deps, "db" | "clock">,
  pending: string | undefined,
): Promise<HostUser | undefined> {
  const id = pending === undefined ? undefined : await readPending(db, pending, clock());
  return id === undefined ? undefined : HostUser.query(db).findById(id).where({ status: "active" });
}

/** The person of a pending sign-in. @throws InvalidInput under `_` where it is over */
async function requirePending(deps: Deps, pending: string | undefined): Promise<HostUser> {
  const person = await findPending(deps, pending);
  if (!person) throw signInOver();
  return person;
}

/** The remaining step; null without a pending sign-in. */
export async function readStep(
  deps: Pick<Deps, "db" | "clock">,
  pending: string | undefined,
  clientAddress: string,
): Promise<SignInStep | null> {
  const person = await findPending(deps, pending);
  return (person && (await nextStep(deps.db, person, clientAddress))) ?? null;
}

/** Consumes the pending sign-in under the person's lock, and starts the session after the proof. */
function finish<Proof>(
  deps: Deps,
  { id }: Pick<HostUser, "id">,
  origin: StepOrigin,
  prove: (trx: Knex.Transaction) => Promise<Proof>,
): Promise<{ token: string; proof: Proof }> {
  return deps.db.transaction(async (trx) => {
    const active = await HostUser.query(trx).findOne({ id, status: "active" }).select("id").forNoKeyUpdate();
    // Rolled back where the proof is wrong.
    const ended = active && (await endPending(trx, origin.pending ?? "", deps.clock()));
    if (!ended) throw signInOver();
    const proof = await prove(trx);
    return { proof, token: await openSession(trx, deps, id, origin, ended) };
  });
}

/** @returns the token of the remembered device; undefined without `remember` */
const rememberIf = async (
  trx: Knex.Transaction,
  { clock, random }: Deps,
  id: number,
  remember: boolean,
): Promise<string | undefined> => (remember ? rememberDevice(trx, id, { now: clock(), random }) : undefined);

/**
 * Signs in by a code of the app, or by a recovery code, which is logged and notified.
 * @throws InvalidInput on code where it is wrong or was used, under `_` where the pending sign-in is over; HttpError 429 after
 *   wrong attempts
 */
export async function signInByCode(
  deps: Deps,
  { code: typed, remember }: { readonly code: string; readonly remember: boolean },
  origin: StepOrigin,
): Promise<SignedIn> {
  const person = await requirePending(deps, origin.pending);
  const { id } = person;
  const clear = await countSignIn(deps, person.loginId, person, origin, "code");
  const code = plainCode(typed);
  const recoveryHash = await hashOfTyped(deps.db, id, code);
  const signingIn = finish(deps, person, origin, async (trx) => {
    const used = await proveFactor(trx, deps, id, code, recoveryHash);
    if (used === "recoveryCode") await logFactor(trx, deps, person, used, { by: id, ...origin });
    return rememberIf(trx, deps, id, remember);
  });
  const { token, proof } = await withFailureLog(deps.db, id, origin.address, "code", signingIn);
  await clear();
  return { id, token, remembered: proof };
}

/** A person with a second factor has to prove it: the password alone cannot set up another. */
async function requireNoFactor(db: Knex, id: number): Promise<void> {
  if ((await factorsOf(db, id)).length > 0) throw signInOver();
}

/**
 * The secret for a person who has to set up a second factor before they are signed in.
 * @throws InvalidInput under `_` where the pending sign-in is over
 */
export async function startRequired(
  deps: Deps,
  pending: string | undefined,
): Promise<{ secret: string; loginId: string }> {
  const { id, loginId } = await requirePending(deps, pending);
  const secret = await deps.db.transaction(async (trx) => {
    await HostUser.query(trx).findById(id).select("id").forNoKeyUpdate();
    await requireNoFactor(trx, id);
    return startTotp(trx, deps, id);
  });
  return { secret, loginId };
}

/** Completes the setup and signs in. @throws as `signInByCode` */
export async function confirmRequired(
  deps: Deps,
  typed: string,
  origin: StepOrigin,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const person = await requirePending(deps, origin.pending);
  const { id } = person;
  const clear = await countSignIn(deps, person.loginId, person, origin, "code");
  const code = plainCode(typed);
  await requireNewCode(deps.db, deps, id, code);
  const recovery = await createRecoveryCodes(deps.random);
  const { token } = await finish(deps, person, origin, async (trx) => {
    await requireNoFactor(trx, id);
    await confirmTotp(trx, deps, id, code, recovery);
    await logFactor(trx, deps, person, "factorAdd", { by: id, ...origin });
  });
  await clear();
  return { id, token, recoveryCodes: recovery.codes };
}

/**
 * A challenge for any passkey, or for those of the person of a pending sign-in.
 * @throws InvalidInput under `_` where the pending sign-in is over
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
  const { id: hostUserId } = await requirePending(deps, pending);
  const challenge = await createChallenge(deps, { purpose: "step", hostUserId });
  return { challenge, rpId, allowed: await knownPasskeys(deps.db, hostUserId) };
}

/**
 * Completes the second step by a passkey.
 * @throws InvalidInput under `_` where the passkey is refused, or the pending sign-in is over
 */
export async function provePasskeyStep(
  deps: Deps,
  { credential, remember }: { readonly credential: SignedChallenge; readonly remember: boolean },
  party: RelyingParty,
  origin: StepOrigin,
): Promise<SignedIn> {
  const { id } = await requirePending(deps, origin.pending);
  const challenge = await consumeChallenge(deps, credential, { purpose: "step", hostUserId: id });
  const signingIn = finish(deps, { id }, origin, async (trx) => {
    const { hostUserId } = await verifyPasskey(trx, deps, credential, challenge, party);
    if (hostUserId !== id) throw invalid({ _: "passkeyRefused" });
    return rememberIf(trx, deps, id, remember);
  });
  const { token, proof } = await withFailureLog(deps.db, id, origin.address, "passkey", signingIn);
  return { id, token, remembered: proof };
}

/**
 * Signs in without a password: the device has verified its owner. After a password reset the passkey only serves as second
 * factor.
 * @throws InvalidInput under `_` where the passkey is refused
 */
export async function signInByPasskey(
  deps: Deps,
  credential: SignedChallenge,
  party: RelyingParty,
  origin: Origin,
): Promise<SignedIn> {
  const challenge = await consumeChallenge(deps, credential, { purpose: "signIn", hostUserId: null });
  const { hostUserId: id } = await findPasskey(deps.db, credential);
  const signingIn = deps.db.transaction(async (trx) => {
    const person = await HostUser.query(trx)
      .findOne({ id, status: "active" })
      .whereNotNull("passwordHash")
      .select("role", "isPasswordKept")
      .forNoKeyUpdate();
    if (!person) throw invalid({ _: "passkeyRefused" });
    requireLocalSignIn(deps.settings, person);
    const { signsIn } = await verifyPasskey(trx, deps, credential, challenge, party);
    if (!signsIn) throw invalid({ _: "passwordFirst" });
    return { id, token: await openSession(trx, deps, id, origin) };
  });
  return withFailureLog(deps.db, id, origin.address, "passkey", signingIn);
}
