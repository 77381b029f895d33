/**
 * An import as far as it is: kept with the drafts while the console is open, so that neither another screen, nor a
 * session's end, nor a lost connection loses it; gone when somebody else signs in.
 */

import { languages } from "#browser/language.ts";
import { roles } from "#contract/roles.ts";
import { translatorOf } from "../../lib/language.ts";
import { dropDraft, readDraft, saveDraft, useDrafts } from "../../stores/drafts.ts";
import {
  companyOf,
  correctedRows,
  type ImportField,
  type ImportRow,
  importFields,
  type Order,
  type ReaderMessage,
  type ReadingFault,
  type SheetLabels,
} from "./people-sheet.ts";

const key = "host-user-import";

interface OfFile {
  readonly fileName: string;
}

export interface Reading extends OfFile {
  readonly stage: "reading";
  readonly step: "unpack" | "parse" | "check";
  readonly done: number;
  readonly all: number;
}

export interface Unreadable extends OfFile {
  readonly stage: "unreadable";
  readonly fault: ReadingFault | "missing";
  readonly missing: readonly ImportField[];
}

/** Rows that are sent together. What is sent again after a lost answer is the same, under the same key. */
export interface Batch {
  readonly key: string;
  /** Places in `rows`. */
  readonly places: readonly number[];
}

export interface Loaded extends OfFile {
  readonly stage: "loaded";
  readonly rows: readonly ImportRow[];
  readonly ignored: readonly string[];
  /** Names of the site's companies in use; undefined until they are read. */
  readonly companies: ReadonlySet<string> | undefined;
  /** Sentences of the server by place in `rows` and field. */
  readonly refused: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Places of rows that are stored. */
  readonly saved: ReadonlySet<number>;
  /** Ids of who was added, and was not invited by message yet. */
  readonly ids: readonly number[];
  /** Those of them to whom an invitation can be sent by message. */
  readonly reachable: readonly number[];
  /** While rows are sent: how many of how many are decided. */
  readonly sending: { readonly done: number; readonly all: number } | undefined;
  /** What was sent and not answered. */
  readonly unanswered: Batch | undefined;
  /** Why sending stopped. */
  readonly failure: string | undefined;
}

type ImportState = Reading | Unreadable | Loaded;

export const useImport = (): ImportState | undefined =>
  useDrafts(({ values }) => values[key] as ImportState | undefined);

export const readImport = (): ImportState | undefined => readDraft<ImportState>(key);

export const keepImport = (state: ImportState): void => saveDraft(key, state);

export const dropImport = (): void => dropDraft(key);

/** A file that was read just now: nothing of it is sent. */
const loaded = (fileName: string, rows: Loaded["rows"], ignored: Loaded["ignored"]): Loaded => ({
  stage: "loaded",
  fileName,
  rows,
  ignored,
  companies: undefined,
  refused: new Map(),
  saved: new Set(),
  ids: [],
  reachable: [],
  sending: undefined,
  unanswered: undefined,
  failure: undefined,
});

/** Whether a row names a company that the site does not know. */
export function hasUnknownCompany({ rows, companies, saved }: Loaded, place: number): boolean {
  const row = rows[place];
  if (!companies || !row || saved.has(place)) return false;
  const name = companyOf(row);
  return name !== "" && !companies.has(name);
}

export const isWrong = (state: Loaded, place: number): boolean =>
  state.rows[place]?.errors !== undefined || state.refused.has(place) || hasUnknownCompany(state, place);

/** Rows that are stored, or may be by now, stay as they are. */
export const canCorrect = ({ saved, unanswered, sending }: Loaded, place: number): boolean =>
  !sending && !saved.has(place) && !unanswered?.places.includes(place);

/** Takes what the site's companies are called; what the server said of unknown ones counts no more. */
export function takeCompanies(companies: ReadonlySet<string>): void {
  const state = readImport();
  if (state?.stage !== "loaded" || state.sending) return;
  const refused = new Map<number, Readonly<Record<string, string>>>();
  for (const [place, fields] of state.refused) {
    const row = state.rows[place];
    const { company, ...others } = fields;
    const left = company && row && companies.has(companyOf(row)) ? others : fields;
    if (Object.keys(left).length > 0) refused.set(place, left);
  }
  keepImport({ ...state, companies, refused });
}

/** Corrects the cells of a row; they are judged again, and what the server said of it counts no more. */
export async function correctRow(place: number, cells: readonly string[]): Promise<void> {
  const labels = await sheetLabels();
  const state = readImport();
  if (state?.stage !== "loaded" || !canCorrect(state, place)) return;
  const refused = new Map(state.refused);
  refused.delete(place);
  keepImport({ ...state, rows: correctedRows(state.rows, place, cells, labels), refused });
}

/** Who was invited by message is done with; who could not be reached after all is left for paper. */
export function takeMessaged(messaged: ReadonlySet<number>): void {
  const state = readImport();
  if (state?.stage !== "loaded") return;
  keepImport({ ...state, ids: state.ids.filter((id) => !messaged.has(id)), reachable: [] });
}

/** Places of the rows that can be sent: sound, and not stored yet. */
export const toSend = (state: Loaded): number[] =>
  state.rows.flatMap((_, place) => (state.saved.has(place) || isWrong(state, place) ? [] : [place]));

const byName = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** How headings and roles are called, in both languages: a sheet may come from a colleague who has the other. */
export async function sheetLabels(): Promise<SheetLabels> {
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

/** Has the worker read a sheet and takes its rows as they come; the import is in its state from now on. */
export async function readFile(file: File): Promise<void> {
  stop();
  const fileName = file.name;
  keepImport({ stage: "reading", fileName, step: "unpack", done: 0, all: 0 });
  const order: Order = { file, labels: await sheetLabels() };
  const rows: ImportRow[] = [];
  const end = (state: ImportState) => {
    stop();
    keepImport(state);
  };
  const fail = (fault: Unreadable["fault"], missing: Unreadable["missing"] = []) =>
    end({ stage: "unreadable", fileName, fault, missing });
  const isOver = () => readImport()?.stage !== "reading";
  const take = (message: ReaderMessage) => {
    // somebody else signed in meanwhile
    if (isOver()) stop();
    else if (message.kind === "step")
      keepImport({ stage: "reading", fileName, step: message.step, done: 0, all: 0 });
    else if (message.kind === "rows") {
      for (const row of message.rows) rows.push(row);
      keepImport({ stage: "reading", fileName, step: "check", done: message.done, all: message.all });
    } else if (message.kind === "fault") fail(message.fault);
    else if (message.kind === "missing") fail("missing", message.missing);
    else end(loaded(fileName, rows, message.ignored));
  };
  if (isOver()) return;
  worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => take(data));
  worker.addEventListener("error", () => fail("notZip"));
  worker.postMessage(order);
}
