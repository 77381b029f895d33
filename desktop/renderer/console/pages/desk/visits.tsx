import { SegmentedControl, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { PrintMenu } from "../../features/print/print-menu.tsx";
import { visitColumnOrder, visitColumns } from "../../features/visits/columns.tsx";
import { VisitFilters } from "../../features/visits/filters.tsx";
import { visitListQuery } from "../../features/visits/queries.ts";
import {
  parseVisitsSearch,
  type VisitsSearch,
  visitListParams,
  visitTabs,
} from "../../features/visits/search.ts";
import { UntracedNote } from "../../features/visits/untraced-note.tsx";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/visits");

/** All visits, and the desk's lists: reserved, inside, pass not returned. */
export function VisitsPage() {
  const t = useTranslate();
  const language = useLanguage();
  const user = useCurrentUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { list = "all", visit } = search;
  const change = (next: Partial<VisitsSearch>) =>
    void navigate({ search: (old) => changeSearch<VisitsSearch>(old, next), replace: !("page" in next) });
  const open = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, visit: id }) });
  const answer = useQuery(visitListQuery(list, visitListParams(search), language));
  const table = useListTable({
    name: "visits",
    columns: visitColumns,
    columnOrder: visitColumnOrder,
    data: answer.data,
    search,
    onSearch: change,
    meta: { onOpen: open },
  });
  const { page: _page, size: _size, ...listParams } = visitListParams(search);
  const isFiltered = Boolean(search.q || search.status || search.from || search.to);

  return (
    <Stack gap="md">
      <title>{t("console.visits.page")}</title>
      <Title order={1} size="h3">
        {t("console.nav.allVisits")}
      </Title>
      {may(user, "desk") && (
        <SegmentedControl
          aria-label={t("console.visits.lists")}
          data={visitTabs.map((value) => ({ value, label: t(`console.visits.${value}`) }))}
          onChange={(next) => change({ list: next, status: undefined, sort: undefined })}
          value={list}
          w="fit-content"
        />
      )}
      <VisitFilters hasStatus={list === "all"} onSearch={change} search={search} />
      {answer.data && "untraced" in answer.data && <UntracedNote />}
      <DataTable
        answer={answer}
        caption={t(`console.visits.${list}`)}
        empty={
          <EmptyState title={t(isFiltered ? "console.visits.noneFit" : "console.visits.none")}>
            {isFiltered ? t("console.visits.noneFitText") : t("console.visits.noneText")}
          </EmptyState>
        }
        selected={visit}
        table={table}
        tools={
          <>
            <SavedViews
              list="visits"
              onApply={(raw) => void navigate({ search: parseVisitsSearch(raw) })}
              search={search}
              table={table}
            />
            <ExportButton
              listParams={listParams}
              list={list === "all" ? "visits" : list}
              name={t("console.export.file", { list: t(`console.export.${list}`) })}
            />
            <PrintMenu hasEvacuation={may(user, "desk")} search={{ ...listParams, list }} />
          </>
        }
      />
      <VisitDrawer id={visit} onClose={() => open(undefined)} onOpen={open} />
    </Stack>
  );
}
