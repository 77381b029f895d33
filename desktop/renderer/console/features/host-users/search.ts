import { listSearch } from "../../components/table/list-search.ts";
import {
  booleanParam,
  choicesParam,
  idOrNewParam,
  idParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";

export const parseHostUsersSearch = searchParser({
  ...listSearch,
  company: idParam,
  role: choicesParam,
  status: choicesParam,
  hasPassword: booleanParam,
  /** Whose drawer is open; "new" adds somebody. */
  user: idOrNewParam,
});

export type HostUsersSearch = SearchOf<typeof parseHostUsersSearch>;

/** What the server is asked for. */
export const askOfHostUsers = ({ user: _, ...ask }: HostUsersSearch) => ask;
