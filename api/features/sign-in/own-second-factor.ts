/** The caller's own second factor and passkeys. Changes require the current password. */
import { verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import type * as z from "zod/mini";
import type { SessionUser } from "#api/auth/sessions.ts";
import { onUniqueViolation } from "#api/constraint-errors.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, noSecondFactor, notFound, secondFactorRequired, unauthorized } from "#api/errors.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { addPasskey, NewPasskey } from "#contract/people/passkeys.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Passkey, RecoveryCode, TotpSecret } from "#db/models/people/second-factor.ts";
import { Session } from "#db/models/people/session.ts";
import {
  consumeChallenge,
  createChallenge,
  knownPasskeys,
  type RelyingParty,
  userHandleOf,
  verifyNewPasskey,
} from "./passkeys.ts";
import {
  confirmTotp,
  createRecoveryCodes,
  factorsOf,
  isRoleRequired,
  logFactor,
  plainCode,
  removeFactor,
  requireNewCode,
  startTotp,
  storeRecoveryCodes,
} from "./second-factor.ts";
import { countAttempt } from "./sign-in.ts";

/** The client's IP address and the site, for logs and notifications. */
export interface At {
  readonly address: string;
  readonly site: Configuration;
}

export async function readOwnFactor({ db }: Deps, { id, role }: SessionUser) {
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
 * Checks the caller's password, and counts a wrong one.
 * @throws InvalidInput on currentPassword; HttpError 429 after wrong attempts
 */
export async function requirePassword(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
): Promise<HostUser> {
  const clear = await countAttempt(deps, me.loginId, "sign-in change");
  const user = await HostUser.query(deps.db).findById(me.id).throwIfNotFound();
  if (user.passwordHash === null || !(await verify(user.passwordHash, currentPassword)))
    throw invalid({ currentPassword: "wrongPassword" });
  await clear();
  return user;
}

/** @throws HttpError 401 where the password that was verified was replaced meanwhile */
export async function lockVerified(trx: Knex.Transaction, { id, passwordHash }: HostUser): Promise<void> {
  const current = await HostUser.query(trx).findById(id).where({ status: "active" }).forNoKeyUpdate();
  if (current?.passwordHash !== passwordHash) throw unauthorized();
}

/**
 * Locks the caller and checks the session again. A password reset ends the sessions under the same lock, so that a change begun
 * with the old password cannot complete.
 * @throws HttpError 401 where the session is over
 */
async function lockSignedIn(trx: Knex.Transaction, { id, sessionId }: SessionUser): Promise<HostUser> {
  const person = await HostUser.query(trx).findById(id).where({ status: "active" }).forNoKeyUpdate();
  const isLive = await Session.query(trx).findById(sessionId).select("id");
  if (!person || !isLive) throw unauthorized();
  return person;
}

/**
 * @returns the secret, which is in force once `confirmOwnTotp` has verified its first code
 * @throws as `requirePassword`, `lockVerified`
 */
export async function startOwnTotp(deps: Deps, me: SessionUser, currentPassword: string): Promise<string> {
  const person = await requirePassword(deps, me, currentPassword);
  return deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    return startTotp(trx, deps, me.id);
  });
}

/**
 * Completes the setup of an authenticator app.
 * @returns recovery codes, which replace former ones
 * @throws InvalidInput on code; as `lockSignedIn`
 */
export async function confirmOwnTotp(deps: Deps, me: SessionUser, typed: string, at: At): Promise<string[]> {
  const code = plainCode(typed);
  await requireNewCode(deps.db, deps, me.id, code);
  const recovery = await createRecoveryCodes(deps.random);
  await deps.db.transaction(async (trx) => {
    const person = await lockSignedIn(trx, me);
    await confirmTotp(trx, deps, me.id, code, recovery);
    await logFactor(trx, deps, person, "factorAdd", { by: me.id, ...at });
  });
  return recovery.codes;
}

/** @returns new recovery codes. @throws HttpError 405 without a second factor; as `requirePassword` */
export async function renewOwnCodes(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  at: At,
): Promise<string[]> {
  const person = await requirePassword(deps, me, currentPassword);
  const recovery = await createRecoveryCodes(deps.random);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if ((await factorsOf(trx, me.id)).length === 0) throw noSecondFactor();
    await storeRecoveryCodes(trx, me.id, recovery);
    await logFactor(trx, deps, person, "recoveryCodes", { by: me.id, ...at });
  });
  return recovery.codes;
}

/** @throws HttpError 405 where there is none, or the role requires one; as `requirePassword` */
export async function removeOwnFactor(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  at: At,
): Promise<void> {
  const person = await requirePassword(deps, me, currentPassword);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if (isRoleRequired(await readConfiguration(trx), me.role)) throw secondFactorRequired();
    if (!(await removeFactor(trx, me.id))) throw noSecondFactor();
    await logFactor(trx, deps, person, "factorRemove", { by: me.id, ...at });
  });
}

/** The caller's passkeys, oldest first. */
export const readOwnPasskeys = async (db: Knex, { id }: SessionUser): Promise<Passkey[]> =>
  Passkey.query(db).where({ hostUserId: id }).orderBy("id");

/**
 * Options with which a browser creates a passkey.
 * @param siteName shown by the device
 * @throws as `requirePassword`
 */
export async function startOwnPasskey(
  deps: Deps,
  me: SessionUser,
  currentPassword: string,
  { party, siteName }: { readonly party: RelyingParty; readonly siteName: string },
): Promise<NewPasskey> {
  const { name } = await requirePassword(deps, me, currentPassword);
  return {
    challenge: await createChallenge(deps, { purpose: "add", hostUserId: me.id }),
    rp: { id: party.id, name: siteName },
    user: { id: userHandleOf(me.id), name: me.loginId, displayName: name },
    excluded: await knownPasskeys(deps.db, me.id),
  };
}

/**
 * @returns recovery codes where the person has none yet
 * @throws InvalidInput under `_` where it is no passkey of this site, or is registered already; as `lockSignedIn`
 */
export async function addOwnPasskey(
  deps: Deps,
  me: SessionUser,
  { name, credential }: z.output<typeof addPasskey.body>,
  { party, ...at }: At & { readonly party: RelyingParty },
): Promise<string[]> {
  const challenge = await consumeChallenge(deps, credential, { purpose: "add", hostUserId: me.id });
  const made = await verifyNewPasskey(credential, challenge, party);
  const recovery = await createRecoveryCodes(deps.random);
  const work = deps.db.transaction(async (trx) => {
    const person = await lockSignedIn(trx, me);
    await Passkey.query(trx).insert({
      hostUserId: me.id,
      credentialId: Buffer.from(made.id, "base64url"),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: [...credential.transports],
      name,
      createdAt: deps.clock(),
    });
    const isFirst = (await RecoveryCode.query(trx).where({ hostUserId: me.id }).resultSize()) === 0;
    if (isFirst) await storeRecoveryCodes(trx, me.id, recovery);
    await logFactor(trx, deps, person, "passkeyAdd", { by: me.id, ...at });
    return isFirst ? recovery.codes : [];
  });
  return onUniqueViolation({ _: "passkeyKnown" }, work);
}

/** @throws HttpError 404 where the caller has no such passkey */
export async function renameOwnPasskey(
  { db }: Deps,
  me: SessionUser,
  id: number,
  name: string,
): Promise<void> {
  const named = await db.transaction(async (trx) =>
    Passkey.query(trx).where({ id, hostUserId: me.id }).patch({ name }),
  );
  if (named === 0) throw notFound();
}

/**
 * Removes a passkey; with the last second factor also recovery codes and remembered devices.
 * @throws HttpError 404 where the caller has no such passkey; 405 where it is the last factor of a role that requires one; as
 *   `requirePassword`
 */
export async function removeOwnPasskey(
  deps: Deps,
  me: SessionUser,
  { id, currentPassword }: { readonly id: number; readonly currentPassword: string },
  at: At,
): Promise<void> {
  const person = await requirePassword(deps, me, currentPassword);
  await deps.db.transaction(async (trx) => {
    await lockVerified(trx, person);
    if ((await Passkey.query(trx).where({ id, hostUserId: me.id }).delete()) === 0) throw notFound();
    if ((await factorsOf(trx, me.id)).length === 0) {
      if (isRoleRequired(await readConfiguration(trx), me.role)) throw secondFactorRequired();
      await removeFactor(trx, me.id);
    }
    await logFactor(trx, deps, person, "passkeyRemove", { by: me.id, ...at });
  });
}
