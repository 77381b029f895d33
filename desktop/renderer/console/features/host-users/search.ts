import * as z from "zod/mini";
import { choicesParam, idOrNewParam, idParam, listSearch } from "../../components/table/list-search.ts";

const hostUsers = z.object({
  ...listSearch,
  company: idParam,
  role: choicesParam,
  status: choicesParam,
  hasPassword: z.catch(z.optional(z.boolean()), undefined),
  /** Whose drawer is open; "new" adds somebody. */
  user: idOrNewParam,
});

export type HostUsersSearch = z.output<typeof hostUsers>;

export const parseHostUsersSearch = (raw: Record<string, unknown>): HostUsersSearch => hostUsers.parse(raw);

/** What the server is asked for. */
export const askOfHostUsers = ({ user: _, ...ask }: HostUsersSearch) => ask;
