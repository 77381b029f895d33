/** What is read about webhooks; keys begin with "webhooks". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type DeliveryState, getWebhookDeliveries, getWebhooks } from "#contract/site/webhooks.ts";
import { read } from "../../lib/api.ts";

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks", "all"],
  queryFn: ({ signal }) => read(getWebhooks, {}, signal),
});

interface Asked {
  readonly page?: number | undefined;
  readonly state?: DeliveryState | undefined;
}

export const deliveriesQuery = (id: number, { page, state }: Asked) =>
  queryOptions({
    queryKey: ["webhooks", "deliveries", id, page, state],
    queryFn: ({ signal }) =>
      read(getWebhookDeliveries, { params: { id: String(id) }, query: { page, state } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What waits is sent within seconds, and nobody announces it.
    refetchInterval: 5_000,
  });
