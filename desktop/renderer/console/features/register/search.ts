import { listSearch } from "../../components/table/list-search.ts";
import { choicesParam, dayParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseRegisterSearch = searchParser({
  ...listSearch,
  why: choicesParam,
  from: dayParam,
  to: dayParam,
});

export type RegisterSearch = SearchOf<typeof parseRegisterSearch>;
