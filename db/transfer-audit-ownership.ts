/**
 * Transfers the append-only logs to a role of their own (docs/behaviour.md, "Privacy"): the server's role may then only
 * read and add, even if the server is compromised.
 */

import type { Knex } from "knex";
import { connect } from "./connection.ts";

/**
 * Access log and its reviews, event log and its seals, destruction register, and the logs of visits and accounts.
 */
const logs = [
  ...["access_log", "access_reviews", "destruction_register", "visit_logs"],
  ...["events", "event_days", "event_checks", "account_logs"],
];
const maintenanceFunctions = [
  ...["keep_access_log(date)", "access_log_keep(date)", "access_log_month(date)"],
  ...["keep_events(date)", "events_keep(date)", "events_month(date)"],
];

export interface AuditOwnership {
  /** Role that gets the logs; created without a login where it is missing. No other role may be a member. */
  readonly owner: string;
  /** Role of the server. */
  readonly api: string;
}

/** A role name in SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @throws Error where the roles would not be separate */
async function requireSeparateRoles(trx: Knex.Transaction, { owner, api }: AuditOwnership): Promise<void> {
  const role = await trx("pg_roles").where({ rolname: api }).first("rolsuper");
  if (!role) throw new Error(`There is no role "${api}".`);
  if (role.rolsuper)
    throw new Error(`"${api}" is a superuser, which bypasses all permissions. Give the server another role.`);
  const member = await trx("pg_roles")
    .where({ rolname: api })
    .whereRaw("pg_has_role(rolname, ?, 'MEMBER')", [owner])
    .first("rolname");
  if (member) throw new Error(`"${api}" is "${owner}", or a member of it. They have to be apart.`);
}

/** Whether the connecting role bypasses all permissions. */
export async function isSuperuser(db: Knex): Promise<boolean> {
  const role = await db("pg_roles").whereRaw("rolname = current_user").first("rolsuper");
  return role?.rolsuper === true;
}

/** Monthly partitions of the logs. */
const partitionsOf = (trx: Knex.Transaction): Promise<string[]> =>
  trx("pg_inherits as i")
    .join("pg_class as child", "child.oid", "i.inhrelid")
    .join("pg_class as log", "log.oid", "i.inhparent")
    .whereIn("log.relname", logs)
    .pluck("child.relname");

/**
 * Transfers the logs, all or nothing. Can be repeated, and has to be after a migration that creates a log. Includes the
 * schema, because its owner may drop every table in it; the server's role keeps the right to create tables.
 * @param adminUrl postgres://… of a role that may create roles and change owners; the database is migrated
 * @throws Error where the server's role is missing, a superuser, or a member of the owner
 */
export async function transferAuditOwnership(adminUrl: string, roles: AuditOwnership): Promise<void> {
  const owner = quoted(roles.owner);
  const api = quoted(roles.api);
  const db = connect(adminUrl, { poolSize: 1, isLimited: false });
  try {
    await db.transaction(async (trx) => {
      const isThere = await trx("pg_roles").where({ rolname: roles.owner }).first("rolname");
      if (!isThere) await trx.raw(`CREATE ROLE ${owner} NOLOGIN`);
      await requireSeparateRoles(trx, roles);
      const statements = [
        `ALTER SCHEMA public OWNER TO ${owner}`,
        `GRANT USAGE, CREATE ON SCHEMA public TO ${api}`,
        ...[...logs, ...(await partitionsOf(trx))].flatMap((table) => [
          `ALTER TABLE public.${table} OWNER TO ${owner}`,
          `REVOKE ALL ON public.${table} FROM PUBLIC, ${api}`,
        ]),
        `GRANT SELECT, INSERT ON ${logs.map((log) => `public.${log}`).join(", ")} TO ${api}`,
        ...maintenanceFunctions.flatMap((work) => [
          `ALTER FUNCTION public.${work} OWNER TO ${owner}`,
          `REVOKE ALL ON FUNCTION public.${work} FROM PUBLIC, ${api}`,
        ]),
        `GRANT EXECUTE ON FUNCTION public.keep_access_log(date), public.keep_events(date) TO ${api}`,
        // A visit's log is deleted with the visit: its trigger then runs with the owner's rights and reads the visit.
        `ALTER FUNCTION public.keep_visit_log() OWNER TO ${owner}`,
        `GRANT SELECT (id) ON public.visits TO ${owner}`,
      ];
      await trx.raw(statements.join(";\n"));
    });
  } finally {
    await db.destroy();
  }
}
