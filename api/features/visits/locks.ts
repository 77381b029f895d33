/** Locks visits, so that of two people at once one waits for the other and then sees what they did. */

import type { Knex } from "knex";
import { fromInstant } from "#contract/dates.ts";
import type { VisitState } from "./state.ts";

/** A locked visit: its state, and what a move needs to know of it. */
export interface LockedVisit extends VisitState {
  readonly id: number;
  readonly reserveNo: string;
  readonly leaderId: number | null;
  readonly hostUserId: number;
  /** `enteredAt` to the millisecond. */
  readonly enteredInstant: Date | null;
}

type LockedRow = Omit<LockedVisit, "start" | "end" | "enteredAt" | "enteredInstant" | "holdsPass"> & {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly enteredAt: Date | null;
};

/**
 * Which of the visits hold a pass. Asked after the visits were locked, in a statement of its own: a
 * statement that waited for a lock still sees the other tables as they were before it waited.
 */
async function holders(trx: Knex.Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows: { visitId: number }[] = await trx("passes")
    .whereRaw("visit_id = ANY(?::integer[])", [[...ids]])
    .select("visitId");
  return new Set(rows.map(({ visitId }) => visitId));
}

/** A visit with its companions, all of them locked. */
export interface LockedParty {
  readonly visit: LockedVisit;
  readonly companions: readonly LockedVisit[];
}

/**
 * Locks a visit and its companions, the leader first and then by id, so that two parties never wait for
 * each other.
 * @param id the visit; a companion's brings no others
 * @param host only visits of this person; undefined for whoever's they are
 * @returns undefined where there is none such, or it is somebody else's or hidden
 */
export async function lockParty(
  trx: Knex.Transaction,
  id: number,
  timezone: string,
  host?: number,
): Promise<LockedParty | undefined> {
  const { rows } = await trx.raw<{ rows: LockedRow[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", v.leader_id AS "leaderId", v.host_user_id AS "hostUserId",
       v.status_code AS "statusCode", v.start_at AS "startAt", v.end_at AS "endAt",
       v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom"
     FROM visits v
     WHERE (v.id = ? OR v.leader_id = ?) AND v.hidden_at IS NULL ${host === undefined ? "" : "AND v.host_user_id = ?"}
     ORDER BY v.leader_id NULLS FIRST, v.id
     FOR UPDATE`,
    host === undefined ? [id, id] : [id, id, host],
  );
  if (!rows.some((row) => row.id === id)) return undefined;
  const holding = await holders(
    trx,
    rows.map((row) => row.id),
  );
  const locked = rows.map(
    ({ startAt, endAt, enteredAt, ...row }): LockedVisit => ({
      ...row,
      start: fromInstant(startAt, timezone),
      end: fromInstant(endAt, timezone),
      enteredAt: enteredAt && fromInstant(enteredAt, timezone),
      enteredInstant: enteredAt,
      holdsPass: holding.has(row.id),
    }),
  );
  const visit = locked.find((row) => row.id === id);
  return visit && { visit, companions: locked.filter((row) => row !== visit) };
}
