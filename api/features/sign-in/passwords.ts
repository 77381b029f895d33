/** One's own password (docs/behaviour.md, "Sign-in"). */
import { hash, verify } from "@node-rs/argon2";
import type { Knex } from "knex";
import { endSessions, type SessionUser, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { HostUser } from "#db/models/host-user.ts";
import { PasswordHistory } from "#db/models/sign-in.ts";
import { rememberPassword } from "#db/statements/accounts.ts";
import { clearAttempts, countAttempt } from "./sign-in.ts";

const remembered = 5;

/** Rules of a new password that depend on the person: not the login id, not one of the last five. */
export async function newPasswordError(
  db: Knex,
  user: Pick<HostUser, "id" | "loginId" | "passwordHash">,
  password: string,
): Promise<FieldErrors["newPassword"] | undefined> {
  if (password.toLowerCase().includes(user.loginId.toLowerCase())) return "passwordIsLoginId";
  const earlier = await PasswordHistory.query(db)
    .select("passwordHash")
    .where({ hostUserId: user.id })
    .orderBy("id", "desc")
    .limit(user.passwordHash ? remembered - 1 : remembered);
  for (const known of [user.passwordHash, ...earlier.map(({ passwordHash }) => passwordHash)]) {
    if (known && (await verify(known, password))) return "passwordUsedBefore";
  }
  return undefined;
}

/**
 * Replaces the password, keeps the present one in the history, and ends the person's sessions.
 * @param passwordHash null removes it: signing in is impossible until another is chosen by an invitation
 */
export async function storePassword(
  trx: Knex.Transaction,
  hostUserId: number,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  await rememberPassword(trx, hostUserId, now);
  await HostUser.query(trx).findById(hostUserId).patch({ passwordHash });
  await endSessions(trx, hostUserId);
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/**
 * Changes the password and ends every session of the person.
 * @param fields the body; all that is wrong with it is said at once
 * @returns the token of a new session for the caller
 * @throws InvalidInput on currentPassword, newPassword or confirmPassword; HttpError 429 after wrong tries
 */
export async function changeOwnPassword(
  deps: Deps,
  me: SessionUser,
  { value: change, validFields, errors: found }: ReadFields<PasswordChange>,
): Promise<string> {
  const { currentPassword, newPassword } = validFields;
  // Nothing is said about passwords before the present one is given, and each try of it counts.
  if (currentPassword === undefined) throw invalid(found);
  await countAttempt(deps, me.loginId);
  const user = await HostUser.query(deps.db)
    .select("id", "loginId", "passwordHash")
    .findById(me.id)
    .throwIfNotFound();
  const errors: FieldErrors = { ...found };
  const isRight = user.passwordHash !== null && (await verify(user.passwordHash, currentPassword));
  if (isRight) await clearAttempts(deps.db, me.loginId);
  else errors.currentPassword = "wrongPassword";
  const error = newPassword && (await newPasswordError(deps.db, user, newPassword));
  if (error) errors.newPassword = error;
  if (!change || Object.keys(errors).length > 0) throw invalid(errors);

  const passwordHash = await hash(change.newPassword);
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    await storePassword(trx, user.id, passwordHash, now);
    return startSession(trx, user.id, { now, random: deps.random });
  });
}
