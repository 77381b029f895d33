/** What the page and the worker that reads a sheet say to each other. */
import type { ImportField } from "./import-fields.ts";
import type { ImportRow, SheetWords } from "./people-sheet.ts";
import type { UnpackError } from "./unpack.ts";

export interface Order {
  readonly file: Blob;
  readonly words: SheetWords;
}

/** Why nothing came of it. */
export type ReadingFault = UnpackError | "empty" | "tooMany";

export type Word =
  | { readonly kind: "step"; readonly step: "unpack" | "parse" }
  /** The next rows, judged; `all` are to come altogether. */
  | {
      readonly kind: "rows";
      readonly rows: readonly ImportRow[];
      readonly done: number;
      readonly all: number;
    }
  | { readonly kind: "end"; readonly ignored: readonly string[] }
  | { readonly kind: "fault"; readonly fault: ReadingFault }
  | { readonly kind: "missing"; readonly missing: readonly ImportField[] };

/** More rows than this are for somebody who administers the database. */
export const mostRows = 100_000;
