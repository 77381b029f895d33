import type { SheetColumn } from "../table/column-meta.ts";
import { type Sheet, sheetOf, sheetsFile } from "./sheet-file.ts";

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Lets the browser keep sheets as a file. @param name without its ending */
export async function saveSheets(name: string, sheets: readonly Sheet[]): Promise<void> {
  saveFile(`${name}.xlsx`, xlsx, await sheetsFile(sheets));
}

/** The same for one table. */
export const saveSheet = <Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): Promise<void> => saveSheets(name, [sheetOf(name, columns, rows)]);

/** Lets the browser keep a file that was made here. */
export function saveFile(name: string, type: string, content: Blob | string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // the browser has taken it up by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
