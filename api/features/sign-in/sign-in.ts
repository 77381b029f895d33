/** Sign-in: wrong attempts delay the next ones, and no answer reveals which login ids exist. */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { hashPassword, verifyPassword } from "#api/auth/password-hash.ts";
import { isRemembered, startPending } from "#api/auth/pending-sign-ins.ts";
import { endSessionOfToken, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { InvalidInput, invalid, tooManyRequests } from "#api/errors.ts";
import type { Device } from "#api/http/cookies/device-cookie.ts";
import { foldLetters } from "#api/name-search.ts";
import type { SignInStep } from "#contract/people/account.ts";
import { EventEntry } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { LoginAttempts } from "#db/models/people/sign-in.ts";
import { countLoginAttempt, type LoginAttempt } from "./queries.ts";
import { nextStep } from "./second-factor.ts";

const delay = { freeAttempts: 5, firstSeconds: 15, maxSeconds: 900 };

let nobody: Promise<string> | undefined;

/** Verified where the login id is unknown, so that the answer takes as long. Made with the first sign-in: it takes 19 MB. */
const hashOfNobody = () => {
  nobody ??= hashPassword("nobody has this password");
  return nobody;
};

/** Who tries a login id's password: wrong tries of one do not delay another. */
export type Source =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "device"; readonly nonce: string }
  /** Somebody who is signed in, and changes the password. */
  | { readonly kind: "change" };

const sourceText = (source: Source): string =>
  `sign-in ${source.kind} ${"address" in source ? source.address : "nonce" in source ? source.nonce : ""}`;

/** The device that somebody signed in on before, or where they are. @param device undefined where it is not known */
export const sourceOf = (device: Device | undefined, address: string): Source =>
  device ? { kind: "device", nonce: device.nonce } : { kind: "address", address };

/**
 * An attempt as it is counted.
 * @param step the second step of signing in counts apart
 */
export const attemptOf = (
  { cipher }: Pick<Deps, "cipher">,
  loginId: string,
  source: Source,
  step: "password" | "code" = "password",
): LoginAttempt => ({
  loginId,
  source: cipher.digest(step === "code" ? `code ${sourceText(source)}` : sourceText(source)),
});

/**
 * What the tries of a login id from unknown devices are counted by, all together: folded letter by letter as the database
 * compares them, whether or not anybody has it.
 */
const limitKey = (loginId: string): string =>
  createHash("sha256").update(foldLetters(loginId).join("")).digest("base64url");

/** The same for codes of the second step. */
export const codeLimitKey = (loginId: string): string => limitKey(`code ${loginId}`);

/**
 * Counts an attempt before the password is verified, so that concurrent ones count too.
 * @throws HttpError 429 while who tries is blocked
 */
export async function countAttempt(deps: Deps, attempt: LoginAttempt): Promise<void> {
  const now = deps.clock();
  if (await countLoginAttempt(deps.db, attempt, now, delay)) return;
  const blocked = await LoginAttempts.query(deps.db)
    .modify("ofLoginId", attempt.loginId)
    .where({ source: attempt.source })
    .select("blockedUntil")
    .first();
  throw tooManyRequests(
    Math.max(1, Math.ceil(((blocked?.blockedUntil.getTime() ?? 0) - now.getTime()) / 1000)),
  );
}

/**
 * Keeps a failed sign-in in the log of events. What was typed as login id is not: it may be a password.
 * @param failed the account, where there is one
 */
export async function recordFailure(
  db: Knex,
  {
    id,
    address,
    way,
  }: { id: number | undefined; address: string; way: "password" | "code" | "passkey" | "company" },
): Promise<void> {
  await EventEntry.query(db).insert({
    ...{ kind: "signInFailed", hostUserId: null, address, call: "POST /dash/login", detail: way },
    ...(id !== undefined && { subject: "host_users", subjectId: id }),
  });
}

/** Waits for a sign-in, and keeps in the log of events where it fails. */
export async function recordingFailure<Done>(
  { db }: Pick<Deps, "db">,
  person: Pick<HostUser, "id"> | undefined,
  { address }: Pick<Origin, "address">,
  way: "password" | "code" | "passkey",
  signingIn: Promise<Done>,
): Promise<Done> {
  try {
    return await signingIn;
  } catch (error) {
    if (error instanceof InvalidInput) await recordFailure(db, { id: person?.id, address, way });
    throw error;
  }
}

/** Clears the wrong attempts of a login id, from all sources. */
export async function clearAttempts(db: Knex, loginId: string): Promise<void> {
  await LoginAttempts.query(db).modify("ofLoginId", loginId).delete();
}

/** Clears the limits of a login id. Outside of transactions: a limiter uses a connection of its own. */
export async function clearLimits({ limits }: Pick<Deps, "limits">, loginId: string): Promise<void> {
  for (const key of [limitKey(loginId), codeLimitKey(loginId)]) await limits.forget("signInLogin", key);
}

/** Clears the wrong attempts of whoever gave the right password; those of others stay. */
export async function clearOwnAttempts(db: Knex, { loginId, source }: LoginAttempt): Promise<void> {
  await LoginAttempts.query(db).modify("ofLoginId", loginId).where({ source }).delete();
}

/** What follows the right password, or the provider's word: a session, or the second step, for which a token is, too. */
export interface Entered {
  readonly id: number;
  readonly token: string;
  /** Undefined where the person is signed in. */
  readonly step: SignInStep | undefined;
}

/** The word of the company's provider. */
export interface CompanyWord {
  /** Of the row that its sign-out finds. */
  readonly loginId: number;
  /** Whether the site's own second step is not asked for. */
  readonly isFactorProved: boolean;
}

/** Starts a session, or the second step. @param trx holds the lock of the person's row */
export async function enter(
  trx: Knex.Transaction,
  { clock, random }: Pick<Deps, "clock" | "random">,
  { id, role }: Pick<HostUser, "id" | "role">,
  { address, callerAddress, userAgent, presented, remembered }: Origin,
  company?: CompanyWord,
): Promise<Entered> {
  const now = clock();
  const companyLoginId = company?.loginId ?? null;
  const next = company?.isFactorProved ? undefined : await nextStep(trx, { id, role }, callerAddress);
  const isSkipped = next?.step === "code" && (await isRemembered(trx, id, remembered, now));
  const step = isSkipped ? undefined : next;
  if (step) return { id, step, token: await startPending(trx, id, { now, random }, companyLoginId) };
  await HostUser.query(trx).findById(id).patch({ lastSignInAt: now });
  if (presented !== undefined) await endSessionOfToken(trx, presented);
  const place = { address, userAgent };
  return { id, step, token: await startSession(trx, id, { now, random, place, companyLoginId }) };
}

/**
 * Starts a session for somebody whose password was verified, or the second step. Checked again under the row lock: who
 * resigned or had the password reset meanwhile gets neither.
 */
function startCheckedSession(
  deps: Deps,
  { id, passwordHash }: HostUser,
  origin: Origin,
): Promise<Entered | undefined> {
  return deps.db.transaction(async (trx) => {
    const locked = await HostUser.query(trx)
      .findOne({ id, passwordHash, status: "active" })
      .select("id", "role", "isPasswordKept")
      .forNoKeyUpdate();
    if (!locked) return undefined;
    requireOwnSignIn(deps.settings, locked);
    return enter(trx, deps, locked, origin);
  });
}

/**
 * Whoever signs in by the company's provider only is not let in another way, except by `admin:invite`.
 * @throws InvalidInput under `_`
 */
export function requireOwnSignIn(
  { company }: Pick<Deps["settings"], "company">,
  { role, isPasswordKept }: Pick<HostUser, "role" | "isPasswordKept">,
): void {
  if (company?.passwordOff.includes(role) && !isPasswordKept) throw invalid({ _: "companySignInOnly" });
}

/** Where a sign-in comes from. */
export interface Origin {
  /** As limits count it. */
  readonly address: string;
  readonly callerAddress: string;
  readonly userAgent: string;
  readonly device: Device | undefined;
  /** The token of the request's cookie. */
  readonly presented: string | undefined;
  /** The token of a device that is asked for no second factor. */
  readonly remembered: string | undefined;
}

/**
 * Checks somebody's login id and password, and signs them in. The session that the request came with ends, whosever it
 * is: nobody could sign out of it any more.
 * @returns what is started by it, with the token for its cookie
 * @throws InvalidInput under `_` for a wrong login id and a wrong password alike; HttpError 429
 */
export async function signIn(
  deps: Deps,
  loginId: string,
  password: string,
  origin: Origin,
): Promise<Entered> {
  const { address, device } = origin;
  const user = await HostUser.query(deps.db)
    .select("id", "loginId", "role", "passwordHash")
    .modify("withLoginId", loginId)
    .where({ status: "active" })
    .first();
  const isKnown = user !== undefined && device?.hostUserId === user.id;
  if (!isKnown) await deps.limits.count("signInLogin", limitKey(loginId));
  const attempt = attemptOf(deps, loginId, sourceOf(isKnown ? device : undefined, address));
  await countAttempt(deps, attempt);
  // Waited for by everybody: the first of an unknown login id must not take longer.
  const ofNobody = await hashOfNobody();
  const isRight = await verifyPassword(user?.passwordHash ?? ofNobody, password);
  const entering = async () => {
    const entered = isRight && user?.passwordHash ? await startCheckedSession(deps, user, origin) : undefined;
    if (!entered) throw invalid({ _: "wrongCredentials" });
    return entered;
  };
  const accepted = await recordingFailure(deps, user, origin, "password", entering());
  await clearOwnAttempts(deps.db, attempt);
  return accepted;
}
