/** Korea's public holidays, by the government's yearly announcement. */
import { getHolidayPreset } from "@hyunbinseo/holidays-kr";
import type { Language } from "#api/http/language.ts";

/** Those of every year. */
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

/** A public holiday's name in a language; what happens once is called as in Korean. */
export function holidayName(korean: string, lang: Language): string {
  if (lang === "ko") return korean;
  const replaced = substitute.exec(korean)?.[1];
  if (replaced !== undefined) return `Substitute holiday (${holidayName(replaced, lang)})`;
  return englishNames[korean] ?? korean;
}

/** By day, YYYY-MM-DD, the holiday's Korean name; undefined for a year that this version does not know. */
export async function publicHolidays(year: number): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const days = await getHolidayPreset(String(year));
    return new Map(Object.entries(days).map(([day, names]) => [day, names.join(", ")]));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
