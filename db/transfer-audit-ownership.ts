/**
 * Hands the logs that may only grow to a role of their own (docs/behaviour.md, "Privacy"): the server's role may then
 * read and add, and nothing else, whatever becomes of the server.
 */

import type { Knex } from "knex";
import { connect } from "./connection.ts";

/**
 * Access log and its reviews, the log of events with its seals, the register of what was destroyed, and what happened to
 * each visit and account.
 */
const logs = [
  ...["access_log", "access_reviews", "destruction_register", "visit_logs"],
  ...["events", "event_days", "event_checks", "account_logs"],
];
const upkeep = [
  ...["keep_access_log(date)", "access_log_keep(date)", "access_log_month(date)"],
  ...["keep_events(date)", "events_keep(date)", "events_month(date)"],
];

export interface AuditOwnership {
  /** Who gets the logs; made without a login where there is none such. Nobody else may be a member. */
  readonly owner: string;
  /** Whom the server signs in as. */
  readonly api: string;
}

/** What a role name is in SQL. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** @throws Error that says why the roles would be none */
async function requireSeparateRoles(trx: Knex.Transaction, { owner, api }: AuditOwnership): Promise<void> {
  const { rows } = await trx.raw<{ rows: { isSuper: boolean; isMember: boolean }[] }>(
    `SELECT rolsuper AS "isSuper", pg_has_role(rolname, ?, 'MEMBER') AS "isMember" FROM pg_roles WHERE rolname = ?`,
    [owner, api],
  );
  const [role] = rows;
  if (!role) throw new Error(`There is no role "${api}".`);
  if (role.isSuper)
    throw new Error(`"${api}" is a superuser, whom nothing keeps out. Give the server another role.`);
  if (role.isMember) throw new Error(`"${api}" is "${owner}", or a member of it. They have to be apart.`);
}

async function ensureRole(trx: Knex.Transaction, name: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>("SELECT FROM pg_roles WHERE rolname = ?", [name]);
  if (rows.length === 0) await trx.raw(`CREATE ROLE ${quoted(name)} NOLOGIN`);
}

/** The logs with all their months. */
async function tables(trx: Knex.Transaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('access_log'::regclass, 'events'::regclass)",
  );
  return [...logs, ...rows.map(({ name }) => name)];
}

/**
 * Hands the logs over, all or nothing. May be repeated, and is to be after a migration that made a new log.
 * The schema goes too, because whoever owns a schema may drop every table in it; the server's role keeps the
 * right to create tables there.
 * @param adminUrl postgres://… of somebody who may create roles and change owners; the database is migrated
 * @throws Error where the server's role is not there, a superuser, or a member of the owner
 */
export async function transferAuditOwnership(adminUrl: string, roles: AuditOwnership): Promise<void> {
  const owner = quoted(roles.owner);
  const api = quoted(roles.api);
  const db = connect(adminUrl, { poolSize: 1, isLimited: false });
  try {
    await db.transaction(async (trx) => {
      await ensureRole(trx, roles.owner);
      await requireSeparateRoles(trx, roles);
      await trx.raw(`ALTER SCHEMA public OWNER TO ${owner}`);
      await trx.raw(`GRANT USAGE, CREATE ON SCHEMA public TO ${api}`);
      for (const table of await tables(trx)) {
        await trx.raw(`ALTER TABLE public.${table} OWNER TO ${owner}`);
        await trx.raw(`REVOKE ALL ON public.${table} FROM PUBLIC, ${api}`);
      }
      for (const log of logs) await trx.raw(`GRANT SELECT, INSERT ON public.${log} TO ${api}`);
      for (const work of upkeep) {
        await trx.raw(`ALTER FUNCTION public.${work} OWNER TO ${owner}`);
        await trx.raw(`REVOKE ALL ON FUNCTION public.${work} FROM PUBLIC, ${api}`);
      }
      for (const work of ["keep_access_log(date)", "keep_events(date)"])
        await trx.raw(`GRANT EXECUTE ON FUNCTION public.${work} TO ${api}`);
      // A visit's log goes with the visit: its guard runs with the owner's rights then, and looks for the visit.
      await trx.raw(`ALTER FUNCTION public.keep_visit_log() OWNER TO ${owner}`);
      await trx.raw(`GRANT SELECT (id) ON public.visits TO ${owner}`);
    });
  } finally {
    await db.destroy();
  }
}
