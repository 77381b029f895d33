import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { webhookColumns } from "../../features/webhooks/columns.tsx";
import { Deliveries } from "../../features/webhooks/deliveries.tsx";
import { webhooksQuery } from "../../features/webhooks/queries.ts";
import type { WebhooksSearch } from "../../features/webhooks/search.ts";
import { WebhookDrawer } from "../../features/webhooks/webhook-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/webhooks");

/** Webhooks for visit events, and their deliveries. */
export function WebhooksPage() {
  const t = useTranslate();
  const { webhook: opened, deliveries } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: WebhooksSearch) => void navigate({ search: (old) => ({ ...old, ...change }) });
  const { data: rows, ...query } = useQuery(webhooksQuery);
  const answer = { ...query, data: rows && { rows, total: rows.length, totalCapped: false } };
  const table = useListTable({
    name: "webhooks",
    columns: webhookColumns,
    data: answer.data,
    meta: {
      onOpen: (webhook) => go({ webhook }),
      onOpenDeliveries: (id) => go({ deliveries: id }),
    },
  });
  const webhookOf = (openId: number | "new" | undefined) => rows?.find(({ id }) => id === openId);
  const shown = webhookOf(deliveries);
  return (
    <Stack gap="md">
      <title>{t("console.webhooks.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.webhooks")}
        </Title>
        <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => go({ webhook: "new" })}>
          {t("console.webhooks.addTitle")}
        </Button>
      </Group>
      <Text c="dimmed">{t("console.webhooks.intro")}</Text>
      <DataTable
        answer={answer}
        caption={t("console.nav.webhooks")}
        empty={<EmptyState title={t("console.webhooks.none")}>{t("console.webhooks.noneText")}</EmptyState>}
        selected={shown?.id}
        table={table}
      />
      {shown && <Deliveries key={shown.id} name={shown.name} webhookId={shown.id} />}
      <WebhookDrawer
        onClose={() => go({ webhook: undefined })}
        onDeliveries={(id) => go({ webhook: undefined, deliveries: id })}
        opened={opened === "new" ? opened : webhookOf(opened)}
      />
    </Stack>
  );
}
