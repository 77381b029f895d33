/**
 * Lets an administrator run migrations that the server's role may not (docs/decisions/privacy/events.md). Created
 * objects must not belong to the administrator, or the server could not use them.
 */
import type { Knex } from "knex";

/**
 * Objects of the migrating role, as statements that give them to the owner of `configuration`, a table that never
 * changes its owner. Empty where that is the same role. A partition gets the owner of its table; indexes and
 * sequences of columns follow their tables.
 */
async function ownObjects(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { statement: string }[] }>(
    `WITH application AS (
       SELECT pg_get_userbyid(relowner) AS role FROM pg_class
       WHERE oid = to_regclass('public.configuration') AND pg_get_userbyid(relowner) <> current_user)
     SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, coalesce(pg_get_userbyid(p.relowner), role)) AS statement
     FROM application, pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition
       LEFT JOIN pg_class p ON p.oid = i.inhparent AND p.relowner <> c.relowner
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND pg_get_userbyid(c.relowner) = current_user
       AND NOT EXISTS (SELECT FROM pg_depend
         WHERE classid = 'pg_class'::regclass AND objid = c.oid AND c.relkind = 'S' AND deptype IN ('a', 'i'))
     UNION ALL
     SELECT format('ALTER ROUTINE %s OWNER TO %I', oid::regprocedure, role) FROM application, pg_proc
     WHERE pronamespace = 'public'::regnamespace AND pg_get_userbyid(proowner) = current_user
     UNION ALL
     SELECT format('ALTER TYPE %s OWNER TO %I', oid::regtype, role) FROM application, pg_type
     WHERE typnamespace = 'public'::regnamespace AND pg_get_userbyid(typowner) = current_user AND typtype IN ('d', 'e', 'r')`,
  );
  return rows.map(({ statement }) => statement);
}

type Work = (trx: Knex) => Promise<void>;

/** Makes a migration, up or down, give created objects to the owner of the other tables. */
export const forApplication =
  (work: Work): Work =>
  async (trx) => {
    const before = new Set(await ownObjects(trx));
    await work(trx);
    const made = (await ownObjects(trx)).filter((statement) => !before.has(statement));
    if (made.length > 0) await trx.raw(made.join(";\n"));
  };
