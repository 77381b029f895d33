/** The state of the screens of terms in the address. */
import * as z from "zod/mini";
import { listSearch } from "../../components/table/list-search.ts";

const flag = z.catch(z.optional(z.literal(true)), undefined);
const id = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);

const list = z.object({
  /** The drawer that adds terms is open. */
  add: flag,
});

const item = z.object({
  /** The drawer with the settings is open. */
  edit: flag,
});

const version = z.object({
  /** What a new version starts from: a version's id, or a template by its place ("template-0"). */
  from: z.catch(z.optional(z.string().check(z.regex(/^(template-\d{1,3}|\d{1,10})$/))), undefined),
});

const compare = z.object({
  /** The earlier and the later text, by id. */
  before: id,
  after: id,
});

type TermsSearch = z.output<typeof list>;
type TermsItemSearch = z.output<typeof item>;
type FromSearch = z.output<typeof version>;
export type CompareSearch = z.output<typeof compare>;

type Raw = Record<string, unknown>;

export const parseTermsSearch = (raw: Raw): TermsSearch => list.parse(raw);
export const parseTermsItemSearch = (raw: Raw): TermsItemSearch => item.parse(raw);
/** A bare number in an address is read as one. */
export const parseFromSearch = (raw: Raw): FromSearch =>
  version.parse(raw.from === undefined ? {} : { from: String(raw.from) });
export const parseCompareSearch = (raw: Raw): CompareSearch => compare.parse(raw);

const policies = z.object(listSearch);

export type PoliciesSearch = z.output<typeof policies>;

export const parsePoliciesSearch = (raw: Record<string, unknown>): PoliciesSearch => policies.parse(raw);
