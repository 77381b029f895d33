/** Rules, storage and change of passwords (docs/behaviour.md, "Sign-in"). */

import type { Knex } from "knex";
import type * as z from "zod/mini";
import { hashPassword, verifyPassword } from "#api/auth/password-hash.ts";
import { endSessions, type Place, type SessionUser, startSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { invalid, unauthorized } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { readConfiguration } from "#api/site-settings.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { changePassword } from "#contract/people/account.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Passkey } from "#db/models/people/second-factor.ts";
import { PasswordHistory } from "#db/models/people/sign-in.ts";
import { isGuessable } from "./guessable-passwords.ts";
import { countAttempt } from "./sign-in.ts";

const historyLength = 5;

type Owner = Pick<HostUser, "id" | "loginId" | "passwordHash">;

/** Names and numbers of the site, the company and the person, of which a password must not consist. */
async function wordsAbout(db: Knex, hostUserId: number): Promise<string[]> {
  const { customerCompany, enCustomerCompany } = await readConfiguration(db);
  const person = await HostUser.query(db)
    .select("loginId", "hostUsers.name", "hostUsers.enName", "phone", "cellPhone", "email")
    .select("company.name as companyName", "company.enName as companyEnName")
    .joinRelated("company")
    .findById(hostUserId)
    .castTo<Record<string, string> | undefined>();
  return person
    ? [customerCompany, enCustomerCompany, ...Object.values({ ...person })].filter((word) => word !== "")
    : [];
}

/** Rules of a new password that reveal nothing about former ones: it does not contain the login id, and is hard to guess. */
async function basicError(
  db: Knex,
  { id, loginId }: Owner,
  password: string,
): Promise<FieldErrors["newPassword"] | undefined> {
  if (password.toLowerCase().includes(loginId.toLowerCase())) return "passwordIsLoginId";
  return (await isGuessable(password, await wordsAbout(db, id))) ? "passwordGuessable" : undefined;
}

/**
 * All rules of a new password: not the login id, not easy to guess, not one of the last five. The result reveals former
 * passwords: only for callers who have proved to be the person.
 */
export async function newPasswordError(
  db: Knex,
  user: Owner,
  password: string,
): Promise<FieldErrors["newPassword"] | undefined> {
  const error = await basicError(db, user, password);
  if (error) return error;
  const earlier = await PasswordHistory.query(db)
    .select("passwordHash")
    .where({ hostUserId: user.id })
    .orderBy("id", "desc")
    .limit(user.passwordHash ? historyLength - 1 : historyLength);
  for (const known of [user.passwordHash, ...earlier.map(({ passwordHash }) => passwordHash)]) {
    if (known && (await verifyPassword(known, password))) return "passwordUsedBefore";
  }
  return undefined;
}

/**
 * Replaces the password, adds the current one to the history, and ends the person's sessions.
 * @param known the person, with the hash that was verified or read under the lock
 * @param passwordHash null removes it: the person cannot sign in until they choose another by an invitation
 * @throws HttpError 401 where the password was replaced since it was verified
 */
export async function storePassword(
  trx: Knex.Transaction,
  known: Pick<HostUser, "id" | "passwordHash">,
  passwordHash: string | null,
  now: Date,
): Promise<void> {
  const { id } = known;
  const current = await HostUser.query(trx).select("passwordHash").findById(id).forNoKeyUpdate();
  if (current?.passwordHash !== known.passwordHash) throw unauthorized();
  if (known.passwordHash !== null)
    await PasswordHistory.query(trx).insert({
      hostUserId: id,
      passwordHash: known.passwordHash,
      createdAt: now,
    });
  await HostUser.query(trx).findById(id).patch({ passwordHash });
  // A passkey may have been added with a leaked password, so it only serves as second factor from now on.
  if (passwordHash === null) await Passkey.query(trx).where({ hostUserId: id }).patch({ signsIn: false });
  await endSessions(trx, id);
}

/**
 * Changes the password and ends every session of the person.
 * @returns the token of a new session for the caller
 * @throws InvalidInput on currentPassword, newPassword or confirmPassword; HttpError 429 after wrong attempts, 401 where the
 *   password was replaced meanwhile
 */
export async function changeOwnPassword(
  deps: Deps,
  me: SessionUser,
  { value: change, validFields, errors: found }: ReadFields<z.output<typeof changePassword.body>>,
  place: Place,
): Promise<string> {
  const { currentPassword, newPassword } = validFields;
  // Without the current password no rule is checked, and each attempt counts.
  if (currentPassword === undefined) throw invalid(found);
  const clear = await countAttempt(deps, me.loginId, "sign-in change");
  const user = await HostUser.query(deps.db)
    .select("id", "loginId", "passwordHash")
    .findById(me.id)
    .throwIfNotFound();
  const errors: FieldErrors = { ...found };
  const isRight = user.passwordHash !== null && (await verifyPassword(user.passwordHash, currentPassword));
  if (isRight) await clear();
  else errors.currentPassword = "wrongPassword";
  // The history is checked only with the right password, so that a stolen session reveals nothing about former ones.
  const error = newPassword && (await (isRight ? newPasswordError : basicError)(deps.db, user, newPassword));
  if (error) errors.newPassword = error;
  if (!change || Object.keys(errors).length > 0) throw invalid(errors);

  const passwordHash = await hashPassword(change.newPassword);
  const now = deps.clock();
  return deps.db.transaction(async (trx) => {
    await storePassword(trx, user, passwordHash, now);
    return startSession(trx, user.id, { now, random: deps.random, place });
  });
}
