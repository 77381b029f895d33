import { listSearch } from "../../components/table/list-search.ts";
import { choicesParam, flagParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

const parsePasses = searchParser({
  ...listSearch,
  status: choicesParam,
  /** The pass whose drawer is open. */
  pass: idParam,
  /** The visit whose drawer is open. */
  visit: idParam,
  /** Whether the drawer that adds passes is open. */
  add: flagParam,
});

export type PassesSearch = SearchOf<typeof parsePasses>;

export function parsePassesSearch(raw: Record<string, unknown>): PassesSearch {
  const read = parsePasses(raw);
  // one drawer at a time; a visit can be opened from anywhere
  return read.visit === undefined ? read : { ...read, pass: undefined, add: undefined };
}

export const passListParams = ({ page, size, sort, q, status }: PassesSearch) => ({
  page,
  size,
  sort,
  q,
  status,
});
