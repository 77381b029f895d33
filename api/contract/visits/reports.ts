/**
 * Statistics of a period's visits: counts and averages, nothing about a single person
 * (docs/decisions/server/reports.md).
 */
import * as z from "zod/mini";
import { minutesBetween } from "#contract/dates.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

/** Maximum days of a report: a leap year. */
export const maxReportDays = 366;

/** Days of a period, first and last included. */
export const daysBetween = (from: string, to: string): number =>
  minutesBetween(`${from} 00:00`, `${to} 00:00`) / (24 * 60) + 1;

const counts = {
  /** Visitors whose visit begins in the period, whatever its outcome; each companion counts. */
  visits: z.int(),
  /** Visitors who entered. */
  arrived: z.int(),
  /** Approved and never entered; known the night after. */
  noShow: z.int(),
  /** Cancelled, rejected, never decided, or closed before it began. */
  dropped: z.int(),
  /** Applied or approved, and still to come. */
  open: z.int(),
};

const stays = {
  /** Minutes from the last entry to the exit, on average; null without an exit. */
  averageStay: z.nullable(z.int()),
};

const group = z.object({ id: z.nullable(id), name: z.string(), ...counts, ...stays });

export const visitReport = z.object({
  totals: z.object({
    ...counts,
    ...stays,
    /** Of `visits`: companions. */
    companions: z.int(),
    /** Of `visits`: applied for on the day of the visit. */
    sameDay: z.int(),
    /** Of `visits`: applied for on the public site; the others were entered by staff. */
    online: z.int(),
  }),
  /** Every day of the period, in order. */
  byDay: z.array(z.object({ day: z.string(), ...counts })),
  /** Entries by hour of the site's clock; the last entry counts. */
  byHour: z.array(z.object({ hour: z.int(), arrived: z.int() })),
  /** Busiest first; a visit without a place has no id and no name. */
  byPlace: z.array(group),
  byPurpose: z.array(group),
  /**
   * Departments of the hosts; may be empty. Departments with fewer than three visits come last, as one row without names;
   * rows whose counts of one or two could be seen or inferred show their visits only.
   */
  byDepartment: z.array(
    z.object({
      company: z.string(),
      department: z.string(),
      /** Departments in a combined row; 0 for a single department. */
      others: z.int(),
      visits: z.int(),
      arrived: z.nullable(z.int()),
      noShow: z.nullable(z.int()),
      dropped: z.nullable(z.int()),
      open: z.nullable(z.int()),
      ...stays,
    }),
  ),
});

export type VisitReport = z.output<typeof visitReport>;
export type ReportCounts = Pick<VisitReport["totals"], keyof typeof counts>;

const inOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  error: "lastDayBefore",
  path: ["to"],
  abort: true,
});
const withinYear = z.refine<{ from: string; to: string }>(
  ({ from, to }) => daysBetween(from, to) <= maxReportDays,
  { error: `periodTooLong:${maxReportDays}`, path: ["to"] },
);

export const getVisitReport = endpoint({
  method: "GET",
  path: "/dash/reports/visits",
  permission: "reports",
  recorded: "none",
  summary:
    "Visits that begin in a period of at most a year, counted by day, hour, place, purpose and department. Destroyed visits still count.",
  query: z.strictObject({ from: day, to: day }).check(inOrder, withinYear),
  response: visitReport,
});
