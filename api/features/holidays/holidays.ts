/** Days off: public holidays, where the site observes them, and the site's own changes to the calendar. */

import { getHolidayPreset } from "@hyunbinseo/holidays-kr";
import type { Knex } from "knex";
import { invalid, notFound } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import { publishChanges } from "#api/live/changes.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { addDays, fromInstant, toInstant } from "#contract/dates.ts";
import type { HolidayAnswer, HolidayChange, HolidaysAnswer } from "#contract/site/holidays.ts";
import { type Configuration, Holiday } from "#db/models/configuration.ts";

export interface WorkingHours
  extends Pick<Configuration, "timezone" | "workFrom" | "workUntil" | "workDays"> {
  /** YYYY-MM-DD; days off on top of `workDays`. */
  readonly daysOff: ReadonlySet<string>;
}

/** Limits the search; no company is closed for longer. */
const maxDaysBack = 60;

/** ISO day of the week, 1 is Monday. */
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const isWorkingDay = (day: string, { workDays, daysOff }: Pick<WorkingHours, "workDays" | "daysOff">) =>
  workDays.includes(weekday(day)) && !daysOff.has(day);

/**
 * The instant from which a given amount of working time has passed until now.
 * @param milliseconds of working time, above 0
 * @returns undefined where the last `maxDaysBack` days have less working time
 */
export function workingTimeBefore(now: Date, milliseconds: number, hours: WorkingHours): Date | undefined {
  const { timezone, workFrom, workUntil } = hours;
  let left = milliseconds;
  let day = fromInstant(now, timezone).slice(0, 10);
  for (let back = 0; back <= maxDaysBack; back++, day = addDays(day, -1)) {
    if (!isWorkingDay(day, hours)) continue;
    const opens = toInstant(`${day} ${workFrom}`, timezone).getTime();
    const closes = Math.min(toInstant(`${day} ${workUntil}`, timezone).getTime(), now.getTime());
    const open = Math.max(0, closes - opens);
    if (open >= left) return new Date(closes - left);
    left -= open;
  }
  return undefined;
}

/** By the library's names; one-time holidays have no translation. */
const englishNames: Readonly<Record<string, string>> = {
  "1월 1일": "New Year's Day",
  "설날 전날": "Day before Seollal",
  설날: "Seollal (Lunar New Year)",
  "설날 다음 날": "Day after Seollal",
  "3ㆍ1절": "Independence Movement Day",
  노동절: "Labor Day",
  어린이날: "Children's Day",
  "부처님 오신 날": "Buddha's Birthday",
  현충일: "Memorial Day",
  제헌절: "Constitution Day",
  광복절: "Liberation Day",
  "추석 전날": "Day before Chuseok",
  추석: "Chuseok",
  "추석 다음 날": "Day after Chuseok",
  개천절: "National Foundation Day",
  한글날: "Hangeul Day",
  기독탄신일: "Christmas Day",
  임시공휴일: "Temporary public holiday",
  전국동시지방선거: "Local elections",
  대통령선거: "Presidential election",
};

const substitute = /^대체공휴일\((.+)\)$/;

/** A public holiday's name in a language; Korean where there is no translation. */
function holidayName(korean: string, lang: Language): string {
  if (lang === "ko") return korean;
  const replaced = substitute.exec(korean)?.[1];
  if (replaced !== undefined) return `Substitute holiday (${holidayName(replaced, lang)})`;
  return englishNames[korean] ?? korean;
}

/** Korean names of holidays by day, YYYY-MM-DD; undefined for a year that the calendar does not cover. */
export async function publicHolidays(year: number): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const days = await getHolidayPreset(String(year));
    return new Map(Object.entries(days).map(([day, names]) => [day, names.join(", ")]));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The site's own changes between two days, both inclusive. */
const ownChanges = async (db: Knex, from: string, to: string): Promise<Holiday[]> =>
  Holiday.query(db).whereBetween("day", [from, to]).orderBy("day");

async function calendarOf(year: number, { koreanHolidays }: Pick<Configuration, "koreanHolidays">) {
  return koreanHolidays ? publicHolidays(year) : new Map<string, string>();
}

/**
 * Holidays of a year and the site's changes, by day.
 * @param lang of the names of public holidays
 */
export async function readHolidays(db: Knex, year: number, lang: Language): Promise<HolidaysAnswer> {
  const calendar = await calendarOf(year, await readConfiguration(db));
  const own = await ownChanges(db, `${year}-01-01`, `${year}-12-31`);
  const days = new Map<string, HolidayAnswer>();
  for (const [day, korean] of calendar ?? []) {
    const name = holidayName(korean, lang);
    days.set(day, { day, name, off: true, publicName: name, changed: false });
  }
  for (const { day, name, isOff } of own) {
    const publicName = days.get(day)?.publicName ?? null;
    const shown = name === calendar?.get(day) ? (publicName ?? name) : name;
    days.set(day, { day, name: shown, off: isOff, publicName, changed: true });
  }
  return {
    year,
    known: calendar !== undefined,
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

/**
 * Makes a day a day off, or a public holiday a working day.
 * @throws InvalidInput on `off` where a day without a holiday is to become a working day; on `name` without a known name
 */
export async function changeHoliday(
  db: Knex,
  day: string,
  { name, off }: HolidayChange,
  { lang, now }: { readonly lang: Language; readonly now: Date },
): Promise<HolidaysAnswer> {
  const publicName = (await calendarOf(yearOf(day), await readConfiguration(db)))?.get(day);
  if (!off && publicName === undefined) throw invalid({ off: "notHoliday" });
  const effectiveName = name || publicName;
  if (effectiveName === undefined) throw invalid({ name: "required" });
  const row = { name: effectiveName, isOff: off, updatedAt: now };
  await db.transaction(async (trx) => {
    await Holiday.query(trx)
      .insert({ day, ...row })
      .onConflict("day")
      .merge(row);
    await publishChanges(trx, [{ kind: "configuration" }]);
  });
  return readHolidays(db, yearOf(day), lang);
}

/** Removes the site's change of a day. @throws HttpError 404 where there is none */
export async function restoreHoliday(db: Knex, day: string, lang: Language): Promise<HolidaysAnswer> {
  await db.transaction(async (trx) => {
    if ((await Holiday.query(trx).deleteById(day)) === 0) throw notFound();
    await publishChanges(trx, [{ kind: "configuration" }]);
  });
  return readHolidays(db, yearOf(day), lang);
}

/** Working hours and days off of the last `maxDaysBack` days. */
export async function readWorkingHours(db: Knex, site: Configuration, now: Date): Promise<WorkingHours> {
  const today = fromInstant(now, site.timezone).slice(0, 10);
  const from = addDays(today, -maxDaysBack);
  const daysOff = new Set<string>();
  for (const year of new Set([yearOf(from), yearOf(today)]))
    for (const day of (await calendarOf(year, site))?.keys() ?? []) daysOff.add(day);
  for (const { day, isOff } of await ownChanges(db, from, today)) daysOff[isOff ? "add" : "delete"](day);
  return { ...site, daysOff };
}
