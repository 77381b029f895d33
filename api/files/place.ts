/** Where a server, and every task beside it, finds uploaded files. */
import { join, resolve } from "node:path";
import type { Settings } from "#api/settings.ts";
import { createBucket } from "#db/files/bucket.ts";
import { createFolder } from "#db/files/folder.ts";
import type { FilePlace } from "#db/files/place.ts";
import type { FollowCall } from "#db/follow-call.ts";

export const projectFolder = resolve(import.meta.dirname, "..", "..");

/**
 * A relative folder lies in the project, wherever the process is started from.
 * @param follow hears of each call to a bucket
 */
export function filePlaceOf(
  { filesDir, filesUrl }: Pick<Settings, "filesDir" | "filesUrl">,
  follow?: FollowCall,
): FilePlace {
  const folder = resolve(projectFolder, filesDir);
  return filesUrl ? createBucket(filesUrl, join(folder, "incoming"), follow) : createFolder(folder);
}
