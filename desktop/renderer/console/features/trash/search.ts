import { listSearch } from "../../components/table/list-search.ts";
import { choicesParam, dayParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseTrashSearch = searchParser({
  ...listSearch,
  state: choicesParam,
  from: dayParam,
  to: dayParam,
  /** The visit whose drawer is open. */
  visit: idParam,
});

export type TrashSearch = SearchOf<typeof parseTrashSearch>;

export const trashListParams = ({ visit: _, ...listParams }: TrashSearch) => listParams;
