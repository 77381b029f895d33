/** The privacy officer hides visits, brings them back, or has them destroyed (docs/behaviour.md, "Privacy"). */

import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import { alreadyHandled, type HttpError, invalid, notDueYet, visitStillOpen } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import { fromInstant } from "#contract/dates.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";
import { eraseVisits } from "./erase.ts";
import { type DeletableVisit, isOpen, lockGroups } from "./visit-groups.ts";

export interface TrashWork {
  /** Visits as the officer named them. */
  readonly ids: readonly number[];
  /** Who does it. */
  readonly by: number;
  /** IANA name of the site's zone, whose day decides what is due. */
  readonly timezone: string;
}

interface Locked {
  readonly trx: Knex.Transaction;
  /** The visits that were named, and the companions of those that lead some. */
  readonly visits: readonly DeletableVisit[];
  readonly named: readonly DeletableVisit[];
  readonly now: Date;
}

/**
 * Locks the visits and does the work in one transaction.
 * @throws InvalidInput on `ids.N` for each that is not there; what the work throws
 */
function workOn(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ids: readonly number[],
  work: (locked: Locked) => Promise<number>,
): Promise<number> {
  const now = clock();
  return db.transaction(async (trx) => {
    const visits = await lockGroups(trx, ids);
    const found = new Map(visits.map((visit) => [visit.id, visit]));
    const errors = ids.flatMap((id, index) =>
      found.has(id) ? [] : [[`ids.${index}`, "visitUnknown"] as const],
    );
    if (errors.length > 0) throw invalid(Object.fromEntries(errors));
    const named = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
    return work({ trx, visits, named, now });
  });
}

function refuseIf(
  visits: readonly DeletableVisit[],
  isBad: (visit: DeletableVisit) => boolean,
  why: () => HttpError,
) {
  if (visits.some(isBad)) throw why();
}

/** Writes when the visits were hidden, and in each one's log who did it. Their letters leave the search by themselves. */
async function mark(
  { trx, now }: Locked,
  visits: readonly DeletableVisit[],
  { hide, by }: { hide: boolean; by: number },
): Promise<number> {
  const ids = visits.map(({ id }) => id);
  await Visit.query(trx)
    .modify("withIds", ids)
    .patch({ hiddenAt: hide ? now : null });
  await VisitLog.query(trx).insert(
    visits.map(({ id, statusCode }) => ({
      visitId: id,
      action: hide ? "hide" : "restore",
      fromCode: statusCode,
      toCode: statusCode,
      actorKind: "staff" as const,
      actorId: by,
      at: now,
    })),
  );
  await noteChanges(
    trx,
    visits.map(({ id, hostUserId }) => ({ kind: "visit", visitId: id, hostUserId })),
  );
  return visits.length;
}

/**
 * Hides visits that are over from everything but the trash, and with a leader's its companions.
 * @returns how many were hidden
 * @throws InvalidInput for unknown ids; HttpError 405 where one is not over, holds a pass or is hidden already
 */
export function hideVisits(deps: Pick<Deps, "db" | "clock">, { ids, by }: TrashWork): Promise<number> {
  return workOn(deps, ids, (locked) => {
    refuseIf(locked.named, ({ hiddenAt }) => hiddenAt !== null, alreadyHandled);
    refuseIf(locked.visits, isOpen, visitStillOpen);
    const shown = locked.visits.filter(({ hiddenAt }) => hiddenAt === null);
    return mark(locked, shown, { hide: true, by });
  });
}

/**
 * Brings hidden visits back, and with a leader's the companions that were hidden with it.
 * @returns how many were brought back
 * @throws InvalidInput for unknown ids; HttpError 405 where one is not hidden
 */
export function restoreVisits(deps: Pick<Deps, "db" | "clock">, { ids, by }: TrashWork): Promise<number> {
  return workOn(deps, ids, (locked) => {
    const { visits, named } = locked;
    refuseIf(named, ({ hiddenAt }) => hiddenAt === null, alreadyHandled);
    const hiddenWith = ({ leaderId, hiddenAt }: DeletableVisit) =>
      named.some((leader) => leader.id === leaderId && leader.hiddenAt?.getTime() === hiddenAt?.getTime());
    const back = visits.filter((visit) => named.includes(visit) || (visit.hiddenAt && hiddenWith(visit)));
    return mark(locked, back, { hide: false, by });
  });
}

/**
 * Destroys what stands in the trash, for good, and with a leader's its companions.
 * @returns how many visits were destroyed
 * @throws InvalidInput for unknown ids; HttpError 405 where one is neither due nor hidden, or is not over
 */
export function destroyVisits(
  deps: Pick<Deps, "db" | "clock">,
  { ids, by, timezone }: TrashWork,
): Promise<number> {
  return workOn(deps, ids, async ({ trx, visits, named, now }) => {
    const today = fromInstant(now, timezone).slice(0, 10);
    refuseIf(named, ({ destroyOn, hiddenAt }) => destroyOn > today && hiddenAt === null, notDueYet);
    refuseIf(visits, isOpen, visitStillOpen);
    await eraseVisits(trx, visits, { reason: "officer", by, now, timezone });
    return visits.length;
  });
}
