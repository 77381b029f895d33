/** Lists of visits, and today's board. */

import { readBoard } from "#api/features/visits/board.ts";
import { presentProgress } from "#api/features/visits/board-presenter.ts";
import { lists, readVisits, type VisitList } from "#api/features/visits/lists.ts";
import { presentVisit } from "#api/features/visits/presenter.ts";
import { type Call, route } from "#api/http/bind-route.ts";
import { readerOf } from "#api/http/reader.ts";
import {
  getActiveVisits,
  getNotReturned,
  getOwnRequests,
  getOwnVisited,
  getProgress,
  getReservedVisits,
  searchVisits,
  type VisitAnswer,
} from "#contract/visits.ts";
import type { VisitRow } from "#db/queries/visits/rows.ts";

type StaffCall = Pick<Call<typeof getProgress>, "deps" | "me" | "lang" | "ctx">;

function present(
  { deps: { cipher }, me: viewer, lang }: StaffCall,
  { rows, now, timezone }: { rows: readonly VisitRow[]; now: Date; timezone: string },
): VisitAnswer[] {
  return rows.map((row) => presentVisit(row, { viewer, lang, timezone, now, cipher }));
}

const list = (
  endpoint:
    | typeof searchVisits
    | typeof getNotReturned
    | typeof getReservedVisits
    | typeof getActiveVisits
    | typeof getOwnRequests
    | typeof getOwnVisited,
  of: VisitList,
) =>
  route(endpoint, async (call) => {
    const page = await readVisits(call.deps, readerOf(call, endpoint), of, call.query);
    return { rows: present(call, page), total: page.total, totalCapped: page.totalCapped };
  });

export const visitListRoutes = [
  list(searchVisits, lists.all),
  list(getNotReturned, lists.notReturned),
  list(getReservedVisits, lists.reserved),
  list(getActiveVisits, lists.active),
  list(getOwnRequests, lists.ownRequests),
  list(getOwnVisited, lists.ownVisited),

  route(getProgress, async (call) => {
    const board = await readBoard(call.deps.db, readerOf(call, getProgress));
    return { ...presentProgress(board.progress), rows: present(call, board) };
  }),
];
