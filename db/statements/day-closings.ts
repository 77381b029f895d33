/** What closing the day writes and locks. */

import type { Knex } from "knex";
import type { DayClosing } from "../models/visits/day-closing.ts";
import { Visit } from "../models/visits/visit.ts";

type NewDayClosing = Pick<
  DayClosing,
  "day" | "closedBy" | "closedAt" | "inside" | "overnight" | "passesOut" | "carPassesOut"
>;

/**
 * Adds the report of a day. Where somebody else closes the same day just now it waits for them.
 * @returns its id; undefined where the day is closed
 */
export async function insertDayClosing(
  trx: Knex.Transaction,
  closing: NewDayClosing,
): Promise<number | undefined> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `INSERT INTO day_closings (day, closed_by, closed_at, inside, overnight, passes_out, car_passes_out)
     VALUES (CAST(:day AS date), :closedBy, :closedAt, :inside, :overnight, :passesOut, :carPassesOut)
     ON CONFLICT (day) WHERE reopened_at IS NULL DO NOTHING RETURNING id`,
    { ...closing },
  );
  return rows[0]?.id;
}

/** Locks visits against other work on them until the transaction ends, leaders first, as `lockVisitGroup` does. */
export async function lockVisits(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await Visit.query(trx)
    .select("id")
    .modify("withIds", ids)
    .orderByRaw("leader_id NULLS FIRST, id")
    .forUpdate();
}
