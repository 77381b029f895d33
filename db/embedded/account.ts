import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, lchownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "#contract/thrown.ts";

/** The operating-system user PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** Accounts to look for, in this order; the last is the one we make ourselves. */
const NAMES = ["postgres", "_postgres", "visitor"] as const;
const OWN_NAME = "visitor";

/** True where we are root and PostgreSQL, which refuses to run as root, needs another user. Never on Windows. */
export function needsAccount(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a data directory: its owner when it exists, else a PostgreSQL user of this system, else a system
 * user that is made now.
 * @throws when no user can be made
 */
export function accountFor(dataDir: string): Account {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount() ?? makeAccount();
  if (owner) giveTo(account, dataDir);
  return account;
}

function findAccount(): Account | undefined {
  for (const name of NAMES) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return undefined;
}

function makeAccount(): Account {
  const shell = "/usr/sbin/nologin";
  try {
    execFileSync(
      "useradd",
      [
        "--system",
        "--user-group",
        "--no-create-home",
        "--home-dir",
        "/nonexistent",
        "--shell",
        shell,
        OWN_NAME,
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
  } catch (error) {
    // another start may have made it at the same moment
    const made = findAccount();
    if (made) return made;
    const reason = (error as { stderr?: Buffer }).stderr?.toString().trim() || messageOf(error);
    throw new Error(
      `PostgreSQL does not run as root, and no user could be made for it (useradd ${OWN_NAME}: ${reason}).\n` +
        "Start as an ordinary user, or set DATABASE_URL to a database of your own.",
    );
  }
  const made = findAccount();
  if (!made) throw new Error(`The user ${OWN_NAME} was made but is not found.`);
  return made;
}

/** Hands a folder with all it holds to the account. */
export function giveTo(account: Account, path: string): void {
  chownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) giveTo(account, inner);
    else lchownSync(inner, account.uid, account.gid);
  }
}

/** Says whether the account gets as far as this folder: every folder above it must let it through. */
export function canReach(account: Account, folder: string): boolean {
  const tried = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], {
    ...account,
    cwd: "/",
    stdio: "ignore",
  });
  return tried.status === 0;
}

/**
 * Options for running one of PostgreSQL's programs: as the account, from a folder it can enter, and without the
 * caller's language and PostgreSQL settings (PGDATA, PGPORT … would change what it does; messages stay English).
 */
export function runOptions(cwd: string, account: Account | undefined) {
  const env: NodeJS.ProcessEnv = { LC_ALL: "C" };
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(PG|LC_|LANG|npm_|NODE_|TZ$)/i.test(name)) env[name] = value;
  }
  return { cwd, env, ...(account ?? {}) };
}
