/** Read models of closing the day: what is open, what was reported, and which day was forgotten. */

import type { Knex } from "knex";
import type { DayClosingQuery } from "#contract/visits/day-closings.ts";
import { countedTo, type Page, totalOf } from "./pages.ts";
import { holdsPass, shown, where } from "./visits/criteria.ts";

/** A visit as a report names it. */
export interface ClosedVisit {
  readonly id: number;
  /** Null once the visit was hidden or destroyed. */
  readonly reserveNo: string | null;
}

export interface DayClosingRow {
  readonly id: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly closedAt: Date;
  readonly closedById: number;
  readonly closedByName: string;
  readonly closedByEnName: string;
  readonly inside: ClosedVisit[];
  readonly overnight: ClosedVisit[];
  readonly passesOut: ClosedVisit[];
  readonly carPassesOut: ClosedVisit[];
  readonly reopenedAt: Date | null;
  readonly reopenedById: number | null;
  readonly reopenedByName: string | null;
  readonly reopenedByEnName: string | null;
  readonly reopenReason: string | null;
}

const visitsOf = (column: string, name: string) => `
  (SELECT coalesce(json_agg(json_build_object('id', point.id, 'reserveNo', v.reserve_no) ORDER BY place), '[]')
   FROM unnest(c.${column}) WITH ORDINALITY AS point(id, place)
   LEFT JOIN visits v ON v.id = point.id AND ${shown}) AS "${name}"`;

const closings = `
  SELECT c.id, to_char(c.day, 'YYYY-MM-DD') AS day, c.closed_at AS "closedAt", closer.id AS "closedById",
    closer.name AS "closedByName", closer.en_name AS "closedByEnName",
    ${visitsOf("inside", "inside")}, ${visitsOf("overnight", "overnight")},
    ${visitsOf("passes_out", "passesOut")}, ${visitsOf("car_passes_out", "carPassesOut")},
    c.reopened_at AS "reopenedAt", opener.id AS "reopenedById", opener.name AS "reopenedByName",
    opener.en_name AS "reopenedByEnName", c.reopen_reason AS "reopenReason"
  FROM day_closings c
  JOIN host_users closer ON closer.id = c.closed_by
  LEFT JOIN host_users opener ON opener.id = c.reopened_by`;

/** A page of the reports, those that were reopened, too; `q` is part of the name of whoever closed. */
export async function dayClosingRows(
  db: Knex,
  { page, size, sort = "-day", q, from, to }: DayClosingQuery,
): Promise<Page<DayClosingRow>> {
  const way = sort === "day" ? "ASC" : "DESC";
  const fits = where([
    ...(from ? ["c.day >= CAST(:from AS date)"] : []),
    ...(to ? ["c.day <= CAST(:to AS date)"] : []),
    ...(q === undefined
      ? []
      : ["position(search_text(:q) IN search_text(closer.name || ' ' || closer.en_name)) > 0"]),
  ]);
  const bindings = { q, from, to };
  const { rows: counted } = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*)::integer AS total FROM (
       SELECT FROM day_closings c JOIN host_users closer ON closer.id = c.closed_by ${fits} LIMIT ${countedTo({ page, size }) + 1}
     ) AS counted`,
    bindings,
  );
  const { rows } = await db.raw<{ rows: DayClosingRow[] }>(
    `${closings} ${fits} ORDER BY c.day ${way}, c.id ${way} LIMIT :size OFFSET :offset`,
    { ...bindings, size, offset: (page - 1) * size },
  );
  return { rows, ...totalOf(counted[0].total, { page, size }) };
}

export async function dayClosingRow(db: Knex, id: number): Promise<DayClosingRow | undefined> {
  const { rows } = await db.raw<{ rows: DayClosingRow[] }>(`${closings} WHERE c.id = ?`, [id]);
  return rows[0];
}

/** The report that closes a day; undefined while the day is open. @param day YYYY-MM-DD */
export async function closingOfDay(db: Knex, day: string): Promise<DayClosingRow | undefined> {
  const { rows } = await db.raw<{ rows: DayClosingRow[] }>(
    `${closings} WHERE c.day = CAST(? AS date) AND c.reopened_at IS NULL`,
    [day],
  );
  return rows[0];
}

/** A pass that is out. */
export interface PassOutRow {
  readonly id: number;
  readonly vehicle: boolean;
  readonly passNo: string;
  readonly issuedAt: Date;
  readonly visitId: number;
}

/** Who is inside and who holds a pass, of whatever day; who should have left first comes first. */
export interface OpenPoints {
  readonly visits: readonly { readonly id: number; readonly inside: boolean; readonly overnight: boolean }[];
  readonly passes: readonly PassOutRow[];
}

export async function openPoints(db: Knex): Promise<OpenPoints> {
  const { rows: visits } = await db.raw<{ rows: { id: number; inside: boolean; overnight: boolean }[] }>(
    `SELECT v.id, v.status_code = 'entered' AS inside, v.overnight_at IS NOT NULL AS overnight, v.end_at FROM visits v
     WHERE v.status_code = 'entered' AND ${shown}
     UNION
     SELECT v.id, v.status_code = 'entered', v.overnight_at IS NOT NULL, v.end_at FROM visits v WHERE ${holdsPass} AND ${shown}
     ORDER BY end_at, id`,
  );
  const { rows: passes } = await db.raw<{ rows: PassOutRow[] }>(
    `SELECT p.id, p.vehicle, p.pass_no AS "passNo", p.issued_at AS "issuedAt", p.visit_id AS "visitId"
     FROM passes p JOIN visits v ON v.id = p.visit_id AND ${shown}
     ORDER BY p.visit_id, p.vehicle`,
  );
  return { visits, passes };
}

/**
 * Whether a day that nobody closed ended with somebody inside or a pass out, as far as that can still be told.
 * @param day YYYY-MM-DD
 * @param end the first instant of the next day
 */
export async function wasLeftOpen(db: Knex, day: string, end: Date): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ leftOpen: boolean }] }>(
    `SELECT NOT EXISTS (SELECT FROM day_closings c WHERE c.day = CAST(:day AS date) AND c.reopened_at IS NULL)
       AND (EXISTS (SELECT FROM visits v WHERE v.status_code IN ('entered', 'exited') AND v.entered_at < :end
           AND (v.exited_at IS NULL OR v.exited_at >= :end) AND ${shown})
         OR EXISTS (SELECT FROM passes p JOIN visits v ON v.id = p.visit_id AND ${shown}
           WHERE p.issued_at < :end)) AS "leftOpen"`,
    { day, end },
  );
  return rows[0].leftOpen;
}

/** When each visit's people were reminded first since an instant, by visit id. */
export async function remindersSince(
  db: Knex,
  visitIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await db.raw<{ rows: { visitId: number; at: Date }[] }>(
    `SELECT visit_id AS "visitId", min(created_at) AS at FROM sms_messages
     WHERE visit_id = ANY(?::integer[]) AND event IN ('remind', 'remindHost') AND created_at >= ? GROUP BY 1`,
    [[...visitIds], since],
  );
  return new Map(rows.map(({ visitId, at }) => [visitId, at]));
}
