/**
 * An import as far as it is: kept with the drafts while the console is open, so that neither another screen, nor a
 * session's end, nor a lost connection loses it; gone when somebody else signs in.
 */
import { dropDraft, keepDraft, readDraft, useDrafts } from "../../stores/drafts.ts";
import type { ImportField } from "./import-fields.ts";
import type { ReadingFault } from "./messages.ts";
import type { ImportRow } from "./people-sheet.ts";

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
  /** Sentences of the server by place in `rows` and field. */
  readonly refused: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Places of rows that are stored. */
  readonly saved: ReadonlySet<number>;
  /** Ids of who was added. */
  readonly ids: readonly number[];
  /** While rows are sent: how many of how many are decided. */
  readonly sending: { readonly done: number; readonly all: number } | undefined;
  /** What was sent and not answered. */
  readonly unanswered: Batch | undefined;
  /** Why sending stopped. */
  readonly failure: string | undefined;
}

export type ImportState = Reading | Unreadable | Loaded;

export const useImport = (): ImportState | undefined =>
  useDrafts(({ values }) => values[key] as ImportState | undefined);

export const readImport = (): ImportState | undefined => readDraft<ImportState>(key);

export const keepImport = (state: ImportState): void => keepDraft(key, state);

export const dropImport = (): void => dropDraft(key);

/** A file that was read just now: nothing of it is sent. */
export const loaded = (fileName: string, rows: Loaded["rows"], ignored: Loaded["ignored"]): Loaded => ({
  stage: "loaded",
  fileName,
  rows,
  ignored,
  refused: new Map(),
  saved: new Set(),
  ids: [],
  sending: undefined,
  unanswered: undefined,
  failure: undefined,
});

export const isWrong = ({ rows, refused }: Loaded, place: number): boolean =>
  rows[place]?.errors !== undefined || refused.has(place);

/** Places of the rows that can be sent: sound, and not stored yet. */
export const toSend = (state: Loaded): number[] =>
  state.rows.flatMap((_, place) => (state.saved.has(place) || isWrong(state, place) ? [] : [place]));
