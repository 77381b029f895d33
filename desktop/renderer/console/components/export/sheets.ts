import { saveFile } from "./save-file.ts";
import { type Sheet, type SheetColumn, sheetOf, sheetsFile } from "./sheet-file.ts";

export { type Sheet, type SheetColumn, sheetOf } from "./sheet-file.ts";

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
