import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { type Collected, type CollectOptions, collectPages } from "../../components/export/collect-pages.ts";
import { readVisits, type VisitList, type VisitListAsk, visitListQuery } from "./queries.ts";

const most = 8;

/**
 * The first visits that fit a text: today's, and where there are none of today, any.
 * @param day today by the site's calendar
 */
export const foundVisitsQuery = (queryClient: QueryClient, q: string, day: string, language: Language) =>
  queryOptions({
    queryKey: ["visits", "search", q, day, language],
    queryFn: async (): Promise<VisitAnswer[]> => {
      const today = await queryClient.query(
        visitListQuery("all", { q, from: day, to: day, size: most, sort: "startDate" }, language),
      );
      if (today.rows.length > 0) return today.rows;
      return (await queryClient.query(visitListQuery("all", { q, size: most }, language))).rows;
    },
  });

/** More people than hold a pass after leaving; the list on the visits screen goes on. */
const maxNotReturned = 2_000;

/** Everybody who left, on whatever day, and still holds a pass; who should have left first comes first. */
export const notReturnedQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "list", "notReturned", "whole", language],
    queryFn: ({ signal }) => collectVisits("notReturned", {}, { signal, most: maxNotReturned }),
    placeholderData: keepPreviousData,
  });

/**
 * A whole list of visits, as far as the server goes.
 * @throws CallError where a page cannot be read; the signal's reason where it was called off
 */
export const collectVisits = (
  list: VisitList,
  ask: Omit<VisitListAsk, "page" | "size">,
  collecting: CollectOptions,
): Promise<Collected<VisitAnswer>> =>
  collectPages((page, size) => readVisits(list, { ...ask, page, size }, collecting.signal), collecting);
