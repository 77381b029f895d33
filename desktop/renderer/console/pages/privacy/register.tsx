import { Stack, Text, Title } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExportButton } from "../../components/export/export-button.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { registerColumns } from "../../features/register/columns.tsx";
import { RegisterFilters } from "../../features/register/filters.tsx";
import { registerQuery } from "../../features/register/queries.ts";
import { parseRegisterSearch, type RegisterSearch } from "../../features/register/search.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/register");

/** 파기 대장: destroyed records with time, user and reason, without personal data. */
export function RegisterPage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<RegisterSearch>) =>
    void navigate({ search: (old) => changeSearch<RegisterSearch>(old, next), replace: !("page" in next) });
  const answer = useQuery(registerQuery(search, useLanguage()));
  const table = useListTable({
    name: "register",
    columns: registerColumns,
    data: answer.data,
    search,
    onSearch: change,
  });
  const { page: _page, size: _size, ...listParams } = search;
  const isFiltered = Boolean(search.q || search.why || search.from || search.to);

  return (
    <Stack gap="md">
      <title>{t("console.register.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.register")}
        </Title>
        <Text c="dimmed">{t("console.register.lead")}</Text>
      </div>
      <RegisterFilters onSearch={change} search={search} />
      <DataTable
        answer={answer}
        caption={t("console.nav.register")}
        empty={
          <EmptyState title={t(isFiltered ? "console.register.noneFit" : "console.register.none")}>
            {t(isFiltered ? "console.visits.noneFitText" : "console.register.noneText")}
          </EmptyState>
        }
        table={table}
        tools={
          <>
            <SavedViews
              list="register"
              onApply={(raw) => void navigate({ search: parseRegisterSearch(raw) })}
              search={search}
              table={table}
            />
            <ExportButton listParams={listParams} list="register" name={t("console.nav.register")} />
            <ButtonLink
              data-print
              leftSection={<IconPrinter aria-hidden size={16} />}
              params={{ kind: "register" }}
              search={listParams}
              size="compact-sm"
              to="/print/$kind"
              variant="default"
            >
              {t("console.print.print")}
            </ButtonLink>
          </>
        }
      />
    </Stack>
  );
}
