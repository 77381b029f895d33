/** Fills an empty database from a backup (docs/backup.md). */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Knex } from "knex";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { tablesOf } from "./catalog.ts";
import { type Manifest, tablePath } from "./manifest.ts";

const quoted = (name: string) => `"${name}"`;

/**
 * Foreign keys, and indexes of tables without partitions. They are created after the rows, which is much faster.
 */
async function definitions(trx: Knex.Transaction): Promise<{ drop: string; create: string }[]> {
  const { rows } = await trx.raw<{ rows: { drop: string; create: string }[] }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f' AND conparentid = 0
     UNION ALL
     SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`,
  );
  return rows;
}

async function loadTable(
  connection: pg.ClientBase,
  { name, columns, rows }: Manifest["tables"][number],
  path: string,
): Promise<void> {
  const into = connection.query(
    copyFrom(`COPY public.${quoted(name)} (${columns.map(quoted).join(", ")}) FROM STDIN`),
  );
  await pipeline(createReadStream(path), createGunzip(), into);
  if (into.rowCount !== rows) throw new Error(`${name} took ${into.rowCount} rows instead of ${rows}.`);
}

/**
 * Loads the rows of a backup into a database that has the schema of its migrations, in one transaction. Rows of the
 * migrations are replaced, and the schema's constraints check the new ones.
 * @param folder of a verified backup
 */
export async function loadRows(trx: Knex.Transaction, folder: string, manifest: Manifest): Promise<void> {
  const known = new Set((await tablesOf(trx)).map(({ name }) => name));
  const unknown = manifest.tables.filter(({ name }) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(`The backup holds tables that its version does not have: ${unknown[0]?.name}.`);
  const tables = manifest.tables.map(({ name }) => `public.${quoted(name)}`);
  const made = await definitions(trx);
  // Without Knex, which treats a question mark in a definition as a binding.
  const connection: pg.ClientBase = await trx.client.acquireConnection();
  const prepare = [
    ...manifest.partitions.map(
      ({ name, of, bound }) =>
        `CREATE TABLE IF NOT EXISTS public.${quoted(name)} PARTITION OF public.${quoted(of)} ${bound}`,
    ),
    ...made.map(({ drop }) => drop),
    ...tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    `TRUNCATE ${tables.join(", ")}`,
  ];
  await connection.query(prepare.join(";\n"));
  for (const table of manifest.tables)
    await loadTable(connection, table, join(folder, tablePath(table.name)));
  const finish = [
    ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
    // Foreign keys last, because they need the unique indexes of their targets.
    ...made.toReversed().map(({ create }) => create),
    ...manifest.sequences.map(
      ({ name, lastValue, isCalled }) => `SELECT setval('public.${quoted(name)}', ${lastValue}, ${isCalled})`,
    ),
  ];
  await connection.query(finish.join(";\n"));
}

/** Tables that prevent a restore, with their number of rows. */
export async function contentOf(db: Knex): Promise<{ readonly name: string; readonly rows: number }[]> {
  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT LIKE 'pg\\_%'
       AND n.nspname <> 'information_schema' ORDER BY 1`,
  );
  const content: { name: string; rows: number }[] = [];
  for (const { name } of tables) {
    const { rows } = await db.raw<{ rows: [{ count: number }] }>(`SELECT count(*) FROM ${name}`);
    content.push({ name, rows: rows[0].count });
  }
  return content;
}

/** Removes the product's schema and that of the jobs. */
export async function clearDatabase(db: Knex): Promise<void> {
  // The statements of one query run in one transaction.
  await db.raw(
    `DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;
     GRANT USAGE ON SCHEMA public TO PUBLIC`,
  );
}

/** Number of other connections of the product. */
export async function connectedServers(db: Knex): Promise<number> {
  const row = await db("pg_stat_activity")
    .where("application_name", "like", "visitor%")
    .whereRaw("datname = current_database() AND pid <> pg_backend_pid()")
    .count({ count: "*" })
    .first();
  return Number(row?.count ?? 0);
}
