/** One's own second factor, on the account page. Every change of it asks for the password once more. */
import { verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import type { SessionUser } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, noSecondFactor, secondFactorRequired, unauthorized } from "#api/errors.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Passkey, RecoveryCode, TotpSecret } from "#db/models/people/second-factor.ts";
import { Session } from "#db/models/people/session.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import {
  confirmTotp,
  isRoleRequired,
  logFactor,
  plainCode,
  removeFactor,
  replaceRecoveryCodes,
  requireNewCode,
  startTotp,
} from "./second-factor.ts";
import { attemptOf, clearOwnAttempts, countAttempt } from "./sign-in.ts";

/** From where, and for which site. */
export interface At {
  readonly address: string;
  readonly site: Configuration;
}

export interface OwnSecondFactor {
  readonly since: Date | null;
  readonly hasApp: boolean;
  readonly recoveryCodesLeft: number;
  readonly isRequired: boolean;
}

/** Whether one has a second factor, and needs one. */
export async function readOwnFactor({ db }: Deps, { id, role }: SessionUser): Promise<OwnSecondFactor> {
  const totp = await TotpSecret.query(db).modify("inForce", id).first().select("confirmedAt");
  const passkey = await Passkey.query(db).where({ hostUserId: id }).orderBy("id").first().select("createdAt");
  return {
    since: totp?.confirmedAt ?? passkey?.createdAt ?? null,
    hasApp: totp !== undefined,
    recoveryCodesLeft: await RecoveryCode.query(db).where({ hostUserId: id }).resultSize(),
    isRequired: isRoleRequired(await readConfiguration(db), role),
  };
}

/**
 * Makes sure that who is signed in knows the password; a wrong one is counted.
 * @throws InvalidInput on currentPassword; HttpError 429 after wrong tries
 */
export async function requirePassword(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
): Promise<HostUser> {
  const attempt = attemptOf(deps, me.loginId, { kind: "change" });
  await countAttempt(deps, attempt);
  const user = await HostUser.query(deps.db).findById(me.id).throwIfNotFound();
  if (user.passwordHash === null || !(await verify(user.passwordHash, currentPassword)))
    throw invalid({ currentPassword: "wrongPassword" });
  await clearOwnAttempts(deps.db, attempt);
  return user;
}

/** @throws HttpError 401 where the password that was verified was replaced meanwhile */
export async function lockVerified(trx: Knex.Transaction, { id, passwordHash }: HostUser): Promise<void> {
  const current = await HostUser.query(trx).findById(id).where({ status: "active" }).forNoKeyUpdate();
  if (current?.passwordHash !== passwordHash) throw unauthorized();
}

/**
 * Whoever takes the password away ends the sessions under the same lock, so that nothing that was begun with it goes on after.
 * @throws HttpError 401 where the session is over by now
 */
export async function lockSignedIn(trx: Knex.Transaction, { id, sessionId }: SessionUser): Promise<HostUser> {
  const person = await HostUser.query(trx).findById(id).where({ status: "active" }).forNoKeyUpdate();
  const isLive = await Session.query(trx).findById(sessionId).select("id");
  if (!person || !isLive) throw unauthorized();
  return person;
}

/**
 * @returns the secret, which counts once `confirmOwn` has its first code
 * @throws as `requirePassword`, `lockVerified`
 */
export async function startOwn(deps: Deps, me: SessionUser, currentPassword: string): Promise<string> {
  const person = await requirePassword(deps, me, currentPassword);
  return deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    return startTotp(trx, deps, me.id);
  });
}

/**
 * Sets up what was begun; the person is told.
 * @returns recovery codes; former ones end
 * @throws InvalidInput on code; as `lockSignedIn`
 */
export async function confirmOwn(
  deps: Deps,
  me: SessionUser,
  typed: string,
  at: At,
): Promise<readonly string[]> {
  const code = plainCode(typed);
  await requireNewCode(deps.db, deps, me.id, code);
  const recovery = await createRecoveryCodes(deps.random);
  await deps.db.transaction(async (trx) => {
    const person = await lockSignedIn(trx, me);
    await confirmTotp(trx, deps, me.id, { code, recovery });
    const done = { action: "factorAdd", notice: "accountFactorAdd", by: me.id, ...at } as const;
    await logFactor(trx, deps, person, done);
  });
  return recovery.codes;
}

/** @returns new recovery codes. @throws HttpError 405 without a second factor; as `requirePassword` */
export async function renewOwnCodes(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  at: At,
): Promise<readonly string[]> {
  const person = await requirePassword(deps, me, currentPassword);
  const recovery = await createRecoveryCodes(deps.random);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if (!(await replaceRecoveryCodes(trx, me.id, recovery))) throw noSecondFactor();
    await logFactor(trx, deps, person, { action: "recoveryCodes", by: me.id, ...at });
  });
  return recovery.codes;
}

/**
 * Removes one's second factor; the person is told.
 * @throws HttpError 405 where there is none, or the role needs one; as `requirePassword`
 */
export async function removeOwn(deps: Deps, me: SessionUser, currentPassword: string, at: At): Promise<void> {
  const person = await requirePassword(deps, me, currentPassword);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if (isRoleRequired(await readConfiguration(trx), me.role)) throw secondFactorRequired();
    if (!(await removeFactor(trx, me.id))) throw noSecondFactor();
    const done = { action: "factorRemove", notice: "accountFactorRemove", by: me.id, ...at } as const;
    await logFactor(trx, deps, person, done);
  });
}
