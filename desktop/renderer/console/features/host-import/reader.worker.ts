/** Reads a sheet of people and judges its rows, away from the page, so that that never stands still. */
import { readSheet } from "read-excel-file/universal";
import {
  createJudge,
  type ImportRow,
  maxRows,
  type Order,
  planOf,
  type ReaderMessage,
  rowOf,
  type SheetCell,
} from "./people-sheet.ts";
import { UnreadableFile, unpacked } from "./unpack.ts";

/** So many at once are taken over by the page within a frame. */
const chunk = 1_000;
const maxUnpacked = 500_000_000;

const post = (message: ReaderMessage) => postMessage(message);

async function tableOf(file: Blob): Promise<SheetCell[][]> {
  post({ kind: "step", step: "unpack" });
  const archive = await unpacked(file, maxUnpacked);
  post({ kind: "step", step: "parse" });
  // numbers as they stand in the file: a long one keeps its digits
  const table = await readSheet<string>(archive, { parseNumber: (text) => text }).catch(() => {
    throw new UnreadableFile("notZip");
  });
  // the library declares a date as its class
  return table as unknown as SheetCell[][];
}

async function read({ file, labels }: Order): Promise<void> {
  const [headings = [], ...lines] = await tableOf(file);
  const plan = planOf(headings, labels);
  if ("missing" in plan) return post({ kind: "missing", missing: plan.missing });
  const found = lines.flatMap((cells, index) => rowOf(cells, index + 2, plan) ?? []);
  if (found.length === 0) return post({ kind: "fault", fault: "empty" });
  if (found.length > maxRows) return post({ kind: "fault", fault: "tooMany" });
  const judge = createJudge(labels);
  for (let at = 0; at < found.length; at += chunk) {
    const rows: ImportRow[] = found.slice(at, at + chunk).map(judge);
    post({ kind: "rows", rows, done: at + rows.length, all: found.length });
  }
  post({ kind: "end", ignored: plan.ignored });
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  read(data).catch((error: unknown) =>
    post({ kind: "fault", fault: error instanceof UnreadableFile ? error.reason : "notZip" }),
  );
});
