/** Days off. */
import { route } from "#api/http/route.ts";
import { changeHoliday as change, getHolidays, restoreHoliday as restore } from "#contract/site/holidays.ts";
import { changeHoliday, readHolidays, restoreHoliday } from "./holidays.ts";

export const holidayRoutes = [
  route(getHolidays, ({ deps: { db }, lang, query: { year } }) => readHolidays(db, year, lang)),

  route(change, ({ deps: { db, clock }, lang, params: { day }, body }) =>
    changeHoliday(db, day, body, { lang, now: clock() }),
  ),

  route(restore, ({ deps: { db }, lang, params: { day } }) => restoreHoliday(db, day, lang)),
];
