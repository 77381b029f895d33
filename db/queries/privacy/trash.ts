/** Read model of the trash: visits whose day of destruction has come, and hidden ones. */

import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { TrashQuery, trashBlocks } from "#contract/privacy/privacy-trash.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { type Page, totalOf } from "../pages.ts";
import { periodConditions, type VisitText, where } from "../visits/criteria.ts";

export interface TrashVisitRow {
  readonly id: number;
  readonly reserveNo: string;
  readonly name: string;
  readonly company: string;
  /** Who is destroyed with it: cancelled companions, too, whom the lists of visits do not count. */
  readonly followersCnt: number;
  readonly leaderId: number | null;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly statusCode: StatusCode;
  readonly hiddenAt: Date | null;
  /** YYYY-MM-DD */
  readonly destroyOn: string;
  readonly blocked: (typeof trashBlocks)[number] | null;
}

const isOpen = (visit: string) => `${visit}.status_code IN ('applied', 'approved', 'entered')`;
const holdsPass = (visit: string) => `EXISTS (SELECT FROM passes p WHERE p.visit_id = ${visit}.id)`;

const columns = `v.id, v.reserve_no AS "reserveNo", v.name, v.company,
  (SELECT count(*)::integer FROM visits f WHERE f.leader_id = v.id) AS "followersCnt", v.leader_id AS "leaderId",
  v.start_at AS "startAt", v.end_at AS "endAt", v.status_code AS "statusCode", v.hidden_at AS "hiddenAt",
  v.destroy_on AS "destroyOn",
  CASE WHEN ${isOpen("v")} THEN 'open' WHEN ${holdsPass("v")} THEN 'passOut'
    WHEN EXISTS (SELECT FROM visits f WHERE f.leader_id = v.id AND (${isOpen("f")} OR ${holdsPass("f")})) THEN 'companion'
  END AS blocked`;

/** The letters of hidden visits are in no index; there are never many in the trash. */
function textConditions(text: VisitText | undefined): string[] {
  if (text?.kind === "reserveNo") return ["v.reserve_no >= :first AND v.reserve_no < :beyond"];
  if (text?.kind === "number") return ["v.cell_hash = ANY(:hashes::bytea[])"];
  if (text?.kind !== "letters") return [];
  return [
    `(visit_letters(v.name, v.company, v.car_number) ~ :pattern OR v.host_user_id = ANY(:hosts::integer[])
      OR v.cell_last_four_hash = ANY(:lastFour::bytea[]))`,
  ];
}

const orders = { destroyOn: "destroy_on", startDate: "start_at", name: "name" } as const;

export interface TrashCriteria extends Pick<TrashQuery, "page" | "size" | "sort" | "state"> {
  /** YYYY-MM-DD by the site's calendar. */
  readonly today: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: VisitText | undefined;
}

/** A page of the trash; in another order than by day, it is one of the 10,000 that are due first. */
export async function trashRows(
  db: Knex,
  { page, size, sort = "destroyOn", state, today, from, to, text }: TrashCriteria,
): Promise<Page<TrashVisitRow>> {
  const further = [...periodConditions({ from, to }), ...textConditions(text)];
  const walk = (conditions: string[]) =>
    `(SELECT v.id, v.destroy_on, v.start_at, v.name FROM visits v ${where([...conditions, ...further])}
      ORDER BY v.destroy_on, v.id LIMIT ${deepest + 1})`;
  const walks = {
    due: walk(["v.destroy_on <= :today::date", "v.hidden_at IS NULL"]),
    soft: walk(["v.hidden_at IS NOT NULL"]),
  };
  const wanted = (["due", "soft"] as const).filter((one) => state?.includes(one) ?? true);
  const way = sort.startsWith("-") ? "DESC" : "ASC";
  const order = orders[sort.replace(/^-/, "") as keyof typeof orders];
  const { rows } = await db.raw<{ rows: [{ total: number; ids: number[] }] }>(
    `WITH found AS (${wanted.map((one) => walks[one]).join(" UNION ALL ")})
     SELECT (SELECT count(*)::integer FROM found) AS total,
       ARRAY(SELECT id FROM found ORDER BY ${order} ${way}, id ${way} LIMIT :size OFFSET :offset) AS ids`,
    { today, from, to, ...text, size, offset: (page - 1) * size },
  );
  const [{ total, ids }] = rows;
  const { rows: visits } = await db.raw<{ rows: TrashVisitRow[] }>(
    `SELECT ${columns} FROM unnest(?::integer[]) WITH ORDINALITY AS wanted(id, place_in_list)
     JOIN visits v ON v.id = wanted.id ORDER BY wanted.place_in_list`,
    [ids],
  );
  return { rows: visits, ...totalOf(total, { page, size }) };
}

/** A visit's place in the order of the days of destruction. */
export interface DuePlace {
  readonly id: number;
  /** YYYY-MM-DD, or "-infinity" before all. */
  readonly destroyOn: string;
}

const blocks = (visit: string) => `(${isOpen(visit)} OR ${holdsPass(visit)})`;

/** Visits due on a day or earlier that nothing keeps from being destroyed, the longest due first. */
export async function dueVisits(
  db: Knex,
  { day, after, limit }: { day: string; after: DuePlace; limit: number },
): Promise<DuePlace[]> {
  const { rows } = await db.raw<{ rows: DuePlace[] }>(
    `SELECT v.id, v.destroy_on AS "destroyOn" FROM visits v
     WHERE v.destroy_on <= ?::date AND (v.destroy_on, v.id) > (?::date, ?::integer) AND NOT ${blocks("v")}
       AND NOT EXISTS (SELECT FROM visits f WHERE f.leader_id = v.id AND ${blocks("f")})
     ORDER BY v.destroy_on, v.id LIMIT ?`,
    [day, after.destroyOn, after.id, limit],
  );
  return rows;
}

/** How many visits are to be destroyed by a day ("YYYY-MM-DD"). */
export async function countVisitsDue(db: Knex, day: string): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ count: number }] }>(
    "SELECT count(*)::integer AS count FROM visits WHERE destroy_on <= ?::date",
    [day],
  );
  return rows[0].count;
}
