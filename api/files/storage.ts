/** Storage of uploaded files, for the server and the command-line tasks. */
import { join, resolve } from "node:path";
import type { Settings } from "#api/settings.ts";
import { createBucket } from "#db/files/bucket.ts";
import { createFolder } from "#db/files/folder.ts";
import type { FileStorage } from "#db/files/storage.ts";
import type { ObserveCall } from "#db/observe-call.ts";

export const projectFolder = resolve(import.meta.dirname, "..", "..");

/**
 * Resolves a relative folder against the project, whatever the working directory.
 * @param follow observes each call to a bucket
 */
export function openFileStorage(
  { filesDir, filesUrl }: Pick<Settings, "filesDir" | "filesUrl">,
  follow?: ObserveCall,
): FileStorage {
  const folder = resolve(projectFolder, filesDir);
  return filesUrl ? createBucket(filesUrl, join(folder, "incoming"), follow) : createFolder(folder);
}
