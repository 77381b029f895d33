import * as z from "zod/mini";
import { idOrNewParam, listSearch } from "../../components/table/list-search.ts";

/** 9002 accessible places, 9003 purposes (docs/behaviour.md, "Records"). */
export const codeKinds = ["9002", "9003"] as const;

export type CodeKind = (typeof codeKinds)[number];

const companies = z.object({
  ...listSearch,
  inUse: z.catch(z.optional(z.boolean()), undefined),
  /** The company whose drawer is open. */
  company: idOrNewParam,
});

export type CompaniesSearch = z.output<typeof companies>;

export const parseCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch => companies.parse(raw);

/** What the server is asked for. */
export const askOfCompanies = ({ company: _, ...ask }: CompaniesSearch) => ask;

const codes = z.object({
  /** The code whose drawer is open. */
  code: idOrNewParam,
});

export type CodesSearch = z.output<typeof codes>;

export const parseCodesSearch = (raw: Record<string, unknown>): CodesSearch => codes.parse(raw);
