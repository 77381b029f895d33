/** Requests for erasure as they are read, each with the visits it is about. */
import type { Knex } from "knex";
import { raw } from "objection";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import { type Page, pageOf, readSort } from "#api/paging.ts";
import type { ErasureQuery } from "#contract/privacy/erasure-requests.ts";
import { type FieldCipher, type ReadNumber, unreadable } from "#db/field-cipher.ts";
import { ErasureRequest } from "#db/models/visits/erasure.ts";
import { Accessed } from "../access-log/log-access.ts";
import { type RequestedVisit, requestedVisits } from "./queries.ts";

const columns = [
  ...(["id", "requestNo", "state", "name", "cellCipher", "cellKey", "cellHash", "visitIds", "note"] as const),
  ...(["createdAt", "createdBy", "decidedAt", "decidedBy", "reason", "erasedVisits"] as const),
];

interface ErasureRequestRow extends Pick<ErasureRequest, (typeof columns)[number]> {
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly deciderName: string | null;
  readonly deciderEnName: string | null;
}

const requests = (db: Knex) =>
  ErasureRequest.query(db)
    .select(columns.map((name) => `erasureRequests.${name}`))
    .select("creator.name as creatorName", "creator.enName as creatorEnName")
    .select("decider.name as deciderName", "decider.enName as deciderEnName")
    .joinRelated("creator")
    .leftJoinRelated("decider");

/** A request, its number in the clear, and its visits as they are now. */
export interface FoundRequest extends ErasureRequestRow {
  /** Undefined where none was given. */
  readonly cellPhone: ReadNumber;
  readonly visits: readonly RequestedVisit[];
  /** Under the same number and another name. */
  readonly otherNames: readonly RequestedVisit[];
}

/** By the stored hash where the number cannot be read: the person's visits are still found. */
function hashesOf(
  cipher: FieldCipher,
  { cellPhone, cellHash }: Pick<FoundRequest, "cellPhone" | "cellHash">,
) {
  if (cellPhone === unreadable) return cellHash ? [cellHash] : [];
  return cellPhone === undefined ? [] : cipher.hashes(cellPhone);
}

/** Adds the visits that each request is about. */
async function withVisits(
  db: Knex,
  cipher: FieldCipher,
  rows: readonly ErasureRequestRow[],
): Promise<FoundRequest[]> {
  const opened = rows.map(
    (row): Omit<FoundRequest, "visits" | "otherNames"> => ({
      ...row,
      cellPhone: cipher.numberOf(row, row.requestNo),
    }),
  );
  const visits = await requestedVisits(
    db,
    opened.map((request) => ({ id: request.id, hashes: hashesOf(cipher, request) })),
  );
  return opened.map((request) => ({
    ...request,
    visits: visits.filter(({ requestId, hasOtherName }) => requestId === request.id && !hasOtherName),
    otherNames: visits.filter(({ requestId, hasOtherName }) => requestId === request.id && hasOtherName),
  }));
}

export async function readRequest(db: Knex, cipher: FieldCipher, id: number): Promise<FoundRequest> {
  const row = await requests(db).findById(id).castTo<ErasureRequestRow | undefined>();
  const [found] = row ? await withVisits(db, cipher, [row]) : [];
  if (!found) throw notFound();
  return found;
}

const idsShown = ({ visits, otherNames }: FoundRequest) => [...visits, ...otherNames].map(({ id }) => id);

/** Records that a request is shown. */
export const shownOne = (db: Knex, reader: Reader, request: FoundRequest) =>
  Accessed.recordOne(db, reader, request, idsShown(request));

/** Reads a page of requests and records the access to their visits; `q` is the beginning of a request's number. */
export async function readRequests(
  { db, cipher }: Pick<Deps, "db" | "cipher">,
  reader: Reader,
  { sort = "-createdAt", state, q, ...page }: ErasureQuery,
): Promise<Page<Accessed<FoundRequest>>> {
  const { way } = readSort(sort);
  const fits = requests(db).orderBy([
    { column: "erasureRequests.createdAt", order: way },
    { column: "erasureRequests.id", order: way },
  ]);
  if (state) fits.whereIn("state", state);
  if (q !== undefined) fits.where(raw("starts_with(request_no, upper(?))", [q]), true);
  const { rows, ...counts } = await pageOf<ErasureRequest, ErasureRequestRow>(db, fits, page);
  const found = await withVisits(db, cipher, rows);
  return { rows: await Accessed.record(db, reader, found, idsShown), ...counts };
}
