/** Read models of requests for erasure, and the visits that they are about. */

import type { Knex } from "knex";
import type { ErasureQuery } from "#contract/privacy/erasure-requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { ErasureRequest } from "#db/models/visits/erasure.ts";
import { anyOf, type Page, pageOf, readSort } from "../pages.ts";

const columns = [
  "id",
  "requestNo",
  "state",
  "name",
  "cellCipher",
  "cellKey",
  "cellHash",
  "visitIds",
  "note",
  "createdAt",
  "createdBy",
  "decidedAt",
  "decidedBy",
  "reason",
  "erasedVisits",
] as const satisfies (keyof ErasureRequest)[];

export interface ErasureRequestRow extends Pick<ErasureRequest, (typeof columns)[number]> {
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly deciderName: string | null;
  readonly deciderEnName: string | null;
}

const read = (db: Knex) =>
  ErasureRequest.query(db)
    .select(
      ...columns.map((name) => `erasureRequests.${name}`),
      "creator.name as creatorName",
      "creator.enName as creatorEnName",
      "decider.name as deciderName",
      "decider.enName as deciderEnName",
    )
    .joinRelated("creator")
    .leftJoinRelated("decider");

/** A page of requests; `q` is the request's number or its beginning. */
export function erasureRequestRows(
  db: Knex,
  { page, size, sort = "-createdAt", state, q }: ErasureQuery,
): Promise<Page<ErasureRequestRow>> {
  const { way } = readSort(sort);
  const fits = read(db).orderBy([
    { column: "erasureRequests.createdAt", order: way },
    { column: "erasureRequests.id", order: way },
  ]);
  if (state) fits.where("state", anyOf(state, "text"));
  if (q !== undefined) fits.whereRaw("starts_with(request_no, upper(?))", [q]);
  return pageOf<ErasureRequest, ErasureRequestRow>(db, fits, { page, size });
}

/** One request. */
export const erasureRequestRow = async (db: Knex, id: number): Promise<ErasureRequestRow | undefined> =>
  read(db).findById(id).castTo<ErasureRequestRow | undefined>();

export interface RequestedVisit {
  readonly requestId: number;
  readonly id: number;
  readonly name: string;
  /** Under the request's number, but another name. */
  readonly hasOtherName: boolean;
  readonly reserveNo: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly statusCode: StatusCode;
  readonly holdsPass: boolean;
}

/**
 * The visits that open requests are about, hidden ones too: those they name, and those under the number they name, with
 * the person's name or another. Spaces and letter case in the name do not count.
 * @param hashes of each request, what its number's hash may be, one for each key
 */
export async function requestedVisits(
  db: Knex,
  requests: readonly { readonly id: number; readonly hashes: readonly Buffer[] }[],
): Promise<RequestedVisit[]> {
  const { rows } = await db.raw<{ rows: RequestedVisit[] }>(
    `SELECT r.id AS "requestId", v.id, v.name, found.other AS "hasOtherName", v.reserve_no AS "reserveNo", v.start_at AS "startAt", v.end_at AS "endAt",
       v.status_code AS "statusCode", EXISTS (SELECT FROM passes p WHERE p.visit_id = v.id) AS "holdsPass"
     FROM erasure_requests r
     CROSS JOIN LATERAL (
       SELECT id, false AS other FROM visits WHERE id = ANY(r.visit_ids)
       UNION
       SELECT w.id, search_text(w.name) <> search_text(r.name) AND w.id <> ALL(r.visit_ids)
       FROM unnest(CAST(? AS integer[]), CAST(? AS bytea[])) AS given(request_id, cell_hash)
       JOIN visits w ON w.cell_hash = given.cell_hash
       WHERE given.request_id = r.id
     ) AS found
     JOIN visits v ON v.id = found.id
     WHERE r.id = ANY(?::integer[]) ORDER BY v.start_at, v.id`,
    [
      requests.flatMap(({ id, hashes }) => hashes.map(() => id)),
      requests.flatMap(({ hashes }) => [...hashes]),
      requests.map(({ id }) => id),
    ],
  );
  return rows;
}
