/** Tables as an .xlsx file. Every text is written as a text cell: what looks like a formula stays inert. */
import { type CellValue, inFile, type SheetColumn } from "../table/column-meta.ts";

/** One sheet of a file. */
export interface Sheet {
  /** At most 31 letters, none of \ / ? * [ ] : */
  readonly name: string;
  readonly headings: readonly string[];
  readonly lines: readonly (readonly CellValue[])[];
  readonly widths: readonly number[];
}

const widest = 50;
const narrowest = 8;
/** How many rows say how wide a column is. */
const measured = 200;
/** More than Excel takes in a cell is cut. */
const longestCell = 32_767;

/** From here on, with the first Korean letter, a letter takes two places. */
const firstWide = 0x1100;

const places = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) >= firstWide ? 2 : 1), 0);

const widthOf = (heading: string, values: readonly CellValue[]): number =>
  Math.min(
    widest,
    Math.max(narrowest, ...[heading, ...values].map((value) => places(String(value ?? "")) + 2)),
  );

/**
 * Makes a sheet of rows: of every column that reads something off them. As wide as the heading and the longest value,
 * unless a column says otherwise; at most 50.
 */
export function sheetOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): Sheet {
  const read = inFile(columns);
  const lines = rows.map((row, index) => read.map(({ accessorFn }) => accessorFn(row, index) ?? null));
  return {
    name,
    headings: read.map(({ header }) => header),
    lines,
    widths: read.map(
      ({ header, meta: { fileWidth } }, at) =>
        fileWidth ??
        widthOf(
          header,
          lines.slice(0, measured).map((line) => line[at] ?? null),
        ),
    ),
  };
}

/** Makes a sheet of cells that the server made. */
export const sheetOfCells = (
  name: string,
  headings: readonly string[],
  lines: readonly (readonly CellValue[])[],
): Sheet => ({
  ...{ name, headings, lines },
  widths: headings.map((heading, at) =>
    widthOf(
      heading,
      lines.slice(0, measured).map((line) => line[at] ?? null),
    ),
  ),
});

const cell = (value: CellValue) => {
  if (value === null || value === "") return null;
  return typeof value === "number"
    ? { type: Number, value }
    : { type: String, value: value.slice(0, longestCell) };
};

/** An .xlsx file, its headings bold and always in sight. */
export async function sheetsFile(sheets: readonly Sheet[]): Promise<Blob> {
  // the other builds of the library zip in a worker made from text, which the page's policy forbids
  const { default: write } = await import("write-excel-file/universal");
  return write(
    sheets.map(({ name, headings, lines, widths }) => ({
      sheet: name.replaceAll(/[\\/?*[\]:]/g, " ").slice(0, 31),
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
      data: [
        headings.map((value) => ({ type: String, value, fontWeight: "bold" as const })),
        ...lines.map((line) => line.map(cell)),
      ],
    })),
  ).toBlob();
}
