import { listSearch } from "../../components/table/list-search.ts";
import { idOrNewParam, type SearchOf, searchParser, yesNoParam } from "../../lib/address.ts";

/** 9002 accessible places, 9003 purposes (docs/behaviour.md, "Records"). */
export const codeKinds = ["9002", "9003"] as const;

export type CodeKind = (typeof codeKinds)[number];

export const parseCompaniesSearch = searchParser({
  ...listSearch,
  inUse: yesNoParam,
  /** The company whose drawer is open. */
  company: idOrNewParam,
});

export type CompaniesSearch = SearchOf<typeof parseCompaniesSearch>;

/** What the server is asked for. */
export const askOfCompanies = ({ company: _, ...ask }: CompaniesSearch) => ask;

export const parseCodesSearch = searchParser({
  /** The code whose drawer is open. */
  code: idOrNewParam,
});

export type CodesSearch = SearchOf<typeof parseCodesSearch>;
