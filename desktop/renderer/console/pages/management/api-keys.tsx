import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { ApiKeyDrawer } from "../../features/api-keys/api-key-drawer.tsx";
import { apiKeyColumns } from "../../features/api-keys/columns.tsx";
import { apiKeysQuery } from "../../features/api-keys/queries.ts";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/api-keys");

/** API keys of other systems. */
export function ApiKeysPage() {
  const t = useTranslate();
  const { key: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (key: number | "new" | undefined) => void navigate({ search: (old) => ({ ...old, key }) });
  const { data: rows, ...query } = useQuery(apiKeysQuery);
  const answer = { ...query, data: rows && { rows, total: rows.length, totalCapped: false } };
  const table = useListTable({
    name: "apiKeys",
    columns: apiKeyColumns,
    data: answer.data,
    meta: { onOpen: open },
  });
  const ending = rows?.filter(({ state }) => state === "endsSoon") ?? [];
  return (
    <Stack gap="md">
      <title>{t("console.apiKeys.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.apiKeys")}
        </Title>
        <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open("new")}>
          {t("console.apiKeys.addTitle")}
        </Button>
      </Group>
      <Text c="dimmed">{t("console.apiKeys.intro")}</Text>
      {ending.length > 0 && (
        <Alert color="yellow">
          {t("console.apiKeys.endsSoon", { names: ending.map(({ name }) => name).join(", ") })}
        </Alert>
      )}
      <DataTable
        answer={answer}
        caption={t("console.nav.apiKeys")}
        empty={<EmptyState title={t("console.apiKeys.none")}>{t("console.apiKeys.noneText")}</EmptyState>}
        table={table}
      />
      <ApiKeyDrawer
        onClose={() => open(undefined)}
        opened={opened === "new" ? opened : rows?.find(({ id }) => id === opened)}
      />
    </Stack>
  );
}
