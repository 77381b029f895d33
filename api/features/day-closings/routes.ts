/** Closing the day, for the desk. */
import { inLanguage, type Language } from "#api/http/language.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import { route } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import type { DayClosingAnswer } from "#contract/visits/day-closings.ts";
import * as calls from "#contract/visits/day-closings.ts";
import { presentContext, presentVisit } from "../visits/presenter.ts";
import { type ClosedVisit, type DayClosingRow, dayClosingRows } from "./closings.ts";
import { closeDay, readCurrentDay, remindOpenVisits, reopenDay } from "./day-closings.ts";

const countOf = (visits: readonly ClosedVisit[]) => ({ count: visits.length, visits: [...visits] });

/** Report row → response, in the reader's language and the site's time zone. */
function presentDayClosing(
  row: DayClosingRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): DayClosingAnswer {
  const { reopenedAt } = row;
  return {
    id: row.id,
    day: row.day,
    closedBy: { id: row.closedBy, name: inLanguage(lang, row.closedByName, row.closedByEnName) },
    closedAt: fromInstant(row.closedAt, timezone),
    inside: countOf(row.inside),
    overnight: countOf(row.overnight),
    passesOut: countOf(row.passesOut),
    carPassesOut: countOf(row.carPassesOut),
    reopened: reopenedAt && {
      by: {
        id: row.reopenedBy as number,
        name: inLanguage(lang, row.reopenedByName ?? "", row.reopenedByEnName ?? ""),
      },
      at: fromInstant(reopenedAt, timezone),
      reason: row.reopenReason ?? "",
    },
  };
}

export const dayClosingRoutes = [
  route(calls.getCurrentDay, async (call) => {
    const { deps, lang } = call;
    const { timezone } = await call.configuration();
    const reader = readerOf(call, calls.getCurrentDay);
    const current = await readCurrentDay(deps.db, reader, timezone);
    const context = await presentContext(call, reader.at);
    const closing = (row: DayClosingRow | undefined) =>
      row ? presentDayClosing(row, { lang, timezone }) : null;
    return {
      today: { day: current.today, closing: closing(current.closing) },
      yesterday: {
        day: current.yesterday,
        closing: closing(current.yesterdaysClosing),
        leftOpen: current.leftOpen,
      },
      visits: current.visits.map((visit) => {
        const { id: visitId } = visit.row;
        const remindedAt = current.reminders.get(visitId);
        return {
          visit: presentVisit(visit, context),
          passes: current.passes
            .filter((pass) => pass.visitId === visitId)
            .map(({ id, passNo, vehicle, issuedAt }) => ({
              id,
              passNo,
              vehicle,
              issuedAt: fromInstant(issuedAt, timezone),
            })),
          remindedAt: remindedAt ? fromInstant(remindedAt, timezone) : null,
        };
      }),
    };
  }),

  route(calls.listDayClosings, async ({ deps, lang, query, configuration }) => {
    const { timezone } = await configuration();
    return presentPage(await dayClosingRows(deps.db, query), (row) =>
      presentDayClosing(row, { lang, timezone }),
    );
  }),

  route(calls.closeDay, async ({ deps, trx, me, lang, body: { day }, configuration }) => {
    const { timezone } = await configuration(trx);
    const row = await closeDay(trx, { day, by: me.id, now: deps.clock(), timezone });
    return presentDayClosing(row, { lang, timezone });
  }),

  route(calls.reopenDay, async ({ deps, me, lang, params: { id }, body, configuration }) => {
    const { timezone } = await configuration();
    const row = await reopenDay(deps, { id, by: me.id, reason: body.reason });
    return presentDayClosing(row, { lang, timezone });
  }),

  route(calls.remindOpenVisits, async ({ deps, configuration }) => {
    const site = await configuration();
    return deps.db.transaction((trx) => remindOpenVisits({ ...deps, trx, now: deps.clock(), site }));
  }),
];
