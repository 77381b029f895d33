/** Queries of printed lists: refetched for each preview, then unchanged, because the sheet states the time of reading. */
import { queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { listDayClosings } from "#contract/visits/day-closings.ts";
import { getFollowers, getProgress, getVisit, type VisitAnswer } from "#contract/visits/visits.ts";
import type { Collected } from "../../components/export/collect-pages.ts";
import { call } from "../../lib/api.ts";
import { collectRegister } from "../register/queries.ts";
import { boardFilters } from "../today/board-tabs.ts";
import { collectVisits } from "../visits/find-visits.ts";
import type { PrintSearch } from "./search.ts";

/** Longer lists are exported as files. */
const maxPrinted = 2_000;

const fresh = { staleTime: 0, gcTime: 0, refetchOnMount: "always", refetchOnReconnect: false } as const;

export const passListQuery = (search: PrintSearch, language: Language) =>
  queryOptions({
    ...fresh,
    queryKey: ["print", "passes", search, language],
    queryFn: async ({ signal }): Promise<Collected<VisitAnswer>> => {
      const { board, list = "all", visit: _, why: __, ...listParams } = search;
      if (!board) return collectVisits(list, listParams, { signal, maxRows: maxPrinted });
      if (board === "notReturned") return collectVisits(board, {}, { signal, maxRows: maxPrinted });
      const { rows } = await call(getProgress, {}, { signal });
      return { rows: boardFilters[board](rows), isCut: false };
    },
  });

export const evacuationQuery = (language: Language) =>
  queryOptions({
    ...fresh,
    queryKey: ["print", "evacuation", language],
    queryFn: ({ signal }) => collectVisits("inside", { sort: "name" }, { signal }),
  });

/** The destruction register in chronological order. */
export const registerListQuery = ({ q, why, from, to }: PrintSearch, language: Language) =>
  queryOptions({
    ...fresh,
    queryKey: ["print", "register", q, why, from, to, language],
    queryFn: ({ signal }) =>
      collectRegister({ q, why, from, to, sort: "at" }, { signal, maxRows: maxPrinted }),
  });

/** A visit and its companions. */
export const badgeQuery = (id: number, language: Language) =>
  queryOptions({
    ...fresh,
    queryKey: ["print", "badge", id, language],
    queryFn: async ({ signal }) => {
      const params = { id: String(id) };
      const visit = await call(getVisit, { params }, { signal });
      const party = visit.followersCnt > 0 ? await call(getFollowers, { params }, { signal }) : [];
      return { visit, companions: party.filter(({ statusCode }) => statusCode !== "cancelled") };
    },
  });

/** The closings of a day. @param day "YYYY-MM-DD" */
export const closingsQuery = (day: string | undefined, language: Language) =>
  queryOptions({
    ...fresh,
    queryKey: ["print", "closing", day, language],
    queryFn: async ({ signal }) =>
      (await call(listDayClosings, { query: { from: day, to: day, size: 20 } }, { signal })).rows,
  });
