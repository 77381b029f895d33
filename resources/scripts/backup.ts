/** Task `backup`: writes database, uploaded files and, in a file apart, the keys; while the site runs (docs/backup.md). */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { registerIn, registerWarning } from "#api/features/privacy/register-storage.ts";
import { openFileStorage } from "#api/files/storage.ts";
import { readSettings } from "#api/settings.ts";
import { version } from "#api/version.ts";
import { takeBackup } from "#db/backup/dump.ts";
import { minPassphrase } from "#db/backup/encrypted-keys.ts";
import { requireRestored } from "#db/backup/restored.ts";
import { describeViolations, violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { keysFromFolder } from "#db/field-keys.ts";
import { openConfigured, requireReachable } from "./lib/database.ts";
import { runScoped } from "./lib/lifecycle.ts";
import { readSecret } from "./lib/secret.ts";

const usage =
  "Usage: npm run backup -- --to FOLDER [--keys-to FILE | --without-keys]\n" +
  "FOLDER must not be there yet. The keys go to FOLDER.keys unless another file is named, encrypted with a passphrase\n" +
  `of ${minPassphrase} or more characters: BACKUP_PASSPHRASE, or the first line of standard input.`;

const text = { type: "string" } as const;

await runScoped(async (scope) => {
  const { values } = parseArgs({
    options: { to: text, "keys-to": text, "without-keys": { type: "boolean" } },
  });
  if (!values.to) throw new Error(usage);
  const folder = resolve(values.to);
  const settings = readSettings(process.env);
  const passphrase = values["without-keys"]
    ? undefined
    : await readSecret("BACKUP_PASSPHRASE", "Passphrase of the keys");
  const { url, keysDir } = await openConfigured(scope, settings);
  const keys = settings.fieldKeys ?? (keysDir === undefined ? undefined : keysFromFolder(keysDir));
  const db = connect(url, { poolSize: 1, isLimited: false });
  scope.defer(() => db.destroy());
  await requireReachable(db);
  await requireRestored(db);
  const path = resolve(values["keys-to"] ?? `${folder}.keys`);
  const files = openFileStorage(settings);
  const manifest = await takeBackup({
    db,
    files,
    folder,
    version,
    keys: keys && passphrase !== undefined ? { keys, passphrase, path } : undefined,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${folder} holds ${rows} rows and ${manifest.files.length} files as they were at ${manifest.takenAt}, and was read back.`,
  );
  if (manifest.keys !== null) console.log(`The keys are in ${path}: keep them in another place.`);
  for (const name of manifest.missingFiles) console.error(`The file ${name} is missing from ${files.label}.`);
  for (const line of describeViolations(await violatedRules(db))) console.error(line);
  const place = await registerIn(settings);
  // the backup is good for what it holds, but the nightly job has to report this
  if (place !== undefined) throw new Error(registerWarning(settings.erasureRegister ?? "", place));
});
