/** Read models of a visit's log. */

import type { Knex } from "knex";
import { raw } from "objection";
import type { StatusCode } from "#contract/visits/status.ts";
import { VisitLog } from "#db/models/visits/visit.ts";

export interface VisitLogRow
  extends Pick<
    VisitLog,
    | "id"
    | "action"
    | "fromCode"
    | "toCode"
    | "actorKind"
    | "note"
    | "passNo"
    | "at"
    | "effectiveAt"
    | "byLink"
  > {
  readonly actorName: string | null;
  readonly actorEnName: string | null;
  /** Of the host whose deputy the actor was. */
  readonly behalfName: string | null;
  readonly behalfEnName: string | null;
}

/** What happened to a visit, oldest first. */
export const visitLogRows = async (db: Knex, visitId: number): Promise<VisitLogRow[]> =>
  VisitLog.query(db)
    .select(
      "visitLogs.id",
      "action",
      "fromCode",
      "toCode",
      "actorKind",
      raw("coalesce(??, ??)", ["actor.name", "apiKey.name"]).as("actorName"),
      "actor.enName as actorEnName",
      "deputized.name as behalfName",
      "deputized.enName as behalfEnName",
      "note",
      "passNo",
      "at",
      "effectiveAt",
      "byLink",
    )
    .leftJoinRelated("[actor, apiKey, deputized]")
    .where({ visitId })
    .orderBy("visitLogs.id")
    .castTo<VisitLogRow[]>();

/** Who told a visitor what no message did. */
export interface ToldBy {
  readonly name: string;
  readonly enName: string;
}

/** Who told the visitor of a visit `v` as it stands: nothing was changed since. */
export const toldColumn = `(SELECT jsonb_build_object('name', teller.name, 'enName', teller.en_name)
    FROM visit_logs told JOIN host_users teller ON teller.id = told.actor_id
    WHERE told.visit_id = v.id AND told.action = 'told' AND told.at = v.updated_at LIMIT 1)`;

/** Whether somebody has told the visitor of a visit as it stands. */
export async function isTold(db: Knex, visitId: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT FROM visits v WHERE v.id = ? AND ${toldColumn} IS NOT NULL`,
    [visitId],
  );
  return rows.length > 0;
}

/** What the visitor entered by the link after a moment, as the log notes it: "cellphone - → 010-12**-*678", "company". */
export async function enteredByVisitor(db: Knex, visitId: number, since: Date): Promise<string[]> {
  const rows = await VisitLog.query(db)
    .select("note")
    .where({ visitId, action: "edit", actorKind: "visitor" })
    .where("at", ">", since);
  return rows.flatMap(({ note }) => note.split(", "));
}

/** Those of some visits that visitors asked for and nobody of the staff has had a hand in since they are approved. */
export async function approvedByNobody(db: Knex, visitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `SELECT v.id FROM visits v WHERE v.id = ANY(?::integer[]) AND v.origin = 'public' AND NOT EXISTS (
       SELECT FROM visit_logs l WHERE l.visit_id = v.id AND l.actor_kind IN ('staff', 'key') AND l.to_code = 'approved')`,
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
export const visitStepRows = async (db: Knex, visitId: number): Promise<VisitStepRow[]> =>
  VisitLog.query(db)
    .select("action", "fromCode", "at", "effectiveAt", "passIds")
    .where({ visitId })
    .whereIn("action", ["issue", "recovery", "revert"])
    .orderBy("id")
    .castTo<VisitStepRow[]>();

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
