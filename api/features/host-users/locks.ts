/** Host users under lock: whoever changes what an account may do waits for whoever else does. */

import type { Knex } from "knex";
import { lastAdmin, notFound } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { HostUser } from "#db/models/host-user.ts";

export type LockedPerson = Pick<HostUser, "id" | "loginId" | "role" | "status">;

export interface LockedPeople {
  readonly person: LockedPerson;
  /** Undefined where nobody else was asked for, or there is none such. */
  readonly other: LockedPerson | undefined;
  /** @throws HttpError 405 where the person is the only active administrator who can sign in */
  requireAnotherAdmin(): void;
}

/**
 * Locks a person, and with them every administrator, so that of two who take the role from each other one
 * finds that the other is the last. Administrators come first, then the others by id. The lock lets visits
 * and logs go on that name these people.
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
    .select("id", "loginId", "role", "status")
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
      // Who was only invited yet may never come: with the others gone, nobody could invite them again.
      const isThereAnother = admins.some((admin) => admin.id !== id && admin.passwordHash !== null);
      if (isAdmin && !isThereAnother) throw lastAdmin();
    },
  };
}

/** Tells open consoles that host users changed. */
export const notePeople = (trx: Knex.Transaction): Promise<void> => noteChanges(trx, [{ kind: "hostUser" }]);
