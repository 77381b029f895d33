/** The access log and its reviews. New entries cause no live event, so every visit to the screen refetches. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getAccessLog, getAccessMonths, getAccessReview } from "#contract/privacy/access-log.ts";
import { read } from "../../lib/api.ts";
import type { askOfAccess } from "./search.ts";

type Ask = ReturnType<typeof askOfAccess>;

const readPage = (ask: Ask, signal: AbortSignal) => read(getAccessLog, { query: ask }, signal);

export const accessLogQuery = (ask: Ask, language: Language) =>
  queryOptions({
    queryKey: ["accessLog", "list", ask, language],
    queryFn: ({ signal }) => readPage(ask, signal),
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
