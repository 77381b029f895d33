import * as z from "zod/mini";
import { idOrNewParam } from "../../components/table/list-search.ts";

const search = z.object({
  /** The key whose drawer is open. */
  key: idOrNewParam,
});

export type ApiKeysSearch = Partial<z.output<typeof search>>;

export const parseApiKeysSearch = (raw: Record<string, unknown>): ApiKeysSearch => search.parse(raw);
