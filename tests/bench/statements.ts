/** Statements that c and d have in common: c names them, d does not. Values stand in them by name. */

/** Counts a call under a key. @param key, at placeholders, of a moment in milliseconds */
export const counted = (key: string, at = ":ms") => `
  INSERT INTO rate_limits AS known (key, points, expire) VALUES (${key}, 1, CAST(${at} AS bigint) + 60000) ON CONFLICT (key) DO UPDATE
  SET points = CASE WHEN known.expire <= excluded.expire - 60000 THEN 1 ELSE known.points + 1 END,
    expire = CASE WHEN known.expire <= excluded.expire - 60000 THEN excluded.expire ELSE known.expire END RETURNING points`;

const local = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Seoul')`;
const comesAgain = `v.status_code = 'exited' AND ${local("coalesce(v.exited_at, v.start_at)")}::date < ${local("v.end_at")}::date`;
const byHour = (moments: string) => `(SELECT coalesce(json_agg(hours), '[]') FROM (
  SELECT extract(hour FROM ${local("moment")})::integer AS hour, count(*) FROM (${moments}) AS moments (moment) GROUP BY 1) AS hours)`;
const [since, until] = ["(SELECT since FROM day)", "(SELECT since FROM day) + interval '1 day'"];
/** `page` with the ids of today's board at `:now`, and `counted` with all it counts. */
export const board = `day AS MATERIALIZED (SELECT date_trunc('day', CAST(:now AS timestamptz), 'Asia/Seoul') AS since),
  v AS MATERIALIZED (
    SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code <> 'entered' AND hidden_at IS NULL
      AND start_at < ${until} AND end_at > ${since} AND start_at > ${since} - interval '366 days'
    UNION ALL SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code = 'entered' AND hidden_at IS NULL),
  page AS MATERIALIZED (SELECT ARRAY(SELECT id FROM (SELECT id, start_at FROM v ORDER BY array_position(
      ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
      CASE WHEN ${comesAgain} THEN 'approved' ELSE v.status_code END), start_at, id LIMIT 500) AS first ORDER BY start_at, id) AS ids),
  counted AS MATERIALIZED (SELECT
    (SELECT json_agg(s) FROM (SELECT status_code AS "statusCode", count(*) FROM v GROUP BY 1) AS s) AS "byStatus",
    (SELECT count(*) FROM v WHERE status_code = 'entered' AND end_at <= CAST(:now AS timestamptz)) AS overdue,
    (SELECT count(*) FROM v WHERE ${comesAgain}) AS "expectedAgain",
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

/** People whose name fits `:pattern`, in a company. @param table, also where an index narrows the search */
export const hosts = (table: string, also = "") => `
  SELECT h.id, h.name, h.en_name AS "enName", json_build_object('name', c.name) AS company, h.department, h.position
  FROM ${table} h JOIN companies c ON c.id = h.company_id
  WHERE h.status = 'active' AND h.in_public_search AND c.in_use AND h.company_id = :company ${also}
    AND (search_text(h.name) ~ :pattern OR search_text(h.en_name) ~ :pattern)
  ORDER BY search_text(h.name) ~ ('^' || CAST(:pattern AS text)) DESC, h.name, h.department, h.id LIMIT 50`;

/** What decides about a submission, with the number of its visit; counts it under `:key`. */
export const forSubmission = `WITH counted AS (${counted(":key")})
  SELECT nextval('visits_id_seq')::integer AS id, counted.points, c.max_request_days AS "maxRequestDays", c.retention_days AS "retentionDays",
    c.customer_company AS "customerCompany", (SELECT id FROM privacy_policies WHERE applied) AS "policyId",
    (SELECT json_agg(json_build_object('id', t.id, 'contentType', t.content_type, 'versionId', v.id, 'version', v.version))
     FROM terms t JOIN LATERAL (SELECT id, version FROM terms_versions
       WHERE terms_id = t.id AND deployed_at IS NOT NULL ORDER BY version DESC LIMIT 1) v ON true WHERE t.in_use) AS terms,
    h.status AS "hostStatus", h.company_id AS "hostCompany", h.name AS "hostName", h.en_name AS "hostEnName",
    h.cell_phone AS "hostCellPhone", place.name AS "placeName", place.id IS NOT NULL AS "locationInUse",
    EXISTS (SELECT FROM companies WHERE id = :userCompany AND in_use) AS "companyInUse",
    EXISTS (SELECT FROM user_codes WHERE id = :purpose AND kind = 9003 AND in_use) AS "purposeInUse", template.enabled, template.text
  FROM counted CROSS JOIN configuration c LEFT JOIN host_users h ON h.id = :hostUser
  LEFT JOIN user_codes place ON place.id = :location AND place.kind = 9002 AND place.in_use
  LEFT JOIN sms_templates template ON template.event = 'apply'`;

/** Counts a message to host `:hostUserId`: twenty an hour, and one that stands for all further ones. @param where it is queued */
export const countMessage = (where = "") => `
  INSERT INTO message_counts AS c (purpose, key, used, expires_at)
  SELECT 'host', CAST(:hostUserId AS text), 1, CAST(:now AS timestamptz) + interval '1 hour' ${where}
  ON CONFLICT (purpose, key) DO UPDATE SET used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
    expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
    WHERE c.expires_at <= :now OR c.used < 21 RETURNING used`;
