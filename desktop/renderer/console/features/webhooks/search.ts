import { idOrNewParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseWebhooksSearch = searchParser({
  /** The webhook whose drawer is open. */
  webhook: idOrNewParam,
  /** The webhook whose deliveries are shown. */
  deliveries: idParam,
});

export type WebhooksSearch = SearchOf<typeof parseWebhooksSearch>;
