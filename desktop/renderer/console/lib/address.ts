/**
 * What stands in an address, read by hand: the schema library is no part of the first screen. Whatever is invalid is left
 * out instead of failing.
 */

/** @returns undefined for what is absent or invalid */
export type Param<T> = (raw: unknown) => T | undefined;

/** Up to so many characters. */
export const textParam =
  (most: number): Param<string> =>
  (raw) =>
    typeof raw === "string" && raw.length <= most ? raw : undefined;

/** Text of a form. @param pattern anchored at both ends */
export const patternParam =
  (pattern: RegExp): Param<string> =>
  (raw) =>
    typeof raw === "string" && pattern.test(raw) ? raw : undefined;

/** A whole number from 1. */
export const wholeParam =
  (most: number = Number.MAX_SAFE_INTEGER): Param<number> =>
  (raw) =>
    typeof raw === "number" && Number.isInteger(raw) && raw >= 1 && raw <= most ? raw : undefined;

/** One of some values. */
export const oneOfParam =
  <const Value extends string | boolean>(values: readonly Value[]): Param<Value> =>
  (raw) =>
    values.find((value) => value === raw);

/** A day, YYYY-MM-DD. */
export const dayParam = patternParam(/^\d{4}-\d{2}-\d{2}$/);
/** Some values of a filter, with commas. */
export const choicesParam = textParam(100);
/** A record whose drawer is open. */
export const idParam = wholeParam();
/** The same, or "new" where the drawer adds one. */
export const idOrNewParam: Param<number | "new"> = (raw) => (raw === "new" ? raw : idParam(raw));
/** Something is open. */
export const flagParam = oneOfParam([true]);
/** Yes or no. */
export const yesNoParam = oneOfParam([true, false]);

type Params = Readonly<Record<string, Param<unknown>>>;

type Search<P extends Params> = {
  [Name in keyof P]?: (P[Name] extends Param<infer T> ? T : never) | undefined;
};

/** What a parser gives. */
export type SearchOf<Parse extends (raw: Record<string, unknown>) => unknown> = ReturnType<Parse>;

/** Makes the parser of a screen's search parameters; what it does not know it drops. */
export const searchParser =
  <P extends Params>(params: P) =>
  (raw: Record<string, unknown>): Search<P> =>
    Object.fromEntries(
      Object.entries(params)
        .filter(([name]) => name in raw)
        // also where it is invalid: undefined takes the place of what the address says
        .map(([name, read]) => [name, read(raw[name])]),
    ) as Search<P>;
