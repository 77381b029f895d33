import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { messageOf } from "#contract/thrown.ts";
import { errorCode } from "../error-code.ts";
import { makeFolders } from "../files/make-folders.ts";
import { type Account, accountFor, canReach, needsAccount } from "./account.ts";
import { withLock } from "./lock.mjs";
import { isPostgresOf, type Log, readPostmaster } from "./postmaster.ts";

/** Where data goes when the project lies in a folder that PostgreSQL's user cannot enter. */
const SHELTER = "/var/lib/visitor";
/** File in a shelter that names the `.data` folder it stands for. */
const OWNER_NOTE = "stands-for";

/** The folder of one cluster and what is in it. */
export interface DataDirectory {
  /** where copies of the programs go; shared by all clusters of the project */
  shelf: string;
  folder: string;
  dataDir: string;
  keysDir: string;
  logFile: string;
  /** undefined: PostgreSQL runs as ourselves */
  account: Account | undefined;
}

/**
 * Makes the folders for a cluster.
 * @param root the project's `.data` folder; becomes a link to `/var/lib/visitor/<hash>` where we are root and
 *   PostgreSQL's user cannot reach it
 * @param name of a cluster beside the main one, a folder in `root`
 * @throws when `root` belongs to another user, or a database that runs would have to be moved
 */
export async function prepareDataDirectory(
  root: string,
  name: string | undefined,
  log: Log,
): Promise<DataDirectory> {
  makeParent(root);
  const account = needsAccount() ? await shelterIfClosed(root, name, log) : undefined;
  // a link may outlive what it points to; then the target is made again
  makeFolder(linkTarget(root) ?? root, account);
  const shelf = realpathSync(root);
  const folder = name ? join(shelf, name) : shelf;
  makeFolder(folder, account);
  return {
    shelf,
    folder,
    dataDir: join(folder, "postgres"),
    keysDir: join(folder, "keys"),
    logFile: join(folder, "postgres.log"),
    account,
  };
}

const noFolder = (folder: string, error: unknown) =>
  new Error(`There can be no folder ${folder} (${messageOf(error)}). Set DATA_DIR to another.`);

function makeParent(root: string): void {
  try {
    makeFolders(dirname(root));
    // One that may be made, and not entered.
    linkTarget(root);
  } catch (error) {
    throw noFolder(root, error);
  }
}

/** Makes the folder; the umask must not close it to an account of its own. */
function makeFolder(folder: string, account: Account | undefined): void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK);
    if (account && !canReach(account, folder)) chmodSync(folder, statSync(folder).mode | 0o711);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "EACCES" && code !== "EPERM") throw noFolder(folder, error);
    throw new Error(
      `${folder} belongs to another user. Start as that user, or remove the folder (all its data goes with it).`,
    );
  }
  if (account && !canReach(account, folder)) {
    throw new Error(
      `PostgreSQL does not run as root, and its user (uid ${account.uid}) cannot enter ${folder}.`,
    );
  }
}

function linkTarget(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : undefined;
}

async function shelterIfClosed(root: string, name: string | undefined, log: Log): Promise<Account> {
  const projectPath = join(realpathSync(dirname(root)), basename(root));
  const account = accountFor(join(root, name ?? "", "postgres"));
  const target = linkTarget(root);
  const ordinary =
    target === undefined ? canReach(account, dirname(projectPath)) : dirname(target) !== SHELTER;
  if (ordinary) return account;
  const own = join(SHELTER, createHash("sha256").update(projectPath).digest("hex").slice(0, 16));
  const shelter = target && !isOfAnother(target, projectPath) ? target : own;
  mkdirSync(shelter, { recursive: true });
  chmodSync(SHELTER, 0o755);
  chmodSync(shelter, 0o755);
  await withLock(`${shelter}.lock`, {}, async () => {
    writeFileSync(join(shelter, OWNER_NOTE), `${projectPath}\n`);
    moveInto(shelter, root, log);
  });
  return account;
}

/** A project copied with its link would share the original's database: the shelter says whose it is. */
function isOfAnother(shelter: string, projectPath: string): boolean {
  const note = join(shelter, OWNER_NOTE);
  if (!existsSync(note)) return false;
  const original = readFileSync(note, "utf8").trim();
  return original !== projectPath && linkTarget(original) === shelter;
}

function moveInto(shelter: string, root: string, log: Log): void {
  const target = linkTarget(root);
  if (target === shelter) return;
  if (target !== undefined) {
    rmSync(root);
  } else if (existsSync(root)) {
    refuseToMoveRunning(root);
    moveContents(root, shelter);
    rmSync(root, { recursive: true });
  }
  symlinkSync(shelter, root);
  log(`PostgreSQL's user cannot enter ${dirname(root)}; data is kept in ${shelter}.`);
}

function refuseToMoveRunning(root: string): void {
  const dataDir = join(root, "postgres");
  const running = readPostmaster(dataDir);
  if (!running || !isPostgresOf(running.pid, dataDir)) return;
  throw new Error(
    `${dirname(root)} was closed to PostgreSQL's user while its database runs (process ${running.pid}). Stop it first.`,
  );
}

function moveContents(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    try {
      renameSync(join(from, name), join(to, name));
    } catch (error) {
      if (errorCode(error) !== "EXDEV") throw error;
      execFileSync("cp", ["-a", join(from, name), join(to, name)]);
    }
  }
}
