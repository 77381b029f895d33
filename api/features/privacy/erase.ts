/** Destroys visits, in one transaction with a line in the register (docs/decisions/privacy/erasure.md). */

import type { Knex } from "knex";
import { insertChanges, noteChanges } from "#api/live/changes.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { destructionSummary } from "#db/queries/privacy/destruction.ts";

import { eraseMessagesBefore, erasePersonalData, queueErasureEntry } from "#db/statements/erasure.ts";
import { countDestroyedVisits } from "#db/statements/visit-statistics.ts";
import type { DeletableVisit } from "./visit-groups.ts";

export interface Erasing {
  readonly reason: "due" | "officer" | "request";
  /** Who does it; undefined for the job. */
  readonly by: number | undefined;
  readonly now: Date;
  readonly timezone: string;
}

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
  const { persons, retentionDays } = await destructionSummary(trx, visitIds, timezone);
  const messages = await erasePersonalData(trx, { visitIds, reserveNos, hashes, now });
  const line = {
    actorKind: by === undefined ? ("job" as const) : ("staff" as const),
    hostUserId: by ?? null,
    visitIds,
    persons,
    messages,
    retentionDays,
  };
  await DestructionRegister.query(trx).insert({ at: now, reason, ...line });
  await queueErasureEntry(trx, { kind: "visits", at: now.toISOString(), why: reason, ...line });
  const changes = visits.map(({ id, hostUserId }) => ({ kind: "visit" as const, visitId: id, hostUserId }));
  // Nobody waits for what a job destroys. Told of each batch at once, every open console would read its lists again for each.
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
