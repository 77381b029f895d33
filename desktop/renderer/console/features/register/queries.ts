/** Queries of the destruction register; query keys start with "visits", because the server announces destructions as changes of visits. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getDestructionRegister } from "#contract/privacy/privacy-trash.ts";
import { type CollectOptions, collectPages } from "../../components/export/collect-pages.ts";
import { read } from "../../lib/api.ts";
import type { RegisterSearch } from "./search.ts";

const readPage = (listParams: RegisterSearch, signal: AbortSignal) =>
  read(getDestructionRegister, { query: listParams }, signal);

export const registerQuery = (listParams: RegisterSearch, language: Language) =>
  queryOptions({
    queryKey: ["visits", "register", listParams, language],
    queryFn: ({ signal }) => readPage(listParams, signal),
    placeholderData: keepPreviousData,
  });

/** All pages of the filtered register, for printing and export. */
export const collectRegister = (listParams: RegisterSearch, options: CollectOptions) =>
  collectPages((page, size) => readPage({ ...listParams, page, size }, options.signal), options);
