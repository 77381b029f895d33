/** Today's board: what was read is kept in the access log as with every list. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import { addDays, addMinutes, fromInstant, toInstant } from "#contract/dates.ts";
import { maxProgressRows } from "#contract/visits/visits.ts";
import { wasLeftOpen } from "#db/queries/day-closings.ts";
import { type Progress, progressIds, readProgress } from "#db/queries/visits/board.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { recordVisits } from "./read.ts";

export interface Board {
  readonly progress: Progress;
  readonly rows: Accessed<VisitRow>[];
  readonly now: Date;
  /** Yesterday (YYYY-MM-DD), where nobody closed it although somebody was inside or a pass was out. */
  readonly dayLeftOpen: string | null;
}

/** The board of the site's day on which it is read. @param timezone IANA name of the site's zone */
export async function readBoard(db: Knex, reader: Reader, timezone: string): Promise<Board> {
  const { at: now } = reader;
  const midnight = `${fromInstant(now, timezone).slice(0, 10)} 00:00`;
  const day = {
    from: toInstant(midnight, timezone),
    to: toInstant(addMinutes(midnight, 24 * 60), timezone),
  };
  const progress = await readProgress(db, day, { now, timezone });
  const ids = await progressIds(db, day, { limit: maxProgressRows, timezone });
  const rows = await recordVisits(db, reader, await visitRows(db, ids));
  const yesterday = addDays(midnight.slice(0, 10), -1);
  const dayLeftOpen = (await wasLeftOpen(db, yesterday, day.from)) ? yesterday : null;
  return { progress, rows, now, dayLeftOpen };
}
