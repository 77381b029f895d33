/** A visitor's own visit by their link. */
import type { Knex } from "knex";
import type { EmailColumns } from "#db/models/visits/visit-email.ts";
import type { LookupVisit } from "../lookup/presenter.ts";

export type LinkedVisit = LookupVisit &
  EmailColumns & {
    readonly carNumber: string;
    readonly hasConsent: boolean;
    /** Of a link of the desk: its user, the session of a handed-over screen, and its expiry. */
    readonly deskUserId: number | null;
    readonly screenSessionId: number | null;
    readonly expiresAt: Date | null;
  };

interface Link {
  readonly tokenHash: Buffer;
  /** Links of the desk that expired before are invalid. */
  readonly now: Date;
  /** Visits that ended before are over. */
  readonly overSince: Date;
}

/**
 * The visit of a valid link: neither cancelled nor ended nor hidden, and not over for too long. One statement, so that an
 * unknown link takes as long as an expired one.
 */
export async function visitByLink(db: Knex, link: Link): Promise<LinkedVisit | undefined> {
  const { rows } = await db.raw<{ rows: LinkedVisit[] }>(
    `SELECT v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName",
       (SELECT count(*)::integer FROM visits f
         WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL) AS "followersCnt",
       v.name, v.company, v.position, v.phone, v.car_number AS "carNumber",
       v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
       mail.cell_cipher AS "emailCipher", mail.cell_key AS "emailKey", mail.bounced_at IS NOT NULL AS "emailBounced",
       mail.channel,
       place.name AS "placeName", place.en_name AS "placeEnName",
       purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
       v.start_at AS "startAt", v.end_at AS "endAt",
       h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition",
       v.status_code AS "statusCode",
       CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (
         SELECT l.note FROM visit_logs l WHERE l.visit_id = v.id AND l.action = 'reject'
         ORDER BY l.at DESC, l.id DESC LIMIT 1) END AS reason,
       EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS "hasConsent",
       link.host_user_id AS "deskUserId", link.session_id AS "screenSessionId", link.expires_at AS "expiresAt"
     FROM (
       SELECT visit_id, NULL::integer AS host_user_id, NULL::bigint AS session_id, NULL::timestamptz AS expires_at
       FROM visit_links WHERE token_hash = :tokenHash
       UNION ALL
       SELECT visit_id, host_user_id, session_id, expires_at FROM desk_links WHERE token_hash = :tokenHash AND expires_at > :now
     ) AS link
     JOIN visits v ON v.id = link.visit_id
     JOIN host_users h ON h.id = v.host_user_id
     JOIN user_codes purpose ON purpose.id = v.purpose_id
     LEFT JOIN user_codes place ON place.id = v.location_id
     LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
     LEFT JOIN visit_emails mail ON mail.visit_id = v.id
     WHERE v.hidden_at IS NULL AND v.status_code NOT IN ('cancelled', 'ended') AND v.end_at > :overSince`,
    { ...link },
  );
  return rows[0];
}
