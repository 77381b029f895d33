import { listSearch } from "../../components/table/list-search.ts";
import { flagParam, idParam, patternParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const parseTermsSearch = searchParser({
  /** Whether the drawer that adds terms is open. */
  add: flagParam,
});

export const parseTermsItemSearch = searchParser({
  /** Whether the drawer with the settings is open. */
  edit: flagParam,
});

const parseVersion = searchParser({
  /** Source of a new version: a version's id, or a template by index ("template-0"). */
  from: patternParam(/^(template-\d{1,3}|\d{1,10})$/),
});

export const parseCompareSearch = searchParser({
  /** The earlier and the later text, by id. */
  before: idParam,
  after: idParam,
});

export type CompareSearch = SearchOf<typeof parseCompareSearch>;

/** The router parses a bare number in the URL as a number. */
export const parseFromSearch = (raw: Record<string, unknown>): SearchOf<typeof parseVersion> =>
  parseVersion(raw.from === undefined ? {} : { from: String(raw.from) });

export const parsePoliciesSearch = searchParser(listSearch);

export type PoliciesSearch = SearchOf<typeof parsePoliciesSearch>;
