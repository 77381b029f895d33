/** Today's board, with the access logged. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import { maxProgressRows } from "#contract/visits/visits.ts";
import { DayClosing } from "#db/models/visits/day-closing.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { readProgress } from "./queries/board.ts";
import { readVisitsById } from "./read.ts";

/**
 * The board of the current day in the site's time zone.
 * @param timezone IANA name of the site's zone
 * @returns `dayLeftOpen`: yesterday, where it was not closed although visitors were inside or held passes
 */
export async function readBoard(db: Knex, reader: Reader, timezone: string) {
  const now = reader.at;
  const today = fromInstant(now, timezone).slice(0, 10);
  const yesterday = addDays(today, -1);
  const day = { from: dayStart(today, timezone), to: dayStart(addDays(today, 1), timezone) };
  const progress = await readProgress(db, day, { now, timezone, limit: maxProgressRows });
  const rows = await readVisitsById(db, reader, progress.ids);
  const dayLeftOpen = (await wasLeftOpen(db, yesterday, day.from)) ? yesterday : null;
  return { progress, rows, dayLeftOpen };
}

/**
 * Whether a day that was not closed ended with a visitor inside or an issued pass, as far as current data shows.
 * @param day YYYY-MM-DD
 * @param end the first instant of the next day
 */
export async function wasLeftOpen(db: Knex, day: string, end: Date): Promise<boolean> {
  const closing = await DayClosing.query(db).select("id").where({ day, reopenedAt: null }).first();
  if (closing) return false;
  const inside = await Visit.query(db)
    .select("id")
    .whereIn("statusCode", ["entered", "exited"])
    .where("enteredAt", "<", end)
    .where((either) => either.whereNull("exitedAt").orWhere("exitedAt", ">=", end))
    .whereNull("hiddenAt")
    .limit(1);
  if (inside.length > 0) return true;
  const passes = await Pass.query(db)
    .select("passes.id")
    .joinRelated("visit")
    .where("passes.issuedAt", "<", end)
    .whereNull("visit.hiddenAt")
    .limit(1);
  return passes.length > 0;
}
