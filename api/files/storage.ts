/** Storage of uploaded files, for the server and the command-line tasks. */
import { join } from "node:path";
import type { Settings } from "#api/settings.ts";
import { createBucket } from "#db/files/bucket.ts";
import { createFolder } from "#db/files/folder.ts";
import type { FileStorage } from "#db/files/storage.ts";
import type { ObserveCall } from "#db/observe-call.ts";

/** @param follow observes each call to a bucket */
export function openFileStorage(
  { filesDir, filesUrl }: Pick<Settings, "filesDir" | "filesUrl">,
  follow?: ObserveCall,
): FileStorage {
  return filesUrl ? createBucket(filesUrl, join(filesDir, "incoming"), follow) : createFolder(filesDir);
}
