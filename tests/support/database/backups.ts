/** Backs up and restores test databases, by the commands or by the functions that they call. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { afterAll } from "vitest";
import { excludedTables, tablesOf } from "#db/backup/catalog.ts";
import { verifyBackup } from "#db/backup/manifest.ts";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { formatKeys, keysFromFolder, makeKeys, parseKeys } from "#db/field-keys.ts";
import { createFolder } from "#db/files/folder.ts";
import { seedDemonstration } from "#db/seeds/demonstration.ts";
import { type RestorePlan, restoreSite } from "#scripts/lib/restore-site.ts";
import { runNode } from "../run-node.ts";
import { testDatabase } from "./database.ts";

export const passphrase = "correct horse battery";

const key = () => `k1:${randomBytes(32).toString("base64")}`;
export const siteKeys = { DATA_KEYS: key(), HASH_KEYS: key() };
export const siteCipher = new FieldCipher({
  data: parseKeys(siteKeys.DATA_KEYS),
  hash: parseKeys(siteKeys.HASH_KEYS),
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "visitor-backup-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const task = (name: "backup" | "restore" | "db", args: string[], env: NodeJS.ProcessEnv) =>
  runNode(process.cwd(), [`resources/scripts/${name}.ts`, ...args], {
    BACKUP_PASSPHRASE: passphrase,
    DATA_KEYS: undefined,
    HASH_KEYS: undefined,
    ...env,
  });

/** Restores without the command. @param register default: restores without one */
export const restoreInto = async (
  { url, filesDir }: { readonly url: string; readonly filesDir: string },
  folder: string,
  { cipher = siteCipher, register, argv = [] }: Partial<RestorePlan> = {},
) =>
  restoreSite({
    ...{ url, folder, cipher, register, argv },
    ...{ manifest: await verifyBackup(folder), files: createFolder(filesDir) },
  });

/**
 * A database with the demonstration, and a backup of it.
 * @param change applied before the backup
 */
export async function backedUpSite(change?: (db: Knex) => Promise<void>) {
  const place = temporaryFolder();
  const [backup, filesDir, keysDir] = [join(place, "2026-03-10"), join(place, "files"), join(place, "keys")];
  const source = await testDatabase();
  const db = connect(source.url, { poolSize: 4, isLimited: false });
  afterAll(async () => {
    await db.destroy();
    await source.drop();
  });
  makeKeys(keysDir);
  await seedDemonstration(source.url, keysDir, new Date(), createFolder(filesDir));
  await change?.(db);
  const keys = keysFromFolder(keysDir);
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: source.url,
    FILES_DIR: filesDir,
    DATA_KEYS: formatKeys(keys.data),
    HASH_KEYS: formatKeys(keys.hash),
  };
  const result = await task("backup", ["--to", backup], env);
  return { place, backup, filesDir, keys, env, db, result };
}

/** An empty database to restore into, with a folder for its files; both are deleted after the tests. */
export async function emptyTarget(): Promise<{ url: string; db: Knex; filesDir: string }> {
  const database = await testDatabase({ empty: true });
  const db = connect(database.url, { poolSize: 1 });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  return { url: database.url, db, filesDir: join(temporaryFolder(), "files") };
}

/** Hashes of all rows by table, unordered; only for tables that a backup contains. */
export async function rowsByTable(db: Knex): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const { name } of await tablesOf(db)) {
    if (excludedTables.includes(name)) continue;
    const { rows: hashes } = await db.raw<{ rows: { hash: string }[] }>(
      `SELECT md5(t::text) AS hash FROM ${name} t ORDER BY 1`,
    );
    rows.set(
      name,
      hashes.map(({ hash }) => hash),
    );
  }
  return rows;
}

/**
 * Every object of the schema, from PostgreSQL's catalogue: tables with columns and partitions, constraints, indexes,
 * triggers, functions, sequences, types, extensions; each with its owner and grants.
 */
export async function schemaOf(db: Knex): Promise<string[]> {
  const ours = "'public'::regnamespace";
  const { rows } = await db.raw<{ rows: { line: string }[] }>(
    `SELECT concat_ws(' ', 'relation', c.relname, c.relkind, c.relpersistence, am.amname, c.reloptions, c.relreplident,
         'row security', c.relrowsecurity, c.relforcerowsecurity, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
         (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = c.oid), 'owner', pg_get_userbyid(c.relowner),
         c.relacl, obj_description(c.oid)) AS line
       FROM pg_class c LEFT JOIN pg_am am ON am.oid = c.relam WHERE c.relnamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'column', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
         format_type(a.atttypid, a.atttypmod), a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
         pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attstorage, a.attcompression, a.attacl)
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relnamespace = ${ours} AND c.relkind IN ('r', 'p', 'v', 'm')
     UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated, conenforced)
       FROM pg_constraint WHERE connamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready, i.indisclustered)
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT concat_ws(' ', 'rule', pg_get_ruledef(r.oid)) FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
       WHERE c.relnamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'function', CASE prokind WHEN 'a' THEN proname ELSE pg_get_functiondef(oid) END,
         pg_get_userbyid(proowner), proacl) FROM pg_proc WHERE pronamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'sequence', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin,
         s.seqmax, s.seqcache, s.seqcycle, d.refobjid::regclass, a.attname)
       FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid AND c.relnamespace = ${ours}
       LEFT JOIN pg_depend d ON d.objid = s.seqrelid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
       LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     UNION ALL SELECT concat_ws(' ', 'type', t.typname, t.typtype, pg_get_userbyid(t.typowner), t.typacl)
       FROM pg_type t WHERE t.typnamespace = ${ours}
     UNION ALL SELECT concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext
     UNION ALL SELECT concat_ws(' ', 'extension', extname, extversion) FROM pg_extension
     UNION ALL SELECT concat_ws(' ', 'event trigger', evtname) FROM pg_event_trigger
     UNION ALL SELECT concat_ws(' ', 'default rights', defaclobjtype, defaclacl) FROM pg_default_acl
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
