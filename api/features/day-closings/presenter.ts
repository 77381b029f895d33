/** Report of a closing → what staff see: in their language, on the site's clock. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { DayClosingAnswer } from "#contract/visits/day-closings.ts";
import type { ClosedVisit, DayClosingRow } from "./closings.ts";

const points = (visits: readonly ClosedVisit[]) => ({ count: visits.length, visits: [...visits] });

export function presentDayClosing(
  row: DayClosingRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): DayClosingAnswer {
  const { reopenedAt, reopenedBy } = row;
  return {
    id: row.id,
    day: row.day,
    closedBy: { id: row.closedBy, name: inLanguage(lang, row.closedByName, row.closedByEnName) },
    closedAt: fromInstant(row.closedAt, timezone),
    inside: points(row.inside),
    overnight: points(row.overnight),
    passesOut: points(row.passesOut),
    carPassesOut: points(row.carPassesOut),
    reopened:
      reopenedAt === null || reopenedBy === null
        ? null
        : {
            by: {
              id: reopenedBy,
              name: inLanguage(lang, row.reopenedByName ?? "", row.reopenedByEnName ?? ""),
            },
            at: fromInstant(reopenedAt, timezone),
            reason: row.reopenReason ?? "",
          },
  };
}
