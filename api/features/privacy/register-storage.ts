/** Storage of the register of erasures: a file or a bucket (docs/decisions/server/backup.md). */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Settings } from "#api/settings.ts";
import type { RegisterIn } from "#contract/site/set-up.ts";
import { errorCode } from "#db/error-code.ts";
import { parseBucketAddress } from "#db/files/bucket-address.ts";
import { openObjects } from "#db/files/objects.ts";
import type { ObserveCall } from "#db/observe-call.ts";

/** A part of the register; each line ends with a line feed. */
interface RegisterPart {
  /** Path or address, for messages. */
  readonly label: string;
  readonly text: string;
}

interface RegisterStorage {
  /** Appends lines durably; without lines, creates the register where it is missing. */
  append(lines: readonly string[]): Promise<void>;
  /** @returns its parts, oldest first; undefined where there is no register */
  read(): Promise<RegisterPart[] | undefined>;
}

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

async function endsMidLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 10;
}

const inFile = (path: string): RegisterStorage => ({
  async append(lines) {
    const file = await open(path, "a+", 0o640);
    try {
      // Ends a line that an earlier writer left incomplete.
      const before = (await endsMidLine(file)) ? "\n" : "";
      await file.appendFile(before + asText(lines));
      await file.sync();
    } finally {
      await file.close();
    }
    const folder = await open(dirname(path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  async read() {
    try {
      return [{ label: path, text: await readFile(path, "utf8") }];
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  },
});

const extension = ".erasures.jsonl";
/** Empty object, first by name, that distinguishes an empty register from a missing one. */
const markerName = `0${extension}`;

/** Objects cannot be appended to, so each call writes a new one. */
function inBucket(
  address: NonNullable<ReturnType<typeof parseBucketAddress>>,
  follow?: ObserveCall,
): RegisterStorage {
  const objects = openObjects(address, follow);
  return {
    async append(lines) {
      const name = `${new Date().toISOString()}-${randomBytes(4).toString("hex")}${extension}`;
      if (lines.length > 0) await objects.write(name, asText(lines));
      else if ((await objects.size(markerName)) === undefined) await objects.write(markerName, "");
    },
    async read() {
      const names = (await objects.list(""))
        .map(({ name }) => name)
        .filter((name) => name.endsWith(extension));
      if (names.length === 0) return undefined;
      const parts: RegisterPart[] = [];
      for (const name of names.sort()) {
        const text = await objects.readText(name);
        if (text !== undefined) parts.push({ label: address.label + name, text });
      }
      return parts;
    },
  };
}

/**
 * @param register path of a file, or a bucket's address as the settings accept it
 * @param follow traces each call to the bucket
 */
export function openRegister(register: string, follow?: ObserveCall): RegisterStorage {
  const address = parseBucketAddress(register);
  return address ? inBucket(address, follow) : inFile(register);
}

/** The path without symbolic links, also of a file that does not exist yet. */
async function realPathOf(path: string, links = 40): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  const target = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  if (target !== undefined) return realPathOf(resolve(dirname(path), target), links - 1);
  return join(await realPathOf(dirname(path), links), basename(path));
}

/** Whether a file is in a folder, or would be once written; follows symbolic links. */
export async function isInside(file: string, folder: string): Promise<boolean> {
  const path = relative(await realPathOf(resolve(folder)), await realPathOf(resolve(file)));
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** @returns the variable of the storage that wrongly contains the register; undefined where it is outside of all */
export async function registerIn(
  settings: Pick<Settings, "erasureRegister" | "filesDir" | "filesUrl" | "dataDir" | "databaseUrl">,
): Promise<RegisterIn | undefined> {
  const { erasureRegister, filesDir, filesUrl, dataDir, databaseUrl } = settings;
  if (erasureRegister === undefined) return undefined;
  const bucket = parseBucketAddress(erasureRegister);
  if (bucket) {
    const isSame = bucket.bucket === filesUrl?.bucket && bucket.endpoint === filesUrl.endpoint;
    return isSame && bucket.prefix.startsWith(filesUrl.prefix) ? "FILES_URL" : undefined;
  }
  const isIn = (folder: string) => isInside(erasureRegister, folder);
  if (await isIn(filesDir)) return "FILES_DIR";
  return databaseUrl === undefined && (await isIn(dataDir)) ? "DATA_DIR" : undefined;
}

/** Message for operators. */
export const registerWarning = (register: string, place: string): string =>
  `ERASURE_REGISTER, ${register}, lies in ${place}: it is lost with that, or as old as that once it is put back, and people ` +
  "who were erased come back then. Move the register elsewhere, best to another disk, and set ERASURE_REGISTER to its new place.";
