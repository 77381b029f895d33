/** What waits for its destruction. The key begins with "visits": whatever changes a visit may change this list. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getTrash } from "#contract/privacy-trash.ts";
import { read } from "../../lib/api.ts";
import type { Language } from "../../lib/language.ts";
import type { askOfTrash } from "./trash-search.ts";

export const trashQuery = (ask: ReturnType<typeof askOfTrash>, language: Language) =>
  queryOptions({
    queryKey: ["visits", "trash", ask, language],
    queryFn: ({ signal }) => read(getTrash, { query: ask }, signal),
    placeholderData: keepPreviousData,
  });
