import { roles } from "#contract/roles.ts";
import { listSearch } from "../../components/table/list-search.ts";
import {
  booleanParam,
  choicesParam,
  idOrNewParam,
  idParam,
  oneOfParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";

export const parseHostUsersSearch = searchParser({
  ...listSearch,
  company: idParam,
  role: choicesParam,
  status: choicesParam,
  hasPassword: booleanParam,
  unreachable: booleanParam,
  /** The host user whose drawer is open; "new" opens the form for a new one. */
  user: idOrNewParam,
  /** Initial role of a new host user. */
  newRole: oneOfParam(roles),
});

export type HostUsersSearch = SearchOf<typeof parseHostUsersSearch>;

export const hostUserListParams = ({ user: _, newRole: __, ...listParams }: HostUsersSearch) => listParams;
