/**
 * An administrator may run migrations that the server's role may not (docs/decisions/privacy/audit-log-ownership.md).
 * What they make must not become the administrator's: the server could not use it.
 */
import type { Knex } from "knex";

/** Owner of a table that is never handed to another role; undefined in a database without it, or where that is who migrates. */
async function otherOwner(trx: Knex): Promise<string | undefined> {
  const { rows } = await trx.raw<{ rows: { owner: string }[] }>(
    `SELECT pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE oid = to_regclass('public.configuration') AND pg_get_userbyid(relowner) <> current_user`,
  );
  return rows[0]?.owner;
}

/**
 * What of the schema belongs to whoever migrates, as the statement that gives it away. A partition goes to the owner of its
 * table; indexes, and sequences of columns, go with theirs.
 */
async function ownObjects(trx: Knex, owner: string): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: { statement: string }[] }>(
    `SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, coalesce(pg_get_userbyid(p.relowner), :owner::text)) AS statement
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
       LEFT JOIN pg_class p ON p.oid = i.inhparent AND p.relowner <> c.relowner
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND pg_get_userbyid(c.relowner) = current_user
       AND NOT EXISTS (SELECT FROM pg_depend
         WHERE classid = 'pg_class'::regclass AND objid = c.oid AND c.relkind = 'S' AND deptype IN ('a', 'i'))
     UNION ALL
     SELECT format('ALTER ROUTINE %s OWNER TO %I', oid::regprocedure, :owner::text) FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND pg_get_userbyid(proowner) = current_user
     UNION ALL
     SELECT format('ALTER TYPE %s OWNER TO %I', oid::regtype, :owner::text) FROM pg_type
     WHERE typnamespace = 'public'::regnamespace AND pg_get_userbyid(typowner) = current_user AND typtype IN ('d', 'e', 'r')`,
    { owner },
  );
  return new Set(rows.map(({ statement }) => statement));
}

type Work = (trx: Knex) => Promise<void>;

/** Makes a migration, there or back, hand what it makes to the owner of the other tables. */
export const forApplication =
  (work: Work): Work =>
  async (trx) => {
    const owner = await otherOwner(trx);
    if (owner === undefined) return work(trx);
    const before = await ownObjects(trx, owner);
    await work(trx);
    for (const statement of await ownObjects(trx, owner))
      if (!before.has(statement)) await trx.raw(statement);
  };
