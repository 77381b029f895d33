import { listSearch } from "../../components/table/list-search.ts";
import {
  choicesParam,
  idOrNewParam,
  idParam,
  type SearchOf,
  searchParser,
  yesNoParam,
} from "../../lib/address.ts";

export const parseHostUsersSearch = searchParser({
  ...listSearch,
  company: idParam,
  role: choicesParam,
  status: choicesParam,
  hasPassword: yesNoParam,
  /** Whose drawer is open; "new" adds somebody. */
  user: idOrNewParam,
});

export type HostUsersSearch = SearchOf<typeof parseHostUsersSearch>;

/** What the server is asked for. */
export const askOfHostUsers = ({ user: _, ...ask }: HostUsersSearch) => ask;
