/** Holidays, besides the weekly days off (docs/behaviour.md, "Working hours"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

const holiday = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** The site's name of the day, or that of the public holiday in the reader's language. */
  name: z.string(),
  /** False: a working day in spite of a public holiday. */
  off: z.boolean(),
  /** Name in the calendar of public holidays; null for other days. */
  publicName: z.nullable(z.string()),
  /** Changed by the site. */
  changed: z.boolean(),
});

export type HolidayAnswer = z.output<typeof holiday>;

const holidays = z.object({
  year: z.int(),
  /** False where this version does not know the year's public holidays; the site then enters them. */
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
    "The holidays of a year: Korea's public ones where the site observes them, and the site's own changes.",
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
  summary: "Makes a day a holiday of the site, or a public holiday a working day; returns the year.",
  params,
  body: z.strictObject({
    /** Optional for a public holiday. */
    name: z.optional(line(100)),
    off: z.boolean({ error: "invalid" }),
  }),
  response: holidays,
});

/** A holiday of the site's own. */
export const newHoliday = z.strictObject({ day, name: line(100) });

export type HolidayChange = z.output<typeof changeHoliday.body>;

export const restoreHoliday = endpoint({
  method: "DELETE",
  path: "/dash/holidays/:day",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Removes the site's own change of a day; returns the year.",
  params,
  response: holidays,
});
