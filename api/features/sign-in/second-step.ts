/** The second step of signing in: by a code, or by setting up what a code comes from. */
import type { Knex } from "knex";
import { endPending, readPending, rememberDevice } from "#api/auth/pending-sign-ins.ts";
import { endSessionOfToken, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { SignInStep } from "#contract/people/account.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { createRecoveryCodes, hashOfTyped } from "./recovery-codes.ts";
import {
  confirmTotp,
  type FactorOwner,
  logFactor,
  nextStep,
  plainCode,
  proveFactor,
  requireNewCode,
  startTotp,
  waysOf,
} from "./second-factor.ts";
import {
  attemptOf,
  clearOwnAttempts,
  codeLimitKey,
  countAttempt,
  type Origin,
  recordingFailure,
  sourceOf,
} from "./sign-in.ts";

/** Where a second step comes from. */
export interface StepOrigin extends Origin {
  /** The token between the steps, of the request's cookie. */
  readonly pending: string | undefined;
  readonly site: Configuration;
}

export interface SignedIn {
  readonly id: number;
  /** For the session's cookie. */
  readonly token: string;
}

/** Too late, or used: the password is asked for again. */
const signInOver = () => invalid({ _: "signInOver" });

/** Who is between the steps. @throws InvalidInput where that is over */
export async function pendingPerson({ db, clock }: Deps, pending: string | undefined): Promise<HostUser> {
  const id = pending === undefined ? undefined : await readPending(db, pending, clock());
  const person = id !== undefined && (await HostUser.query(db).findById(id).where({ status: "active" }));
  if (!person) throw signInOver();
  return person;
}

/** What somebody between the steps has to do yet; null where nobody is. */
export async function readStep(
  { db, clock }: Pick<Deps, "db" | "clock">,
  pending: string | undefined,
  callerAddress: string,
): Promise<SignInStep | null> {
  const id = pending === undefined ? undefined : await readPending(db, pending, clock());
  const person = id === undefined ? undefined : await HostUser.query(db).findById(id);
  return (person && (await nextStep(db, person, callerAddress))) ?? null;
}

/** Counts a try, as tries of a password are. @returns what clears it */
async function countTry(
  deps: Deps,
  { id, loginId }: HostUser,
  origin: StepOrigin,
): Promise<() => Promise<void>> {
  const isKnown = origin.device?.hostUserId === id;
  if (!isKnown) await deps.limits.count("signInLogin", codeLimitKey(loginId));
  const attempt = attemptOf(
    deps,
    loginId,
    sourceOf(isKnown ? origin.device : undefined, origin.address),
    "code",
  );
  await countAttempt(deps, attempt);
  return () => clearOwnAttempts(deps.db, attempt);
}

/** Uses the pending sign-in up under the person's lock, and starts the session after what has to be proved. */
export function finish<Proof>(
  deps: Deps,
  person: FactorOwner,
  { pending = "", presented, address, userAgent }: StepOrigin,
  prove: (trx: Knex.Transaction) => Promise<Proof>,
): Promise<{ token: string; proof: Proof }> {
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    const active = await HostUser.query(trx)
      .where({ id: person.id, status: "active" })
      .patch({ lastSignInAt: now });
    // Taken back where the proof is wrong.
    const ended = active === 0 ? undefined : await endPending(trx, pending, now);
    if (!ended) throw signInOver();
    const proof = await prove(trx);
    if (presented !== undefined) await endSessionOfToken(trx, presented);
    const begun = { now, random: deps.random, place: { address, userAgent }, ...ended };
    return { token: await startSession(trx, person.id, begun), proof };
  });
}

/**
 * Signs in by a code of the app, or a recovery code, which the log and the person hear of.
 * @param remember asks for no code on this device for a while
 * @returns with the token of the remembered device
 * @throws InvalidInput on code where it is wrong or was used, under `_` where the password is to be given again; HttpError
 *   429 after wrong tries
 */
export async function signInByCode(
  deps: Deps,
  { code: typed, remember }: { readonly code: string; readonly remember: boolean },
  origin: StepOrigin,
): Promise<SignedIn & { remembered: string | undefined }> {
  const person = await pendingPerson(deps, origin.pending);
  const clear = await countTry(deps, person, origin);
  const code = plainCode(typed);
  const recoveryHash = await hashOfTyped(deps.db, person.id, code);
  const signingIn = finish(deps, person, origin, async (trx) => {
    const proof = await proveFactor(trx, deps, person.id, code, recoveryHash);
    if (proof === undefined) throw invalid({ code: "codeWrong" });
    if (proof === "recoveryCode") {
      const { address, site } = origin;
      const done = {
        action: "recoveryCode",
        notice: "accountRecoveryCode",
        by: person.id,
        address,
        site,
      } as const;
      await logFactor(trx, deps, person, done);
    }
    return remember ? rememberDevice(trx, person.id, { now: deps.clock(), random: deps.random }) : undefined;
  });
  const { token, proof: remembered } = await recordingFailure(deps, person, origin, "code", signingIn);
  await clear();
  return { id: person.id, token, remembered };
}

/** Whoever has a second factor proves it: another is not set up in its place with the password alone. */
async function requireNone(db: Knex, id: number): Promise<void> {
  if ((await waysOf(db, id)).length > 0) throw signInOver();
}

/**
 * The secret for somebody who has to set a second factor up before they are signed in.
 * @throws InvalidInput under `_` where the password is to be given again
 */
export async function startRequired(
  deps: Deps,
  pending: string | undefined,
): Promise<{ secret: string; loginId: string }> {
  const { id, loginId } = await pendingPerson(deps, pending);
  const secret = await deps.db.transaction(async (trx) => {
    await HostUser.query(trx).findById(id).select("id").forNoKeyUpdate();
    await requireNone(trx, id);
    return startTotp(trx, deps, id);
  });
  return { secret, loginId };
}

/**
 * Sets up what was begun, and signs in.
 * @throws as `signInByCode`
 */
export async function confirmRequired(
  deps: Deps,
  typed: string,
  origin: StepOrigin,
): Promise<SignedIn & { recoveryCodes: readonly string[] }> {
  const person = await pendingPerson(deps, origin.pending);
  const clear = await countTry(deps, person, origin);
  const code = plainCode(typed);
  await requireNewCode(deps.db, deps, person.id, code);
  const recovery = await createRecoveryCodes(deps.random);
  const { token } = await finish(deps, person, origin, async (trx) => {
    await requireNone(trx, person.id);
    const { address, site } = origin;
    await confirmTotp(trx, deps, person.id, { code, recovery });
    const done = { action: "factorAdd", notice: "accountFactorAdd", by: person.id, address, site } as const;
    await logFactor(trx, deps, person, done);
  });
  await clear();
  return { id: person.id, token, recoveryCodes: recovery.codes };
}
