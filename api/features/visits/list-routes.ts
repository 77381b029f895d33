/** Lists of visits, and today's board. */
import { readerOf } from "#api/http/reader.ts";
import { route } from "#api/http/route.ts";
import { getPreviousVisitors } from "#contract/visits/previous-visitors.ts";
import {
  getActiveVisits,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  getUndecidedVisits,
  searchVisits,
} from "#contract/visits/visits.ts";
import { readBoard } from "./board.ts";
import { presentContext, presentProgress, presentVisit } from "./presenter.ts";
import { presentPreviousVisitor, readPreviousVisitors } from "./previous-visitors.ts";
import { readVisits, type VisitList } from "./read.ts";

const list = (
  endpoint:
    | typeof searchVisits
    | typeof getNotReturned
    | typeof getReservedVisits
    | typeof getActiveVisits
    | typeof getUndecidedVisits
    | typeof getOwnRequests
    | typeof getOwnVisited,
  of: VisitList,
) =>
  route(endpoint, async (call) => {
    const { timezone } = await call.configuration();
    const reader = readerOf(call, endpoint);
    const { rows, ...counts } = await readVisits(call.deps, reader, of, call.query, timezone);
    const context = await presentContext(call, reader.at);
    return { rows: rows.map((row) => presentVisit(row, context)), ...counts };
  });

export const visitListRoutes = [
  list(searchVisits, { sort: "-startDate", criteria: () => ({}) }),

  // Without a returned pass, the earliest end first.
  list(getNotReturned, {
    sort: "endDate",
    criteria: () => ({ holdingPass: true, statuses: ["exited", "ended"] }),
  }),

  list(getReservedVisits, {
    sort: "startDate",
    criteria: ({ today, timezone }) => ({
      statuses: ["approved"],
      orExpectedAgain: { timezone },
      from: today,
    }),
  }),

  // The earliest end first.
  list(getActiveVisits, { sort: "endDate", criteria: () => ({ statuses: ["entered"] }) }),

  list(getUndecidedVisits, {
    sort: "startDate",
    criteria: () => ({ statuses: ["applied"], orHostResigned: true }),
  }),

  list(getOwnRequests, {
    sort: "startDate",
    criteria: ({ own, now }) => ({ hosts: own, statuses: ["applied", "approved"], from: now }),
  }),

  list(getOwnVisited, {
    sort: "-startDate",
    criteria: ({ own }) => ({ hosts: own, statuses: ["entered", "exited", "ended"] }),
  }),

  route(getPreviousVisitors, async (call) => {
    const { db, cipher } = call.deps;
    const { timezone } = await call.configuration();
    const rows = await readPreviousVisitors(db, readerOf(call, getPreviousVisitors), call.query.name ?? "");
    return rows.map((row) => presentPreviousVisitor(row, { lang: call.lang, timezone, cipher }));
  }),

  route(getProgress, async (call) => {
    const { timezone } = await call.configuration();
    const reader = readerOf(call, getProgress);
    const { progress, rows, dayLeftOpen } = await readBoard(call.deps.db, reader, timezone);
    const context = await presentContext(call, reader.at);
    return {
      ...presentProgress(progress),
      rows: rows.map((row) => presentVisit(row, context)),
      dayLeftOpen,
    };
  }),
];
