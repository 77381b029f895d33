/** What every paged list takes and gives (docs/behaviour.md, "Lists"). */
import * as z from "zod/mini";
import { isWallTime } from "./dates.ts";
import { blankable, id, idText, line } from "./fields.ts";

export const pageSizes = { default: 20, max: 200 } as const;
/** `page × size` goes no further. */
export const maxRow = 10_000;
/** The total is counted to here, or to the end of the page where that lies farther. */
export const maxCounted = 1_000;

const positiveInt = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,4}$/, "invalid")),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, "invalid"))),
  );

/** "YYYY-MM-DD" that exists. */
export const day = z.string().check(z.refine<string>((text) => isWallTime(`${text} 00:00`), "dateTime"));

/** A filter by a record's number. */
export const idFilter = blankable(idText);

/** A filter by several records' numbers, with commas. */
export const idsFilter = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, "invalid")),
    z.pipe(
      z.transform((text: string) => text.split(",").map(Number)),
      z.array(id).check(z.maxLength(max, "tooMany")),
    ),
  );

/** A filter by one of some words, or several with commas. */
export const wordsFilter = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  blankable(
    z.pipe(
      z.string().check(
        z.maxLength(200, "tooLong:200"),
        z.refine<string>((text) => text.split(",").every((word) => words.includes(word)), "invalid"),
      ),
      z.transform((text: string) => text.split(",") as Words[number][]),
    ),
  );

/** A filter by yes or no. */
export const flagFilter = blankable(
  z.pipe(
    z.enum(["true", "false"], { error: "invalid" }),
    z.transform((word) => word === "true"),
  ),
);

/** A listed column, with `-` in front for descending. */
const sortBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.pipe(
    z
      .string()
      .check(z.refine<string>((text) => columns.includes(text.replace(/^-/, "")), { error: "invalid" })),
    z.transform((text: string) => text as Columns[number] | `-${Columns[number]}`),
  );

/**
 * The query of a paged list.
 * @param sort columns that may be sorted by; each list has an order of its own where nothing is said
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

/** A page of rows; `totalCapped` where there are more than were counted. */
export const page = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), totalCapped: z.boolean() });

/** A list to choose from holds no more than this; typing on narrows it. */
export const maxOptions = 50;

/** The query of a list to choose from: what was typed so far. */
export const optionsQuery = z.strictObject({ name: blankable(line(100)) });
