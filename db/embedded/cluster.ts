import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { makeKeys } from "../field-keys.ts";
import { runOptions } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import type { DataDirectory } from "./data-directory.ts";
import type { Log } from "./postmaster.ts";

/** Name of the role (a superuser of its own cluster) and of the database. */
export const NAME = "visitor";

/**
 * Makes the data directory where there is none yet. It is made under another name and renamed when complete, so one
 * that exists is whole; what an interrupted start left is removed.
 * @throws when initdb fails, or when the data is of another PostgreSQL major version than the programs
 */
export async function ensureCluster(directory: DataDirectory, binaries: Binaries, log: Log): Promise<void> {
  await removeHalfMade(directory, log);
  if (existsSync(directory.dataDir)) {
    checkVersion(directory.dataDir, binaries.version);
    return;
  }
  log("Making a new PostgreSQL database.");
  // The only time: a database that exists and has no keys any more must not get others.
  mkdirSync(directory.keysDir, { recursive: true, mode: 0o700 });
  makeKeys(directory.keysDir);
  const draft = `${directory.dataDir}.new-${randomUUID()}`;
  const passwordFile = join(draft, "password");
  mkdirSync(draft, { mode: 0o700 });
  // initdb wants its folder empty, so the password lies in a folder around it
  mkdirSync(join(draft, "data"), { mode: 0o700 });
  writeFileSync(passwordFile, ensurePassword(directory), { mode: 0o600 });
  if (directory.account) {
    for (const path of [draft, join(draft, "data"), passwordFile]) {
      chownSync(path, directory.account.uid, directory.account.gid);
    }
  }
  runInitdb(directory, binaries, join(draft, "data"), passwordFile);
  renameSync(join(draft, "data"), directory.dataDir);
  rmSync(draft, { recursive: true });
}

function runInitdb(directory: DataDirectory, binaries: Binaries, folder: string, passwordFile: string): void {
  const made = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      `--username=${NAME}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    { ...runOptions(directory.folder, directory.account), encoding: "utf8" },
  );
  if (made.status === 0) return;
  const said = made.error?.message ?? `${made.stdout}${made.stderr}`.trim().split("\n").slice(-10).join("\n");
  throw new Error(`PostgreSQL could not make its database:\n${said}`);
}

async function removeHalfMade(directory: DataDirectory, log: Log): Promise<void> {
  const prefix = `${basename(directory.dataDir)}.new-`;
  for (const name of readdirSync(directory.folder)) {
    if (!name.startsWith(prefix)) continue;
    log("Removed a database that an interrupted start left half made.");
    await removeStubborn(join(directory.folder, name));
  }
}

/**
 * Its initdb may still be writing (killing the one who called it does not reach it), so one go may not do. What is
 * left after all harms nobody; the next start tries again.
 */
async function removeStubborn(folder: string): Promise<void> {
  for (let attempt = 1; attempt <= 20 && existsSync(folder); attempt++) {
    if (attempt > 1) await delay(100);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // a file came in between
    }
  }
}

function checkVersion(dataDir: string, version: string): void {
  const ofData = readFileSync(join(dataDir, "PG_VERSION"), "utf8").trim();
  const ofPrograms = version.split(".")[0];
  if (ofData === ofPrograms) return;
  throw new Error(
    `The data in ${dataDir} is of PostgreSQL ${ofData}, the programs are ${ofPrograms}.\n` +
      "Carry it over with pg_dump of the old version, or move the folder away to begin anew.",
  );
}

const PASSWORD_FILE = "postgres-password";

function ensurePassword(directory: DataDirectory): string {
  const file = join(directory.keysDir, PASSWORD_FILE);
  if (!existsSync(file)) {
    // in one step: a start killed right here must not leave an empty one
    const draft = `${file}.new`;
    writeFileSync(draft, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
    renameSync(draft, file);
  }
  return readPassword(directory);
}

/**
 * The password of the role.
 * @throws when it is missing: without it nobody gets into the existing data
 */
export function readPassword(directory: DataDirectory): string {
  const file = join(directory.keysDir, PASSWORD_FILE);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new Error(
      errorCode(error) === "ENOENT"
        ? `The database in ${directory.dataDir} is there, and its password and keys are not: ${file} is missing. ` +
            `Put the folder ${directory.keysDir} back, or move ${directory.folder} away to begin anew.`
        : `The database's password cannot be read from ${file}: ${messageOf(error)}`,
    );
  }
}
