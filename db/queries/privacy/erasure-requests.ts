/** Read models of requests for erasure, and the visits that they are about. */

import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { ErasureQuery, erasureStates } from "#contract/privacy/erasure-requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { where } from "../visits/criteria.ts";

export interface ErasureRequestRow {
  readonly id: number;
  readonly requestNo: string;
  readonly state: (typeof erasureStates)[number];
  readonly name: string;
  readonly cellCipher: Buffer | null;
  readonly cellKey: string | null;
  readonly cellHash: Buffer | null;
  readonly visitIds: number[];
  readonly note: string;
  readonly createdAt: Date;
  readonly createdBy: number;
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: number | null;
  readonly deciderName: string | null;
  readonly deciderEnName: string | null;
  readonly reason: string;
  readonly erasedVisits: number;
}

const columns = `r.id, r.request_no AS "requestNo", r.state, r.name, r.cell_cipher AS "cellCipher",
  r.cell_key AS "cellKey", r.cell_hash AS "cellHash", r.visit_ids AS "visitIds", r.note, r.created_at AS "createdAt",
  r.created_by AS "createdBy", c.name AS "creatorName", c.en_name AS "creatorEnName", r.decided_at AS "decidedAt",
  r.decided_by AS "decidedBy", d.name AS "deciderName", d.en_name AS "deciderEnName", r.reason,
  r.erased_visits AS "erasedVisits"`;

const source = `erasure_requests r JOIN host_users c ON c.id = r.created_by
  LEFT JOIN host_users d ON d.id = r.decided_by`;

/** A page of requests; `q` is the request's number or its beginning. */
export async function erasureRequestRows(
  db: Knex,
  { page, size, sort = "-createdAt", state, q }: ErasureQuery,
): Promise<{ rows: ErasureRequestRow[]; total: number }> {
  const way = sort.startsWith("-") ? "DESC" : "ASC";
  const conditions = [
    ...(state ? ["r.state = ANY(:state::text[])"] : []),
    ...(q === undefined ? [] : ["starts_with(r.request_no, upper(:q))"]),
  ];
  const fits = `FROM ${source} ${where(conditions)}`;
  const { rows: counted } = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*)::integer AS total FROM (SELECT ${fits} LIMIT ${deepest + 1}) AS fits`,
    { state, q },
  );
  const { rows } = await db.raw<{ rows: ErasureRequestRow[] }>(
    `SELECT ${columns} ${fits} ORDER BY r.created_at ${way}, r.id ${way} LIMIT :size OFFSET :offset`,
    { state, q, size, offset: (page - 1) * size },
  );
  return { rows, total: counted[0].total };
}

/** One request. */
export async function erasureRequestRow(db: Knex, id: number): Promise<ErasureRequestRow | undefined> {
  const { rows } = await db.raw<{ rows: ErasureRequestRow[] }>(
    `SELECT ${columns} FROM ${source} WHERE r.id = ?`,
    [id],
  );
  return rows[0];
}

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
