import { mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { removeDrafts, writeAtomically } from "../storage/atomic-file.ts";

export interface Generations {
  /** What is there, the newest first. */
  readonly read: () => Promise<string[]>;
  /** @param before what takes the place of the generation before; it must be sound */
  readonly write: (text: string, before: string | undefined) => Promise<void>;
  /** Both go. @throws where one stays */
  readonly wipe: () => Promise<void>;
}

/** A file of which the generation before is kept, so that one that got damaged is not the end of it. */
export function openGenerations(file: string): Generations {
  mkdirSync(dirname(file), { recursive: true });
  removeDrafts(file);
  const previous = `${file}.previous`;

  return {
    async read() {
      const texts = await Promise.all([file, previous].map(readIfThere));
      return texts.filter((text) => text !== undefined);
    },
    async write(text, before) {
      // the newest is there at every moment
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
