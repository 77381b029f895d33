import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** @throws Error ENOTDIR where it would be below a file */
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder with those above it that are missing. Node's own way (`recursive`, in 20 to 24) tries for ever where a
 * file system takes no folders and says ENOENT, as /proc does.
 * @param path absolute
 * @param mode of those that are made, less the umask
 * @throws Error of the file system
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have been first.
    if (!isFolder(path)) throw error;
  }
}
