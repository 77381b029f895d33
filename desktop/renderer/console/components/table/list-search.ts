/** A list's state in the address: page, size, order, text (look: shareable, and back works). */
import * as z from "zod/mini";
import { deepest, pageSizes } from "#contract/lists.ts";

const whole = (most: number) => z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(most))), undefined);
const text = (most: number) => z.catch(z.optional(z.string().check(z.maxLength(most))), undefined);

export const listSearch = {
  page: whole(deepest),
  size: whole(pageSizes.most),
  sort: text(40),
  q: text(100),
};

/** A day in the address, YYYY-MM-DD. */
export const dayParam = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);
/** Some values of a filter, with commas. */
export const choicesParam = text(100);
/** A record whose drawer is open. */
export const idParam = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);
/** The same, or "new" where the drawer adds one. */
export const idOrNewParam = z.catch(
  z.optional(z.union([z.int().check(z.minimum(1)), z.literal("new")])),
  undefined,
);

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
