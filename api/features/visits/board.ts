/** Today's board: what was read is kept in the access log as with every list. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import { addDays, addMinutes, fromInstant, toInstant } from "#contract/dates.ts";
import { maxProgressRows } from "#contract/visits/visits.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { wasLeftOpen } from "./left-open.ts";
import { type Progress, readProgress } from "./queries/board.ts";
import type { VisitRow } from "./queries/visit-rows.ts";
import { readVisitsById } from "./read.ts";

export interface Board {
  readonly progress: Progress;
  readonly rows: readonly Accessed<VisitRow>[];
  /** When it was read. */
  readonly now: Date;
  /** Yesterday (YYYY-MM-DD), where it was not closed although visitors were inside or passes were out. */
  readonly dayLeftOpen: string | null;
}

/** The board of the site's day on which it is read. @param timezone IANA name of the site's zone */
export async function readBoard(db: Knex, reader: Reader, timezone: string): Promise<Board> {
  const now = reader.at;
  const midnight = `${fromInstant(now, timezone).slice(0, 10)} 00:00`;
  const day = {
    from: toInstant(midnight, timezone),
    to: toInstant(addMinutes(midnight, 24 * 60), timezone),
  };
  const progress = await readProgress(db, day, { now, timezone, limit: maxProgressRows });
  const rows = await readVisitsById(db, reader, progress.ids);
  const yesterday = addDays(midnight.slice(0, 10), -1);
  const dayLeftOpen = (await wasLeftOpen(db, yesterday, day.from)) ? yesterday : null;
  return { progress, rows, now, dayLeftOpen };
}
