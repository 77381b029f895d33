import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Language } from "#browser/language.ts";
import { answerDays, erasureStates, getErasureRequests } from "#contract/privacy/erasure-requests.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { AddRequest } from "../../features/erasure-requests/add-request.tsx";
import { erasureColumns } from "../../features/erasure-requests/columns.tsx";
import { ErasureDrawer } from "../../features/erasure-requests/erasure-drawer.tsx";
import {
  type ErasureSearch,
  erasureListParams,
  parseErasureSearch,
} from "../../features/erasure-requests/search.ts";
import { read } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/erasure-requests");

/** 삭제 요청: erasure requests and their outcome. */
export function ErasureRequestsPage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayAct = may(useCurrentUser(), "privacy");
  const change = (next: Partial<ErasureSearch>) =>
    void navigate({ search: (old) => changeSearch<ErasureSearch>(old, next), replace: !("page" in next) });
  const open = (drawer: Pick<ErasureSearch, "request" | "add">) =>
    void navigate({
      search: (old) => ({ ...old, request: undefined, add: undefined, visit: undefined, ...drawer }),
    });
  const answer = useQuery(erasureQuery(erasureListParams(search), useLanguage()));
  const table = useListTable({
    name: "erasureRequests",
    columns: erasureColumns,
    data: answer.data,
    search,
    onSearch: change,
    meta: { onOpen: (request) => open({ request }) },
  });
  const request = answer.data?.rows.find(({ id }) => id === search.request);
  const isFiltered = Boolean(search.q || search.state);

  return (
    <Stack gap="md">
      <title>{t("console.erasure.page")}</title>
      <Group justify="space-between">
        <div>
          <Title order={1} size="h3">
            {t("console.nav.erasure")}
          </Title>
          <Text c="dimmed">{t("console.erasure.lead", { days: answerDays })}</Text>
        </div>
        {mayAct && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open({ add: true })}>
            {t("console.erasure.add")}
          </Button>
        )}
      </Group>
      <div className={filters.periodFilters}>
        <SearchField
          hint={t("console.erasure.searchHint")}
          label={t("console.erasure.requestNo")}
          onChange={(q) => change({ q })}
          value={search.q}
        />
        <ChoiceFilter
          placeholder={t("console.visits.anyStatus")}
          label={t("console.visit.status")}
          nameOf={(choice) => t(`console.erasure.${choice}`)}
          onChange={(state) => change({ state })}
          value={search.state}
          choices={erasureStates}
        />
      </div>
      <DataTable
        answer={answer}
        caption={t("console.nav.erasure")}
        empty={
          <EmptyState title={t(isFiltered ? "console.erasure.noneFit" : "console.erasure.none")}>
            {t(isFiltered ? "console.erasure.noneFitText" : "console.erasure.noneText")}
          </EmptyState>
        }
        selected={search.request}
        table={table}
        tools={
          <SavedViews
            list="erasureRequests"
            onApply={(raw) => void navigate({ search: parseErasureSearch(raw) })}
            search={search}
            table={table}
          />
        }
      />
      <ErasureDrawer
        isOpen={search.request !== undefined && (request !== undefined || !answer.isFetching)}
        onClose={() => open({})}
        request={request}
      />
      {mayAct && (
        <AddRequest
          isOpen={search.add === true}
          onAdded={(request) => open({ request })}
          onClose={() => open({})}
          visit={search.visit}
        />
      )}
    </Stack>
  );
}

/** Erasure requests. The key begins with "visits": a request shows the state of the visitor's visits. */
const erasureQuery = (listParams: ReturnType<typeof erasureListParams>, language: Language) =>
  queryOptions({
    queryKey: ["visits", "erasure", listParams, language],
    queryFn: ({ signal }) => read(getErasureRequests, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });
