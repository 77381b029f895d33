/**
 * What the visits of a period amount to: counts and averages, nothing about a single person
 * (docs/decisions/server/reports.md).
 */
import * as z from "zod/mini";
import { minutesBetween } from "#contract/dates.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

/** The longest period of a report: a year, a leap year, too. */
export const maxReportDays = 366;

/** How many days a period has, its first and its last among them. */
export const daysBetween = (from: string, to: string): number =>
  minutesBetween(`${from} 00:00`, `${to} 00:00`) / (24 * 60) + 1;

const counts = {
  /** People whose visit begins in the period, whatever became of it; each companion counts. */
  visits: z.int(),
  /** Who came in. */
  arrived: z.int(),
  /** Approved, and never came. Known the night after. */
  noShow: z.int(),
  /** Taken back, rejected, never decided, or closed before it began. */
  dropped: z.int(),
  /** Applied for or approved, and still to come. */
  open: z.int(),
};

const stays = {
  /** Minutes from the last entry to the exit, on average; null where nobody has left. */
  averageStay: z.nullable(z.int()),
};

const group = z.object({ id: z.nullable(id), name: z.string(), ...counts, ...stays });

export const visitReport = z.object({
  totals: z.object({
    ...counts,
    ...stays,
    /** Of `visits`: people who come along with a leader. */
    companions: z.int(),
    /** Of `visits`: applied for on the day of the visit itself, at the gate or shortly before. */
    sameDay: z.int(),
    /** Of `visits`: applied for on the public site; the others were entered by staff. */
    online: z.int(),
  }),
  /** Every day of the period in order. */
  byDay: z.array(z.object({ day: z.string(), ...counts })),
  /** Every hour of the site's clock: who came in at that hour, the last time where more than once. */
  byHour: z.array(z.object({ hour: z.int(), arrived: z.int() })),
  /** The busiest first; a visit without a place has no id and no name. */
  byPlace: z.array(group),
  byPurpose: z.array(group),
  /**
   * Of the hosts. The department may be empty. Departments with fewer than three visits come last, as one row without names;
   * rows in which a count of one or two could be seen or worked out have their visits only.
   */
  byDepartment: z.array(
    z.object({
      company: z.string(),
      department: z.string(),
      /** How many departments the row is of, where it is of several or of one with few visits; else 0. */
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
    "Visits that begin in a period of at most a year, counted by day, hour, place, purpose and department. Destroyed visits count on.",
  query: z.strictObject({ from: day, to: day }).check(inOrder, withinYear),
  response: visitReport,
});
