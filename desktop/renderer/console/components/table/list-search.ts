/** A list's state in the address: page, size, order, text (look: shareable, and back works). */
import { maxRow, pageSizes } from "#contract/lists.ts";
import { textParam, wholeParam } from "../../lib/address.ts";

export const listSearch = {
  page: wholeParam(maxRow),
  size: wholeParam(pageSizes.max),
  sort: textParam(40),
  q: textParam(100),
};

/** The values of a filter that are known, in the order in which they stand in the address. */
export const choicesIn = <Choice extends string>(
  text: string | undefined,
  known: readonly Choice[],
): Choice[] => text?.split(",").flatMap((choice) => known.find((one) => one === choice) ?? []) ?? [];

export interface ListSearch {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** A column, with `-` in front for descending. */
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

/** Changes part of a list's state; anything but the page leads back to the first page. */
export const changeSearch = <S extends ListSearch>(old: S, change: Partial<S>): S => ({
  ...old,
  ...("page" in change ? {} : { page: undefined }),
  ...change,
});
