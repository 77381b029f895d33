/** Locks host users, so that two changes of access do not overlap. */

import type { Knex } from "knex";
import { lastAdmin, notFound } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import type { CompanySettings } from "#api/settings/company.ts";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";

export const lockedColumns = [
  ...(["id", "loginId", "name", "role", "status", "passwordHash"] as const),
  ...(["cellPhone", "email", "emailBouncedAt", "lastSignInAt"] as const),
] satisfies (keyof HostUser)[];

export type LockedPerson = Pick<HostUser, (typeof lockedColumns)[number]>;

interface LockedPeople {
  readonly person: LockedPerson;
  /** Undefined where nobody else was asked for, or there is none such. */
  readonly other: LockedPerson | undefined;
  /**
   * Whether the person is the only active administrator who can sign in.
   * @param company undefined where nobody signs in by the company's provider
   */
  isLastAdmin(company: CompanySettings | undefined): boolean;
  /** Whether the person, if an administrator, gets in by the password. */
  signsInByPassword(company: CompanySettings | undefined): boolean;
  /** @throws HttpError 405 where they are */
  requireAnotherAdmin(company: CompanySettings | undefined): void;
}

/**
 * Locks a person and every administrator, so that two administrators who demote each other cannot both
 * succeed. Administrators come first, then the others by id. Visits and logs may still reference them.
 * @param otherId another person whom the work needs
 * @throws HttpError 404
 */
export async function lockPeople(trx: Knex.Transaction, id: number, otherId?: number): Promise<LockedPeople> {
  const admins = await HostUser.query(trx)
    .select("id", "passwordHash", "isPasswordKept")
    .where({ role: "admin", status: "active" })
    .orderBy("id")
    .forNoKeyUpdate();
  const linked = await CompanyIdentity.query(trx)
    .select("hostUserId", "issuer")
    .whereIn(
      "hostUserId",
      admins.map((admin) => admin.id),
    );
  const rows = await HostUser.query(trx)
    .select(...lockedColumns)
    .modify("withIds", [id, otherId ?? id])
    .orderBy("id")
    .forNoKeyUpdate();
  const person = rows.find((row) => row.id === id);
  if (!person) throw notFound();
  const hasPassword = (company: CompanySettings | undefined, admin: (typeof admins)[number]) =>
    admin.passwordHash !== null && (!company?.passwordOff.includes("admin") || admin.isPasswordKept);
  const isLastAdmin: LockedPeople["isLastAdmin"] = (company) => {
    const isAdmin = person.role === "admin" && person.status === "active";
    // An administrator who was only invited may never sign in, and then nobody could invite them again.
    const canSignIn = (admin: (typeof admins)[number]) =>
      hasPassword(company, admin) ||
      linked.some(({ hostUserId, issuer }) => hostUserId === admin.id && issuer === company?.issuer);
    return isAdmin && !admins.some((admin) => admin.id !== id && canSignIn(admin));
  };
  return {
    person,
    other: rows.find((row) => row.id === otherId),
    isLastAdmin,
    signsInByPassword: (company) => admins.some((admin) => admin.id === id && hasPassword(company, admin)),
    requireAnotherAdmin(company) {
      if (isLastAdmin(company)) throw lastAdmin();
    },
  };
}

/** Tells open consoles that host users changed. */
export const notePeople = (trx: Knex.Transaction): Promise<void> => noteChanges(trx, [{ kind: "hostUser" }]);
