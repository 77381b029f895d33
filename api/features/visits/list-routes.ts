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
import { lists, readVisits, type VisitList } from "./lists.ts";
import { presentProgress } from "./presenter.ts";
import { presentPreviousVisitor, readPreviousVisitors } from "./previous-visitors.ts";
import { presentVisits } from "./respond.ts";

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
    const page = await readVisits(call.deps, readerOf(call, endpoint), of, call.query, timezone);
    return {
      rows: presentVisits(call, { ...page, timezone }),
      total: page.total,
      totalCapped: page.totalCapped,
    };
  });

export const visitListRoutes = [
  list(searchVisits, lists.all),
  list(getNotReturned, lists.notReturned),
  list(getReservedVisits, lists.reserved),
  list(getActiveVisits, lists.active),
  list(getUndecidedVisits, lists.undecided),
  list(getOwnRequests, lists.ownRequests),
  list(getOwnVisited, lists.ownVisited),

  route(getPreviousVisitors, async (call) => {
    const { db, cipher } = call.deps;
    const { timezone } = await call.configuration();
    const rows = await readPreviousVisitors(db, readerOf(call, getPreviousVisitors), call.query.name ?? "");
    return rows.map((row) => presentPreviousVisitor(row, { lang: call.lang, timezone, cipher }));
  }),

  route(getProgress, async (call) => {
    const { timezone } = await call.configuration();
    const board = await readBoard(call.deps.db, readerOf(call, getProgress), timezone);
    return {
      ...presentProgress(board.progress),
      rows: presentVisits(call, { ...board, timezone }),
      dayLeftOpen: board.dayLeftOpen,
    };
  }),
];
