/** Messages of visits: the site's words or the product's, filled, and written as one row. */
import { randomUUID } from "node:crypto";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import type { Row } from "./database.ts";
import { type Numbers, wall } from "./numbers.ts";
import { inLanguage } from "./request.ts";

type Event = "apply" | "applyMany" | "approve";

const words = { ko: ko.message, en: en.message };

/** Stands for the reason of what was decided without one. */
export const noReason = (lang: "ko" | "en"): string => words[lang].reasonKept;

const isClosed = (word: string): boolean => (word.charCodeAt(word.length - 1) - 0xac00) % 28 > 0;

/** With the particle that stands behind a place, as the product's words have it. */
const fill = (text: string, values: Record<string, string>): string =>
  text
    .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/(.)\(으로\/로\)/g, (_, last: string) => last + (isClosed(last) ? "으로" : "로"));

function isShort(text: string): boolean {
  let bytes = 0;
  for (const letter of text) bytes += letter <= "\u007f" ? 1 : 2;
  return bytes <= 90;
}

/**
 * What fills a message about a visit.
 * @param row with `customer_company`, `timezone` and the names of place and host
 */
export function valuesOf(row: Row, lang: "ko" | "en"): Record<string, string> {
  return {
    name: row.name,
    reserveNo: row.reserve_no,
    startDate: wall(row.start_at, row.timezone),
    place:
      row.place_name === null ? words[lang].place : inLanguage(lang, row.place_name, row.place_en_name ?? ""),
    host: inLanguage(lang, row.host_name, row.host_en_name),
    company: inLanguage(lang, row.customer_company, row.en_customer_company),
  };
}

/** Columns of `insertMessage`, from `ref` to `variables`. */
export function messageOf(
  numbers: Numbers,
  { event, lang, number, own }: { event: Event; lang: "ko" | "en"; number: string; own: string },
  values: Record<string, string>,
): unknown[] {
  const ref = randomUUID();
  const text = fill(own || words[lang][event], values);
  return [ref, ...numbers.seal(number, ref), isShort(text) ? "sms" : "lms", text, JSON.stringify(values)];
}
