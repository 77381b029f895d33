/** Closing the day (docs/behaviour.md, "Closing the day"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, lines } from "#contract/fields.ts";
import { day, listQuery, page } from "#contract/lists.ts";
import { visit } from "./visits.ts";

const reasonLength = 500;

const who = z.object({ id, name: z.string() });

/** Visits in a report, without personal data. */
const points = z.object({
  count: z.int(),
  visits: z.array(
    z.object({
      id,
      /** Null once the visit was hidden or destroyed. */
      reserveNo: z.nullable(z.string()),
    }),
  ),
});

export const dayClosing = z.object({
  id,
  day: z.string(),
  closedBy: who,
  /** Wall time. */
  closedAt: z.string(),
  /** All visitors inside, whatever their day. */
  inside: points,
  /** Those of `inside` who stay overnight. */
  overnight: points,
  passesOut: points,
  carPassesOut: points,
  /** Null while the day is closed. */
  reopened: z.nullable(z.object({ by: who, at: z.string(), reason: z.string() })),
});

export type DayClosingAnswer = z.output<typeof dayClosing>;

const openVisit = z.object({
  visit,
  /** Passes that the visit holds. */
  passes: z.array(
    z.object({
      id,
      passNo: z.string(),
      vehicle: z.boolean(),
      /** Wall time. */
      issuedAt: z.string(),
    }),
  ),
  /** Wall time of today's reminder. */
  remindedAt: z.nullable(z.string()),
});

export type OpenVisit = z.output<typeof openVisit>;

export const getCurrentDay = endpoint({
  method: "GET",
  path: "/dash/day-closings/current",
  permission: "desk",
  recorded: "none",
  summary:
    "What is open now: visitors inside and passes out, whatever their day; and whether today and yesterday are closed.",
  response: z.object({
    today: z.object({ day: z.string(), closing: z.nullable(dayClosing) }),
    yesterday: z.object({
      day: z.string(),
      closing: z.nullable(dayClosing),
      /** Not closed, although a visitor was inside or a pass was out. */
      leftOpen: z.boolean(),
    }),
    /** Ordered by end, earliest first. */
    visits: z.array(openVisit),
  }),
});

export type CurrentDay = z.output<typeof getCurrentDay.response>;

const dayClosingQuery = listQuery(["day"], {
  /** Closed days. */
  from: blankable(day),
  to: blankable(day),
});

export type DayClosingQuery = z.output<typeof dayClosingQuery>;

export const listDayClosings = endpoint({
  method: "GET",
  path: "/dash/day-closings",
  permission: "desk",
  recorded: "none",
  summary:
    "Reports of closed days, latest first, reopened ones included. `q`: part of the name of the user who closed.",
  query: dayClosingQuery,
  response: page(dayClosing),
});

export const closeDay = endpoint({
  method: "POST",
  path: "/dash/day-closings",
  permission: "desk",
  recorded: { subject: null },
  person: true,
  idempotent: true,
  summary: "Closes today or yesterday with a report of what is open. Statuses of visits do not change.",
  body: z.strictObject({
    /** Today by default. */
    day: blankable(day),
  }),
  response: dayClosing,
});

export const reopenDay = endpoint({
  method: "PUT",
  path: "/dash/day-closings/:id/reopen",
  permission: "desk",
  recorded: { subject: null },
  person: true,
  summary: "Reopens a closed day, for a reason; its report is kept.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    reason: z.pipe(
      z.transform((value: unknown) => value ?? ""),
      z.pipe(lines(reasonLength), z.string().check(z.minLength(1, "required"))),
    ),
  }),
  response: dayClosing,
});

export const remindOpenVisits = endpoint({
  method: "POST",
  path: "/dash/day-closings/reminders",
  permission: "desk",
  recorded: { subject: null },
  summary:
    "Reminds visitor and host of each visit that is inside and not overnight, or holds a pass, at most once a day.",
  body: z.strictObject({}),
  response: z.object({
    /** Visits whose visitor or host gets a message by this call. */
    reminded: z.array(id),
    /** Number of messages. */
    messages: z.int(),
    /** Reminded earlier today. */
    already: z.array(z.object({ visitID: id, at: z.string() })),
    /** No contact for visitor and host, or both messages are switched off. */
    unreachable: z.array(id),
  }),
});

export type Reminded = z.output<typeof remindOpenVisits.response>;
