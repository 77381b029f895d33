/** How values of PostgreSQL become values of JavaScript. */
import pg from "pg";

const { builtins, getTypeParser, setTypeParser } = pg.types;

const [dash, space, plus, minus] = ["-", " ", "+", "-"].map((sign) => sign.charCodeAt(0));
const zero = "0".charCodeAt(0);

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;

/** Milliseconds from the digits after the point; further ones are cut off. */
const milliseconds = (digits: string): number => Number(digits.slice(0, 3).padEnd(3, "0"));

const parseOther: (text: string) => unknown = getTypeParser(builtins.TIMESTAMPTZ);

/**
 * Reads "2026-03-10 01:00:00.123456+00" by its places, in a third of the time that the driver takes: a list of visits has
 * hundreds of them. What is written differently (an offset with minutes, infinity, a year of more or fewer digits) the driver reads.
 */
export function parseInstant(text: string): unknown {
  const offsetAt = text.length - 3;
  const sign = text.charCodeAt(offsetAt);
  const isPlain =
    text.charCodeAt(0) !== zero &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(10) === space &&
    (sign === plus || sign === minus);
  if (!isPlain) return parseOther(text);
  const offset = twoDigits(text, offsetAt + 1) * (sign === plus ? 1 : -1);
  const hour = twoDigits(text, 11) - offset;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const ms = offsetAt > 19 ? milliseconds(text.slice(20, offsetAt)) : 0;
  return new Date(
    Date.UTC(
      year,
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      hour,
      twoDigits(text, 14),
      twoDigits(text, 17),
      ms,
    ),
  );
}

/** Sets the parsers of all connections. A date stays "YYYY-MM-DD" and a count is a number; the driver's defaults are a Date and a string. */
export function setTypeParsers(): void {
  setTypeParser(builtins.DATE, (value) => value);
  setTypeParser(builtins.INT8, Number);
  setTypeParser(builtins.TIMESTAMPTZ, parseInstant);
}
