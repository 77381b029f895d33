/** Has a sheet read by the worker, and takes over its rows as they come. */
import { roles } from "#contract/roles.ts";
import { languages, translatorOf } from "../../lib/language.ts";
import { importFields } from "./import-fields.ts";
import type { Order, Word } from "./messages.ts";
import type { ImportRow, SheetWords } from "./people-sheet.ts";
import { dropImport, type ImportState, keepImport, loaded, readImport, type Unreadable } from "./state.ts";

const byName = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** How headings and roles are called, in both languages: a sheet may come from a colleague who has the other. */
export async function sheetWords(): Promise<SheetWords> {
  const both = await Promise.all(languages.map(translatorOf));
  return {
    headings: byName(importFields, (field) => both.map((t) => t(`console.hostUsers.${field}`))),
    roles: byName(roles, (role) => both.map((t) => t(`console.role.${role}`))),
  };
}

let worker: Worker | undefined;

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

/** Calls the reading off. */
export function stopReading(): void {
  stop();
  dropImport();
}

/** Reads a sheet; the import is in its state from now on. */
export async function readFile(file: File): Promise<void> {
  stop();
  const fileName = file.name;
  keepImport({ stage: "reading", fileName, step: "unpack", done: 0, all: 0 });
  const order: Order = { file, words: await sheetWords() };
  const rows: ImportRow[] = [];
  const end = (state: ImportState) => {
    stop();
    keepImport(state);
  };
  const fail = (fault: Unreadable["fault"], missing: Unreadable["missing"] = []) =>
    end({ stage: "unreadable", fileName, fault, missing });
  const isOver = () => readImport()?.stage !== "reading";
  const take = (word: Word) => {
    // somebody else signed in meanwhile
    if (isOver()) stop();
    else if (word.kind === "step")
      keepImport({ stage: "reading", fileName, step: word.step, done: 0, all: 0 });
    else if (word.kind === "rows") {
      for (const row of word.rows) rows.push(row);
      keepImport({ stage: "reading", fileName, step: "check", done: word.done, all: word.all });
    } else if (word.kind === "fault") fail(word.fault);
    else if (word.kind === "missing") fail("missing", word.missing);
    else end(loaded(fileName, rows, word.ignored));
  };
  if (isOver()) return;
  worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Word>) => take(data));
  worker.addEventListener("error", () => fail("notZip"));
  worker.postMessage(order);
}
