/** The first administrator of a new site: without one nobody could invite anybody (docs/behaviour.md, "Operation"). */

import type { Knex } from "knex";
import { hashPassword } from "#api/auth/password-hash.ts";
import { invalid } from "#api/errors.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { minPasswordLength } from "#contract/people/account.ts";
import { takeLock } from "#db/lock.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company } from "#db/models/reference-record.ts";
import { isGuessable } from "../sign-in/guessable-passwords.ts";

export interface FirstAdmin {
  readonly loginId: string;
  readonly name: string;
  /** Found by its name, or made. */
  readonly company: string;
  readonly password: string;
}

async function errorsOf({ loginId, name, company, password }: FirstAdmin): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries({ loginId, name, company })) {
    if (value.trim() === "") errors[field] = "required";
  }
  if (password.length < minPasswordLength) errors.password = `tooShort:${minPasswordLength}`;
  else if (loginId && password.toLowerCase().includes(loginId.toLowerCase()))
    errors.password = "passwordIsLoginId";
  else if (await isGuessable(password, [loginId, name, company])) errors.password = "passwordGuessable";
  return errors;
}

/**
 * Makes an administrator where there is none yet.
 * @returns false where there is one already: further ones are invited from the console
 * @throws InvalidInput naming loginId, name, company or password
 */
export async function createFirstAdmin(db: Knex, admin: FirstAdmin): Promise<boolean> {
  const errors = await errorsOf(admin);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const passwordHash = await hashPassword(admin.password);
  return db.transaction(async (trx) => {
    // Two at once: the second waits here, and then sees the first one's administrator.
    await takeLock(trx, "firstAdmin");
    if (await HostUser.query(trx).findOne({ role: "admin", status: "active" })) return false;
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
    });
    return true;
  });
}
