/** Parses typed dates and times into local strings: "2026-11-22", "14:30". */
import { isWallTime } from "#contract/dates.ts";

export interface DayBounds {
  /** First and last day, "YYYY-MM-DD". */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Example formats for both languages. */
export const exampleDay = "2026-01-31";
export const exampleTime = "14:30";

export const twoDigits = (value: number | string): string => String(value).padStart(2, "0");

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Splits a typed date into year, month and day; the year is optional. */
function partsOf(text: string): readonly [year: string | undefined, month: string, day: string] | undefined {
  const word = /[a-z]{3}/i.exec(text)?.[0].toLowerCase();
  const numbers = text.match(/\d+/g) ?? [];
  const [first = "", second = "", third] = numbers;
  if (word !== undefined) {
    const month = String(months.indexOf(word) + 1);
    return first.length === 4 ? [first, month, second] : [second || undefined, month, first];
  }
  if (numbers.length === 1 && first.length >= 4 && first.length % 2 === 0 && first.length <= 8) {
    return [first.slice(0, -4) || undefined, first.slice(-4, -2), first.slice(-2)];
  }
  if (numbers.length === 2) return [undefined, first, second];
  if (third === undefined || numbers.length > 3) return undefined;
  return third.length === 4 ? [third, first, second] : [first, second, third];
}

/**
 * Parses a date: `2026-11-22`, `20261122`, `26.11.22`, `11/22`, `1122`, `22 Nov 2026`, with any text between the
 * numbers.
 * @param today "YYYY-MM-DD" at the site, for a missing year
 * @param min first allowed day: an earlier date without a year means next year
 * @returns "YYYY-MM-DD"; undefined if invalid
 */
export function parseDay(text: string, today: string, min?: string): string | undefined {
  const [year, month = "", day = ""] = partsOf(text) ?? [];
  const inYear = (yearText: number | string) => {
    const found = `${String(yearText).length === 2 ? `20${yearText}` : yearText}-${twoDigits(month)}-${twoDigits(day)}`;
    return isWallTime(`${found} 00:00`) ? found : undefined;
  };
  if (year !== undefined) return inYear(year);
  const thisYear = inYear(today.slice(0, 4));
  const isOver = thisYear !== undefined && min !== undefined && thisYear < min;
  return isOver ? inYear(Number(today.slice(0, 4)) + 1) : thisYear;
}

/**
 * Parses a time: `14:30`, `1430`, `930`, `14`, `2:30 pm`.
 * @returns "HH:mm"; undefined if invalid
 */
export function parseTime(text: string): string | undefined {
  const [first = "", second = "00", ...others] = text.match(/\d+/g) ?? [];
  const hasNoSeparator = first.length > 2 && second === "00";
  const hours = Number(hasNoSeparator ? first.slice(0, -2) : first);
  const minutes = Number(hasNoSeparator ? first.slice(-2) : second);
  if (first === "" || first.length > 4 || others.length > 0 || hours > 23 || minutes > 59) return undefined;
  const meridiem = /[ap](?=\.?m)/i.exec(text)?.[0].toLowerCase();
  if (meridiem !== undefined && hours > 12) return undefined;
  return `${twoDigits(meridiem === undefined ? hours : (hours % 12) + (meridiem === "p" ? 12 : 0))}:${twoDigits(minutes)}`;
}

/** Complete input, which applies before the field loses the focus. */
export const isCompleteDay = (text: string): boolean => /^\d{4}([-./]?)\d\d\1\d\d$/.test(text);
export const isCompleteTime = (text: string): boolean => /^\d\d:\d\d$/.test(text);
