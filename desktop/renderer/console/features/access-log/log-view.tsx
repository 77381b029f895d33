import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import styles from "../../components/table/filters.module.css";
import { SearchField } from "../../components/table/filters.tsx";
import { PeriodFields } from "../../components/table/period-fields.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { accessColumnOrder, accessColumns } from "./columns.tsx";
import { AccessDrawer } from "./drawers.tsx";
import { callName, loggedCalls } from "./labels.ts";
import { accessLogQuery } from "./queries.ts";
import { type AccessSearch, accessListParams } from "./search.ts";

interface LogViewProps {
  readonly search: AccessSearch;
  readonly onSearch: (change: Partial<AccessSearch>) => void;
  readonly onOpen: (entry: number | undefined) => void;
  /** Replaces filters and sort order. */
  readonly onApply: (raw: Readonly<Record<string, unknown>>) => void;
}

export function LogView({ search, onSearch, onOpen, onApply }: LogViewProps) {
  const t = useTranslate();
  const listParams = accessListParams(search);
  const answer = useQuery(accessLogQuery(listParams, useLanguage()));
  const table = useListTable({
    name: "accessLog",
    columns: accessColumns,
    columnOrder: accessColumnOrder,
    data: answer.data,
    search,
    onSearch,
    meta: { onOpen },
  });
  const isFiltered = Boolean(search.q || search.what || search.visitId || search.from || search.to);
  return (
    <>
      <AccessFilters onSearch={onSearch} search={search} />
      <DataTable
        answer={answer}
        caption={t("console.nav.accessLog")}
        empty={
          <EmptyState title={t(isFiltered ? "console.access.noneFit" : "console.access.none")}>
            {t(isFiltered ? "console.visits.noneFitText" : "console.access.noneText")}
          </EmptyState>
        }
        selected={search.entry}
        table={table}
        tools={
          <>
            <SavedViews list="accessLog" onApply={onApply} search={search} table={table} />
            <ExportButton listParams={listParams} list="accessLog" name={t("console.nav.accessLog")} />
          </>
        }
      />
      <AccessDrawer
        onClose={() => onOpen(undefined)}
        row={answer.data?.rows.find(({ id }) => id === search.entry)}
      />
    </>
  );
}

interface AccessFiltersProps {
  readonly search: AccessSearch;
  readonly onSearch: (change: Partial<AccessSearch>) => void;
}

function AccessFilters({ search, onSearch }: AccessFiltersProps) {
  const t = useTranslate();
  return (
    <div className={styles.periodFilters}>
      <SearchField
        hint={t("console.access.whoHint")}
        label={t("console.access.who")}
        onChange={(q) => onSearch({ q })}
        value={search.q}
      />
      <Select
        clearable
        data={loggedCalls.map((value) => ({ value, label: callName(value, t) }))}
        label={t("console.access.what")}
        onChange={(what) => onSearch({ what: what ?? undefined })}
        placeholder={t("console.access.anyCall")}
        searchable
        value={search.what ?? null}
      />
      <TextInput
        autoComplete="off"
        inputMode="numeric"
        label={t("console.access.visitId")}
        maxLength={10}
        onChange={(event) => {
          const id = Number(event.currentTarget.value.replaceAll(/\D/g, ""));
          onSearch({ visitId: id > 0 && id <= 2_147_483_647 ? id : undefined });
        }}
        value={search.visitId ?? ""}
      />
      <PeriodFields onSearch={onSearch} search={search} />
    </div>
  );
}
