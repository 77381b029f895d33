/** Ends visits whose last day is over (decisions, "Visits"). */
import type { Knex } from "knex";
import type { Actor } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import type { LockedVisit } from "#api/features/visits/locks.ts";
import { transition } from "#api/features/visits/state.ts";
import { type Moved, moveAll } from "#api/features/visits/transitions.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/status.ts";
import { readConfiguration } from "#db/queries/configuration.ts";

const job: Actor = { kind: "job", id: null };
const batch = 200;

interface DueRow {
  readonly id: number;
  readonly reserveNo: string;
  readonly leaderId: number | null;
  readonly hostUserId: number;
  readonly statusCode: StatusCode;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly enteredAt: Date | null;
  readonly enteredFrom: "approved" | "exited" | null;
  readonly holdsPass: boolean;
}

/**
 * Locks some visits that ended before a moment. What somebody is handling just now is left out: waiting
 * for it could end in a deadlock, and the next run finds it.
 */
async function lockDue(trx: Knex.Transaction, before: Date, timezone: string): Promise<LockedVisit[]> {
  const { rows } = await trx.raw<{ rows: DueRow[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", v.leader_id AS "leaderId", v.host_user_id AS "hostUserId",
       v.status_code AS "statusCode", v.start_at AS "startAt", v.end_at AS "endAt",
       v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom",
       EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id) AS "holdsPass"
     FROM visits v
     WHERE v.status_code IN ('applied', 'approved', 'exited') AND v.end_at < ?
     ORDER BY v.end_at LIMIT ${batch}
     FOR UPDATE OF v SKIP LOCKED`,
    [before],
  );
  return rows.map(({ startAt, endAt, enteredAt, ...row }) => ({
    ...row,
    start: fromInstant(startAt, timezone),
    end: fromInstant(endAt, timezone),
    enteredAt: enteredAt && fromInstant(enteredAt, timezone),
    enteredInstant: enteredAt,
  }));
}

/** Ends one batch. */
async function endBatch(trx: Knex.Transaction, before: Date, now: Date, timezone: string): Promise<number> {
  const due = await lockDue(trx, before, timezone);
  const wall = fromInstant(now, timezone);
  const ways = new Map<string, { moved: Moved; visits: LockedVisit[] }>();
  for (const visit of due) {
    const moved = transition("end", visit, wall);
    if ("refused" in moved) continue;
    const way = ways.get(visit.statusCode) ?? { moved, visits: [] };
    way.visits.push(visit);
    ways.set(visit.statusCode, way);
  }
  let ended = 0;
  for (const { moved, visits } of ways.values()) {
    await moveAll(trx, visits, "end", { moved, actor: job, now });
    ended += visits.length;
  }
  return ended;
}

/**
 * Ends what was never decided, never entered or left for good, once the site's day of its end is over:
 * until midnight a late visitor may still get a pass. May be run at any time, and by several at once.
 * @returns how many visits it ended
 */
export async function endVisits({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const now = clock();
  const { timezone } = await readConfiguration(db);
  const midnight = toInstant(`${fromInstant(now, timezone).slice(0, 10)} 00:00`, timezone);
  let total = 0;
  for (;;) {
    const ended = await db.transaction((trx) => endBatch(trx, midnight, now, timezone));
    total += ended;
    if (ended < batch) return total;
  }
}
