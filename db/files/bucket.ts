/** Uploaded files in an S3 bucket, so that several processes need no shared disk. */
import { rm, stat } from "node:fs/promises";
import type { ObserveCall } from "../observe-call.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { openObjects } from "./objects.ts";
import { type FileStorage, FilesUnavailable, quarantine } from "./storage.ts";

/** Timeout of the check by `/readyz`, which has to answer within a second. */
const readyMs = 500;
/** Writing costs money, so only one check per minute writes. */
const writeEveryMs = 60_000;
const checkKey = "write-check";

/**
 * @param arriving local folder of uploads until they are complete and checked
 * @param observe traces each call to the bucket
 */
export function createBucket(address: BucketAddress, arriving: string, observe?: ObserveCall): FileStorage {
  const { label } = address;
  const objects = openObjects(address, observe);
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    const now = performance.now();
    if (now - writtenAt < writeEveryMs) {
      await objects.size(checkKey, readyMs);
      return;
    }
    await objects.write(checkKey, "", readyMs);
    writtenAt = now;
  }

  return {
    kind: "bucket",
    label,
    arriving,
    isUsable: () =>
      check().then(
        () => true,
        () => false,
      ),
    async open(key) {
      const size = await objects.size(key);
      if (size === undefined) return undefined;
      return {
        size,
        async read(range) {
          const found = await objects.read(key, range);
          if (!found) throw new FilesUnavailable(`${label} has lost a file that is being read.`);
          return found;
        },
        async close() {},
      };
    },
    async keep(path, key) {
      const { size } = await stat(path);
      await objects.upload(key, path, size);
      await rm(path, { force: true });
    },
    // The bucket dates the copy. Where the removal fails, both exist, and the next run moves the file again.
    async move(from, to) {
      await objects.copy(from, to);
      await objects.remove(from);
    },
    remove: (key) => objects.remove(key),
    list: (part) => objects.list(part === quarantine ? `${quarantine}/` : ""),
    readText: (key) => objects.readText(key),
    writeText: (key, text) => objects.write(key, text),
  };
}
