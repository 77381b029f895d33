/** Closing the day (docs/behaviour.md, "Closing the day"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, lines } from "#contract/fields.ts";
import { day, listQuery, page } from "#contract/lists.ts";
import { visit } from "./visits.ts";

const reasonLength = 500;

const who = z.object({ id, name: z.string() });

/** Visits without their people. */
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
  /** Everybody who was inside, of whatever day. */
  inside: points,
  /** Of those inside. */
  overnight: points,
  passesOut: points,
  carPassesOut: points,
  /** Null while the day is closed by it. */
  reopened: z.nullable(z.object({ by: who, at: z.string(), reason: z.string() })),
});

export type DayClosingAnswer = z.output<typeof dayClosing>;

const openVisit = z.object({
  visit,
  /** What it holds. */
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
    "What is open now: who is inside and who holds a pass, of whatever day; and whether today and yesterday are closed.",
  response: z.object({
    today: z.object({ day: z.string(), closing: z.nullable(dayClosing) }),
    yesterday: z.object({
      day: z.string(),
      closing: z.nullable(dayClosing),
      /** Not closed, although somebody was inside or a pass was out. */
      leftOpen: z.boolean(),
    }),
    /** Who should have left first comes first. */
    visits: z.array(openVisit),
  }),
});

export type CurrentDay = z.output<typeof getCurrentDay.response>;

const dayClosingQuery = listQuery(["day"], {
  /** Days that were closed. */
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
    "Reports of the days that were closed, the latest first; those that were reopened, too. `q`: part of the name of whoever closed.",
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
  summary: "Closes today or yesterday with a report of what is open. Nobody leaves by it.",
  body: z.strictObject({
    /** Today unless given. */
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
  summary: "Opens a day again that was closed, for a reason; its report is kept.",
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
    /** Visits whose visitor or host is sent a message by this call. */
    reminded: z.array(id),
    /** Messages that were written. */
    messages: z.int(),
    /** Reminded today already. */
    already: z.array(z.object({ visitID: id, at: z.string() })),
    /** Neither visitor nor host has a number, or both messages are switched off. */
    unreachable: z.array(id),
  }),
});

export type Reminded = z.output<typeof remindOpenVisits.response>;
