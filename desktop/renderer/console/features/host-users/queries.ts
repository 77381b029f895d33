/** What is read about host users. All keys begin with "hostUsers". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getHostUserLogs } from "#contract/people/host-user-access.ts";
import { listHostUsers } from "#contract/people/host-users.ts";
import { read } from "../../lib/api.ts";
import type { askOfHostUsers } from "./search.ts";

type HostUserListAsk = ReturnType<typeof askOfHostUsers> & { readonly id?: number };

/** One page of the list. */
export const readHostUsers = (ask: HostUserListAsk, signal: AbortSignal) =>
  read(listHostUsers, { query: ask }, signal);

export const hostUserListQuery = (ask: HostUserListAsk, language: Language) =>
  queryOptions({
    queryKey: ["hostUsers", "list", ask, language],
    queryFn: ({ signal }) => readHostUsers(ask, signal),
    placeholderData: keepPreviousData,
  });

/** Null where there is nobody of that number. */
export const hostUserQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["hostUsers", "one", id, language],
    queryFn: async ({ signal }) => (await readHostUsers({ id }, signal)).rows[0] ?? null,
  });

export const hostUserLogsQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["hostUsers", "logs", id, language],
    queryFn: ({ signal }) => read(getHostUserLogs, { params: { id: String(id) } }, signal),
  });
