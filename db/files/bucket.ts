/** Uploaded files in a bucket (S3): several processes need no shared disk. */
import { rm, stat } from "node:fs/promises";
import type { FollowCall } from "../follow-call.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { openObjects } from "./objects.ts";
import { type FilePlace, FilesUnavailable, quarantine } from "./place.ts";

/** `/readyz` asks the bucket, and has to answer within a second. */
const readyMs = 500;
/** Writing costs money, so only one check a minute writes. */
const writeEveryMs = 60_000;
const checkKey = "write-check";

/**
 * @param arriving folder on this machine where uploads wait until they are whole and checked
 * @param follow hears of each call to the bucket
 */
export function createBucket(address: BucketAddress, arriving: string, follow?: FollowCall): FilePlace {
  const { label } = address;
  const objects = openObjects(address, follow);
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
          return found.body;
        },
        async close() {},
      };
    },
    async keep(path, key) {
      const { size } = await stat(path);
      await objects.upload(key, path, size);
      await rm(path, { force: true });
    },
    // The copy is dated by the bucket. Where the removal fails, both are there, and the next run moves it once more.
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
