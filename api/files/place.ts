/** Where a server, and every task beside it, finds uploaded files. */
import { join, resolve } from "node:path";
import type { Settings } from "#api/settings.ts";
import { createBucket } from "#db/files/bucket.ts";
import { createFolder } from "#db/files/folder.ts";
import type { FilePlace } from "#db/files/place.ts";

/** A relative folder lies in the project, wherever the process is started from. */
export function filePlaceOf({ filesDir, filesUrl }: Pick<Settings, "filesDir" | "filesUrl">): FilePlace {
  const folder = resolve(import.meta.dirname, "..", "..", filesDir);
  return filesUrl ? createBucket(filesUrl, join(folder, "incoming")) : createFolder(folder);
}
