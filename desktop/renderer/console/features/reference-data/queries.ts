/** Queries of companies and codes; query keys start with "companies" and "codes". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getAllCompanies, getCompanyOptions, listCompanies } from "#contract/site/companies.ts";
import { listCodes } from "#contract/site/user-codes.ts";
import { collectPages } from "../../components/export/collect-pages.ts";
import { read } from "../../lib/api.ts";
import type { CodeKind, companyListParams } from "./search.ts";

export const companyListQuery = (listParams: ReturnType<typeof companyListParams>) =>
  queryOptions({
    queryKey: ["companies", "list", listParams],
    queryFn: ({ signal }) => read(listCompanies, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });

/** All companies, including those out of use. */
export const allCompaniesQuery = queryOptions({
  queryKey: ["companies", "all"],
  queryFn: ({ signal }) => read(getAllCompanies, {}, signal),
});

/** Companies in use whose name contains the text; the first ones in order for an empty text. */
export const companyOptionsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["companies", "options", text, language],
    queryFn: ({ signal }) => read(getCompanyOptions, { query: { name: text } }, signal),
    placeholderData: keepPreviousData,
  });

/** All codes of a kind, including those out of use. */
export const codesOfKindQuery = (kind: CodeKind) =>
  queryOptions({
    queryKey: ["codes", kind],
    queryFn: async ({ signal }) => {
      const readPage = (page: number, size: number) =>
        read(listCodes, { params: { kind }, query: { page, size } }, signal);
      return (await collectPages(readPage, { signal })).rows;
    },
  });
