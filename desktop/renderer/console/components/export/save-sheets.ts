import type { SheetColumn } from "../table/column-meta.ts";
import { type Sheet, sheetOf, sheetsFile } from "./sheet-file.ts";

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Downloads sheets as an .xlsx file. @param name without extension */
export async function saveSheets(name: string, sheets: readonly Sheet[]): Promise<void> {
  saveFile(`${name}.xlsx`, xlsx, await sheetsFile(sheets));
}

/** Downloads one table. */
export const saveSheet = <Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): Promise<void> => saveSheets(name, [sheetOf(name, columns, rows)]);

/** Downloads generated content. */
export function saveFile(name: string, type: string, content: Blob | string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // the browser has started the download by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
