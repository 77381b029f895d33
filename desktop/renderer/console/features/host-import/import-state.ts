/**
 * State of an import, stored with the drafts: it survives navigation, an expired session and a lost connection, and is
 * dropped when another user signs in.
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
  type ReaderMessage,
  type ReadingFault,
  type ReadRequest,
  type SheetLabels,
} from "./import-sheet.ts";

const key = "host-user-import";

interface FileState {
  readonly fileName: string;
}

export interface Reading extends FileState {
  readonly stage: "reading";
  readonly step: "unpack" | "parse" | "check";
  readonly done: number;
  readonly all: number;
}

export interface Unreadable extends FileState {
  readonly stage: "unreadable";
  readonly fault: ReadingFault | "missing";
  readonly missing: readonly ImportField[];
}

/** Rows sent together. After a lost response the same batch is sent again with the same idempotency key. */
export interface Batch {
  readonly key: string;
  /** Indexes in `rows`. */
  readonly rowIndexes: readonly number[];
}

export interface Loaded extends FileState {
  readonly stage: "loaded";
  readonly rows: readonly ImportRow[];
  readonly ignored: readonly string[];
  /** Names of the site's companies in use; undefined while loading. */
  readonly companies: ReadonlySet<string> | undefined;
  /** Error texts of the server by row index and field. */
  readonly refused: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Indexes of stored rows. */
  readonly saved: ReadonlySet<number>;
  /** Ids of added host users who have not been invited by message. */
  readonly ids: readonly number[];
  /** Those of `ids` who can receive a message. */
  readonly reachable: readonly number[];
  /** Progress while rows are being sent. */
  readonly sending: { readonly done: number; readonly all: number } | undefined;
  /** The batch sent without a response yet. */
  readonly unanswered: Batch | undefined;
  /** Why sending stopped. */
  readonly failure: string | undefined;
}

type ImportState = Reading | Unreadable | Loaded;

export const useImport = (): ImportState | undefined =>
  useDrafts(({ values }) => values[key] as ImportState | undefined);

export const readImport = (): ImportState | undefined => readDraft<ImportState>(key);

export const storeImport = (state: ImportState): void => saveDraft(key, state);

export const dropImport = (): void => dropDraft(key);

const loadedState = (fileName: string, rows: Loaded["rows"], ignored: Loaded["ignored"]): Loaded => ({
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

export function hasUnknownCompany({ rows, companies, saved }: Loaded, rowIndex: number): boolean {
  const row = rows[rowIndex];
  if (!companies || !row || saved.has(rowIndex)) return false;
  const name = companyOf(row);
  return name !== "" && !companies.has(name);
}

export const isInvalid = (state: Loaded, rowIndex: number): boolean =>
  state.rows[rowIndex]?.errors !== undefined ||
  state.refused.has(rowIndex) ||
  hasUnknownCompany(state, rowIndex);

/** Rows that are or may be stored cannot be corrected. */
export const canCorrect = ({ saved, unanswered, sending }: Loaded, rowIndex: number): boolean =>
  !sending && !saved.has(rowIndex) && !unanswered?.rowIndexes.includes(rowIndex);

/** Stores the site's companies and drops server errors about companies that are now known. */
export function setCompanies(companies: ReadonlySet<string>): void {
  const state = readImport();
  if (state?.stage !== "loaded" || state.sending) return;
  const refused = new Map<number, Readonly<Record<string, string>>>();
  for (const [rowIndex, fields] of state.refused) {
    const row = state.rows[rowIndex];
    const { company, ...others } = fields;
    const left = company && row && companies.has(companyOf(row)) ? others : fields;
    if (Object.keys(left).length > 0) refused.set(rowIndex, left);
  }
  storeImport({ ...state, companies, refused });
}

/** Replaces the cells of a row, validates it again and drops its server errors. */
export async function correctRow(rowIndex: number, cells: readonly string[]): Promise<void> {
  const labels = await sheetLabels();
  const state = readImport();
  if (state?.stage !== "loaded" || !canCorrect(state, rowIndex)) return;
  const refused = new Map(state.refused);
  refused.delete(rowIndex);
  storeImport({ ...state, rows: correctedRows(state.rows, rowIndex, cells, labels), refused });
}

/** Removes those of a batch who were invited by message; the others of the batch must be invited on paper. */
export function removeMessaged(batch: ReadonlySet<number>, messaged: ReadonlySet<number>): void {
  const state = readImport();
  if (state?.stage !== "loaded") return;
  storeImport({
    ...state,
    ids: state.ids.filter((id) => !messaged.has(id)),
    reachable: state.reachable.filter((id) => !batch.has(id)),
  });
}

/** Indexes of valid rows that are not stored yet. */
export const sendableRows = (state: Loaded): number[] =>
  state.rows.flatMap((_, rowIndex) =>
    state.saved.has(rowIndex) || isInvalid(state, rowIndex) ? [] : [rowIndex],
  );

const recordBy = <Name extends string, Value>(names: readonly Name[], create: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, Value>;

/** Headings and roles in both languages, because the sheet may use either. */
export async function sheetLabels(): Promise<SheetLabels> {
  const both = await Promise.all(languages.map(translatorOf));
  return {
    headings: recordBy(importFields, (field) => both.map((t) => t(`console.hostUsers.${field}`))),
    roles: recordBy(roles, (role) => both.map((t) => t(`console.role.${role}`))),
  };
}

let worker: Worker | undefined;

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

export function stopReading(): void {
  stopWorker();
  dropImport();
}

/** Reads a sheet in a worker and stores its rows as they arrive. */
export async function readFile(file: File): Promise<void> {
  stopWorker();
  const fileName = file.name;
  const reader = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  worker = reader;
  storeImport({ stage: "reading", fileName, step: "unpack", done: 0, all: 0 });
  const rows: ImportRow[] = [];
  const end = (state: ImportState) => {
    stopWorker();
    storeImport(state);
  };
  const fail = (fault: Unreadable["fault"], missing: Unreadable["missing"] = []) =>
    end({ stage: "unreadable", fileName, fault, missing });
  // cancelled, or another user signed in meanwhile
  const isOver = () => worker !== reader || readImport()?.stage !== "reading";
  const handleMessage = (message: ReaderMessage) => {
    if (isOver()) reader.terminate();
    else if (message.kind === "step")
      storeImport({ stage: "reading", fileName, step: message.step, done: 0, all: 0 });
    else if (message.kind === "rows") {
      for (const row of message.rows) rows.push(row);
      storeImport({ stage: "reading", fileName, step: "check", done: message.done, all: message.all });
    } else if (message.kind === "fault") fail(message.fault);
    else if (message.kind === "missing") fail("missing", message.missing);
    else end(loadedState(fileName, rows, message.ignored));
  };
  reader.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => handleMessage(data));
  reader.addEventListener("error", () => {
    if (!isOver()) fail("notZip");
  });
  const request: ReadRequest = { file, labels: await sheetLabels() };
  // does nothing after `terminate`
  reader.postMessage(request);
}
