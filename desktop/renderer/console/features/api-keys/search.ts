import { idOrNewParam, searchParser } from "../../lib/address.ts";

export const parseApiKeysSearch = searchParser({
  /** The key whose drawer is open. */
  key: idOrNewParam,
});
