/** Read model of a visitor's own lookup by name and mobile number. */

import type { Knex } from "knex";
import { openStatusCodes, type StatusCode } from "#contract/visits/status.ts";
import { gather } from "../gather.ts";
import type { Visit } from "../models/visits/visit.ts";
import { unseen } from "../planner.ts";
import { companionsCounted, hasAgreed, shown } from "./visits/criteria.ts";
import type { VisitRow } from "./visits/rows.ts";

/** What a visitor is told of a visit, with the sealed number that must match. */
export type LookupVisit = Pick<
  VisitRow,
  | "id"
  | "reserveNo"
  | "leaderName"
  | "followersCnt"
  | "name"
  | "company"
  | "position"
  | "phone"
  | "placeName"
  | "placeEnName"
  | "purposeName"
  | "purposeEnName"
  | "startAt"
  | "endAt"
  | "hostName"
  | "hostEnName"
  | "hostPosition"
  | "statusCode"
  | "cellCipher"
  | "cellKey"
> & {
  /** Why it was rejected; null where that may not be shown. */
  readonly reason: string | null;
};

const maxRows = 200;

/** Of a visit `v` with the tables of `visitorTables`. */
export const visitorColumns = `v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName",
    ${companionsCounted} AS "followersCnt",
    v.name, v.company, v.position, v.phone, v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
    place.name AS "placeName", place.en_name AS "placeEnName",
    purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
    v.start_at AS "startAt", v.end_at AS "endAt",
    h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition",
    v.status_code AS "statusCode",
    CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (
      SELECT l.note FROM visit_logs l WHERE l.visit_id = v.id AND l.action = 'reject'
      ORDER BY l.at DESC, l.id DESC LIMIT 1) END AS reason`;

export const visitorTables = `JOIN host_users h ON h.id = v.host_user_id
  JOIN user_codes purpose ON purpose.id = v.purpose_id
  LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL`;

/** Visits of each who asks, by their place among them. */
const readEach = (asked: string, found: string) => `SELECT asked.place, visit.* FROM unnest(${asked})
    WITH ORDINALITY AS asked (who, since, name, place)
  CROSS JOIN LATERAL (
    SELECT ${visitorColumns}, row_number() OVER (ORDER BY v.created_at DESC, v.id DESC) AS n
    FROM visits v ${visitorTables}
    WHERE ${found} AND ${shown} AND v.created_at >= asked.since AND search_text(v.name) = search_text(asked.name)
    ORDER BY n LIMIT ${maxRows}) AS visit
  ORDER BY asked.place, visit.n`;

interface AskedVisits {
  /** What is asked for beside the name, as the statement takes it. */
  readonly who: string;
  readonly name: string;
  readonly since: Date;
}

const gatherVisits = (found: string) => {
  const values = `${unseen("?", "text[]")}, ${unseen("?", "timestamptz[]")}, ${unseen("?", "text[]")}`;
  const statement = readEach(values, found);
  return gather(async (db, asked: readonly AskedVisits[]): Promise<LookupVisit[][]> => {
    const visits = asked.map((): LookupVisit[] => []);
    const { rows } = await db.raw<{ rows: (LookupVisit & { readonly place: number; readonly n: number })[] }>(
      statement,
      [asked.map(({ who }) => who), asked.map(({ since }) => since), asked.map(({ name }) => name)],
    );
    for (const { place, n: _, ...visit } of rows) visits[place - 1]?.push(visit);
    return visits;
  });
};

const byNumber = gatherVisits("v.cell_hash = ANY(asked.who::bytea[])");
const byReserveNo = gatherVisits("v.reserve_no = asked.who");

/**
 * One statement whoever asks, so that a wrong name and an unknown number take the same way. Spaces and
 * letter case in the name do not count.
 * @param hashes what the number's hash may be, one for each key
 * @param since the earliest application that is still shown
 */
export function visitsOfPerson(
  db: Knex,
  { hashes, name, since }: { hashes: Buffer[]; name: string; since: Date },
): Promise<LookupVisit[]> {
  // A list of lists is no array in PostgreSQL: each comes as the text of one.
  const who = `{${hashes.map((hash) => `"\\\\x${hash.toString("hex")}"`).join(",")}}`;
  return byNumber(db, { who, name, since });
}

/** The same by a visit's reservation number; one or none. */
export async function visitNumbered(
  db: Knex,
  { reserveNo, name, since }: { reserveNo: string; name: string; since: Date },
): Promise<LookupVisit | undefined> {
  const [visit] = await byReserveNo(db, { who: reserveNo, name, since });
  return visit;
}

/**
 * A visit by its reservation number, and the name and mobile number of whoever asks.
 * @param hashes what the number's hash may be, one for each key
 */
export async function ownVisit(
  db: Knex,
  { reserveNo, name, hashes }: { reserveNo: string; name: string; hashes: Buffer[] },
): Promise<{ id: number } | undefined> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `SELECT id FROM visits
     WHERE reserve_no = ? AND cell_hash = ANY(${unseen("?", "bytea[]")}) AND search_text(name) = search_text(?)`,
    [reserveNo, hashes, name],
  );
  return rows[0];
}

/** A companion as their leader sees them. */
export interface Companion {
  readonly leaderId: number;
  readonly reserveNo: string;
  readonly name: string;
  readonly statusCode: StatusCode;
  readonly hasAnswered: boolean;
  readonly needsLink: boolean;
}

/** A companion whose link is still useful, and to whom no message was sent or is queued. */
const needsLink = `v.status_code IN (${openStatusCodes.map((code) => `'${code}'`).join(", ")}) AND NOT ${hasAgreed} AND NOT EXISTS (
  SELECT FROM sms_messages m WHERE m.visit_id = v.id AND m.host_user_id IS NULL
    AND m.status IN ('queued', 'sending', 'sent', 'unknown'))`;

/** The companions of some leaders who have not cancelled, in the order in which they were named. */
export async function companionsSeen(db: Knex, leaderIds: number[]): Promise<Companion[]> {
  if (leaderIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: Companion[] }>(
    `SELECT v.leader_id AS "leaderId", v.reserve_no AS "reserveNo", v.name, v.status_code AS "statusCode",
       ${hasAgreed} AS "hasAnswered", ${needsLink} AS "needsLink"
     FROM visits v WHERE v.leader_id = ANY(?) AND v.status_code <> 'cancelled' AND ${shown} ORDER BY v.id`,
    [leaderIds],
  );
  return rows;
}

/** Locks a leader's companion by the reservation number, where somebody has to hand their link over. */
export async function lockCompanionNeedingLink(
  trx: Knex.Transaction,
  { leaderId, reserveNo }: { readonly leaderId: number; readonly reserveNo: string },
): Promise<Pick<Visit, "id" | "lang"> | undefined> {
  const { rows } = await trx.raw<{ rows: Pick<Visit, "id" | "lang">[] }>(
    `SELECT v.id, v.lang FROM visits v WHERE v.leader_id = ? AND v.reserve_no = ? AND ${shown} AND ${needsLink}
     FOR NO KEY UPDATE`,
    [leaderId, reserveNo],
  );
  return rows[0];
}
