/** Creates .xlsx files. Texts are written as text cells, so that formulas stay inert. */
import type { Feature } from "write-excel-file/universal";
import { type CellValue, fileColumns, type SheetColumn } from "../table/column-meta.ts";

/** A worksheet. */
export interface Sheet {
  /** At most 31 letters, none of \ / ? * [ ] : */
  readonly name: string;
  readonly headings: readonly string[];
  readonly lines: Lines;
  readonly widths: readonly number[];
  /** Drop-down lists of columns by index: the cells that hold the values, `'Lists'!$A$2:$A$5`. Other values stay allowed. */
  readonly choices?: Readonly<Record<number, string>>;
}

const maxWidth = 50;
const minWidth = 8;
/** Number of rows measured for column widths. */
const measuredRows = 200;
/** Excel's limit of a cell; longer texts are truncated. */
const maxCellLength = 32_767;

/** First Hangul code point; characters from here on are two columns wide. */
const firstWide = 0x1100;

const displayWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) >= firstWide ? 2 : 1), 0);

type Lines = readonly (readonly CellValue[])[];

/** Width that fits the heading and the first values of a column. */
function fittingWidth(heading: string, lines: Lines, column: number): number {
  const texts = [heading, ...lines.slice(0, measuredRows).map((line) => String(line[column] ?? ""))];
  return Math.min(maxWidth, Math.max(minWidth, ...texts.map((text) => displayWidth(text) + 2)));
}

/**
 * Builds a sheet from the columns with an accessor. Widths fit the heading and the longest value, at most 50, unless
 * the column sets one.
 */
export function sheetOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): Sheet {
  const exported = fileColumns(columns);
  const lines = rows.map((row, index) => exported.map(({ accessorFn }) => accessorFn(row, index) ?? null));
  return {
    name,
    headings: exported.map(({ header }) => header),
    lines,
    widths: exported.map(
      ({ header, meta: { fileWidth } }, column) => fileWidth ?? fittingWidth(header, lines, column),
    ),
  };
}

/** Builds a sheet from cells of the server. */
export const sheetOfCells = (name: string, headings: readonly string[], lines: Lines): Sheet => ({
  name,
  headings,
  lines,
  widths: headings.map((heading, column) => fittingWidth(heading, lines, column)),
});

const cell = (value: CellValue) => {
  if (value === null || value === "") return null;
  return typeof value === "number"
    ? { type: Number, value }
    : { type: String, value: value.slice(0, maxCellLength) };
};

/** Adds the drop-down lists, which the library does not support. */
const withChoices = (sheets: readonly Sheet[]): Feature<Blob> => ({
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": {
        transform(xml, _, { sheetIndex }) {
          const validations = Object.entries(sheets[sheetIndex]?.choices ?? {}).map(([column, cells]) => {
            const letter = String.fromCharCode(65 + Number(column));
            return `<dataValidation type="list" allowBlank="1" sqref="${letter}2:${letter}100001"><formula1>${cells}</formula1></dataValidation>`;
          });
          if (validations.length === 0) return xml;
          const all = `<dataValidations count="${validations.length}">${validations.join("")}</dataValidations>`;
          return xml.replace("</sheetData>", (end) => end + all);
        },
      },
    },
  },
});

/** Creates an .xlsx file with bold, sticky headings. */
export async function sheetsFile(sheets: readonly Sheet[]): Promise<Blob> {
  // the library's other builds zip in an inline worker, which the Content-Security-Policy forbids
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
    { features: [withChoices(sheets)] },
  ).toBlob();
}
