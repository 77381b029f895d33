/** Reads and validates the sheet of host users in a worker, so that the page stays responsive. */
import { readSheet } from "read-excel-file/universal";
import {
  createRowValidator,
  type ImportRow,
  maxRows,
  type ReaderMessage,
  type ReadRequest,
  readHeadings,
  rowOf,
  type SheetCell,
} from "./import-sheet.ts";
import { UnreadableFile, unpackSheets } from "./unpack.ts";

/** Rows per message; the page handles this many within a frame. */
const chunkSize = 1_000;
const maxUnpacked = 500_000_000;

const post = (message: ReaderMessage) => postMessage(message);

async function tableOf(file: Blob): Promise<SheetCell[][]> {
  post({ kind: "step", step: "unpack" });
  const archive = await unpackSheets(file, maxUnpacked);
  post({ kind: "step", step: "parse" });
  // numbers as text, so that long ones keep their digits
  const table = await readSheet<string>(archive, { parseNumber: (text) => text }).catch(() => {
    throw new UnreadableFile("notZip");
  });
  // the library declares dates as the `Date` constructor
  return table as unknown as SheetCell[][];
}

async function read({ file, labels }: ReadRequest): Promise<void> {
  const [headings = [], ...lines] = await tableOf(file);
  const plan = readHeadings(headings, labels);
  if ("missing" in plan) return post({ kind: "missing", missing: plan.missing });
  const found = lines.flatMap((cells, index) => rowOf(cells, index + 2, plan) ?? []);
  if (found.length === 0) return post({ kind: "fault", fault: "empty" });
  if (found.length > maxRows) return post({ kind: "fault", fault: "tooMany" });
  const validate = createRowValidator(labels);
  for (let start = 0; start < found.length; start += chunkSize) {
    const rows: ImportRow[] = found.slice(start, start + chunkSize).map(validate);
    post({ kind: "rows", rows, done: start + rows.length, all: found.length });
  }
  post({ kind: "end", ignored: plan.ignored });
}

addEventListener("message", ({ data }: MessageEvent<ReadRequest>) => {
  read(data).catch((error: unknown) =>
    post({ kind: "fault", fault: error instanceof UnreadableFile ? error.reason : "notZip" }),
  );
});
