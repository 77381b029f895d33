import { idOrNewParam, type SearchOf, searchParser } from "../../lib/address.ts";

export const parseApiKeysSearch = searchParser({
  /** The key whose drawer is open. */
  key: idOrNewParam,
});

export type ApiKeysSearch = SearchOf<typeof parseApiKeysSearch>;
