/** SQL used by several calls, and long statements. */

export const ownColumns = `v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName", v.name, v.company, v.position, v.phone,
  (SELECT count(*)::integer FROM visits f WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL)
    AS "followersCnt", v.start_at AS "startAt", v.end_at AS "endAt", v.status_code AS "statusCode",
  place.name AS "placeName", place.en_name AS "placeEnName", purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
  h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition"`;
export const ownJoins = `JOIN host_users h ON h.id = v.host_user_id JOIN user_codes purpose ON purpose.id = v.purpose_id
  LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL`;
/** Every visit has a number, so none is marked as notified in person; the site does not require consent. */
export const visitColumns = `${ownColumns}, leader.id AS "leaderId", v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
  mail.cell_cipher AS "emailCipher", mail.cell_key AS "emailKey", mail.bounced_at IS NOT NULL AS "emailBounced",
  v.car_number AS "carNumber", place.id AS "placeId", purpose.id AS "purposeId", h.id AS "hostId",
  h.department AS "hostDepartment", hc.name AS "hostCompany", hc.en_name AS "hostCompanyEn",
  h.status = 'resigned' AS "hostResigned", v.ended_because AS "endedBecause", v.entered_at AS "enteredAt",
  v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt", v.overnight_at AS "overnightAt",
  overnight.name AS "overnightName", overnight.en_name AS "overnightEnName", NULL AS "notifiedBy", false AS "needsConsent",
  pass.id AS "passId", pass.pass_no AS "passNo", car.id AS "carPassId", car.pass_no AS "carPassNo", v.guide, v.note,
  EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS "hasConsent",
  v.origin, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;
export const visitJoins = `${ownJoins} JOIN companies hc ON hc.id = h.company_id
  LEFT JOIN host_users overnight ON overnight.id = v.overnight_by LEFT JOIN visit_emails mail ON mail.visit_id = v.id
  LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle`;

const local = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Seoul')`;
const returnsLater = `v.status_code = 'exited' AND ${local("coalesce(v.exited_at, v.start_at)")}::date < ${local("v.end_at")}::date`;
const byHour = (moments: string) => `(SELECT coalesce(json_agg(hours), '[]') FROM (
  SELECT extract(hour FROM ${local("moment")})::integer AS hour, count(*) FROM (${moments}) AS moments (moment) GROUP BY 1) AS hours)`;
const [since, until] = ["(SELECT since FROM day)", "(SELECT since FROM day) + interval '1 day'"];
/** `page` with the ids of today's board at `:now`, and `counted` with its counts. */
export const boardRows = `day AS MATERIALIZED (SELECT date_trunc('day', CAST(:now AS timestamptz), 'Asia/Seoul') AS since),
  v AS MATERIALIZED (
    SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code <> 'entered' AND hidden_at IS NULL
      AND start_at < ${until} AND end_at > ${since} AND start_at > ${since} - interval '366 days'
    UNION ALL SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code = 'entered' AND hidden_at IS NULL),
  page AS MATERIALIZED (SELECT ARRAY(SELECT id FROM (SELECT id, start_at FROM v ORDER BY array_position(
      ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
      CASE WHEN ${returnsLater} THEN 'approved' ELSE v.status_code END), start_at, id LIMIT 500) AS first ORDER BY start_at, id) AS ids),
  counted AS MATERIALIZED (SELECT
    (SELECT json_agg(s) FROM (SELECT status_code AS "statusCode", count(*) FROM v GROUP BY 1) AS s) AS "byStatus",
    (SELECT count(*) FROM v WHERE status_code = 'entered' AND end_at <= CAST(:now AS timestamptz)) AS overdue,
    (SELECT count(*) FROM v WHERE ${returnsLater}) AS "expectedAgain",
    (SELECT count(*) FROM visits h WHERE h.id IN (SELECT visit_id FROM passes WHERE visit_id IS NOT NULL)
      AND h.status_code IN ('exited', 'ended') AND h.hidden_at IS NULL) AS "notReturned",
    ${byHour(`SELECT start_at FROM v WHERE start_at >= ${since} AND start_at < ${until}
      AND status_code IN ('approved', 'entered', 'exited', 'ended')`)} AS expected,
    ${byHour(`SELECT max(l.at) FROM visit_logs l JOIN visits i ON i.id = l.visit_id AND i.entered_at IS NOT NULL AND i.hidden_at IS NULL
      WHERE l.action = 'issue' AND l.from_code = 'approved' AND l.at >= ${since} AND l.at < ${until} GROUP BY l.visit_id`)} AS entered,
    CASE WHEN NOT EXISTS (SELECT FROM day_closings c WHERE c.day = ${local(since)}::date - 1 AND c.reopened_at IS NULL)
      AND (EXISTS (SELECT FROM visits o WHERE o.status_code IN ('entered', 'exited') AND o.entered_at < ${since}
          AND (o.exited_at IS NULL OR o.exited_at >= ${since}) AND o.hidden_at IS NULL)
        OR EXISTS (SELECT FROM passes p JOIN visits o ON o.id = p.visit_id AND o.hidden_at IS NULL WHERE p.issued_at < ${since}))
      THEN (${local(since)}::date - 1)::text END AS "dayLeftOpen")`;
