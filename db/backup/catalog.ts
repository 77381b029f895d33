/** Reads tables, columns and sequences from the system catalogue. */
import type { Knex } from "knex";
import type { Manifest } from "./manifest.ts";

/**
 * Tables whose rows are not backed up: sessions and single-use links may have ended or been used since, codes and
 * limits last minutes, changes are numbered by their server's transactions, and a restored site has a new version and
 * has run no jobs.
 */
export const excludedTables: readonly string[] = [
  ...[
    "sessions",
    "invitations",
    "lookup_codes",
    "lookup_code_tries",
    "rate_limits",
    "changes",
    "site_version",
    "job_runs",
  ],
  ...["pending_sign_ins", "remembered_devices", "passkey_challenges"],
  ...["company_sign_ins", "company_logins", "company_logouts", "app_codes"],
  ...["knex_migrations", "knex_migrations_lock"],
];

interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: string[];
}

/** All tables; a partitioned table counts as one. */
export async function tablesOf(db: Knex): Promise<Table[]> {
  const { rows } = await db.raw<{ rows: Table[] }>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

export async function partitionsOf(db: Knex): Promise<Manifest["partitions"]> {
  const { rows } = await db.raw<{ rows: Manifest["partitions"] }>(
    `SELECT c.relname::text AS name, p.relname::text AS of, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND c.relkind = 'r' ORDER BY c.relname`,
  );
  return rows;
}

/** Sequences are not transactional: read after the rows, they are at least as far. */
export async function sequencesOf(db: Knex): Promise<Manifest["sequences"]> {
  const names: string[] = await db("pg_sequences")
    .where({ schemaname: "public" })
    .whereNot("sequencename", "like", "knex_%")
    .orderBy("sequencename")
    .pluck("sequencename");
  const sequences: Manifest["sequences"] = [];
  for (const name of names) {
    const { lastValue, isCalled } = await db(`public.${name}`).first("last_value", "is_called");
    sequences.push({ name, lastValue, isCalled });
  }
  return sequences;
}

/** Names of files that rows reference. */
export const filesNamed = (db: Knex): Promise<string[]> =>
  db("signageContents").whereNotNull("fileName").orderBy("fileName").pluck("file_name");
