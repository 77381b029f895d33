/** Task `restore`: fills an empty database from a backup (docs/backup.md); `-- --go` lets jobs and messages go on. */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isInside, registerIn, registerWarning } from "#api/features/privacy/register-storage.ts";
import { openFileStorage } from "#api/files/storage.ts";
import type { Settings } from "#api/settings.ts";
import { version } from "#api/version.ts";
import { readEncryptedKeys, writeKeysFile } from "#db/backup/encrypted-keys.ts";
import { type Manifest, verifyBackup } from "#db/backup/manifest.ts";
import { releaseRestored } from "#db/backup/restored.ts";
import { connect } from "#db/connection.ts";
import { FieldCipher, type FieldKeys } from "#db/field-cipher.ts";
import { formatKeys, replaceKeys } from "#db/field-keys.ts";
import { isBucketAddress } from "#db/files/bucket-address.ts";
import { areBeforeFirstRelease, knownMigrations } from "#db/migrate.ts";
import { answerHelp, commandOf, taskSettings } from "./lib/command.ts";
import { openConfigured, requireReachable } from "./lib/database.ts";
import { runScoped, type Scope } from "./lib/lifecycle.ts";
import { restoreSite } from "./lib/restore-site.ts";
import { readSecret } from "./lib/secret.ts";

const usage =
  `Usage: ${commandOf("restore")} --from FOLDER [--keys FILE] [--keys-to FILE] [--without-erasure-register]\n` +
  `       ${commandOf("restore")} --go     lets jobs and messages go on, once the restored site was looked at\n` +
  "The database must be empty, and no server may run on it. The keys are read from FOLDER.keys unless another file is\n" +
  "named; their passphrase is BACKUP_PASSPHRASE, or the first line of standard input.";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const options = {
  from: text,
  keys: text,
  "keys-to": text,
  "without-erasure-register": flag,
  "yes-lose-data": text,
  go: flag,
};

/** @throws Error for a backup of a newer version, or from before the first release */
async function requireSupportedVersion({ migrations, version: made }: Manifest): Promise<void> {
  if (await areBeforeFirstRelease(migrations))
    throw new Error("The backup was made by a version before the first release and cannot be restored.");
  const known = new Set(await knownMigrations());
  if (!migrations.every((name) => known.has(name)))
    throw new Error(
      `The backup was made by version ${made}, which is newer than this one (${version}): install that version first.`,
    );
}

/** @throws Error if the erasure register is stored together with the backup or the site, and thus may be as old */
async function requireRegisterApart(settings: Settings, from: string): Promise<void> {
  const { erasureRegister } = settings;
  if (erasureRegister === undefined) return;
  const isInBackup = !isBucketAddress(erasureRegister) && (await isInside(erasureRegister, from));
  const place = isInBackup ? from : await registerIn(settings);
  if (place !== undefined) throw new Error(registerWarning(erasureRegister, place));
}

async function readBackupKeys(manifest: Manifest, path: string): Promise<FieldKeys> {
  if (manifest.keys === null)
    throw new Error("The backup was taken without keys: set DATA_KEYS and HASH_KEYS to those of the site.");
  return readEncryptedKeys(
    path,
    manifest.keys,
    await readSecret("BACKUP_PASSPHRASE", "Passphrase of the keys"),
  );
}

const asEnvironment = ({ data, hash }: FieldKeys) => ({
  DATA_KEYS: formatKeys(data),
  HASH_KEYS: formatKeys(hash),
});

interface SettingsAndKeys {
  readonly settings: Settings;
  /** Undefined if the environment contains the keys. */
  readonly backupKeys: FieldKeys | undefined;
}

/** Reads the settings, with the keys of the backup unless the environment contains keys. */
async function readSettingsAndKeys(
  manifest: Manifest,
  path: string,
  keysTo: string | undefined,
): Promise<SettingsAndKeys> {
  const { DATABASE_URL, DATA_KEYS, HASH_KEYS } = process.env;
  if (DATA_KEYS && HASH_KEYS) return { settings: taskSettings(), backupKeys: undefined };
  if (DATABASE_URL && !keysTo)
    throw new Error(
      "Say where the keys go, which the server needs as DATA_KEYS and HASH_KEYS: --keys-to FILE. Or set both.",
    );
  const backupKeys = await readBackupKeys(manifest, path);
  return { settings: taskSettings({ ...process.env, ...asEnvironment(backupKeys) }), backupKeys };
}

async function restore(scope: Scope, from: string, values: ReturnType<typeof parseOptions>): Promise<void> {
  const manifest = await verifyBackup(from);
  await requireSupportedVersion(manifest);
  const keysTo = values["keys-to"] && resolve(values["keys-to"]);
  const { settings, backupKeys } = await readSettingsAndKeys(
    manifest,
    resolve(values.keys ?? `${from}.keys`),
    keysTo,
  );
  if (!values["without-erasure-register"]) await requireRegisterApart(settings, from);
  const keys =
    settings.fieldKeys ??
    backupKeys ??
    (await readBackupKeys(manifest, resolve(values.keys ?? `${from}.keys`)));
  const { url, keysDir } = await openConfigured(scope, settings);
  // First: if the file cannot be written, nothing was changed.
  if (backupKeys && keysTo) {
    const lines = Object.entries(asEnvironment(backupKeys)).map(([name, value]) => `${name}=${value}\n`);
    await writeKeysFile(keysTo, lines.join(""));
  }
  const result = await restoreSite({
    url,
    folder: from,
    manifest,
    cipher: new FieldCipher(keys),
    files: openFileStorage(settings),
    register: values["without-erasure-register"] ? undefined : (settings.erasureRegister ?? ""),
    argv: process.argv,
  }).catch((error) => {
    if (backupKeys && keysTo) rmSync(keysTo);
    throw error;
  });
  if (keysDir !== undefined) {
    const former = replaceKeys(keysDir, keys, new Date());
    if (former !== undefined) console.log(`The keys that were there are kept in ${former}.`);
  }
  if (backupKeys && keysTo) console.log(`DATA_KEYS and HASH_KEYS are in ${keysTo}.`);
  console.log(
    `Restored as it was at ${manifest.takenAt}: ${result.visits} visits. Erased again: ${result.erased} visits.\n` +
      `All users sign in again. ${result.messages} messages that were queued are "unknown": they may have been sent ` +
      "since.\nJobs and messages wait: start the server, look at it, and let them go on under Trash in the " +
      `console, or by ${commandOf("restore")} --go.`,
  );
  for (const line of result.problems) console.error(line);
  if (result.problems.length > 0) throw new Error("The restored site has these problems.");
}

const parseOptions = () => parseArgs({ options }).values;

async function releaseJobs(scope: Scope): Promise<void> {
  const { url } = await openConfigured(scope, taskSettings());
  const db = connect(url, { poolSize: 1 });
  scope.defer(() => db.destroy());
  await requireReachable(db);
  const isReleased = await releaseRestored(db, new Date());
  console.log(isReleased ? "Jobs and messages go on." : "Nothing held jobs and messages.");
}

answerHelp(usage);
await runScoped(async (scope) => {
  const values = parseOptions();
  if (values.go) return releaseJobs(scope);
  if (!values.from) throw new Error(usage);
  await restore(scope, resolve(values.from), values);
});
