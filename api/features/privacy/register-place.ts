/**
 * The register of erasures has to outlive what it lies in: one that is lost with the files or the database, or put back
 * with them, lets a restore bring people back (docs/decisions/server/backup.md).
 */
import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { projectFolder } from "#api/files/place.ts";
import type { Settings } from "#api/settings.ts";
import type { RegisterIn } from "#contract/site/set-up.ts";
import { parseBucketAddress } from "#db/files/bucket-address.ts";

/** The path without symbolic links, of what is there and of what is not there yet. */
async function realPathOf(path: string, links = 40): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  const target = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  if (target !== undefined) return realPathOf(resolve(dirname(path), target), links - 1);
  return join(await realPathOf(dirname(path), links), basename(path));
}

/** Whether a file lies in a folder, or would once it is written; symbolic links are followed. */
export async function liesIn(file: string, folder: string): Promise<boolean> {
  const way = relative(await realPathOf(resolve(folder)), await realPathOf(resolve(file)));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type Places = Pick<Settings, "erasureRegister" | "filesDir" | "filesUrl" | "dataDir" | "databaseUrl">;

/** @returns the variable of the place that the register lies in, and should not; undefined where all is well */
export async function registerIn({
  erasureRegister,
  filesDir,
  filesUrl,
  dataDir,
  databaseUrl,
}: Places): Promise<RegisterIn | undefined> {
  if (erasureRegister === undefined) return undefined;
  const bucket = parseBucketAddress(erasureRegister);
  if (bucket) {
    const isSame = bucket.bucket === filesUrl?.bucket && bucket.endpoint === filesUrl.endpoint;
    return isSame && bucket.prefix.startsWith(filesUrl.prefix) ? "FILES_URL" : undefined;
  }
  const isIn = (folder: string) => liesIn(erasureRegister, resolve(projectFolder, folder));
  if (await isIn(filesDir)) return "FILES_DIR";
  return databaseUrl === undefined && (await isIn(dataDir)) ? "DATA_DIR" : undefined;
}

/** For whoever sets the variables. */
export const registerFault = (register: string, place: string): string =>
  `ERASURE_REGISTER, ${register}, lies in ${place}: it is lost with that, or as old as that once it is put back, and people ` +
  "who were erased come back then. Move the register elsewhere, best to another disk, and set ERASURE_REGISTER to its new place.";
