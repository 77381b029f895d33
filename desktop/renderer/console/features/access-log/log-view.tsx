import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useAccessColumns } from "./access-columns.tsx";
import { AccessDrawer } from "./access-drawer.tsx";
import { AccessFilters } from "./access-filters.tsx";
import { accessSheetColumns } from "./access-labels.ts";
import { type AccessSearch, askOfAccess } from "./access-search.ts";
import { accessLogQuery, collectAccess } from "./queries.ts";

interface Props {
  readonly search: AccessSearch;
  readonly onSearch: (change: Partial<AccessSearch>) => void;
  readonly onOpen: (entry: number | undefined) => void;
}

/** Every entry of the log, as narrowed. */
export function LogView({ search, onSearch, onOpen }: Props) {
  const t = useTranslate();
  const ask = askOfAccess(search);
  const answer = useQuery(accessLogQuery(ask, useLanguage()));
  const isFiltered = Boolean(search.q || search.what || search.visitId || search.from || search.to);
  return (
    <>
      <AccessFilters onSearch={onSearch} search={search} />
      <DataTable
        answer={answer}
        caption={t("console.nav.accessLog")}
        columns={useAccessColumns(({ id }) => onOpen(id), { canSort: true })}
        empty={
          <Empty title={t(isFiltered ? "console.access.noneFit" : "console.access.none")}>
            {t(isFiltered ? "console.visits.noneFitText" : "console.access.noneText")}
          </Empty>
        }
        name="accessLog"
        onSearch={onSearch}
        search={search}
        selected={search.entry}
        tools={
          <ExportButton
            collect={(collecting) => collectAccess(ask, collecting)}
            columns={accessSheetColumns(t)}
            name={t("console.nav.accessLog")}
          />
        }
      />
      <AccessDrawer
        onClose={() => onOpen(undefined)}
        row={answer.data?.rows.find(({ id }) => id === search.entry)}
      />
    </>
  );
}
