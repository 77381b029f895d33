import { Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { MenuLink } from "../../components/menu-link.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { SearchField } from "../../components/table/filters.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { policyColumns } from "../../features/policies/columns.tsx";
import { NewTextMenu } from "../../features/texts/new-text-menu.tsx";
import { policyListQuery } from "../../features/texts/queries.ts";
import type { PoliciesSearch } from "../../features/texts/search.ts";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/policies");

/** Privacy policies: current, earlier and drafts. */
export function PoliciesPage() {
  const t = useTranslate();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const answer = useQuery(policyListQuery(search));
  const rows = answer.data?.rows ?? [];
  const [first, second] = rows;
  const inForce = rows.find(({ applied }) => applied);
  const change = (next: Partial<PoliciesSearch>) =>
    void navigate({ search: (old) => changeSearch<PoliciesSearch>(old, next), replace: !("page" in next) });
  const table = useListTable({
    name: "policies",
    columns: policyColumns,
    data: answer.data,
    search,
    onSearch: change,
  });

  return (
    <Stack gap="md" maw={960}>
      <title>{t("console.policies.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.policies")}
        </Title>
        <NewTextMenu
          existing={inForce ? [{ label: t("console.policies.fromInForce"), from: String(inForce.id) }] : []}
          label={t("console.policies.add")}
          linkTo={(from, label) => (
            <MenuLink params={{ id: "new" }} search={from} to="/policies/$id">
              {label}
            </MenuLink>
          )}
          titlesOf={({ policies }) => policies.map(({ title }) => title)}
        />
      </Group>
      <Text c="dimmed" size="sm">
        {t("console.policies.lead")}
      </Text>
      <SearchField
        hint={t("console.policies.name")}
        label={t("console.policies.search")}
        onChange={(q) => change({ q })}
        value={search.q}
      />
      <DataTable
        answer={answer}
        caption={t("console.nav.policies")}
        empty={
          <EmptyState title={t(search.q ? "console.policies.noneFit" : "console.policies.none")}>
            {t(search.q ? "console.policies.noneFitText" : "console.policies.noneText")}
          </EmptyState>
        }
        table={table}
        tools={
          first &&
          second && (
            <ButtonLink
              search={{ before: Math.min(first.id, second.id), after: Math.max(first.id, second.id) }}
              size="compact-sm"
              to="/policies/compare"
              variant="default"
            >
              {t("console.texts.compare")}
            </ButtonLink>
          )
        }
      />
    </Stack>
  );
}
