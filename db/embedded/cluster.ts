/** The data directory of the embedded database and its password. */
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeKeys } from "../field-keys.ts";
import { type Programs, runProgram } from "./programs.ts";

/** Name of the database and of its role, a superuser of this cluster. */
export const NAME = "visitor";

export interface ClusterPaths {
  readonly dataDir: string;
  /** Folder for secrets, accessible to its owner only. */
  readonly keysDir: string;
}

/**
 * Creates the data directory if it is missing. It gets its name when complete, so an existing one is complete.
 * @throws if initdb fails, or the data is incomplete or of another major version than the programs
 */
export async function ensureCluster({ dataDir, keysDir }: ClusterPaths, programs: Programs): Promise<void> {
  if (existsSync(dataDir)) return checkVersion(dataDir, programs.majorVersion);
  console.log("Making a new PostgreSQL database.");
  // Only for a new database: one that has lost its keys must not get other ones.
  makeKeys(keysDir);
  const draft = `${dataDir}.new`;
  const files = { data: join(draft, "data"), password: join(draft, "password") };
  // remains of an interrupted start
  rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(files.data, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString("hex");
  writeFileSync(files.password, password, { mode: 0o600 });
  const { account } = programs;
  if (account) for (const path of [draft, ...Object.values(files)]) chownSync(path, account.uid, account.gid);
  await runProgram(programs, "initdb", [
    `--pgdata=${files.data}`,
    `--username=${NAME}`,
    `--pwfile=${files.password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]).catch((error) => {
    throw new Error(`PostgreSQL could not make its database:\n${error.message}`);
  });
  writeFileSync(passwordFile(keysDir), `${password}\n`, { mode: 0o600, flush: true });
  renameSync(files.data, dataDir);
  rmSync(draft, { recursive: true });
}

function checkVersion(dataDir: string, programs: string): void {
  const file = join(dataDir, "PG_VERSION");
  if (!existsSync(file))
    throw new Error(`${dataDir} holds no complete database. Restore it, or move it away to start again.`);
  const version = readFileSync(file, "utf8").trim();
  if (version === programs) return;
  throw new Error(
    `The data in ${dataDir} is of PostgreSQL ${version}, the programs are ${programs}.\n` +
      "Carry it over with pg_dump of the old version, or move the folder away to start again.",
  );
}

const passwordFile = (keysDir: string) => join(keysDir, "postgres-password");

/** @throws if it is missing, because the data cannot be opened without it */
export function readPassword({ dataDir, keysDir }: ClusterPaths): string {
  const file = passwordFile(keysDir);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(
    `The database in ${dataDir} is there, and its password and keys are not: ${file} is missing. ` +
      `Put the folder ${keysDir} back, or move ${dataDir} away to start again.`,
  );
}
