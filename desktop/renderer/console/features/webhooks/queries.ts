/** Queries of webhooks; query keys start with "webhooks". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type DeliveryState, getWebhookDeliveries, getWebhooks } from "#contract/site/webhooks.ts";
import { read } from "../../lib/api.ts";

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks", "all"],
  queryFn: ({ signal }) => read(getWebhooks, {}, signal),
});

interface DeliveriesParams {
  readonly page?: number | undefined;
  readonly state?: DeliveryState | undefined;
}

export const deliveriesQuery = (id: number, { page, state }: DeliveriesParams) =>
  queryOptions({
    queryKey: ["webhooks", "deliveries", id, page, state],
    queryFn: ({ signal }) =>
      read(getWebhookDeliveries, { params: { id: String(id) }, query: { page, state } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // deliveries cause no live events
    refetchInterval: 5_000,
  });
