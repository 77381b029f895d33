import * as z from "zod/mini";
import { listSearch } from "../table/list-search.ts";

const words = z.catch(z.optional(z.string().check(z.maxLength(100))), undefined);
const number = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);

const hostUsers = z.object({
  ...listSearch,
  company: number,
  role: words,
  status: words,
  hasPassword: z.catch(z.optional(z.boolean()), undefined),
  /** Whose drawer is open; "new" adds somebody. */
  user: z.catch(z.optional(z.union([z.int().check(z.minimum(1)), z.literal("new")])), undefined),
});

export type HostUsersSearch = z.output<typeof hostUsers>;

export const parseHostUsersSearch = (raw: Record<string, unknown>): HostUsersSearch => hostUsers.parse(raw);

/** What the server is asked for. */
export const askOfHostUsers = ({ user: _, ...ask }: HostUsersSearch) => ask;
