/** Command line of the server: creates the first administrator, and recovers a lost password. */

import type { Knex } from "knex";
import { logAccounts } from "#api/auth/account-log.ts";
import { createInvitations, type Invitation } from "#api/auth/invitation-tokens.ts";
import { hashPassword } from "#api/auth/password-hash.ts";
import type { Deps } from "#api/deps.ts";
import { invalid } from "#api/errors.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { minPasswordLength } from "#contract/people/account.ts";
import { takeLock } from "#db/lock.ts";
import { Configuration } from "#db/models/configuration.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { FactorResetRequest, ResetRequest } from "#db/models/people/invitation.ts";
import { Company } from "#db/models/reference-record.ts";
import { isGuessable } from "../sign-in/guessable-passwords.ts";
import { storePassword } from "../sign-in/passwords.ts";
import { removeFactor } from "../sign-in/second-factor.ts";
import { clearAttempts } from "../sign-in/sign-in.ts";
import { endInvitations } from "./deliver-invitations.ts";
import { unlinkCompanyAccount } from "./invitations.ts";
import { lockPeople, publishHostUserChange } from "./locks.ts";

/**
 * Emergency access, also where the role signs in by the company's provider only. Removes the password and the second factor
 * of an administrator or privacy officer, ends their sessions, and invites them to choose another password. The log names the
 * account itself as actor, which no endpoint does: that distinguishes it from a reset by a colleague.
 * @returns undefined where no active account of these roles has this login id
 */
export function recoverAdmin(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  loginId: string,
): Promise<Invitation | undefined> {
  const now = clock();
  return db.transaction(async (trx) => {
    const found = await HostUser.query(trx)
      .findOne({ status: "active" })
      .whereIn("role", ["admin", "privacy"])
      .modify("withLoginId", loginId.trim());
    if (!found) return undefined;
    const { person } = await lockPeople(trx, found.id);
    await storePassword(trx, person, null, now);
    await unlinkCompanyAccount(trx, person, { by: person.id, now });
    await HostUser.query(trx).findById(person.id).patch({ isPasswordKept: true });
    await clearAttempts(trx, person.loginId);
    await logAccounts(trx, "reset", [person], { by: person.id, now });
    await endInvitations(trx, [person.id], now);
    await ResetRequest.query(trx).deleteById(person.id);
    await FactorResetRequest.query(trx).deleteById(person.id);
    // The phone may be lost, too. Where the site requires a second factor, the next sign-in sets up another.
    if (await removeFactor(trx, person.id))
      await logAccounts(trx, "factorReset", [person], { by: person.id, now });
    const [invitation] = await createInvitations(trx, [person.id], { now, random });
    await publishHostUserChange(trx);
    return invitation;
  });
}

/** The company is found by its name, or created. */
type FirstAdmin = Readonly<Record<"loginId" | "name" | "company" | "password", string>>;

async function errorsOf({ loginId, name, company, password }: FirstAdmin): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries({ loginId, name, company }))
    if (value.trim() === "") errors[field] = "required";
  if (password.length < minPasswordLength) errors.password = `tooShort:${minPasswordLength}`;
  else if (loginId && password.toLowerCase().includes(loginId.toLowerCase()))
    errors.password = "passwordIsLoginId";
  else if (await isGuessable(password, [loginId, name, company])) errors.password = "passwordGuessable";
  return errors;
}

/** Whether there is an active administrator. */
export const hasAdmin = async (db: Knex): Promise<boolean> =>
  (await HostUser.query(db).findOne({ role: "admin", status: "active" })) !== undefined;

/**
 * Creates an administrator where there is none yet, and names the site after their company, unless it has a name.
 * @returns false where there is one: administrators invite others from the console
 * @throws InvalidInput naming loginId, name, company or password
 */
export async function createFirstAdmin(db: Knex, admin: FirstAdmin): Promise<boolean> {
  const errors = await errorsOf(admin);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const passwordHash = await hashPassword(admin.password);
  return db.transaction(async (trx) => {
    // The second of two concurrent calls waits here, and then finds the first one's administrator.
    await takeLock(trx, "firstAdmin");
    if (await hasAdmin(trx)) return false;
    const name = admin.company.trim();
    const company =
      (await Company.query(trx).findOne({ name })) ??
      (await Company.query(trx).insert({ name }).returning("*"));
    await HostUser.query(trx).insert({
      loginId: admin.loginId.trim(),
      name: admin.name.trim(),
      companyId: company.id,
      role: "admin",
      passwordHash,
      // Visitors do not find the account until its user chooses so.
      inPublicSearch: false,
    });
    await Configuration.query(trx).where({ customerCompany: "" }).patch({ customerCompany: name });
    return true;
  });
}
