/** Task `keys:rotate`: re-encrypts all mobile numbers with the newest keys; `-- --new` generates those first (embedded database). */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Knex } from "knex";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { addKeys, keysFromFolder } from "#db/field-keys.ts";
import { confirmKeys, giveUpKey } from "#db/key-canaries.ts";
import { migrate } from "#db/migrate.ts";
import { keysInUse, rotateKeys } from "#db/rotate-keys.ts";
import { answerHelp, commandOf, taskSettings } from "./lib/command.ts";
import { requireConsentToLoss } from "./lib/data-loss.ts";
import { openEmbedded } from "./lib/database.ts";
import { runScoped } from "./lib/lifecycle.ts";

/** A running server reads the folder at every use; wait until earlier uses have finished. */
const propagationMs = 2_000;
const accessLogYears = 2;

/** Reports for every read-only key whether rows still need it. */
async function report(db: Knex, cipher: FieldCipher, inFolder: boolean): Promise<void> {
  const used = await keysInUse(db);
  const { data, hash } = cipher.reading;
  for (const { kind, keys, place } of [
    { kind: "data", keys: data, place: inFolder ? "the file of keys" : "DATA_KEYS" },
    { kind: "hash", keys: hash, place: inFolder ? "the file of keys" : "HASH_KEYS" },
  ] as const) {
    for (const key of keys.slice(1)) {
      const rows = used.find((use) => use.kind === kind && use.key === key)?.rows ?? 0;
      if (rows > 0)
        console.log(`${rows} rows still need the ${kind} key "${key}": keep it, and run this again.`);
      else if (kind === "data")
        console.log(`No row needs the data key "${key}" any more: it can be removed from ${place}.`);
      else {
        console.log(
          `No number needs the hash key "${key}" any more. Entries of the access log about a number are found by it ` +
            `until they are ${accessLogYears} years old; where those are not needed, it can be removed from ${place}.`,
        );
      }
    }
  }
}

const usage =
  `Usage: ${commandOf("keys rotate")} [--new | --lost=data:NAME]\n` +
  "Re-encrypts all mobile numbers with the first of DATA_KEYS and HASH_KEYS. --new makes keys for the embedded database;\n" +
  "--lost gives a key up that can no longer be found.";

type LostKey = Parameters<typeof giveUpKey>[1];

/** Reads "data:2026". @throws Error */
function lostKey(text: string): LostKey {
  const [, kind, key] = /^(data|hash):([A-Za-z0-9_-]{1,20})$/.exec(text) ?? [];
  if ((kind !== "data" && kind !== "hash") || key === undefined)
    throw new Error("--lost names a key like data:2026 or hash:2026.");
  return { kind, key };
}

/** @throws Error where numbers would stay unreadable, and the command line does not consent to that */
async function giveUp(db: Knex, url: string, lost: LostKey): Promise<void> {
  const { kind, key } = lost;
  const use = (await keysInUse(db)).find((one) => one.kind === kind && one.key === key);
  if (use)
    requireConsentToLoss({
      task: "keys rotate",
      options: [`--lost=${kind}:${key}`],
      url,
      losses: [
        `what only the ${kind} key "${key}" opens or finds (${use.rows} numbers), until the key is found`,
      ],
      argv: process.argv,
    });
  await giveUpKey(db, lost);
  console.log(`The ${kind} key "${key}" is given up: servers start without it.`);
}

interface RotateOptions {
  readonly inFolder: boolean;
  readonly lost: LostKey | undefined;
}

async function rotate(url: string, cipher: FieldCipher, { inFolder, lost }: RotateOptions): Promise<void> {
  await migrate(url);
  const db = connect(url, { poolSize: 2, isLimited: false });
  try {
    if (lost) await giveUp(db, url, lost);
    await confirmKeys(db, cipher);
    const { rotated, failed } = await rotateKeys(db, cipher);
    console.log(
      `${rotated} numbers were re-encrypted with the keys ${Object.values(cipher.writing).join(" and ")}.`,
    );
    await report(db, cipher, inFolder);
    if (failed.length > 0)
      throw new Error(`These could not be read and stay as they are:\n${failed.join("\n")}`);
  } finally {
    await db.destroy();
  }
}

answerHelp(usage);
await runScoped(async (scope) => {
  const { values, positionals } = parseArgs({
    options: { new: { type: "boolean" }, lost: { type: "string" }, "yes-lose-data": { type: "string" } },
    allowPositionals: true,
  });
  if (positionals.join() !== "rotate") throw new Error(usage);
  const lost = values.lost === undefined ? undefined : lostKey(values.lost);
  const settings = taskSettings();
  if (settings.databaseUrl) {
    if (values.new)
      throw new Error("With DATABASE_URL keys come from DATA_KEYS and HASH_KEYS: add the new ones there.");
    if (!settings.fieldKeys) throw new Error("DATA_KEYS and HASH_KEYS are missing.");
    return rotate(settings.databaseUrl, new FieldCipher(settings.fieldKeys), { inFolder: false, lost });
  }
  const { url, keysDir } = await openEmbedded(scope, settings.dataDir);
  scope.signal.throwIfAborted();
  if (values.new) {
    const { data, hash } = addKeys(keysDir);
    console.log(`New keys: ${data} for numbers, ${hash} for their hashes.`);
    await delay(propagationMs, undefined, { signal: scope.signal });
  }
  await rotate(url, new FieldCipher(keysFromFolder(keysDir)), { inFolder: true, lost });
});
