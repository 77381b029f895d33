import { Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Language } from "#browser/language.ts";
import { getTrash, graceDays } from "#contract/privacy/privacy-trash.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { SelectAll } from "../../components/table/row-selection.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useSelection } from "../../components/table/use-selection.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { trashColumns } from "../../features/trash/columns.tsx";
import { TrashFilters } from "../../features/trash/filters.tsx";
import { PausedJobs } from "../../features/trash/paused-jobs.tsx";
import { parseTrashSearch, type TrashSearch, trashListParams } from "../../features/trash/search.ts";
import { TrashBar } from "../../features/trash/trash-bar.tsx";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { read } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/trash");

/** 파기 대기: hidden visits and those past retention, until they are destroyed. */
export function TrashPage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayAct = may(useCurrentUser(), "privacy");
  const change = (next: Partial<TrashSearch>) =>
    void navigate({ search: (old) => changeSearch<TrashSearch>(old, next), replace: !("page" in next) });
  const open = (visit: number | undefined) => void navigate({ search: (old) => ({ ...old, visit }) });
  const listParams = trashListParams(search);
  const answer = useQuery(trashQuery(listParams, useLanguage()));
  const selection = useSelection({ listParams, rows: answer.data?.rows, canSelect: mayAct });
  const table = useListTable({
    name: "trash",
    columns: trashColumns,
    data: answer.data,
    selection,
    search,
    onSearch: change,
    meta: { onOpen: open },
  });
  const isFiltered = Boolean(search.q || search.state || search.from || search.to);

  return (
    <Stack gap="md">
      <title>{t("console.trash.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.trash")}
        </Title>
        <Text c="dimmed">{t("console.trash.lead", { days: graceDays })}</Text>
      </div>
      <PausedJobs />
      <TrashFilters onSearch={change} search={search} />
      {mayAct && <TrashBar chosen={selection.chosen} onDone={selection.keep} pages={selection.pages} />}
      <DataTable
        answer={answer}
        caption={t("console.nav.trash")}
        empty={
          <EmptyState title={t(isFiltered ? "console.visits.noneFit" : "console.trash.none")}>
            {t(isFiltered ? "console.visits.noneFitText" : "console.trash.noneText")}
          </EmptyState>
        }
        selected={search.visit}
        table={table}
        tools={
          <>
            <SelectAll table={table} />
            <SavedViews
              list="trash"
              onApply={(raw) => void navigate({ search: parseTrashSearch(raw) })}
              search={search}
              table={table}
            />
          </>
        }
      />
      <VisitDrawer id={search.visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}

/** Visits pending destruction. Under "visits", because any change of a visit may change this list. */
const trashQuery = (listParams: ReturnType<typeof trashListParams>, language: Language) =>
  queryOptions({
    queryKey: ["visits", "trash", listParams, language],
    queryFn: ({ signal }) => read(getTrash, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });
