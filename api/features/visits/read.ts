/**
 * One visit, its log, its consents, its companions: read by whom it is for, and never without a trace
 * (docs/behaviour.md, "Privacy").
 */

import type { Knex } from "knex";
import { type AuthContext, type Reader, reachOf } from "#api/auth/auth-context.ts";
import { notFound } from "#api/errors.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { type AccessDetails, Accessed, logAccess } from "../access-log/log-access.ts";
import { type VisitConsentRow, visitConsentRows } from "./given-consents.ts";
import { type VisitRow, visitRows } from "./queries/visit-rows.ts";
import { type LossRow, lastLoss, type VisitLogRow, visitLogRows } from "./visit-log.ts";

export type { VisitRow } from "./queries/visit-rows.ts";

/** @throws HttpError 404 where there is no such visit or the reader may not see it */
export async function reachedVisit(db: Knex, reader: AuthContext, id: number): Promise<VisitRow> {
  const [row] = await visitRows(db, [id]);
  const hosts = reachOf(reader);
  if (!row || (hosts && !hosts.includes(row.hostId))) throw notFound();
  return row;
}

/** Visits by id, in the order of the ids, with the trace of showing them. */
export const readVisitsById = async (
  db: Knex,
  reader: Reader,
  ids: readonly number[],
  details?: AccessDetails,
): Promise<Accessed<VisitRow>[]> =>
  Accessed.record(db, reader, await visitRows(db, ids), ({ id }) => [id], details);

/** @throws HttpError 404 where there is none such or it is somebody else's */
export async function readVisit(db: Knex, reader: Reader, id: number): Promise<Accessed<VisitRow>> {
  const row = await reachedVisit(db, reader, id);
  return Accessed.recordOne(db, reader, row, [id]);
}

/** What happened to a visit, oldest first, and what of it may be taken back. */
export interface VisitLogs {
  readonly visit: VisitRow;
  readonly rows: readonly VisitLogRow[];
  /** The pass that was reported lost last, and is lost since then. */
  readonly loss: LossRow | undefined;
}

/** @throws HttpError 404 where there is none such or it is somebody else's */
export async function readLogs(db: Knex, reader: Reader, id: number): Promise<Accessed<VisitLogs>> {
  const visit = await reachedVisit(db, reader, id);
  const rows = await visitLogRows(db, id);
  const loss = rows.some(({ action }) => action === "lost") ? await lastLoss(db, id) : undefined;
  return Accessed.recordOne(db, reader, { visit, rows, loss }, [id]);
}

/**
 * What the visitor agreed to or refused.
 * @throws HttpError 404 where there is none such or it is somebody else's
 */
export async function readConsents(db: Knex, reader: Reader, id: number): Promise<VisitConsentRow[]> {
  await reachedVisit(db, reader, id);
  await logAccess(db, reader, { visitIds: [id] });
  return visitConsentRows(db, id);
}

/**
 * The companions of a leader's visit, as far as they are the reader's too.
 * @throws HttpError 404 where there is no such visit or it is somebody else's
 */
export async function readFollowers(
  db: Knex,
  reader: Reader,
  leaderId: number,
): Promise<Accessed<VisitRow>[]> {
  await reachedVisit(db, reader, leaderId);
  const hosts = reachOf(reader);
  const companions = Visit.query(db).select("id").where({ leaderId }).orderBy("id");
  const found = await (hosts ? companions.whereIn("hostUserId", [...hosts]) : companions);
  return readVisitsById(
    db,
    reader,
    found.map(({ id }) => id),
  );
}
