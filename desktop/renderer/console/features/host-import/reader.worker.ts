/** Reads a sheet of people and judges its rows, away from the page, so that that never stands still. */
import { readSheet } from "read-excel-file/universal";
import {
  createJudge,
  type ImportRow,
  mostRows,
  type Order,
  planOf,
  rowOf,
  type SheetCell,
  type Word,
} from "./people-sheet.ts";
import { UnreadableFile, unpacked } from "./unpack.ts";

/** So many at once are taken over by the page within a frame. */
const chunk = 1_000;
const mostUnpacked = 500_000_000;

const say = (word: Word) => postMessage(word);

async function tableOf(file: Blob): Promise<SheetCell[][]> {
  say({ kind: "step", step: "unpack" });
  const archive = await unpacked(file, mostUnpacked);
  say({ kind: "step", step: "parse" });
  // numbers as they stand in the file: a long one keeps its digits
  const table = await readSheet<string>(archive, { parseNumber: (text) => text }).catch(() => {
    throw new UnreadableFile("notZip");
  });
  // the library declares a date as its class
  return table as unknown as SheetCell[][];
}

async function read({ file, words }: Order): Promise<void> {
  const [headings = [], ...lines] = await tableOf(file);
  const plan = planOf(headings, words);
  if ("missing" in plan) return say({ kind: "missing", missing: plan.missing });
  const found = lines.flatMap((cells, index) => rowOf(cells, index + 2, plan) ?? []);
  if (found.length === 0) return say({ kind: "fault", fault: "empty" });
  if (found.length > mostRows) return say({ kind: "fault", fault: "tooMany" });
  const judge = createJudge(words);
  for (let at = 0; at < found.length; at += chunk) {
    const rows: ImportRow[] = found.slice(at, at + chunk).map(judge);
    say({ kind: "rows", rows, done: at + rows.length, all: found.length });
  }
  say({ kind: "end", ignored: plan.ignored });
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  read(data).catch((error: unknown) =>
    say({ kind: "fault", fault: error instanceof UnreadableFile ? error.reason : "notZip" }),
  );
});
