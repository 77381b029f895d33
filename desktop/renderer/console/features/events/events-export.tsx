import { exportEvents } from "#contract/privacy/events.ts";
import { ExportForm } from "../../components/export/export-form.tsx";
import { saveFile } from "../../components/export/save-sheets.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import type { eventListParams } from "../access-log/search.ts";

/** CSV export of the filtered events; the server logs the export with its reason. */
export function EventsExport({ listParams }: { readonly listParams: ReturnType<typeof eventListParams> }) {
  const t = useTranslate();
  const save = async (reason: string, signal: AbortSignal) => {
    const { page: _page, size: _size, sort: _sort, ...filters } = listParams;
    const { csv, rows } = await call(exportEvents, { body: { ...filters, reason } }, { signal });
    saveFile(`${t("console.events.file")}.csv`, "text/csv;charset=utf-8", csv);
    return { count: rows, isCut: false };
  };
  return <ExportForm label={t("console.events.export")} onExport={save} />;
}
