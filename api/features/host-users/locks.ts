/** Locks host users, so that two changes of access do not overlap. */

import type { Knex } from "knex";
import { lastAdmin, notFound } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { HostUser } from "#db/models/host-user.ts";

export type LockedPerson = Pick<
  HostUser,
  "id" | "loginId" | "name" | "role" | "status" | "passwordHash" | "cellPhone" | "lastSignInAt"
>;

export interface LockedPeople {
  readonly person: LockedPerson;
  /** Undefined where nobody else was asked for, or there is none such. */
  readonly other: LockedPerson | undefined;
  /** @throws HttpError 405 where the person is the only active administrator who can sign in */
  requireAnotherAdmin(): void;
}

/**
 * Locks a person and every administrator, so that two administrators who demote each other cannot both
 * succeed. Administrators come first, then the others by id. Visits and logs may still reference them.
 * @param otherId another person whom the work needs
 * @throws HttpError 404
 */
export async function lockPeople(trx: Knex.Transaction, id: number, otherId?: number): Promise<LockedPeople> {
  const admins = await HostUser.query(trx)
    .select("id", "passwordHash")
    .where({ role: "admin", status: "active" })
    .orderBy("id")
    .forNoKeyUpdate();
  const rows = await HostUser.query(trx)
    .select("id", "loginId", "name", "role", "status", "passwordHash", "cellPhone", "lastSignInAt")
    .modify("withIds", [id, otherId ?? id])
    .orderBy("id")
    .forNoKeyUpdate();
  const person = rows.find((row) => row.id === id);
  if (!person) throw notFound();
  return {
    person,
    other: rows.find((row) => row.id === otherId),
    requireAnotherAdmin() {
      const isAdmin = person.role === "admin" && person.status === "active";
      // An administrator who was only invited may never sign in, and then nobody could invite them again.
      const isThereAnother = admins.some((admin) => admin.id !== id && admin.passwordHash !== null);
      if (isAdmin && !isThereAnother) throw lastAdmin();
    },
  };
}

/** Tells open consoles that host users changed. */
export const notePeople = (trx: Knex.Transaction): Promise<void> => noteChanges(trx, [{ kind: "hostUser" }]);
