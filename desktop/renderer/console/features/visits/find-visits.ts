import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { type Collected, type CollectOptions, collectPages } from "../../components/export/collect-pages.ts";
import { readVisits, type VisitList, type VisitListParams, visitListQuery } from "./queries.ts";

const maxResults = 8;

/**
 * The first matching visits of today, or of any day if there are none.
 * @param day today at the site
 */
export const visitSearchQuery = (queryClient: QueryClient, q: string, day: string, language: Language) =>
  queryOptions({
    queryKey: ["visits", "search", q, day, language],
    queryFn: async (): Promise<VisitAnswer[]> => {
      const today = await queryClient.query(
        visitListQuery("all", { q, from: day, to: day, size: maxResults, sort: "startDate" }, language),
      );
      if (today.rows.length > 0) return today.rows;
      return (await queryClient.query(visitListQuery("all", { q, size: maxResults }, language))).rows;
    },
  });

/** Limit of the board; the list on the visits screen has pages. */
const maxNotReturned = 2_000;

/** Visitors who left on any day and still hold a pass, sorted by planned end. */
export const notReturnedQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "list", "notReturned", "whole", language],
    queryFn: ({ signal }) => collectVisits("notReturned", {}, { signal, maxRows: maxNotReturned }),
    placeholderData: keepPreviousData,
  });

/**
 * All pages of a list of visits, up to the server's limit.
 * @throws CallError if a page cannot be read; the signal's reason if aborted
 */
export const collectVisits = (
  list: VisitList,
  listParams: Omit<VisitListParams, "page" | "size">,
  collecting: CollectOptions,
): Promise<Collected<VisitAnswer>> =>
  collectPages(
    (page, size) => readVisits(list, { ...listParams, page, size }, collecting.signal),
    collecting,
  );
