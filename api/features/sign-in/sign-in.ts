/** Sign-in by password. Wrong attempts delay further ones, and no response reveals which login ids exist. */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { hashPassword, verifyPassword } from "#api/auth/password-hash.ts";
import { isRemembered, startPending } from "#api/auth/pending-sign-ins.ts";
import { endSessionOfToken, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { InvalidInput, invalid, tooManyRequests } from "#api/errors.ts";
import type { Device } from "#api/http/cookies/device-cookie.ts";
import { forgetCalls } from "#api/limits.ts";
import type { SignInStep } from "#contract/people/account.ts";
import { loginKey } from "#contract/people/host-users.ts";
import { EventEntry } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { LoginAttempts } from "#db/models/people/sign-in.ts";
import { countLoginAttempt } from "./queries.ts";
import { nextStep } from "./second-factor.ts";

let unknownHash: Promise<string> | undefined;

/** Verified for an unknown login id, so that the response takes as long. Created with the first sign-in: it takes 19 MB. */
const hashForUnknown = () => {
  unknownHash ??= hashPassword("no account has this password");
  return unknownHash;
};

/** The origin of a sign-in. */
export interface Origin {
  /** The address that limits count. */
  readonly address: string;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly device: Device | undefined;
  /** The token of the request's session cookie. */
  readonly presented: string | undefined;
  /** The token of a device that skips the second factor. */
  readonly remembered: string | undefined;
}

/**
 * Counts an attempt before it is checked, so that concurrent ones count.
 * @param source wrong attempts from one source do not delay another
 * @returns a function that clears the wrong attempts of the source
 * @throws HttpError 429 while the source is blocked
 */
export async function countAttempt(
  { db, clock, cipher }: Pick<Deps, "db" | "clock" | "cipher">,
  loginId: string,
  source: string,
): Promise<() => Promise<unknown>> {
  const now = clock();
  const attempt = { loginId, source: cipher.digest(source) };
  const attempts = () =>
    LoginAttempts.query(db).modify("ofLoginId", loginId).where({ source: attempt.source });
  if (await countLoginAttempt(db, attempt, now)) return () => attempts().delete().execute();
  const blocked = await attempts().select("blockedUntil").first();
  const left = (blocked?.blockedUntil.getTime() ?? 0) - now.getTime();
  throw tooManyRequests(Math.max(1, Math.ceil(left / 1000)));
}

type Step = "password" | "code";

const limitKey = (loginId: string, step: Step): string =>
  createHash("sha256")
    .update(loginKey(step === "code" ? `code ${loginId}` : loginId))
    .digest("base64url");

/**
 * Counts an attempt of a step by the account's known device, or else by the address. Attempts from unknown devices are also
 * limited together by login id.
 * @param account undefined where the login id is unknown
 * @returns, throws as `countAttempt`; HttpError 429 above the limit, too
 */
export async function countSignIn(
  deps: Deps,
  loginId: string,
  account: Pick<HostUser, "id"> | undefined,
  { device, address }: Origin,
  step: Step,
): Promise<() => Promise<unknown>> {
  const known = account && device?.hostUserId === account.id ? device : undefined;
  if (!known) await deps.limits.consume("signInLogin", limitKey(loginId, step));
  const source = known ? `sign-in device ${known.nonce}` : `sign-in address ${address}`;
  return countAttempt(deps, loginId, step === "code" ? `code ${source}` : source);
}

/** Clears the wrong attempts of a login id from all sources, and its limits. */
export async function clearAttempts(db: Knex, loginId: string): Promise<void> {
  await LoginAttempts.query(db).modify("ofLoginId", loginId).delete();
  await forgetCalls(db, "signInLogin", [limitKey(loginId, "password"), limitKey(loginId, "code")]);
}

/**
 * Logs a failed sign-in as an event, without the typed login id, which may be a password.
 * @param id of the account, where there is one
 */
export async function recordFailure(
  db: Knex,
  id: number | undefined,
  address: string,
  method: Step | "passkey" | "company",
): Promise<void> {
  await EventEntry.query(db).insert({
    kind: "signInFailed",
    hostUserId: null,
    address,
    call: "POST /dash/login",
    detail: method,
    ...(id !== undefined && { subject: "host_users", subjectId: id }),
  });
}

/** Awaits a sign-in, and logs an event where its input is wrong. */
export async function withFailureLog<Done>(
  db: Knex,
  id: number | undefined,
  address: string,
  method: Step | "passkey",
  signingIn: Promise<Done>,
): Promise<Done> {
  try {
    return await signingIn;
  } catch (error) {
    if (error instanceof InvalidInput) await recordFailure(db, id, address, method);
    throw error;
  }
}

/**
 * Starts a session. Ends the session that the request presented, of any account, because its cookie is replaced.
 * @param trx holds the lock of the person's row
 */
export async function openSession(
  trx: Knex.Transaction,
  { clock, random }: Pick<Deps, "clock" | "random">,
  id: number,
  { address, userAgent, presented }: Origin,
  more: { readonly companyLoginId?: number | null; readonly expiresAt?: Date } = {},
): Promise<string> {
  const now = clock();
  await HostUser.query(trx).findById(id).patch({ lastSignInAt: now });
  if (presented !== undefined) await endSessionOfToken(trx, presented);
  return startSession(trx, id, { now, random, place: { address, userAgent }, ...more });
}

/** The outcome of the first step. */
export interface SignInResult {
  readonly id: number;
  /** Of the session, or of the pending sign-in. */
  readonly token: string;
  /** Undefined where the person is signed in. */
  readonly step: SignInStep | undefined;
}

/**
 * Starts a session, or the second step.
 * @param trx holds the lock of the person's row
 * @param company of a sign-in by the company's provider: its login, and whether it replaces the site's own second step
 */
export async function beginSession(
  trx: Knex.Transaction,
  deps: Pick<Deps, "clock" | "random">,
  { id, role }: Pick<HostUser, "id" | "role">,
  origin: Origin,
  company?: { readonly loginId: number; readonly isFactorProved: boolean },
): Promise<SignInResult> {
  const now = deps.clock();
  const companyLoginId = company?.loginId ?? null;
  const next = company?.isFactorProved ? undefined : await nextStep(trx, { id, role }, origin.clientAddress);
  const isSkipped = next?.step === "code" && (await isRemembered(trx, id, origin.remembered, now));
  const step = isSkipped ? undefined : next;
  const token = step
    ? await startPending(trx, id, { now, random: deps.random }, companyLoginId)
    : await openSession(trx, deps, id, origin, { companyLoginId });
  return { id, step, token };
}

/** Whether a person may only sign in by the company's provider: by their role, except after `admin:invite`. */
export const isCompanyOnly = (
  { company }: Pick<Deps["settings"], "company">,
  { role, isPasswordKept }: Pick<HostUser, "role" | "isPasswordKept">,
): boolean => company?.passwordOff.includes(role) === true && !isPasswordKept;

/** @throws InvalidInput under `_` where the person is `isCompanyOnly` */
export function requireLocalSignIn(...given: Parameters<typeof isCompanyOnly>): void {
  if (isCompanyOnly(...given)) throw invalid({ _: "companySignInOnly" });
}

/** Checks again under the row lock: the person may have resigned, or the password been reset, since it was verified. */
const beginSessionByPassword = (
  deps: Deps,
  { id, passwordHash }: Pick<HostUser, "id" | "passwordHash">,
  origin: Origin,
): Promise<SignInResult> =>
  deps.db.transaction(async (trx) => {
    const locked = await HostUser.query(trx)
      .findOne({ id, passwordHash, status: "active" })
      .select("id", "role", "isPasswordKept")
      .forNoKeyUpdate();
    if (!locked) throw invalid({ _: "wrongCredentials" });
    requireLocalSignIn(deps.settings, locked);
    return beginSession(trx, deps, locked, origin);
  });

/** @throws InvalidInput under `_`, the same for a wrong login id and a wrong password; HttpError 429 */
export async function signIn(
  deps: Deps,
  loginId: string,
  password: string,
  origin: Origin,
): Promise<SignInResult> {
  const account = await HostUser.query(deps.db)
    .select("id", "passwordHash")
    .modify("withLoginId", loginId)
    .where({ status: "active" })
    .first();
  const clear = await countSignIn(deps, loginId, account, origin, "password");
  // Awaited for known login ids, too: the first attempt of an unknown one must not take longer.
  const unknown = await hashForUnknown();
  const isRight = await verifyPassword(account?.passwordHash ?? unknown, password);
  const entering =
    isRight && account?.passwordHash
      ? beginSessionByPassword(deps, account, origin)
      : Promise.reject(invalid({ _: "wrongCredentials" }));
  const result = await withFailureLog(deps.db, account?.id, origin.address, "password", entering);
  await clear();
  return result;
}
