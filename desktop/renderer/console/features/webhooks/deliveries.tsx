import { Select, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DeliveryState, deliveryStates } from "#contract/site/webhooks.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import type { ListSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useTranslate } from "../../lib/language.ts";
import { deliveryColumns } from "./columns.tsx";
import { deliveriesQuery } from "./queries.ts";

interface Props {
  readonly webhookId: number;
  /** Name of the webhook. */
  readonly name: string;
}

/** Sent and pending deliveries of a webhook. */
export function Deliveries({ webhookId, name }: Props) {
  const t = useTranslate();
  const [search, setSearch] = useState<ListSearch & { readonly state?: DeliveryState | undefined }>({});
  const answer = useQuery(deliveriesQuery(webhookId, search));
  const table = useListTable({
    name: "webhookDeliveries",
    columns: deliveryColumns,
    data: answer.data,
    search,
    onSearch: (change) => setSearch((old) => ({ ...old, ...change })),
    meta: { webhookId },
  });
  return (
    <Stack gap="sm">
      {/* takes the focus, because on a phone it is far below the pressed button */}
      <Title order={2} ref={focusOnMount} size="h4" tabIndex={-1}>
        {t("console.webhooks.deliveries", { name })}
      </Title>
      <Select
        clearable
        data={deliveryStates.map((value) => ({ value, label: t(`console.webhooks.state.${value}`) }))}
        label={t("console.webhooks.stateHead")}
        maw={220}
        onChange={(value) => setSearch({ state: deliveryStates.find((state) => state === value) })}
        placeholder={t("console.webhooks.anyState")}
        value={search.state ?? null}
      />
      <DataTable
        answer={answer}
        caption={t("console.webhooks.deliveries", { name })}
        empty={
          <EmptyState title={t("console.webhooks.noDeliveries")}>
            {t("console.webhooks.noDeliveriesText")}
          </EmptyState>
        }
        table={table}
      />
    </Stack>
  );
}
