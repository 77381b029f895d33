/** Queries of visits; query keys start with "visits". */
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getMessages } from "#contract/messages/sms.ts";
import {
  getActiveVisits,
  getFollowers,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  getUndecidedVisits,
  getVisit,
  getVisitLogs,
  searchVisits,
  type VisitAnswer,
  type VisitListQuery,
} from "#contract/visits/visits.ts";
import { read } from "../../lib/api.ts";
import { currentLanguage } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

export const visitQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["visits", "one", id, language],
    queryFn: ({ signal }) => read(getVisit, { params: { id: String(id) } }, signal),
  });

export const visitLogsQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["visits", "logs", id, language],
    queryFn: ({ signal }) => read(getVisitLogs, { params: { id: String(id) } }, signal),
  });

/** Messages about a visit that were or may have been sent, newest first. */
export const sentMessagesQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["messages", "sent", id, language],
    queryFn: async ({ signal }) => {
      const query = { visit: id, status: "sending,sent,kept,unknown", size: 20 };
      return (await read(getMessages, { query }, signal)).rows;
    },
    // must be current when an action is undone
    staleTime: 0,
  });

/** The message that notified the visitor of the current decision; undoing the decision sends a correction. */
export async function decisionMessages(client: QueryClient, id: number, language: Language) {
  const messages = await client.query(sentMessagesQuery(id, language));
  const [last] = messages.filter(
    ({ to, event }) => to.kind === "visitor" && ["approve", "reject", "undo"].includes(event),
  );
  return last && last.event !== "undo" ? [last] : [];
}

export const followersQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ["visits", "followers", id, language],
    queryFn: ({ signal }) => read(getFollowers, { params: { id: String(id) } }, signal),
  });

export const progressQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "progress", language],
    queryFn: ({ signal }) => read(getProgress, {}, signal),
    placeholderData: keepPreviousData,
  });

const calls = {
  all: searchVisits,
  reserved: getReservedVisits,
  inside: getActiveVisits,
  undecided: getUndecidedVisits,
  notReturned: getNotReturned,
  requests: getOwnRequests,
  visited: getOwnVisited,
} as const;

export type VisitList = keyof typeof calls;

/** Query parameters of a list, all optional. */
export type VisitListParams = { readonly [Field in keyof VisitListQuery]?: string | number | undefined };

export const readVisits = (list: VisitList, listParams: VisitListParams, signal: AbortSignal) =>
  read(calls[list], { query: listParams }, signal);

export const visitListQuery = (list: VisitList, listParams: VisitListParams, language: Language) =>
  queryOptions({
    queryKey: ["visits", "list", list, listParams, language],
    queryFn: ({ signal }) => readVisits(list, listParams, signal),
    placeholderData: keepPreviousData,
  });

/** Draft key of the edit form. */
export const editKey = (id: number) => `visit-edit-${id}`;

/** Writes changed visits to the query cache, then refetches all visit queries and recipients of messages. */
export function cacheVisits(visits: readonly VisitAnswer[]): void {
  for (const visit of visits)
    queryClient.setQueryData(visitQuery(visit.id, currentLanguage()).queryKey, visit);
  void queryClient.invalidateQueries({ queryKey: ["visits"] });
  void queryClient.invalidateQueries({ queryKey: ["recipients"] });
}
