/** Parses search parameters without the schema library, which is not part of the first screen. Drops invalid values. */

/** @returns undefined if missing or invalid */
export type Param<T> = (raw: unknown) => T | undefined;

/** Text up to a length. */
export const textParam =
  (max: number): Param<string> =>
  (raw) =>
    typeof raw === "string" && raw.length <= max ? raw : undefined;

/** Text that matches a pattern. @param pattern anchored at both ends */
export const patternParam =
  (pattern: RegExp): Param<string> =>
  (raw) =>
    typeof raw === "string" && pattern.test(raw) ? raw : undefined;

/** Integer from 1. */
export const integerParam =
  (max: number = Number.MAX_SAFE_INTEGER): Param<number> =>
  (raw) =>
    typeof raw === "number" && Number.isInteger(raw) && raw >= 1 && raw <= max ? raw : undefined;

/** One of some values. */
export const oneOfParam =
  <const Value extends string | boolean>(values: readonly Value[]): Param<Value> =>
  (raw) =>
    values.find((value) => value === raw);

/** A day, YYYY-MM-DD. */
export const dayParam = patternParam(/^\d{4}-\d{2}-\d{2}$/);
/** Comma-separated values of a filter. */
export const choicesParam = textParam(100);
/** Id of the record in the open drawer. */
export const idParam = integerParam();
/** The same, or "new" for the add form. */
export const idOrNewParam: Param<number | "new"> = (raw) => (raw === "new" ? raw : idParam(raw));
/** True if present. */
export const flagParam = oneOfParam([true]);
/** Boolean. */
export const booleanParam = oneOfParam([true, false]);

type Params = Readonly<Record<string, Param<unknown>>>;

type Search<P extends Params> = {
  [Name in keyof P]?: (P[Name] extends Param<infer T> ? T : never) | undefined;
};

/** Result of a parser. */
export type SearchOf<Parse extends (raw: Record<string, unknown>) => unknown> = ReturnType<Parse>;

/** Creates the parser of a screen's search parameters; drops unknown ones. */
export const searchParser =
  <P extends Params>(params: P) =>
  (raw: Record<string, unknown>): Search<P> =>
    Object.fromEntries(
      Object.entries(params)
        .filter(([name]) => name in raw)
        // invalid values become undefined and override those in the address
        .map(([name, read]) => [name, read(raw[name])]),
    ) as Search<P>;
