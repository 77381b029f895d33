/** Today's board: what was read is kept in the access log as with every list. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import { addDays, addMinutes, fromInstant, toInstant } from "#contract/dates.ts";
import { maxProgressRows } from "#contract/visits/visits.ts";
import { gather } from "#db/gather.ts";
import { type Progress, readProgress } from "#db/queries/visits/board.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { wasLeftOpen } from "./left-open.ts";
import { recordVisits } from "./read.ts";

interface ReadBoard {
  readonly progress: Progress;
  readonly rows: readonly VisitRow[];
  /** When it was read. */
  readonly now: Date;
  /** Yesterday (YYYY-MM-DD), where nobody closed it although somebody was inside or a pass was out. */
  readonly dayLeftOpen: string | null;
}

export type Board = Omit<ReadBoard, "rows"> & { readonly rows: readonly Accessed<VisitRow>[] };

/**
 * Everybody at a desk reads the board again when something changes, and all see the same of it: those who ask while it is
 * being read share the next reading, as of the last of them.
 */
const readTogether = gather(
  async (db, asked: readonly { readonly now: Date; readonly timezone: string }[]): Promise<ReadBoard[]> => {
    const last = asked.at(-1);
    if (!last) return [];
    const { now, timezone } = last;
    const midnight = `${fromInstant(now, timezone).slice(0, 10)} 00:00`;
    const day = {
      from: toInstant(midnight, timezone),
      to: toInstant(addMinutes(midnight, 24 * 60), timezone),
    };
    const progress = await readProgress(db, day, { now, timezone, limit: maxProgressRows });
    const rows = await visitRows(db, progress.ids);
    const yesterday = addDays(midnight.slice(0, 10), -1);
    const dayLeftOpen = (await wasLeftOpen(db, yesterday, day.from)) ? yesterday : null;
    return asked.map(() => ({ progress, rows, now, dayLeftOpen }));
  },
);

/** The board of the site's day on which it is read. @param timezone IANA name of the site's zone */
export async function readBoard(db: Knex, reader: Reader, timezone: string): Promise<Board> {
  const board = await readTogether(db, { now: reader.at, timezone });
  return { ...board, rows: await recordVisits(db, reader, board.rows) };
}
