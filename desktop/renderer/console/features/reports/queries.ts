/** What visits of a period amount to. Read when it is asked for: no change makes it read a year again. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getVisitReport } from "#contract/reports.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";
import type { Period } from "./periods.ts";

/** @param language names are given in it */
export const reportQuery = ({ from, to }: Period, language: Language) =>
  queryOptions({
    queryKey: ["reports", "visits", from, to, language],
    queryFn: ({ signal }) => read(getVisitReport, { query: { from, to } }, signal),
    placeholderData: keepPreviousData,
  });
