/** Days on which nobody works, besides those of the week (docs/behaviour.md, "Working hours"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

const holiday = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** As the site calls it, else as the calendar of public holidays does, in the reader's language. */
  name: z.string(),
  /** False: people work although it is a public holiday. */
  off: z.boolean(),
  /** Its name in the calendar of public holidays; null where it is not in it. */
  publicName: z.nullable(z.string()),
  /** The site has said so itself. */
  changed: z.boolean(),
});

export type HolidayAnswer = z.output<typeof holiday>;

const holidays = z.object({
  year: z.int(),
  /** False where this version does not know the year's public holidays: the site enters them itself. */
  known: z.boolean(),
  days: z.array(holiday),
});

export type HolidaysAnswer = z.output<typeof holidays>;

export const getHolidays = endpoint({
  method: "GET",
  path: "/dash/holidays",
  permission: "referenceData.read",
  recorded: "none",
  summary:
    "The holidays of a year: Korea's public ones where the site goes by them, and the site's own changes.",
  query: z.object({
    year: z.pipe(z.string().check(z.regex(/^2[01]\d\d$/, "invalid")), z.transform(Number)),
  }),
  response: holidays,
});

const params = z.object({ day });

export const changeHoliday = endpoint({
  method: "PUT",
  path: "/dash/holidays/:day",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Makes a day a holiday of the site, or a public holiday a day of work; answers with the year.",
  params,
  body: z.strictObject({
    /** May be left out for a public holiday. */
    name: z.optional(line(100)),
    off: z.boolean({ error: "invalid" }),
  }),
  response: holidays,
});

/** A holiday of the site's own, as it is entered. */
export const newHoliday = z.strictObject({ day, name: line(100) });

export type HolidayChange = z.output<typeof changeHoliday.body>;

export const restoreHoliday = endpoint({
  method: "DELETE",
  path: "/dash/holidays/:day",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Takes the site's own change of a day back; answers with the year.",
  params,
  response: holidays,
});
