import { listSearch } from "../../components/table/list-search.ts";
import { choicesParam, flagParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseErasureSearch = searchParser({
  ...listSearch,
  state: choicesParam,
  /** The request whose drawer is open. */
  request: idParam,
  /** The drawer that takes a request is open. */
  add: flagParam,
  /** The visit that it is taken about, where it came from one. */
  visit: idParam,
});

export type ErasureSearch = SearchOf<typeof parseErasureSearch>;

/** What the server is asked for. */
export const askOfErasure = ({ page, size, sort, q, state }: ErasureSearch) => ({
  ...{ page, size, sort, q, state },
});
