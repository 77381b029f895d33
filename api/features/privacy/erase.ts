/** Destroys visits in one transaction with their row in the destruction register (docs/decisions/privacy/erasure.md). */
import type { Knex } from "knex";
import {
  insertChanges,
  insertMessageChanges,
  publishChanges,
  publishMessageChanges,
} from "#api/live/changes.ts";
import { daysBetween, fromInstant } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { DestructionRegister, WaitingErasure } from "#db/models/visits/erasure.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { visitsHoldingPasses } from "../visits/with-locked-visit.ts";
import { countDestroyedVisits, eraseMessagesBefore, erasePersonalData } from "./queries.ts";

const columns = [
  ...(["id", "leaderId", "hostUserId", "reserveNo", "statusCode"] as const),
  ...(["endAt", "hiddenAt", "destroyOn", "cellHash"] as const),
];

export interface DeletableVisit extends Pick<Visit, (typeof columns)[number]> {
  readonly holdsPass: boolean;
}

/** Without `exited`: such a visit is over, although it becomes `ended` only at night. */
export const openStatuses: readonly StatusCode[] = ["applied", "approved", "entered"];

/** Whether a visit cannot be hidden or destroyed: it is not over, or its visitor still holds a pass. */
export const isOpen = ({
  statusCode,
  holdsPass,
}: Pick<DeletableVisit, "statusCode" | "holdsPass">): boolean =>
  openStatuses.includes(statusCode) || holdsPass;

/** Companions of some leaders, hidden ones too. */
export const companionsOf = async (
  db: Knex,
  leaderIds: readonly number[],
): Promise<{ id: number; leaderId: number }[]> =>
  Visit.query(db)
    .select("id", "leaderId")
    .whereIn("leaderId", leaderIds)
    .castTo<{ id: number; leaderId: number }[]>();

/**
 * Locks visits and their companions, hidden ones too; leaders before companions, then by id.
 * @param busy what to do about visits that another transaction has locked
 */
export async function lockGroups(
  trx: Knex.Transaction,
  ids: readonly number[],
  busy: "wait" | "skip" = "wait",
): Promise<DeletableVisit[]> {
  const query = Visit.query(trx)
    .select(...columns)
    .where((group) => group.whereIn("id", ids).orWhereIn("leaderId", ids))
    .orderBy("leaderId", "asc", "first")
    .orderBy("id")
    .forUpdate();
  const rows = await (busy === "skip" ? query.skipLocked() : query);
  const found = rows.map(({ id }) => id);
  const holders = await visitsHoldingPasses(trx, found);
  return rows.map((row) => ({ ...row, holdsPass: holders.has(row.id) }));
}

/** Different mobile numbers; a visit without one counts by itself. */
const countPersons = (visits: readonly DeletableVisit[]): number =>
  new Set(visits.map(({ id, cellHash }) => cellHash?.toString("hex") ?? id)).size;

/** Distinct numbers of days from end to destruction. */
const retentionDaysOf = (visits: readonly DeletableVisit[], timezone: string): number[] => {
  const days = visits.map(({ endAt, destroyOn }) =>
    daysBetween(fromInstant(endAt, timezone).slice(0, 10), destroyOn),
  );
  return [...new Set(days)].sort((a, b) => a - b);
};

/**
 * Erases visits that are over, companions with their leaders. The caller has locked them with `lockGroups`. Statistics and the
 * register's row remain.
 * @param by the user; undefined for the job
 */
export async function eraseVisits(
  trx: Knex.Transaction,
  visits: readonly DeletableVisit[],
  {
    reason,
    by,
    now,
    timezone,
  }: { reason: "due" | "officer" | "request"; by: number | undefined; now: Date; timezone: string },
): Promise<void> {
  if (visits.length === 0) return;
  const visitIds = visits.map(({ id }) => id);
  const reserveNos = visits.map(({ reserveNo }) => reserveNo);
  const hashes = visits.flatMap(({ cellHash }) => cellHash ?? []);
  await countDestroyedVisits(trx, visitIds, timezone);
  // while the visits still name the hosts that read their messages
  await (by === undefined ? insertMessageChanges : publishMessageChanges)(trx, visitIds);
  const messages = await erasePersonalData(trx, { visitIds, reserveNos, hashes, now });
  const line = {
    actorKind: by === undefined ? ("job" as const) : ("staff" as const),
    hostUserId: by ?? null,
    visitIds,
    persons: countPersons(visits),
    messages,
    retentionDays: retentionDaysOf(visits, timezone),
  };
  await DestructionRegister.query(trx).insert({ at: now, reason, ...line });
  await WaitingErasure.query(trx).insert({
    entry: { kind: "visits", at: now.toISOString(), why: reason, ...line },
  });
  const changes = visits.map(({ id, hostUserId }) => ({ kind: "visit" as const, visitId: id, hostUserId }));
  // A job's batches are not announced, because every open console would reload its lists for each.
  await (by === undefined ? insertChanges(trx, changes) : publishChanges(trx, changes));
}

/**
 * Erases messages without a visit that were created before an instant; others are erased with their visit.
 * @param retentionDays for the register
 * @returns how many were erased
 */
export async function eraseOldMessages(
  trx: Knex.Transaction,
  { before, now, retentionDays }: { before: Date; now: Date; retentionDays: number },
): Promise<number> {
  const messages = await eraseMessagesBefore(trx, before, now);
  if (messages === 0) return 0;
  await DestructionRegister.query(trx).insert({
    at: now,
    actorKind: "job",
    reason: "due",
    visitIds: [],
    persons: 0,
    messages,
    retentionDays: [retentionDays],
  });
  return messages;
}
