/** Passes with their holders, for staff. */

import type { Knex } from "knex";
import { raw } from "objection";
import { notFound } from "#api/errors.ts";
import { anyOf, containsPattern, type Page, pageOf, readSort } from "#api/paging.ts";
import type { PassListQuery } from "#contract/visits/passes.ts";
import { Pass } from "#db/models/visits/pass.ts";

export interface PassRow
  extends Pick<Pass, "id" | "passNo" | "kind" | "status" | "visitId" | "createdAt" | "updatedAt"> {
  /** Of the visit that holds it. */
  readonly reserveNo: string | null;
  readonly visitName: string | null;
}

const read = (db: Knex, vehicle: boolean) =>
  Pass.query(db)
    .select("passes.id", "passNo", "kind", "passes.status", "passes.visitId")
    .select("passes.createdAt", "passes.updatedAt", "visit.reserveNo", "visit.name as visitName")
    .leftJoinRelated("visit")
    .where({ vehicle });

/** Natural order: P-2 before P-10. */
const byNumber = (direction: "ASC" | "DESC") =>
  `regexp_replace(pass_no, '\\d+$', '') ${direction}, length(pass_no) ${direction}, pass_no ${direction}`;

const orders = {
  passNo: byNumber,
  kind: (direction) => `kind ${direction}, ${byNumber("ASC")}`,
  status: (direction) => `passes.status ${direction}, ${byNumber("ASC")}`,
  updatedAt: (direction) => `passes.updated_at ${direction}`,
} as const satisfies Record<string, (direction: "ASC" | "DESC") => string>;

const matchesText = `(search_text(pass_no) LIKE search_text(normalize(:like, NFKC)) OR search_text(kind) LIKE search_text(:like)
  OR search_text(visit.name) LIKE search_text(:like) OR visit.reserve_no LIKE upper(:like))`;

/** A page of passes by number, kind or holder; there are too few to need an index. */
export function passRows(
  db: Knex,
  vehicle: boolean,
  { page, size, sort = "passNo", q, status }: PassListQuery,
): Promise<Page<PassRow>> {
  const { column, direction } = readSort<keyof typeof orders>(sort);
  const matching = read(db, vehicle).orderByRaw(`${orders[column](direction)}, passes.id`);
  if (status) matching.where("passes.status", anyOf(status, "text"));
  if (q !== undefined) matching.where(raw(matchesText, { like: containsPattern(q) }));
  return pageOf<Pass, PassRow>(db, matching, { page, size });
}

/** One pass of people or vehicles. @throws HttpError 404 */
export async function requirePass(db: Knex, vehicle: boolean, id: number): Promise<PassRow> {
  const row = await read(db, vehicle).findById(id).castTo<PassRow | undefined>();
  if (!row) throw notFound();
  return row;
}
