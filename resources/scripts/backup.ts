/** Task `backup`: writes database, uploaded files and, in a file apart, the keys; while the site runs (docs/backup.md). */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { registerIn, registerWarning } from "#api/features/privacy/register-storage.ts";
import { openFileStorage } from "#api/files/storage.ts";
import { version } from "#api/version.ts";
import { takeBackup } from "#db/backup/dump.ts";
import { minPassphrase } from "#db/backup/encrypted-keys.ts";
import { type Manifest, manifestIn } from "#db/backup/manifest.ts";
import { requireRestored } from "#db/backup/restored.ts";
import { describeViolations, violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { keysFromFolder } from "#db/field-keys.ts";
import { answerHelp, commandOf, taskSettings } from "./lib/command.ts";
import { openConfigured, requireReachable } from "./lib/database.ts";
import { runScoped } from "./lib/lifecycle.ts";
import { readSecret } from "./lib/secret.ts";

const usage =
  `Usage: ${commandOf("backup")} --into FOLDER [--keep NUMBER] [--keys-into FOLDER]\n` +
  `       ${commandOf("backup")} --to NEW_FOLDER [--keys-to FILE]\n` +
  "--into makes a folder that is named by the time, and --keep then removes all but the newest of these. The keys go to\n" +
  "another place, or next to the backup, or nowhere (--without-keys), encrypted with a passphrase\n" +
  `of ${minPassphrase} or more characters: BACKUP_PASSPHRASE, or the first line of standard input.`;

const text = { type: "string" } as const;

/** @returns a folder's name, in UTC: "2026-03-10T033000Z" */
const backupName = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(":", "")}Z`;

/** Names of complete backups; unfinished ones end with ".partial". */
const backupNamePattern = /^\d{4}-\d{2}-\d{2}T\d{6}Z$/;

/**
 * Removes all but the newest backups of a database, with their keys. If the new backup lacks files, the newest complete
 * one is kept, too. Folders not named by `backupName` stay.
 * @param newBackup stays even if others have later names, after a change of the clock
 * @returns the names of removed backups
 */
async function removeOlderBackups(
  newBackup: string,
  manifest: Manifest,
  { keep, keysFolder }: { readonly keep: number; readonly keysFolder: string },
): Promise<string[]> {
  const folder = dirname(newBackup);
  const others: { name: string; isComplete: boolean }[] = [];
  for (const name of (await readdir(folder)).filter((each) => backupNamePattern.test(each)).sort()) {
    const found = name === basename(newBackup) ? undefined : await manifestIn(join(folder, name));
    if (found?.databaseId === manifest.databaseId)
      others.push({ name, isComplete: found.missingFiles.length === 0 });
  }
  const keptComplete =
    manifest.missingFiles.length === 0 ? undefined : others.findLast((each) => each.isComplete);
  const older = others
    .slice(0, Math.max(0, others.length + 1 - keep))
    .filter((each) => each !== keptComplete);
  for (const { name } of older) {
    // The folder last: after an interruption the next run finds it again.
    await rm(join(keysFolder, `${name}.keys`), { force: true });
    await rm(join(folder, name), { recursive: true });
  }
  return older.map(({ name }) => name);
}

/** Whole numbers from 1; NaN for others. */
const parseCount = (given: string) => (/^[1-9]\d{0,4}$/.test(given) ? Number(given) : Number.NaN);

function parseOptions(): { folder: string; keysPath: string; keep?: number; withoutKeys: boolean } {
  const { values } = parseArgs({
    options: {
      to: text,
      "keys-to": text,
      into: text,
      "keys-into": text,
      keep: text,
      "without-keys": { type: "boolean" },
    },
  });
  const {
    to,
    into,
    keep,
    "keys-to": keysTo,
    "keys-into": keysInto,
    "without-keys": withoutKeys = false,
  } = values;
  if (!to === !into || (!into && (keep ?? keysInto)) || (into && keysTo)) throw new Error(usage);
  if (keep !== undefined && Number.isNaN(parseCount(keep)))
    throw new Error("--keep takes a number from 1 on.");
  const folder = into ? resolve(into, backupName(new Date())) : resolve(to ?? "");
  const keysPath = keysInto
    ? join(resolve(keysInto), `${basename(folder)}.keys`)
    : resolve(keysTo ?? `${folder}.keys`);
  return { folder, keysPath, withoutKeys, ...(keep !== undefined && { keep: parseCount(keep) }) };
}

answerHelp(usage);
await runScoped(async (scope) => {
  const { folder, keysPath, keep, withoutKeys } = parseOptions();
  const settings = taskSettings();
  const passphrase = withoutKeys
    ? undefined
    : await readSecret("BACKUP_PASSPHRASE", "Passphrase of the keys");
  const { url, keysDir } = await openConfigured(scope, settings);
  const keys = settings.fieldKeys ?? (keysDir === undefined ? undefined : keysFromFolder(keysDir));
  const db = connect(url, { poolSize: 1, isLimited: false });
  scope.defer(() => db.destroy());
  await requireReachable(db);
  await requireRestored(db);
  const files = openFileStorage(settings);
  const manifest = await takeBackup({
    db,
    files,
    folder,
    version,
    keys: keys && passphrase !== undefined ? { keys, passphrase, path: keysPath } : undefined,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${folder} holds ${rows} rows and ${manifest.files.length} files as they were at ${manifest.takenAt}, and was read back.`,
  );
  if (manifest.keys !== null) console.log(`The keys are in ${keysPath}: keep them in another place.`);
  const older =
    keep === undefined
      ? []
      : await removeOlderBackups(folder, manifest, { keep, keysFolder: dirname(keysPath) });
  for (const name of older) console.log(`Removed ${name}.`);
  for (const name of manifest.missingFiles) console.error(`The file ${name} is missing from ${files.label}.`);
  for (const line of describeViolations(await violatedRules(db))) console.error(line);
  const place = await registerIn(settings);
  // the backup is valid, but the nightly job must report this
  if (place !== undefined) throw new Error(registerWarning(settings.erasureRegister ?? "", place));
});
