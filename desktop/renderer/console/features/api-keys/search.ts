import { idOrNewParam, searchParser } from "../../lib/search-params.ts";

export const parseApiKeysSearch = searchParser({
  /** The key whose drawer is open. */
  key: idOrNewParam,
});
