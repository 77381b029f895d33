/**
 * One visit, its log, its consents, its companions: read by whom it is for, and never without a trace
 * (docs/behaviour.md, "Privacy").
 */

import type { Knex } from "knex";
import { type Reader, reachOf } from "#api/auth/auth-context.ts";
import { notFound } from "#api/errors.ts";
import { companionIds, type VisitRow, visitRow, visitRows } from "#db/queries/visits/rows.ts";
import { type AccessDetails, Accessed, logAccess } from "../access-log/log-access.ts";
import { type VisitConsentRow, visitConsentRows } from "./given-consents.ts";
import { type LossRow, lastLoss, type VisitLogRow, visitLogRows } from "./visit-log.ts";

async function reached(db: Knex, reader: Reader, id: number): Promise<VisitRow> {
  const row = await visitRow(db, id, reachOf(reader));
  if (!row) throw notFound();
  return row;
}

/** Records that visits are shown. @returns what presenters take */
export const recordVisits = (
  db: Knex,
  reader: Reader,
  rows: readonly VisitRow[],
  details?: AccessDetails,
): Promise<Accessed<VisitRow>[]> => Accessed.record(db, reader, rows, ({ id }) => [id], details);

/** @throws HttpError 404 where there is none such or it is somebody else's */
export async function readVisit(db: Knex, reader: Reader, id: number): Promise<Accessed<VisitRow>> {
  const row = await reached(db, reader, id);
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
  const visit = await reached(db, reader, id);
  const rows = await visitLogRows(db, id);
  const loss = rows.some(({ action }) => action === "lost") ? await lastLoss(db, id) : undefined;
  return Accessed.recordOne(db, reader, { visit, rows, loss }, [id]);
}

/**
 * What the visitor agreed to or refused.
 * @throws HttpError 404 where there is none such or it is somebody else's
 */
export async function readConsents(db: Knex, reader: Reader, id: number): Promise<VisitConsentRow[]> {
  await reached(db, reader, id);
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
  await reached(db, reader, leaderId);
  const ids = await companionIds(db, leaderId, reachOf(reader));
  return recordVisits(db, reader, await visitRows(db, ids));
}
