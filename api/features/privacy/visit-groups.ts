/** Visits that are to be hidden or destroyed, locked together with the companions of their leaders. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import { type LockedGroupRow, lockVisitGroups, visitsHoldingPasses } from "#db/queries/visits/locks.ts";

export interface DeletableVisit extends LockedGroupRow {
  readonly holdsPass: boolean;
}

/** Statuses in which a visit is not over. Left for good it is at night, but nobody is inside any more. */
export const openStatuses: readonly StatusCode[] = ["applied", "approved", "entered"];

/** Neither hidden nor destroyed: not over, or a pass is still out with its visitor. */
export const isOpen = ({
  statusCode,
  holdsPass,
}: Pick<DeletableVisit, "statusCode" | "holdsPass">): boolean =>
  openStatuses.includes(statusCode) || holdsPass;

/**
 * Locks visits and the companions of those that lead some.
 * @param busy what to do about visits that somebody handles just now: wait for them, or leave them out
 */
export async function lockGroups(
  trx: Knex.Transaction,
  ids: readonly number[],
  busy: "wait" | "skip" = "wait",
): Promise<DeletableVisit[]> {
  const rows = await lockVisitGroups(trx, ids, busy);
  const holders = await visitsHoldingPasses(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, holdsPass: holders.has(row.id) }));
}
