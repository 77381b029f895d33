/** Visits for staff. */

import type { Knex } from "knex";
import type { Visit } from "#db/models/visits/visit.ts";
import type { EmailColumns } from "#db/models/visits/visit-email.ts";

export interface VisitRow
  extends Pick<Visit, "id" | "reserveNo" | "leaderId" | "name" | "company" | "position" | "phone">,
    Pick<Visit, "cellCipher" | "cellKey" | "carNumber" | "purposeId" | "startAt" | "endAt" | "statusCode">,
    Pick<Visit, "endedBecause" | "enteredAt" | "enteredFrom" | "exitedAt" | "overnightAt" | "guide" | "note">,
    Pick<Visit, "origin" | "createdAt" | "updatedAt">,
    Omit<EmailColumns, "channel"> {
  leaderName: string | null;
  /** Companions, without cancelled ones. */
  followersCnt: number;
  placeId: number | null;
  placeName: string | null;
  placeEnName: string | null;
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
  overnightName: string | null;
  overnightEnName: string | null;
  /** The user who notified the visitor in person since the visit's last change, where no message reaches the visitor. */
  notifiedBy: { readonly name: string; readonly enName: string } | null;
  passId: number | null;
  passNo: string | null;
  carPassId: number | null;
  carPassNo: string | null;
  hasConsent: boolean;
  /** Created since the site requires consent before entry. */
  needsConsent: boolean;
}

/** Visits by id, in the order of the ids. */
export async function visitRows(db: Knex, ids: readonly number[]): Promise<VisitRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.raw<{ rows: VisitRow[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", leader.id AS "leaderId", leader.name AS "leaderName",
       (SELECT count(*)::integer FROM visits f
        WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL) AS "followersCnt",
       v.name, v.company, v.position, v.phone, v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
       mail.cell_cipher AS "emailCipher", mail.cell_key AS "emailKey", mail.bounced_at IS NOT NULL AS "emailBounced",
       v.car_number AS "carNumber",
       place.id AS "placeId", place.name AS "placeName", place.en_name AS "placeEnName",
       purpose.id AS "purposeId", purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
       h.id AS "hostId", h.name AS "hostName", h.en_name AS "hostEnName", h.department AS "hostDepartment",
       h.position AS "hostPosition", hc.name AS "hostCompany", hc.en_name AS "hostCompanyEn",
       h.status = 'resigned' AS "hostResigned",
       v.start_at AS "startAt", v.end_at AS "endAt", v.status_code AS "statusCode", v.ended_because AS "endedBecause",
       v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt",
       v.overnight_at AS "overnightAt", overnight.name AS "overnightName", overnight.en_name AS "overnightEnName",
       CASE WHEN v.cell_cipher IS NULL OR mail.bounced_at IS NOT NULL THEN (
         SELECT jsonb_build_object('name', notifier.name, 'enName', notifier.en_name)
         FROM visit_logs l JOIN host_users notifier ON notifier.id = l.actor_id
         WHERE l.visit_id = v.id AND l.action = 'told' AND l.at = v.updated_at LIMIT 1) END AS "notifiedBy",
       pass.id AS "passId", pass.pass_no AS "passNo", car.id AS "carPassId", car.pass_no AS "carPassNo",
       EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS "hasConsent",
       coalesce(v.created_at >= (SELECT require_consent_since FROM configuration), false) AS "needsConsent",
       v.guide, v.note, v.origin, v.created_at AS "createdAt", v.updated_at AS "updatedAt"
     FROM visits v
     JOIN host_users h ON h.id = v.host_user_id
     JOIN companies hc ON hc.id = h.company_id
     JOIN user_codes purpose ON purpose.id = v.purpose_id
     LEFT JOIN user_codes place ON place.id = v.location_id
     LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
     LEFT JOIN host_users overnight ON overnight.id = v.overnight_by
     LEFT JOIN visit_emails mail ON mail.visit_id = v.id
     LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle
     LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle
     WHERE v.hidden_at IS NULL AND v.id = ANY(?::integer[])`,
    [[...ids]],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
