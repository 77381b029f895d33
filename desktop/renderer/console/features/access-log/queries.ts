/** The access log and its reviews. New entries cause no live event, so every visit to the screen refetches. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getAccessLog, getAccessMonths, getAccessReview } from "#contract/privacy/access-log.ts";
import { read } from "../../lib/api.ts";
import type { accessListParams } from "./search.ts";

type AccessListParams = ReturnType<typeof accessListParams>;

export const accessLogQuery = (listParams: AccessListParams, language: Language) =>
  queryOptions({
    queryKey: ["accessLog", "list", listParams, language],
    queryFn: ({ signal }) => read(getAccessLog, { query: listParams }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const accessMonthsQuery = (language: Language) =>
  queryOptions({
    queryKey: ["accessReview", "months", language],
    queryFn: ({ signal }) => read(getAccessMonths, {}, signal),
    staleTime: 0,
  });

/** @param month YYYY-MM */
export const accessReviewQuery = (month: string, language: Language) =>
  queryOptions({
    queryKey: ["accessReview", "month", month, language],
    queryFn: ({ signal }) => read(getAccessReview, { query: { month } }, signal),
    staleTime: 0,
  });
