/** Queries of host users; query keys start with "hostUsers". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getHostUserLogs } from "#contract/people/host-user-access.ts";
import { listHostUsers } from "#contract/people/host-users.ts";
import { read } from "../../lib/api.ts";
import type { hostUserListParams } from "./search.ts";

type HostUserListParams = ReturnType<typeof hostUserListParams> & { readonly id?: number };

export const readHostUsers = (listParams: HostUserListParams, signal: AbortSignal) =>
  read(listHostUsers, { query: listParams }, signal);

export const hostUserListQuery = (listParams: HostUserListParams, language: Language) =>
  queryOptions({
    queryKey: ["hostUsers", "list", listParams, language],
    queryFn: ({ signal }) => readHostUsers(listParams, signal),
    placeholderData: keepPreviousData,
  });

/** Null if there is no such host user. */
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
