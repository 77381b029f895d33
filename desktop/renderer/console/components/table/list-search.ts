/** State of a list in the address: page, size, order, search. Makes it shareable and supports back. */
import { maxRow, pageSizes } from "#contract/lists.ts";
import { integerParam, type Param, textParam } from "../../lib/search-params.ts";

/** Page number, at most the last page of the longest list. */
const pageParam: Param<number> = (raw) => {
  const page = integerParam()(raw);
  return page && Math.min(page, maxRow);
};

export const listSearch = {
  page: pageParam,
  size: integerParam(pageSizes.max),
  sort: textParam(40),
  q: textParam(100),
};

/** Known values of a filter, in the order of the address. */
export const choicesIn = <Choice extends string>(
  text: string | undefined,
  known: readonly Choice[],
): Choice[] => text?.split(",").flatMap((choice) => known.find((one) => one === choice) ?? []) ?? [];

export interface ListSearch {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** Column id, prefixed with `-` for descending. */
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

/** Changes the list's state; any change but the page's resets to the first page. */
export const changeSearch = <S extends ListSearch>(old: S, change: Partial<S>): S => ({
  ...old,
  ...("page" in change ? {} : { page: undefined }),
  ...change,
});
