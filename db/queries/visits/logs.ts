/** Read models of a visit's log. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";

export interface VisitLogRow {
  id: number;
  action: string;
  fromCode: StatusCode | null;
  toCode: StatusCode;
  actorKind: "visitor" | "staff" | "job";
  actorName: string | null;
  actorEnName: string | null;
  note: string;
  passNo: string;
  at: Date;
  effectiveAt: Date | null;
  byLink: boolean;
}

/** What happened to a visit, oldest first. */
export async function visitLogRows(db: Knex, visitId: number): Promise<VisitLogRow[]> {
  const { rows } = await db.raw<{ rows: VisitLogRow[] }>(
    `SELECT l.id, l.action, l.from_code AS "fromCode", l.to_code AS "toCode", l.actor_kind AS "actorKind",
       h.name AS "actorName", h.en_name AS "actorEnName", l.note, l.pass_no AS "passNo", l.at, l.effective_at AS "effectiveAt",
       l.by_link AS "byLink"
     FROM visit_logs l LEFT JOIN host_users h ON h.id = l.actor_id
     WHERE l.visit_id = ? ORDER BY l.id`,
    [visitId],
  );
  return rows;
}

/** What the visitor entered by the link after a moment, as the log notes it: "cellphone - → 010-12**-*678", "company". */
export async function enteredByVisitor(db: Knex, visitId: number, since: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { note: string }[] }>(
    `SELECT note FROM visit_logs
     WHERE visit_id = ? AND action = 'edit' AND actor_kind = 'visitor' AND at > ?`,
    [visitId, since],
  );
  return rows.flatMap(({ note }) => note.split(", "));
}

/** Those of some visits that visitors asked for and nobody of the staff has had a hand in since they are approved. */
export async function approvedByNobody(db: Knex, visitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `SELECT v.id FROM visits v WHERE v.id = ANY(?::integer[]) AND v.origin = 'public' AND NOT EXISTS (
       SELECT FROM visit_logs l WHERE l.visit_id = v.id AND l.actor_kind = 'staff' AND l.to_code = 'approved')`,
    [[...visitIds]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A log row that tells of an entry, an exit, a returned pass, or that one of the first two was taken back. */
export interface VisitStepRow {
  readonly action: "issue" | "recovery" | "revert";
  readonly fromCode: StatusCode | null;
  readonly at: Date;
  /** When it happened, where that was recorded later. */
  readonly effectiveAt: Date | null;
  readonly passIds: number[];
}

/** The entries and exits of a visit, oldest first. */
export async function visitStepRows(db: Knex, visitId: number): Promise<VisitStepRow[]> {
  const { rows } = await db.raw<{ rows: VisitStepRow[] }>(
    `SELECT action, from_code AS "fromCode", at, effective_at AS "effectiveAt", pass_ids AS "passIds" FROM visit_logs
     WHERE visit_id = ? AND action IN ('issue', 'recovery', 'revert') ORDER BY id`,
    [visitId],
  );
  return rows;
}

export interface LossRow {
  readonly logId: number;
  readonly passId: number;
  readonly at: Date;
}

/** The pass of a visit that was reported lost last and is lost since then, if there is one. */
export async function lastLoss(db: Knex, visitId: number): Promise<LossRow | undefined> {
  const { rows } = await db.raw<{ rows: LossRow[] }>(
    `SELECT l.id AS "logId", p.id AS "passId", l.at FROM visit_logs l
     JOIN passes p ON p.id = ANY(l.pass_ids) AND p.status = 'lost' AND p.updated_at = l.at
     WHERE l.visit_id = ? AND l.action = 'lost' ORDER BY l.id DESC LIMIT 1`,
    [visitId],
  );
  return rows[0];
}
