import { accessor, type Columns, figures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { type ImportRow, importFields } from "./import-sheet.ts";

type Cells = Pick<ImportRow, "cells">;

/** Columns of the template, the preview and the file of invalid rows. */
export const importColumns = <Row extends Cells>(t: Translate): Columns<Row> =>
  importFields.map((field, index) => ({
    id: field,
    header: t(`console.hostUsers.${field}`),
    accessorFn: ({ cells }) => cells[index],
  }));

/** An error with the label of its field; "_" stands for the whole row. */
export function labelledError(t: Translate, field: string, error: string): string {
  const known = importFields.find((name) => name === field);
  return known ? `${t(`console.hostUsers.${known}`)}: ${error}` : error;
}

/** Columns of the preview: line and state, then the fields. */
export const previewColumns = (t: Translate): Columns<ImportRow> => [
  accessor("line", { header: t("console.hostImport.line"), meta: figures }),
  { id: "state", header: t("console.hostImport.state") },
  ...importColumns<ImportRow>(t),
];

/** Columns of the file of invalid rows, with the errors of each row, to correct and import again. */
export const invalidRowColumns = (t: Translate): Columns<Cells & { readonly faults: string }> => [
  ...importColumns<Cells & { readonly faults: string }>(t),
  accessor("faults", { header: t("console.hostImport.faults"), meta: { fileWidth: 50 } }),
];
