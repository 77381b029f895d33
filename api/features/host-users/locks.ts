/** Locks host users, so that changes of access are serialised. */

import type { Knex } from "knex";
import { notFound } from "#api/errors.ts";
import { publishChanges } from "#api/live/changes.ts";
import type { CompanySettings } from "#api/settings/company.ts";
import { CompanyIdentity } from "#db/models/people/company-sign-in.ts";
import { HostUser } from "#db/models/people/host-user.ts";

export const lockedColumns = [
  ...(["id", "loginId", "name", "role", "status", "passwordHash"] as const),
  ...(["cellPhone", "email", "emailBouncedAt", "lastSignInAt"] as const),
] satisfies (keyof HostUser)[];

export type LockedPerson = Pick<HostUser, (typeof lockedColumns)[number]>;

/**
 * Locks a person and every administrator, so that two administrators who demote each other cannot both succeed: administrators
 * first, then the others by id. Inserts that reference them do not wait.
 * @param company settings of the company sign-in, if any
 * @param otherId another person to lock
 * @returns `isLastAdmin`: whether the person is the only active administrator who can sign in; `signsInByPassword`: whether
 *   the person is an administrator who can sign in by password
 * @throws HttpError 404
 */
export async function lockPeople(
  trx: Knex.Transaction,
  id: number,
  {
    company,
    otherId = id,
  }: { readonly company?: CompanySettings | undefined; readonly otherId?: number | undefined } = {},
) {
  const admins = await HostUser.query(trx)
    .select("id", "passwordHash", "isPasswordKept")
    .where({ role: "admin", status: "active" })
    .orderBy("id")
    .forNoKeyUpdate();
  const adminIds = admins.map((admin) => admin.id);
  const linked = await CompanyIdentity.query(trx)
    .select("hostUserId", "issuer")
    .whereIn("hostUserId", adminIds);
  const rows: LockedPerson[] = await HostUser.query(trx)
    .select(...lockedColumns)
    .modify("withIds", [id, otherId])
    .orderBy("id")
    .forNoKeyUpdate();
  const person = rows.find((row) => row.id === id);
  if (!person) throw notFound();
  const byPassword = admins.filter(
    (admin) =>
      admin.passwordHash !== null && (!company?.passwordOff.includes("admin") || admin.isPasswordKept),
  );
  // An invited administrator may never sign in, and then no other could be invited.
  const canSignIn = (adminId: number) =>
    byPassword.some((admin) => admin.id === adminId) ||
    linked.some(({ hostUserId, issuer }) => hostUserId === adminId && issuer === company?.issuer);
  return {
    person,
    other: rows.find((row) => row.id === otherId),
    isLastAdmin: adminIds.includes(id) && !adminIds.some((adminId) => adminId !== id && canSignIn(adminId)),
    signsInByPassword: byPassword.some((admin) => admin.id === id),
  };
}

/** Notifies open consoles that host users changed. */
export const publishHostUserChange = (trx: Knex.Transaction): Promise<void> =>
  publishChanges(trx, [{ kind: "hostUser" }]);
