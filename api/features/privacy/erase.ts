/** Destroys visits, in one transaction with a line in the register (docs/decisions/privacy/erasure.md). */

import type { Knex } from "knex";
import { insertChanges, noteChanges } from "#api/live/changes.ts";
import { daysBetween, fromInstant } from "#contract/dates.ts";
import { DestructionRegister, WaitingErasure } from "#db/models/visits/erasure.ts";
import { countDestroyedVisits, eraseMessagesBefore, erasePersonalData } from "./queries.ts";
import type { DeletableVisit } from "./visit-groups.ts";

export interface Erasing {
  readonly reason: "due" | "officer" | "request";
  /** The user who does it; undefined for the job. */
  readonly by: number | undefined;
  readonly now: Date;
  readonly timezone: string;
}

/** Different mobile numbers; a visit without one counts by itself. */
const countPersons = (visits: readonly DeletableVisit[]): number =>
  new Set(visits.map(({ id, cellHash }) => cellHash?.toString("hex") ?? id)).size;

/** Days from the end to the day of destruction, each once. */
const retentionDaysOf = (visits: readonly DeletableVisit[], timezone: string): number[] => {
  const days = visits.map(({ endAt, destroyOn }) =>
    daysBetween(fromInstant(endAt, timezone).slice(0, 10), destroyOn),
  );
  return [...new Set(days)].sort((a, b) => a - b);
};

/**
 * Erases visits that are over, locked by `lockGroups`, companions with their leaders. What remains is a
 * count for the day, and the register's line.
 */
export async function eraseVisits(
  trx: Knex.Transaction,
  visits: readonly DeletableVisit[],
  { reason, by, now, timezone }: Erasing,
): Promise<void> {
  if (visits.length === 0) return;
  const visitIds = visits.map(({ id }) => id);
  const reserveNos = visits.map(({ reserveNo }) => reserveNo);
  const hashes = visits.flatMap(({ cellHash }) => cellHash ?? []);
  await countDestroyedVisits(trx, visitIds, timezone);
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
  // A job's batches are not announced one by one: every open console would read its lists again for each.
  await (by === undefined ? insertChanges(trx, changes) : noteChanges(trx, changes));
}

/**
 * Erases messages that belong to no visit and were written before a moment; all others go with their visit.
 * @param retentionDays how long they were kept
 * @returns how many
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
