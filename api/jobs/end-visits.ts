/** Closes visits after their last day (docs/behaviour.md, "Statuses and transitions"). */
import type { Knex } from "knex";
import type { Actor } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { transition } from "#api/features/visits/state.ts";
import { type AllowedTransition, applyTransition } from "#api/features/visits/transitions.ts";
import { type LockedVisit, lockEndedVisits } from "#api/features/visits/with-locked-visit.ts";
import { readConfiguration } from "#api/site-settings.ts";
import { dayStart, fromInstant } from "#contract/dates.ts";

const job: Actor = { kind: "job", id: null };
const batch = 200;

async function endBatch(trx: Knex.Transaction, before: Date, now: Date, timezone: string): Promise<number> {
  const due = await lockEndedVisits(trx, { before, limit: batch, timezone });
  const time = { now, wallTime: fromInstant(now, timezone) };
  const groups = new Map<string, { moved: AllowedTransition; visits: LockedVisit[] }>();
  for (const visit of due) {
    const moved = transition("end", visit, time);
    if ("refused" in moved) continue;
    const group = groups.get(visit.statusCode) ?? { moved, visits: [] };
    group.visits.push(visit);
    groups.set(visit.statusCode, group);
  }
  let ended = 0;
  for (const { moved, visits } of groups.values()) {
    await applyTransition({ trx, actor: job, now }, visits, "end", { moved });
    ended += visits.length;
  }
  return ended;
}

/**
 * Closes visits that were never decided, never entered, or left for good, after midnight of the day they end in the site's
 * time zone: until then a late visitor may still get a pass. Safe to run concurrently.
 * @returns how many visits were closed
 */
export async function endVisits({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const now = clock();
  const { timezone } = await readConfiguration(db);
  const midnight = dayStart(fromInstant(now, timezone).slice(0, 10), timezone);
  let total = 0;
  for (;;) {
    const ended = await db.transaction((trx) => endBatch(trx, midnight, now, timezone));
    total += ended;
    if (ended < batch) return total;
  }
}
