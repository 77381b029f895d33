/** Visits that are to be hidden or destroyed, locked together with the companions of their leaders. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { visitsHoldingPasses } from "../visits/with-locked-visit.ts";

const columns = [
  "id",
  "leaderId",
  "hostUserId",
  "reserveNo",
  "statusCode",
  "endAt",
  "hiddenAt",
  "destroyOn",
  "cellHash",
] as const;

export interface DeletableVisit extends Pick<Visit, (typeof columns)[number]> {
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

/** Companions of some leaders, hidden ones too. */
export async function companionsOf(
  db: Knex,
  leaderIds: readonly number[],
): Promise<{ id: number; leaderId: number }[]> {
  const rows = await Visit.query(db).select("id", "leaderId").whereIn("leaderId", leaderIds);
  return rows.map(({ id, leaderId }) => ({ id, leaderId: leaderId as number }));
}

/**
 * Locks visits, hidden ones too, and the companions of those that lead some; leaders before companions, and then by id.
 * @param busy what to do about visits that are locked already: wait for them, or leave them out
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
  const holders = await visitsHoldingPasses(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, holdsPass: holders.has(row.id) }));
}
