import { useSuspenseQuery } from "@tanstack/react-query";
import { fromInstant } from "#contract/dates.ts";
import { type ExportName, exportedCells, exportList } from "#contract/privacy/exports.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { ExportForm } from "./export-form.tsx";
import { saveSheets } from "./save-sheets.ts";
import { sheetOfCells } from "./sheet-file.ts";

interface Props {
  readonly list: ExportName;
  /** Name of the sheet, and of the file before date and time. */
  readonly name: string;
  /** The list's current filters and order. */
  readonly listParams: Readonly<Record<string, unknown>>;
}

/** Large exports take longer than the default timeout. */
const timeout = 120_000;

const filtersOf = ({
  page: _page,
  size: _size,
  ...listParams
}: Props["listParams"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(listParams).flatMap(([field, value]) =>
      value === undefined || value === null || value === "" ? [] : [[field, String(value)]],
    ),
  );

/** Exports up to 10,000 rows from the server to an .xlsx file. */
export function ExportButton({ list, name, listParams }: Props) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const save = async (reason: string, signal: AbortSignal) => {
    const body = { list, filters: filtersOf(listParams), reason };
    const answer = await call(exportList, { body }, { signal, timeout });
    const { headings, lines, isCut } = exportedCells.parse(answer);
    const at = fromInstant(new Date(), timezone).replace(" ", "_").replace(":", "");
    await saveSheets(`${name}_${at}`, [sheetOfCells(name, headings, lines)]);
    return { count: lines.length, isCut };
  };
  return <ExportForm label={t("console.export.xlsx")} onExport={save} />;
}
