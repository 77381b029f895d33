import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import * as z from "zod/mini";
import { codeOf, messageOf } from "#contract/thrown.ts";
import type { Log } from "../logging/log.ts";
import { removeDrafts, writeAtomically } from "./atomic-file.ts";

export interface JsonFile<T> {
  /** The current value. */
  readonly value: () => T;
  /** The file was unreadable and was renamed. */
  readonly wasLost: boolean;
  /** Changes the value immediately and writes it in the background; rejects when writing fails. */
  readonly change: (update: (value: T) => T) => Promise<void>;
}

/** Content not yet written, by file. */
const pendingWrites = new Map<string, string>();

/** Writes pending changes synchronously, because a quitting app does not wait for promises. Logs errors. */
export function flushPendingWrites(log: Log): void {
  for (const [file, text] of pendingWrites) {
    try {
      const draft = `${file}.last.draft`;
      writeFileSync(draft, text, { mode: 0o600, flush: true });
      renameSync(draft, file);
    } catch (error) {
      log("settings-not-saved", { file: basename(file), problem: messageOf(error) });
    }
  }
  pendingWrites.clear();
}

interface Options<T> {
  readonly file: string;
  readonly schema: z.ZodMiniType<T>;
  readonly fallback: T;
  readonly log: Log;
}

/**
 * A small settings file, read once. An invalid file is renamed for inspection, and the app starts with the fallback.
 */
export function openJsonFile<T>({ file, schema, fallback, log }: Options<T>): JsonFile<T> {
  mkdirSync(dirname(file), { recursive: true });
  removeDrafts(file);
  const read = readChecked(file, schema);
  if (read.problem !== undefined) {
    log("settings-unreadable", { file: basename(file), problem: read.problem });
    moveAside(file, log);
  }
  let value = read.value ?? fallback;
  let writing: Promise<void> = Promise.resolve();
  return {
    value: () => value,
    wasLost: read.problem !== undefined,
    change(update) {
      value = update(value);
      const text = `${JSON.stringify(value, undefined, 2)}\n`;
      pendingWrites.set(file, text);
      // sequential, so that the last change is written last
      writing = writing
        .catch(() => {})
        // flushed already if the app is quitting
        .then(() => writeAtomically(file, text, () => pendingWrites.has(file)))
        .finally(() => {
          if (pendingWrites.get(file) === text) pendingWrites.delete(file);
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

function moveAside(file: string, log: Log): void {
  try {
    renameSync(file, `${file}.unreadable`);
  } catch (error) {
    log("settings-not-put-aside", { problem: messageOf(error) });
  }
}
