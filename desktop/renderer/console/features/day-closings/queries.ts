/** Queries of day closings. Query keys start with "visits", so that a change of visits invalidates them, too. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getCurrentDay, listDayClosings } from "#contract/visits/day-closings.ts";
import { read } from "../../lib/api.ts";
import { idParam, searchParser } from "../../lib/search-params.ts";

export const parseClosingSearch = searchParser({
  /** The visit whose drawer is open. */
  visit: idParam,
});

export const currentDayQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "closing", "current", language],
    queryFn: ({ signal }) => read(getCurrentDay, {}, signal),
    placeholderData: keepPreviousData,
  });

/** The latest closings. */
export const dayClosingsQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "closing", "list", language],
    queryFn: ({ signal }) => read(listDayClosings, { query: { size: 20 } }, signal),
    placeholderData: keepPreviousData,
  });
