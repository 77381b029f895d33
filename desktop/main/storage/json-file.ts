import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import * as z from "zod/mini";
import { codeOf, messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { removeDrafts, writeAtomically } from "./atomic-file.ts";

export interface JsonFile<T> {
  /** What is in force now. */
  readonly value: () => T;
  /** Something was there but could not be read, and was put aside under another name. */
  readonly wasLost: boolean;
  /** Changes it at once and writes it behind; the promise fails when that cannot be written. */
  readonly change: (how: (value: T) => T) => Promise<void>;
}

/** What is changed and not yet on the disk, by file. */
const unwritten = new Map<string, string>();

/**
 * Writes what is still on its way: a program that ends waits for no promise.
 * @throws nothing; what cannot be written is told in the log
 */
export function writeUnwritten(log: Log): void {
  for (const [file, text] of unwritten) {
    try {
      const draft = `${file}.last.draft`;
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      renameSync(draft, file);
    } catch (error) {
      log("settings-not-saved", { file: basename(file), problem: messageOf(error) });
    }
  }
  unwritten.clear();
}

interface Options<T> {
  readonly file: string;
  readonly schema: z.ZodMiniType<T>;
  readonly fallback: T;
  readonly log: Log;
}

/**
 * A small file of settings, read once. One that is broken, half written or edited into nonsense is kept aside for
 * whoever wants to look, and the program starts with the fallback instead of not at all.
 */
export function openJsonFile<T>({ file, schema, fallback, log }: Options<T>): JsonFile<T> {
  mkdirSync(dirname(file), { recursive: true });
  removeDrafts(file);
  const read = readChecked(file, schema);
  if (read.problem !== undefined) {
    log("settings-unreadable", { file: basename(file), problem: read.problem });
    putAside(file, log);
  }
  let value = read.value ?? fallback;
  let writing: Promise<void> = Promise.resolve();
  return {
    value: () => value,
    wasLost: read.problem !== undefined,
    change(how) {
      value = how(value);
      const text = `${JSON.stringify(value, undefined, 2)}\n`;
      unwritten.set(file, text);
      // one after the other, so that the last change is also the last one written
      writing = writing
        .catch(() => {})
        // the end of the program may be quicker
        .then(() => writeAtomically(file, text, () => unwritten.has(file)))
        .finally(() => {
          if (unwritten.get(file) === text) unwritten.delete(file);
        });
      return writing;
    },
  };
}

type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string | undefined };

function readChecked<T>(file: string, schema: z.ZodMiniType<T>): Read<T> {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return parsed.success ? { value: parsed.data } : { problem: z.prettifyError(parsed.error) };
  } catch (error) {
    const isNew = codeOf(error) === "ENOENT";
    return { problem: isNew ? undefined : messageOf(error) };
  }
}

function putAside(file: string, log: Log): void {
  try {
    renameSync(file, `${file}.unreadable`);
  } catch (error) {
    log("settings-not-put-aside", { problem: messageOf(error) });
  }
}
