/** Visits that are to be hidden or destroyed, locked together with the companions of their leaders. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/status.ts";

export interface DoomedVisit {
  readonly id: number;
  readonly leaderId: number | null;
  readonly hostUserId: number;
  readonly reserveNo: string;
  readonly statusCode: StatusCode;
  readonly hiddenAt: Date | null;
  /** YYYY-MM-DD */
  readonly destroyOn: string;
  readonly cellHash: Buffer | null;
  readonly holdsPass: boolean;
}

/** Statuses in which a visit is not over. Left for good it is at night, but nobody is inside any more. */
export const openStatuses: readonly StatusCode[] = ["applied", "approved", "entered"];

/** Neither hidden nor destroyed: not over, or a pass is still out with its visitor. */
export const isOpen = ({ statusCode, holdsPass }: Pick<DoomedVisit, "statusCode" | "holdsPass">): boolean =>
  openStatuses.includes(statusCode) || holdsPass;

/**
 * Locks visits and the companions of those that lead some: leaders first and then by id, like everybody who
 * locks visits. Passes are asked after that, in a statement of its own (visits/locks.ts).
 * @param busy what to do about visits that somebody handles just now: wait for them, or leave them out
 */
export async function lockParties(
  trx: Knex.Transaction,
  ids: readonly number[],
  busy: "wait" | "skip" = "wait",
): Promise<DoomedVisit[]> {
  const { rows } = await trx.raw<{ rows: Omit<DoomedVisit, "holdsPass">[] }>(
    `SELECT v.id, v.leader_id AS "leaderId", v.host_user_id AS "hostUserId", v.reserve_no AS "reserveNo",
       v.status_code AS "statusCode", v.hidden_at AS "hiddenAt", v.destroy_on AS "destroyOn", v.cell_hash AS "cellHash"
     FROM visits v
     WHERE v.id = ANY(?::integer[]) OR v.leader_id = ANY(?::integer[])
     ORDER BY v.leader_id NULLS FIRST, v.id
     FOR UPDATE ${busy === "skip" ? "SKIP LOCKED" : ""}`,
    [[...ids], [...ids]],
  );
  const held: { visitId: number }[] = await trx("passes")
    .whereRaw("visit_id = ANY(?::integer[])", [rows.map(({ id }) => id)])
    .select("visitId");
  const holders = new Set(held.map(({ visitId }) => visitId));
  return rows.map((row) => ({ ...row, holdsPass: holders.has(row.id) }));
}
