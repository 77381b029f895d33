/** Requests for erasure. The key begins with "visits": a request shows how the person's visits stand. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getErasureRequests } from "#contract/erasure-requests.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";
import type { askOfErasure } from "./erasure-search.ts";

export const erasureQuery = (ask: ReturnType<typeof askOfErasure>, language: Language) =>
  queryOptions({
    queryKey: ["visits", "erasure", ask, language],
    queryFn: ({ signal }) => read(getErasureRequests, { query: ask }, signal),
    placeholderData: keepPreviousData,
  });
