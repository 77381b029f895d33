import { listSearch } from "../../components/table/list-search.ts";
import { booleanParam, idOrNewParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

/** 9002: places, 9003: purposes (docs/behaviour.md, "Records"). */
export const codeKinds = ["9002", "9003"] as const;

export type CodeKind = (typeof codeKinds)[number];

export const parseCompaniesSearch = searchParser({
  ...listSearch,
  inUse: booleanParam,
  /** The company whose drawer is open. */
  company: idOrNewParam,
});

export type CompaniesSearch = SearchOf<typeof parseCompaniesSearch>;

export const companyListParams = ({ company: _, ...listParams }: CompaniesSearch) => listParams;

export const parseCodesSearch = searchParser({
  /** The code whose drawer is open. */
  code: idOrNewParam,
});

export type CodesSearch = SearchOf<typeof parseCodesSearch>;
