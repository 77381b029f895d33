/** Read model of visits as staff see them; what the privacy officer has hidden is not there. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import { type EndedBecause, Visit } from "#db/models/visits/visit.ts";
import { gather } from "../../gather.ts";
import { unseen } from "../../planner.ts";
import { hostBinding, isOneOf, type OwnHosts } from "../own-hosts.ts";
import { companionsCounted, hasAgreed, shown } from "./criteria.ts";
import { type EmailColumns, emailColumns, emailJoin } from "./email.ts";

/** Staff who notified a visitor in person. */
interface ToldBy {
  readonly name: string;
  readonly enName: string;
}

/** Staff who notified the visitor of a visit `v` in person since its last change. */
const toldColumn = `(SELECT jsonb_build_object('name', teller.name, 'enName', teller.en_name)
    FROM visit_logs told JOIN host_users teller ON teller.id = told.actor_id
    WHERE told.visit_id = v.id AND told.action = 'told' AND told.at = v.updated_at LIMIT 1)`;

export interface VisitRow extends Omit<EmailColumns, "channel"> {
  id: number;
  reserveNo: string;
  leaderId: number | null;
  leaderName: string | null;
  followersCnt: number;
  name: string;
  company: string;
  position: string;
  phone: string;
  cellCipher: Buffer | null;
  cellKey: string | null;
  carNumber: string;
  placeId: number | null;
  placeName: string | null;
  placeEnName: string | null;
  purposeId: number;
  purposeName: string;
  purposeEnName: string;
  hostId: number;
  hostName: string;
  hostEnName: string;
  hostDepartment: string;
  hostPosition: string;
  hostCompany: string;
  hostCompanyEn: string;
  hostResigned: boolean;
  startAt: Date;
  endAt: Date;
  statusCode: StatusCode;
  endedBecause: EndedBecause | null;
  enteredAt: Date | null;
  enteredFrom: "approved" | "exited" | null;
  exitedAt: Date | null;
  overnightAt: Date | null;
  overnightName: string | null;
  overnightEnName: string | null;
  /** Who told the visitor as the visit stands, where a message may not have. */
  told: ToldBy | null;
  passId: number | null;
  passNo: string | null;
  carPassId: number | null;
  carPassNo: string | null;
  hasConsent: boolean;
  /** Made since the site asks for consent before somebody is let in. */
  needsConsent: boolean;
  guide: string;
  note: string;
  origin: "public" | "console";
  createdAt: Date;
  updatedAt: Date;
}

const columns = `
  v.id, v.reserve_no AS "reserveNo", leader.id AS "leaderId", leader.name AS "leaderName",
  ${companionsCounted} AS "followersCnt",
  v.name, v.company, v.position, v.phone, v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey", ${emailColumns},
  v.car_number AS "carNumber",
  place.id AS "placeId", place.name AS "placeName", place.en_name AS "placeEnName",
  purpose.id AS "purposeId", purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
  h.id AS "hostId", h.name AS "hostName", h.en_name AS "hostEnName", h.department AS "hostDepartment",
  h.position AS "hostPosition", hc.name AS "hostCompany", hc.en_name AS "hostCompanyEn",
  h.status = 'resigned' AS "hostResigned",
  v.start_at AS "startAt", v.end_at AS "endAt", v.status_code AS "statusCode", v.ended_because AS "endedBecause",
  v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt",
  v.overnight_at AS "overnightAt", overnight.name AS "overnightName", overnight.en_name AS "overnightEnName",
  CASE WHEN v.cell_cipher IS NULL OR mail.bounced_at IS NOT NULL THEN ${toldColumn} END AS told,
  pass.id AS "passId", pass.pass_no AS "passNo", car.id AS "carPassId", car.pass_no AS "carPassNo",
  ${hasAgreed} AS "hasConsent",
  coalesce(v.created_at >= (SELECT require_consent_since FROM configuration), false) AS "needsConsent",
  v.guide, v.note, v.origin, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;

const joins = `
  JOIN host_users h ON h.id = v.host_user_id
  JOIN companies hc ON hc.id = h.company_id
  JOIN user_codes purpose ON purpose.id = v.purpose_id
  LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
  LEFT JOIN host_users overnight ON overnight.id = v.overnight_by
  ${emailJoin}
  LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle
  LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle`;

/** Visits by the ids of an array, in its order. */
export const visitsByIds = `SELECT ${columns}
  FROM unnest(${unseen("?", "integer[]")}) WITH ORDINALITY AS wanted(id, place_in_list)
  JOIN visits v ON v.id = wanted.id AND ${shown} ${joins}
  ORDER BY wanted.place_in_list`;

/**
 * Visits by id, in the order of the ids: lists choose ids by their own index first, and read the rest of
 * the page only.
 */
export async function visitRows(db: Knex, ids: readonly number[]): Promise<VisitRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.raw<{ rows: VisitRow[] }>(visitsByIds, [[...ids]]);
  return rows;
}

/** One visit, whoever its host is; staff who open visits at the same time share a statement. */
const visitOfAnybody = gather(async (db, ids: readonly number[]): Promise<(VisitRow | undefined)[]> => {
  const rows = await visitRows(db, [...new Set(ids)]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

/**
 * One visit, if it may be seen.
 * @param hosts only where one of them is the host; undefined for whoever's it is
 */
export async function visitRow(db: Knex, id: number, hosts?: OwnHosts): Promise<VisitRow | undefined> {
  if (!hosts) return visitOfAnybody(db, id);
  const { rows } = await db.raw<{ rows: VisitRow[] }>(
    `SELECT ${columns} FROM visits v ${joins} WHERE v.id = ? AND ${shown} AND ${isOneOf("v.host_user_id", hosts, "?")}`,
    [id, hostBinding(hosts)],
  );
  return rows[0];
}

/**
 * Ids of a leader's companions, oldest first.
 * @param hosts only where one of them is the host; undefined for whoever's they are
 */
export async function companionIds(db: Knex, leaderId: number, hosts?: OwnHosts): Promise<number[]> {
  const found = Visit.query(db).select("id").where({ leaderId, hiddenAt: null }).orderBy("id");
  const rows = await (hosts ? found.whereIn("hostUserId", [...hosts]) : found);
  return rows.map(({ id }) => id);
}
