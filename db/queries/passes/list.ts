/** Read models of passes as staff manage them. */

import type { Knex } from "knex";
import type { PassListQuery } from "#contract/visits/passes.ts";
import type { Pass } from "#db/models/visits/pass.ts";
import { anywhere, readPage, readSort } from "../pages.ts";

export interface PassRow
  extends Pick<Pass, "id" | "passNo" | "kind" | "status" | "visitId" | "createdAt" | "updatedAt"> {
  /** Of the visit that holds it. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
}

const columns = `p.id, p.pass_no AS "passNo", p.kind, p.status, p.visit_id AS "visitId",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt", v.reserve_no AS "reserveNo", v.name AS "visitName"`;

const source = "passes p LEFT JOIN visits v ON v.id = p.visit_id";

/** As people count: P-2 before P-10. */
const byNumber = (way: "ASC" | "DESC") =>
  `regexp_replace(p.pass_no, '\\d+$', '') ${way}, length(p.pass_no) ${way}, p.pass_no ${way}`;

const orders = {
  passNo: byNumber,
  kind: (way) => `p.kind ${way}, ${byNumber("ASC")}`,
  status: (way) => `p.status ${way}, ${byNumber("ASC")}`,
  updatedAt: (way) => `p.updated_at ${way}`,
} as const satisfies Record<string, (way: "ASC" | "DESC") => string>;

/** A page of passes by number, kind or holder; there are never so many that an index would be needed. */
export function passRows(
  db: Knex,
  vehicle: boolean,
  { page, size, sort = "passNo", q, status }: PassListQuery,
): Promise<{ rows: PassRow[]; total: number }> {
  const conditions = ["p.vehicle = :vehicle"];
  if (status) conditions.push("p.status = ANY(:status::text[])");
  if (q !== undefined) {
    conditions.push(`(search_text(p.pass_no) LIKE search_text(:like) OR search_text(p.kind) LIKE search_text(:like)
      OR search_text(v.name) LIKE search_text(:like) OR v.reserve_no LIKE upper(:like))`);
  }
  const { column, way } = readSort<keyof typeof orders>(sort);
  return readPage(
    db,
    {
      columns,
      fits: `FROM ${source} WHERE ${conditions.join(" AND ")}`,
      order: `${orders[column](way)}, p.id`,
      bindings: { vehicle, ...(status && { status }), ...(q !== undefined && { like: anywhere(q) }) },
    },
    { page, size },
  );
}

/** One pass of people or vehicles, by id. */
export async function passRow(db: Knex, vehicle: boolean, id: number): Promise<PassRow | undefined> {
  const { rows } = await db.raw<{ rows: PassRow[] }>(
    `SELECT ${columns} FROM ${source} WHERE p.vehicle = ? AND p.id = ?`,
    [vehicle, id],
  );
  return rows[0];
}
