import { mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { removeDrafts, writeAtomically } from "../storage/atomic-file.ts";

export interface VersionedFile {
  /** Stored versions, newest first. */
  readonly read: () => Promise<string[]>;
  /** @param before replaces the previous version; must be valid */
  readonly write: (text: string, before: string | undefined) => Promise<void>;
  /** Deletes both versions. @throws when one cannot be deleted */
  readonly wipe: () => Promise<void>;
}

/** A file with its previous version as a backup against corruption. */
export function openVersionedFile(file: string): VersionedFile {
  mkdirSync(dirname(file), { recursive: true });
  removeDrafts(file);
  const previous = `${file}.previous`;

  return {
    async read() {
      const texts = await Promise.all([file, previous].map(readIfThere));
      return texts.filter((text) => text !== undefined);
    },
    async write(text, before) {
      // the newest version exists at all times
      if (before === undefined) await rm(previous, { force: true });
      else await writeAtomically(previous, before);
      await writeAtomically(file, text);
    },
    async wipe() {
      await Promise.all([file, previous].map((each) => rm(each, { force: true, maxRetries: 3 })));
      removeDrafts(file);
    },
  };
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
