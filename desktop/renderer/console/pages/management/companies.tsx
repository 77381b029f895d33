import { Button, Group, Select, Stack, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import filters from "../../components/table/filters.module.css";
import { SearchField } from "../../components/table/filters.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { companyColumns } from "../../features/reference-data/columns.tsx";
import { companyEntity } from "../../features/reference-data/entities.ts";
import { allCompaniesQuery, companyListQuery } from "../../features/reference-data/queries.ts";
import { RecordDrawer } from "../../features/reference-data/record-drawer.tsx";
import {
  type CompaniesSearch,
  companyListParams,
  parseCompaniesSearch,
} from "../../features/reference-data/search.ts";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/companies");

/** Companies of the hosts. */
export function CompaniesPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<CompaniesSearch>) =>
    void navigate({ search: (old) => changeSearch<CompaniesSearch>(old, next), replace: !("page" in next) });
  const open = (company: CompaniesSearch["company"]) =>
    void navigate({ search: (old) => ({ ...old, company }) });
  const answer = useQuery(companyListQuery(companyListParams(search)));
  const table = useListTable({
    name: "companies",
    columns: companyColumns,
    data: answer.data,
    search,
    onSearch: change,
    meta: { onOpen: open },
  });
  const openId = typeof search.company === "number" ? search.company : undefined;
  // the open record may be on another page
  const all = useQuery({ ...allCompaniesQuery, enabled: openId !== undefined });
  const isFiltered = Boolean(search.q) || search.inUse !== undefined;

  return (
    <Stack gap="md">
      <title>{t("console.companies.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.companies")}
        </Title>
        {may(user, "referenceData") && (
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open("new")}>
            {t("console.referenceData.addTitle.company")}
          </Button>
        )}
      </Group>
      <div className={filters.filters}>
        <SearchField
          hint={t("console.companies.searchHint")}
          label={t("console.companies.search")}
          onChange={(q) => change({ q })}
          value={search.q}
        />
        <Select
          clearable
          data={[
            { value: "true", label: t("console.referenceData.inUse") },
            { value: "false", label: t("console.referenceData.outOfUse") },
          ]}
          label={t("console.referenceData.use")}
          onChange={(value) => change({ inUse: value === null ? undefined : value === "true" })}
          placeholder={t("console.referenceData.anyUse")}
          value={search.inUse === undefined ? null : String(search.inUse)}
        />
      </div>
      <DataTable
        answer={answer}
        caption={t("console.nav.companies")}
        empty={
          <EmptyState title={t(isFiltered ? "console.companies.noneFit" : "console.companies.none")}>
            {t(isFiltered ? "console.companies.noneFitText" : "console.companies.noneText")}
          </EmptyState>
        }
        selected={openId}
        table={table}
        tools={
          <SavedViews
            list="companies"
            onApply={(raw) => void navigate({ search: parseCompaniesSearch(raw) })}
            search={search}
            table={table}
          />
        }
      />
      <RecordDrawer
        onClose={() => open(undefined)}
        opened={openId !== undefined && !all.data ? undefined : search.company}
        records={all.data ?? []}
        entity={companyEntity}
      />
    </Stack>
  );
}
