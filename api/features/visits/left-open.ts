import type { Knex } from "knex";
import { DayClosing } from "#db/models/visits/day-closing.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";

/**
 * Whether a day that was not closed ended with a visitor inside or a pass out, as far as that is still known.
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
