/** Read models of what keeps accounts of administrators and privacy officers out of one administrator's hands. */
import type { Knex } from "knex";
import { AccountLog } from "#db/models/logs.ts";
import { HostUser } from "#db/models/people/host-user.ts";

/** Whether somebody's mobile number was changed since a time; by the log, which nobody alters. */
export async function hasNewNumber(db: Knex, id: number, since: Date): Promise<boolean> {
  const found = await AccountLog.query(db)
    .select("id")
    .where({ hostUserId: id, action: "number" })
    .where("at", ">", since)
    .first();
  return found !== undefined;
}

/**
 * Whether somebody's login id was changed within some hours, by the log of events and the database's clock: neither is an
 * administrator's to alter.
 */
export async function hasNewLoginId(db: Knex, id: number, hours: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM events WHERE kind = 'change' AND subject = 'host_users' AND subject_id = ?
       AND jsonb_exists(before, 'login_id') AND at > now() - make_interval(hours => ?) LIMIT 1`,
    [id, hours],
  );
  return rows.length > 0;
}

/** Administrators who can sign in, and became so or were given another number before a time. */
export async function settledAdmins(db: Knex, since: Date): Promise<number[]> {
  const rows = await HostUser.query(db)
    .select("id")
    .where({ role: "admin", status: "active" })
    .whereNotNull("passwordHash")
    .whereNotExists(
      AccountLog.query(db)
        .select(1)
        .whereColumn("accountLogs.hostUserId", "hostUsers.id")
        .whereIn("action", ["add", "role", "join", "number", "confirm", "factorConfirm"])
        .where("at", ">", since),
    );
  return rows.map(({ id }) => id);
}

export type GuardedPerson = Pick<HostUser, "id" | "name" | "cellPhone" | "email" | "emailBouncedAt">;

/** Active administrators and privacy officers who have a mobile number or an address of e-mail. */
export const guardedPeople = async (db: Knex): Promise<GuardedPerson[]> =>
  HostUser.query(db)
    .select("id", "name", "cellPhone", "email", "emailBouncedAt")
    .where({ status: "active" })
    .whereIn("role", ["admin", "privacy"])
    .where((reached) => void reached.whereNot("cellPhone", "").orWhereNot("email", ""));
