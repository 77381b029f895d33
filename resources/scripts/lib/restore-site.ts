/** Restores a backup into an empty database and its storage of files (docs/backup.md). */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Knex } from "knex";
import { readRegister, replayErasures, writeErasures } from "#api/features/privacy/erasure-register.ts";
import { openRegister } from "#api/features/privacy/register-storage.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { messageOf } from "#contract/thrown.ts";
import { clearDatabase, connectedServers, contentOf, loadRows } from "#db/backup/load.ts";
import { filePath, type Manifest } from "#db/backup/manifest.ts";
import { countRestored, markFinished, markUnfinished, settleRestored } from "#db/backup/restored.ts";
import { describeViolations, violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { claimFiles, databaseId, inheritFiles, ownerOf, variableOf } from "#db/files/owner.ts";
import type { FileStorage } from "#db/files/storage.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { migrate, migrateThrough } from "#db/migrate.ts";
import type { ErasureEntry } from "#db/models/visits/erasure.ts";
import { requireConsentToLoss } from "./data-loss.ts";
import { requireReachable } from "./database.ts";

export interface RestorePlan {
  readonly url: string;
  /** of a verified backup */
  readonly folder: string;
  readonly manifest: Manifest;
  /** with the keys of the restored site */
  readonly cipher: FieldCipher;
  /** for uploaded files */
  readonly files: FileStorage;
  /** file or bucket of the erasure register; undefined with --without-erasure-register, empty if not configured */
  readonly register: string | undefined;
  /** command line, which may consent to the loss of data */
  readonly argv: readonly string[];
}

export interface Restored {
  /** number of messages queued in the backup, possibly sent since */
  readonly messages: number;
  readonly visits: number;
  /** number of visits erased after the backup was taken */
  readonly erased: number;
  /** sentences for the operator */
  readonly problems: readonly string[];
}

const skipAdvice =
  "People who were erased after the backup was taken would come back. Where there is no register, do without it: " +
  "--without-erasure-register";

async function readErasures(
  register: string | undefined,
  database: string,
): Promise<{ entries: readonly ErasureEntry[]; problems: string[] }> {
  if (register === undefined) return { entries: [], problems: [] };
  const { entries, unreadable } = await readRegister(register, database).catch((error) => {
    throw new Error(`${error.message} ${skipAdvice}`);
  });
  const problems = unreadable.map((line) => `${line} cannot be read, and was left out.`);
  return { entries, problems };
}

/** Writes what no server wrote before it stopped: it goes with the replaced database. */
async function writeWaiting(db: Knex, register: string): Promise<void> {
  try {
    if ((await openRegister(register).read()) === undefined)
      // Earlier erasures may be in another one, and these people would come back.
      throw new Error(
        `there is no ${register}. Check it; where none ever was, make it: an empty file, or 0.erasures.jsonl in a bucket.`,
      );
    while ((await writeErasures({ db, settings: { erasureRegister: register } })) > 0);
  } catch (error) {
    throw new Error(
      `Erasures that wait in the database cannot be written to ERASURE_REGISTER: ${messageOf(error)}`,
    );
  }
}

/**
 * @returns `formerId` of the replaced database, undefined without one
 * @throws Error while a server uses the database, or if data would be lost without consent
 */
async function requireUnused(
  db: Knex,
  { url, manifest, files, argv }: RestorePlan,
): Promise<{ isEmpty: boolean; hasErasures: boolean; formerId: string | undefined }> {
  await requireReachable(db);
  const servers = await connectedServers(db);
  if (servers > 0)
    throw new Error(`Stop the servers first: ${servers} of their connections use the database.`);
  const content = await contentOf(db);
  if (content.length > 0)
    requireConsentToLoss({
      task: "restore",
      url,
      losses: content.map(({ name, rows }) => `table ${name} (${rows} ${rows === 1 ? "row" : "rows"})`),
      argv,
    });
  const formerId = await databaseId(db).catch(() => undefined);
  const owner = await ownerOf(files);
  if (owner !== undefined && owner !== manifest.databaseId && owner !== formerId)
    throw new Error(
      `The files in ${files.label} belong to another database (${owner}). Move them away, or set ${variableOf(files)} to another ${files.kind}.`,
    );
  const hasErasures = content.some(({ name, rows }) => name === "public.erasure_outbox" && rows > 0);
  return { isEmpty: content.length === 0, hasErasures, formerId };
}

/** Names are unique, so an existing file is the same. */
async function copyFiles({ folder, manifest, files }: RestorePlan): Promise<void> {
  await mkdir(files.arriving, { recursive: true, mode: 0o750 });
  for (const name of manifest.files) {
    const path = join(files.arriving, name);
    await copyFile(join(folder, filePath(name)), path);
    await files.keep(path, name);
  }
}

/**
 * Restores a site. After a failure the database is empty.
 * @throws Error with a sentence for the operator
 */
export async function restoreSite(plan: RestorePlan): Promise<Restored> {
  const { url, folder, manifest, cipher, files, register } = plan;
  if (register === "") throw new Error(`ERASURE_REGISTER is not set. ${skipAdvice}`);
  const db = connect(url, { poolSize: 1, isLimited: false });
  try {
    const { isEmpty, hasErasures, formerId } = await requireUnused(db, plan);
    if (register && hasErasures) await writeWaiting(db, register);
    const { entries, problems } = await readErasures(register, manifest.databaseId);
    await copyFiles(plan);
    // First, so that no server starts on an incomplete site.
    await db.transaction(async (trx) => {
      if (!isEmpty) await clearDatabase(trx);
      await markUnfinished(trx);
    });
    const now = new Date();
    try {
      await migrateThrough(url, manifest.migrations);
      await db.transaction((trx) => loadRows(trx, folder, manifest));
      await migrate(url);
      // Only now does the schema fit this version's statements.
      const counts = await db.transaction(async (trx) => {
        await confirmKeys(trx, cipher);
        const messages = await settleRestored(trx, { now, takenAt: new Date(manifest.takenAt) });
        const { timezone } = await readConfiguration(trx);
        const erased = await replayErasures(trx, entries, { now, timezone });
        await markFinished(trx);
        return { messages, erased, visits: await countRestored(trx) };
      });
      await inheritFiles(db, files, formerId);
      await claimFiles(db, files);
      await db.raw("ANALYZE");
      const missing = manifest.missingFiles.map(
        (name) => `The file ${name} was missing already in the backup.`,
      );
      const broken = describeViolations(await violatedRules(db));
      return { ...counts, problems: [...problems, ...missing, ...broken] };
    } catch (error) {
      await clearDatabase(db);
      throw error;
    }
  } finally {
    await db.destroy();
  }
}
