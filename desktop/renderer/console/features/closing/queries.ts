/** What is read about closing the day. All keys begin with "visits": whatever changes those changes this, too. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getCurrentDay, listDayClosings } from "#contract/visits/day-closings.ts";
import { call, read } from "../../lib/api.ts";
import { idParam, searchParser } from "../../lib/search-params.ts";

export const parseClosingSearch = searchParser({
  /** Whose drawer is open. */
  visit: idParam,
});

export const currentDayQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "closing", "current", language],
    queryFn: ({ signal }) => read(getCurrentDay, {}, signal),
    placeholderData: keepPreviousData,
  });

/** The latest reports. */
export const dayClosingsQuery = (language: Language) =>
  queryOptions({
    queryKey: ["visits", "closing", "list", language],
    queryFn: ({ signal }) => read(listDayClosings, { query: { size: 20 } }, signal),
    placeholderData: keepPreviousData,
  });

/** The reports of one day, read anew to be printed. @param day "YYYY-MM-DD" */
export const printedClosingsQuery = (day: string | undefined, language: Language) =>
  queryOptions({
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: "always",
    queryKey: ["print", "closing", day, language],
    queryFn: async ({ signal }) =>
      (await call(listDayClosings, { query: { from: day, to: day, size: 20 } }, { signal })).rows,
  });
