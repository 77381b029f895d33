/** Read models of a visit's log. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/status.ts";

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
}

/** What happened to a visit, oldest first. */
export async function visitLogRows(db: Knex, visitId: number): Promise<VisitLogRow[]> {
  const { rows } = await db.raw<{ rows: VisitLogRow[] }>(
    `SELECT l.id, l.action, l.from_code AS "fromCode", l.to_code AS "toCode", l.actor_kind AS "actorKind",
       h.name AS "actorName", h.en_name AS "actorEnName", l.note, l.pass_no AS "passNo", l.at
     FROM visit_logs l LEFT JOIN host_users h ON h.id = l.actor_id
     WHERE l.visit_id = ? ORDER BY l.id`,
    [visitId],
  );
  return rows;
}

export interface EarlierStay {
  readonly enteredAt: Date | null;
  readonly enteredFrom: "approved" | "exited" | null;
  readonly exitedAt: Date | null;
}

/** The stay before the present one, as the log tells it: the last time somebody left, and the entry before that. */
export async function earlierStay(db: Knex, visitId: number): Promise<EarlierStay> {
  const { rows } = await db.raw<{ rows: EarlierStay[] }>(
    `SELECT entry.at AS "enteredAt", entry.from_code AS "enteredFrom", exit.at AS "exitedAt"
     FROM visit_logs exit
     LEFT JOIN LATERAL (
       SELECT at, from_code FROM visit_logs
       WHERE visit_id = exit.visit_id AND id < exit.id AND action = 'issue' ORDER BY id DESC LIMIT 1
     ) entry ON true
     WHERE exit.visit_id = ? AND exit.action = 'recovery' AND exit.from_code = 'entered'
     ORDER BY exit.id DESC LIMIT 1`,
    [visitId],
  );
  return rows[0] ?? { enteredAt: null, enteredFrom: null, exitedAt: null };
}
