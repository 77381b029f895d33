import { listSearch } from "../../components/table/list-search.ts";
import { choicesParam, flagParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseErasureSearch = searchParser({
  ...listSearch,
  state: choicesParam,
  /** The request whose drawer is open. */
  request: idParam,
  /** Whether the drawer that logs a request is open. */
  add: flagParam,
  /** The visit to log a request for. */
  visit: idParam,
});

export type ErasureSearch = SearchOf<typeof parseErasureSearch>;

export const erasureListParams = ({ page, size, sort, q, state }: ErasureSearch) => ({
  page,
  size,
  sort,
  q,
  state,
});
