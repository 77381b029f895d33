/** Destroys visits that have been due for five days (docs/behaviour.md, "Privacy"). */
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { companionsOf, eraseVisits, isOpen, lockGroups } from "#api/features/privacy/erase.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { graceDays } from "#contract/privacy/privacy-trash.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { type DuePlace, dueVisits } from "./queries.ts";
import { amountDue, runUnlessUnusual } from "./unusual-amount.ts";

/** Visits per transaction and per row of the register, companions included. */
const batch = 200;

/** The first visits that, with their companions, fit into a batch; at least one. */
function firstGroups(
  rows: readonly DuePlace[],
  companions: readonly { id: number; leaderId: number }[],
): DuePlace[] {
  const led = Map.groupBy(companions, ({ leaderId }) => leaderId);
  const counted = new Set<number>();
  const tooMany = rows.findIndex(({ id }, place) => {
    for (const one of [id, ...(led.get(id) ?? []).map((companion) => companion.id)]) counted.add(one);
    return place > 0 && counted.size > batch;
  });
  return tooMany < 0 ? [...rows] : rows.slice(0, tooMany);
}

/**
 * Destroys one batch of visits that are over, companions with their leaders. Skips locked visits until the next run.
 * @returns the position of the last visit, undefined where none is left; and how many visits were destroyed
 */
async function destroyBatch(
  trx: Knex.Transaction,
  { day, after, now, timezone }: { day: string; after: DuePlace; now: Date; timezone: string },
): Promise<{ last: DuePlace | undefined; destroyed: number }> {
  const rows = await dueVisits(trx, { day, after, limit: batch });
  if (rows.length === 0) return { last: undefined, destroyed: 0 };
  const found = rows.map(({ id }) => id);
  const first = firstGroups(rows, await companionsOf(trx, found));
  const ids = first.map(({ id }) => id);
  const locked = await lockGroups(trx, ids, "skip");
  // Read after the lock: a companion may have entered, or be locked, meanwhile.
  const companions = await companionsOf(trx, ids);
  const over = new Set(locked.flatMap((visit) => (isOpen(visit) ? [] : [visit.id])));
  const incomplete = new Set(companions.flatMap(({ id, leaderId }) => (over.has(id) ? [] : [leaderId])));
  const dueIds = new Set(ids.filter((id) => over.has(id) && !incomplete.has(id)));
  const deletable = locked.filter(({ id, leaderId }) => dueIds.has(id) || (leaderId && dueIds.has(leaderId)));
  await eraseVisits(trx, deletable, { reason: "due", by: undefined, now, timezone });
  return { last: first.at(-1), destroyed: deletable.length };
}

/** Destroys visits that are due by a day. @returns how many */
async function destroyThrough(db: Knex, day: string, now: Date, timezone: string): Promise<number> {
  let total = 0;
  let after: DuePlace | undefined = { destroyOn: "-infinity", id: 0 };
  while (after) {
    const from: DuePlace = after;
    const done = await db.transaction((trx) => destroyBatch(trx, { day, after: from, now, timezone }));
    total += done.destroyed;
    after = done.last;
  }
  return total;
}

/**
 * Destroys visits that have been due for five days, unless that is an unusual amount. Each batch is a transaction with its row
 * in the register, so an interrupted run continues with the rest. Logs due visits that are not over. Safe to run concurrently.
 * @returns how many visits were destroyed
 */
export async function destroyDue(deps: Pick<Deps, "db" | "clock" | "log">): Promise<number> {
  const { db, clock, log } = deps;
  const now = clock();
  const { timezone } = await readConfiguration(db);
  const day = addMinutes(fromInstant(now, timezone), -graceDays * 24 * 60).slice(0, 10);
  const destroyed = await runUnlessUnusual(deps, {
    job: "destroyDue",
    through: day,
    count: (through) => amountDue(db, through),
    run: (through) => destroyThrough(db, through, now, timezone),
  });
  const count = await Visit.query(db).where("destroyOn", "<=", day).resultSize();
  if (count > 0) log.warn({ count }, "visits past their destruction are not over, or in use just now");
  return destroyed ?? 0;
}
