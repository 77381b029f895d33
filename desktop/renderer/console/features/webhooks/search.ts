import * as z from "zod/mini";
import { idOrNewParam, idParam } from "../../components/table/list-search.ts";

const search = z.object({
  /** The webhook whose drawer is open. */
  webhook: idOrNewParam,
  /** The webhook whose deliveries are shown. */
  deliveries: idParam,
});

export type WebhooksSearch = Partial<z.output<typeof search>>;

export const parseWebhooksSearch = (raw: Record<string, unknown>): WebhooksSearch => search.parse(raw);
