import { accessor, type Columns, figures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { type ImportRow, importFields } from "./people-sheet.ts";

type Cells = Pick<ImportRow, "cells">;

/** What an import takes: the columns of the template, of the preview, and of what is given back. */
export const importColumns = <Row extends Cells>(t: Translate): Columns<Row> =>
  importFields.map((field, at) => ({
    id: field,
    header: t(`console.hostUsers.${field}`),
    accessorFn: ({ cells }) => cells[at],
  }));

/** The same in the preview, after the line and what became of it. */
export const previewColumns = (t: Translate): Columns<ImportRow> => [
  accessor("line", { header: t("console.hostImport.line"), meta: figures }),
  { id: "state", header: t("console.hostImport.state") },
  ...importColumns<ImportRow>(t),
];

/** The same with what is wrong in each row, to be put right and taken in again. */
export const wrongRowColumns = (t: Translate): Columns<Cells & { readonly faults: string }> => [
  ...importColumns<Cells & { readonly faults: string }>(t),
  accessor("faults", { header: t("console.hostImport.faults"), meta: { fileWidth: 50 } }),
];
