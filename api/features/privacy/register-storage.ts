/** Where the register of erasures is kept: a file, or a bucket (docs/decisions/server/backup.md). */
import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "#db/error-code.ts";
import { parseBucketAddress } from "#db/files/bucket-address.ts";
import { openObjects } from "#db/files/objects.ts";
import type { FollowCall } from "#db/follow-call.ts";

/** A part of the register, of lines that each end with a line feed. */
export interface RegisterPart {
  /** For people. */
  readonly label: string;
  readonly text: string;
}

export interface RegisterStorage {
  /** Adds lines, and returns once they are kept; none makes the register where it is missing. */
  append(lines: readonly string[]): Promise<void>;
  /** @returns its parts, oldest first; undefined where there is no register */
  read(): Promise<RegisterPart[] | undefined>;
}

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

async function endsWithin(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 10;
}

const inFile = (path: string): RegisterStorage => ({
  async append(lines) {
    const file = await open(path, "a+", 0o640);
    try {
      // A line that broke off under an earlier writer is ended first.
      const before = (await endsWithin(file)) ? "\n" : "";
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
/** Empty, and first by name: it tells a register without entries from none. */
const begun = `0${extension}`;

/** Nothing can be added to an object, so each time has one of its own. */
function inBucket(
  address: NonNullable<ReturnType<typeof parseBucketAddress>>,
  follow?: FollowCall,
): RegisterStorage {
  const objects = openObjects(address, follow);
  return {
    async append(lines) {
      const name = `${new Date().toISOString()}-${randomBytes(4).toString("hex")}${extension}`;
      if (lines.length > 0) await objects.write(name, asText(lines));
      else if ((await objects.size(begun)) === undefined) await objects.write(begun, "");
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
 * @param follow hears of each call to the bucket
 */
export function openRegister(register: string, follow?: FollowCall): RegisterStorage {
  const address = parseBucketAddress(register);
  return address ? inBucket(address, follow) : inFile(register);
}
