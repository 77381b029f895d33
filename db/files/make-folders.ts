import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** @throws Error ENOTDIR below a file */
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a folder and its missing parents. Node's `recursive` (20 to 24) loops forever where a file system takes no
 * folders and answers ENOENT, as /proc does.
 * @param path absolute
 * @param mode of created folders, minus the umask
 * @throws Error of the file system
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  makeFolders(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}
