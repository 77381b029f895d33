/** PostgreSQL refuses to run as root. Selects the user that runs it instead, and folders that this user can access. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** For data and programs, if the user cannot enter their own folder, such as `/root`. */
const sharedFolder = "/var/lib/visitor";

function findAccount(name: string): Account | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  return uid?.status === 0 && gid?.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : undefined;
}

function createAccount(name: string): Account {
  const options = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  const made = spawnSync("useradd", [...options, name], { encoding: "utf8" });
  const account = findAccount(name);
  if (account) return account;
  throw new Error(
    `PostgreSQL does not run as root, and no user could be made for it (useradd: ${made.error?.message ?? made.stderr.trim()}).\n` +
      "Start as an ordinary user, or set DATABASE_URL to a database of your own.",
  );
}

/** @returns the owner of the data, else the system's PostgreSQL user, else a new one; undefined unless we are root */
export function databaseAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount("postgres") ?? findAccount("visitor") ?? createAccount("visitor");
}

/** Whether the account can enter a folder and all its parents. */
const canEnter = (account: Account, folder: string): boolean =>
  spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/", stdio: "ignore" }).status ===
  0;

/** @returns the folder itself, or a substitute that the account can enter */
export function accessibleFolder(folder: string, account: Account | undefined): string {
  if (!account || canEnter(account, folder)) return folder;
  return makeSharedFolder(createHash("sha256").update(folder).digest("hex").slice(0, 16));
}

/** Creates a folder that every account can enter. */
export function makeSharedFolder(name: string): string {
  const folder = join(sharedFolder, name);
  mkdirSync(folder, { recursive: true });
  for (const path of [sharedFolder, folder]) chmodSync(path, 0o755);
  return folder;
}
