/** Locks visits, so that concurrent calls are serialised. */

import type { Knex } from "knex";
import { type Actor, actorOf, reachOf } from "#api/auth/auth-context.ts";
import type { MessageDeps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { readerOf } from "#api/http/reader.ts";
import { fromInstant, type WallTime } from "#contract/dates.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { presentContext, presentVisit, type StaffCall } from "./presenter.ts";
import { readVisitsById } from "./read.ts";
import { mayHoldPassAgain, type VisitState } from "./state.ts";

const columns = [
  ...(["id", "reserveNo", "leaderId", "hostUserId", "statusCode", "startAt", "endAt"] as const),
  ...(["enteredAt", "enteredFrom", "exitedAt", "overnightAt", "carNumber", "updatedAt"] as const),
] as const satisfies readonly (keyof Visit)[];

type LockedRow = Pick<Visit, (typeof columns)[number]>;

/** A locked visit: its state, and what transitions need. */
export type LockedVisit = VisitState & Omit<LockedRow, "startAt" | "endAt">;

/** A locked visit with its locked companions. */
export interface LockedGroup {
  readonly visit: LockedVisit;
  readonly companions: readonly LockedVisit[];
}

/** `companions`: the visits that it leads. `group`: its leader and all the leader's companions. */
export type LockScope = "companions" | "group";

interface LockOptions {
  /** IANA name. */
  readonly timezone: string;
  /** Only visits of these hosts; undefined for all. */
  readonly hosts?: readonly number[] | undefined;
  readonly reach?: LockScope | undefined;
}

/**
 * Rows with wall times of the site. Reads passes in a separate statement after the lock, because a statement that waits for a
 * lock sees other tables as they were before.
 */
async function lockedVisits(
  trx: Knex.Transaction,
  rows: readonly LockedRow[],
  timezone: string,
): Promise<LockedVisit[]> {
  const holders = await visitsHoldingPasses(
    trx,
    rows.filter(mayHoldPassAgain).map(({ id }) => id),
  );
  return rows.map(({ startAt, endAt, ...row }) => ({
    ...row,
    start: fromInstant(startAt, timezone),
    end: fromInstant(endAt, timezone),
    holdsPass: holders.has(row.id),
  }));
}

/** Ids of the visits that hold a pass. */
export async function visitsHoldingPasses(db: Knex, ids: readonly number[]): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set();
  const passes = await Pass.query(db).select("visitId").whereIn("visitId", ids);
  return new Set(passes.map(({ visitId }) => visitId));
}

/**
 * Locks a visit and its companions or its whole group, without hidden ones. Locks leaders before companions, then by id, so that
 * concurrent calls do not deadlock.
 * @returns undefined where there is no such visit, or it is another host's
 */
export async function lockGroup(
  trx: Knex.Transaction,
  id: number,
  { timezone, hosts, reach = "companions" }: LockOptions,
): Promise<LockedGroup | undefined> {
  const companion = reach === "group" ? await Visit.query(trx).findById(id).select("leaderId") : undefined;
  const leaderId = companion?.leaderId ?? id;
  const query = Visit.query(trx)
    .select(...columns)
    .where((group) => group.where({ id: leaderId }).orWhere({ leaderId }))
    .whereNull("hiddenAt")
    .orderBy("leaderId", "asc", "first")
    .orderBy("id")
    .forUpdate();
  if (hosts) query.whereIn("hostUserId", hosts);
  const locked = await lockedVisits(trx, await query, timezone);
  const visit = locked.find((row) => row.id === id);
  return visit && { visit, companions: locked.filter((row) => row !== visit) };
}

/**
 * Locks visits that ended before an instant and are not inside. Skips locked visits, which could cause a deadlock and are found
 * by the next run.
 */
export async function lockEndedVisits(
  trx: Knex.Transaction,
  { before, limit, timezone }: { readonly before: Date; readonly limit: number; readonly timezone: string },
): Promise<LockedVisit[]> {
  const rows = await Visit.query(trx)
    .select(...columns)
    .whereIn("statusCode", ["applied", "approved", "exited"])
    .where("endAt", "<", before)
    .orderBy("endAt")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return lockedVisits(trx, rows, timezone);
}

export interface VisitWork extends LockedGroup, MessageDeps {
  readonly trx: Knex.Transaction;
  readonly actor: Actor;
  readonly now: Date;
  /** `now` as wall time of the site. */
  readonly wallTime: WallTime;
  readonly site: Configuration;
}

/**
 * Work on a locked visit.
 * @returns ids of the visits in the response; undefined for the visit itself
 */
// biome-ignore lint/suspicious/noConfusingVoidType: work may return nothing
type LockedWork = (visit: VisitWork) => Promise<readonly number[] | void>;

/**
 * Runs `work` on the visit of the path within the caller's scope, and logs the access of the response.
 * @param reach which visits are locked with it
 * @returns the visits that `work` returns, or the visit itself
 * @throws HttpError 404 where there is no such visit or it is another host's; errors of `work`
 */
export async function withLockedVisits(
  endpoint: Pick<Endpoint, "method" | "path">,
  call: StaffCall & { readonly params: { readonly id: number } },
  work: LockedWork,
  reach?: LockScope,
): Promise<VisitAnswer[]> {
  const { params } = call;
  const { db, cipher, sms, mail } = call.deps;
  const site = await call.configuration();
  const caller = readerOf(call, endpoint);
  const context = await presentContext(call, caller.at);
  const { now, wallTime, timezone } = context;
  const rows = await db.transaction(async (trx) => {
    const party = await lockGroup(trx, params.id, { timezone, hosts: reachOf(caller), reach });
    if (!party) throw notFound();
    const actor = actorOf(caller);
    const ids = await work({ ...party, trx, cipher, sms, mail, now, wallTime, site, actor });
    return readVisitsById(trx, caller, ids ?? [params.id]);
  });
  return rows.map((row) => presentVisit(row, context));
}

/** As `withLockedVisits`, for work on one visit. */
export const withLockedVisit = async (...work: Parameters<typeof withLockedVisits>): Promise<VisitAnswer> => {
  const [visit] = await withLockedVisits(...work);
  if (!visit) throw new Error("The work names no visit.");
  return visit;
};
