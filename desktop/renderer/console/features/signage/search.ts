import { idParam, oneOfParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseSignageSearch = searchParser({
  /** The item whose drawer is open. */
  item: idParam,
  /** The drawer that adds a text is open. Not imported from the contract, to keep it out of the first bundle. */
  add: oneOfParam(["text", "flow-text"]),
});

export type SignageSearch = SearchOf<typeof parseSignageSearch>;
