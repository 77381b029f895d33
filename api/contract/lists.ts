/** Request and response of paged lists (docs/behaviour.md, "Lists"). */
import * as z from "zod/mini";
import { isWallTime } from "./dates.ts";
import { blankable, id, idText, line } from "./fields.ts";

export const pageSizes = { default: 20, max: 200 } as const;
/** Maximum of `page × size`. */
export const maxRow = 10_000;
/** Totals are counted up to this, or to the end of the page where that is farther. */
export const maxCounted = 1_000;

const positiveInt = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,4}$/, "invalid")),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, "invalid"))),
  );

/** An existing day, "YYYY-MM-DD". */
export const day = z.string().check(z.refine<string>((text) => isWallTime(`${text} 00:00`), "dateTime"));

/** Filters by id. */
export const idFilter = blankable(idText);

/** Filters by comma-separated ids. */
export const idsFilter = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, "invalid")),
    z.pipe(
      z.transform((text: string) => text.split(",").map(Number)),
      z.array(id).check(z.maxLength(max, "tooMany")),
    ),
  );

/** Filters by one or several comma-separated values. */
export const enumFilter = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  blankable(
    z.pipe(
      z.string().check(
        z.maxLength(200, "tooLong:200"),
        z.refine<string>((text) => text.split(",").every((word) => values.includes(word)), "invalid"),
      ),
      z.transform((text: string) => text.split(",") as Values[number][]),
    ),
  );

/** Filters by "true" or "false". */
export const flagFilter = blankable(
  z.pipe(
    z.enum(["true", "false"], { error: "invalid" }),
    z.transform((word) => word === "true"),
  ),
);

/** A column, with a leading `-` for descending order. */
const sortBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.pipe(
    z
      .string()
      .check(z.refine<string>((text) => columns.includes(text.replace(/^-/, "")), { error: "invalid" })),
    z.transform((text: string) => text as Columns[number] | `-${Columns[number]}`),
  );

/**
 * The query of a paged list.
 * @param sort sortable columns; without `sort` each list has its own order
 * @param filters further fields
 */
export const listQuery = <
  const Columns extends readonly [string, ...string[]],
  Filters extends Record<string, z.ZodMiniType>,
>(
  sort: Columns,
  filters: Filters,
) =>
  z
    .strictObject({
      page: z._default(positiveInt(maxRow), 1),
      size: z._default(positiveInt(pageSizes.max), pageSizes.default),
      sort: blankable(sortBy(sort)),
      q: blankable(line(100)),
      ...filters,
    })
    .check(
      z.refine(
        (query) => {
          const { page, size } = query as { page: number; size: number };
          return page * size <= maxRow;
        },
        { error: "invalid", path: ["page"] },
      ),
    );

/** A page of rows; `totalCapped` where there are more rows than were counted. */
export const page = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), totalCapped: z.boolean() });

/** Maximum number of options in a list; a longer query narrows it. */
export const maxOptions = 50;

/** Query of an options list: the text typed so far. */
export const optionsQuery = z.strictObject({ name: blankable(line(100)) });
