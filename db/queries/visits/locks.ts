/**
 * Visits read under lock, so that of two people at once one waits for the other and then sees what they did.
 * Leaders come before companions, and then by id: two groups that are locked at once never wait for each other.
 */
import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Visit } from "../../models/visits/visit.ts";
import { unseen } from "../../planner.ts";
import { hostBinding, isOneOf, type OwnHosts } from "../own-hosts.ts";

/** What is read of a visit whose status may change. */
export type LockedVisitRow = Pick<
  Visit,
  | "id"
  | "reserveNo"
  | "leaderId"
  | "hostUserId"
  | "statusCode"
  | "startAt"
  | "endAt"
  | "enteredAt"
  | "enteredFrom"
  | "exitedAt"
  | "overnightAt"
  | "carNumber"
>;

const columns = `v.id, v.reserve_no AS "reserveNo", v.leader_id AS "leaderId", v.host_user_id AS "hostUserId",
  v.status_code AS "statusCode", v.start_at AS "startAt", v.end_at AS "endAt",
  v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt",
  v.overnight_at AS "overnightAt",
  v.car_number AS "carNumber"`;

/** Who is locked beside a visit: whom it leads, or also its leader and who comes with the same one. */
export type LockReach = "companions" | "group";

const heads: Record<LockReach, string> = {
  companions: "?::integer",
  group: "(SELECT coalesce(leader_id, id) FROM visits WHERE id = ?)",
};

/**
 * Locks a visit that is not hidden, and its companions or its whole group; leaders first, so that two who lock
 * a group never wait for each other.
 * @param hosts only visits of these people; undefined for whoever's they are
 */
export async function lockVisitGroup(
  trx: Knex.Transaction,
  id: number,
  reach: LockReach,
  hosts?: OwnHosts,
): Promise<LockedVisitRow[]> {
  const head = heads[reach];
  const { rows } = await trx.raw<{ rows: LockedVisitRow[] }>(
    `SELECT ${columns} FROM visits v
     WHERE (v.id = ${head} OR v.leader_id = ${head}) AND v.hidden_at IS NULL ${hosts ? `AND ${isOneOf("v.host_user_id", hosts, "?")}` : ""}
     ORDER BY v.leader_id NULLS FIRST, v.id
     FOR UPDATE`,
    hosts ? [id, id, hostBinding(hosts)] : [id, id],
  );
  return rows;
}

/** The status of a visit just now; undefined where there is none such. */
export async function visitStatus(db: Knex, id: number): Promise<StatusCode | undefined> {
  const { rows } = await db.raw<{ rows: { statusCode: StatusCode }[] }>(
    `SELECT status_code AS "statusCode" FROM visits WHERE id = ?`,
    [id],
  );
  return rows[0]?.statusCode;
}

/**
 * Locks some visits that ended before a moment and are not inside. What somebody handles just now is left out:
 * waiting for it could end in a deadlock, and the next run finds it.
 */
export async function lockEndedVisits(
  trx: Knex.Transaction,
  before: Date,
  limit: number,
): Promise<(LockedVisitRow & { readonly holdsPass: boolean })[]> {
  const { rows } = await trx.raw<{ rows: (LockedVisitRow & { readonly holdsPass: boolean })[] }>(
    `SELECT ${columns}, EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id) AS "holdsPass"
     FROM visits v
     WHERE v.status_code IN ('applied', 'approved', 'exited') AND v.end_at < ?
     ORDER BY v.end_at LIMIT ?
     FOR UPDATE OF v SKIP LOCKED`,
    [before, limit],
  );
  return rows;
}

/** What is read of a visit that may be hidden or destroyed. */
export type LockedGroupRow = Pick<
  Visit,
  "id" | "leaderId" | "hostUserId" | "reserveNo" | "statusCode" | "hiddenAt" | "destroyOn" | "cellHash"
>;

/**
 * Locks visits, hidden ones too, and the companions of those that lead some.
 * @param busy what to do about visits that somebody handles just now: wait for them, or leave them out
 */
export async function lockVisitGroups(
  trx: Knex.Transaction,
  ids: readonly number[],
  busy: "wait" | "skip",
): Promise<LockedGroupRow[]> {
  const { rows } = await trx.raw<{ rows: LockedGroupRow[] }>(
    `SELECT v.id, v.leader_id AS "leaderId", v.host_user_id AS "hostUserId", v.reserve_no AS "reserveNo",
       v.status_code AS "statusCode", v.hidden_at AS "hiddenAt", v.destroy_on AS "destroyOn", v.cell_hash AS "cellHash"
     FROM visits v
     WHERE v.id = ANY(${unseen("?", "integer[]")}) OR v.leader_id = ANY(${unseen("?", "integer[]")})
     ORDER BY v.leader_id NULLS FIRST, v.id
     FOR UPDATE ${busy === "skip" ? "SKIP LOCKED" : ""}`,
    [[...ids], [...ids]],
  );
  return rows;
}

/**
 * Which of some visits hold a pass. Asked after the visits were locked, in a statement of its own: a statement
 * that waited for a lock still sees the other tables as they were before it waited.
 */
export async function visitsHoldingPasses(
  trx: Knex.Transaction,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await trx.raw<{ rows: { visitId: number }[] }>(
    `SELECT visit_id AS "visitId" FROM passes WHERE visit_id = ANY(${unseen("?", "integer[]")})`,
    [[...ids]],
  );
  return new Set(rows.map(({ visitId }) => visitId));
}

/** Companions of some leaders, hidden ones too. */
export async function companionsOf(
  db: Knex,
  leaderIds: readonly number[],
): Promise<{ id: number; leaderId: number }[]> {
  const { rows } = await db.raw<{ rows: { id: number; leaderId: number }[] }>(
    `SELECT id, leader_id AS "leaderId" FROM visits WHERE leader_id = ANY(${unseen("?", "integer[]")})`,
    [[...leaderIds]],
  );
  return rows;
}
