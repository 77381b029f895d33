/** What staff read: a list, the board, one visit. Rights, the page and the access log are one statement. */
import type { Row, Statement } from "./database.ts";
import { type Call, type Handler, HttpError, idOf, tokenHash } from "./request.ts";
import { type Seen, visitAnswer, visitColumns, visitJoins } from "./visit.ts";

/** Who calls, by the hash of the session's token in `$1` at `$2`, and the site's clock. */
export const me = `me AS MATERIALIZED (
  SELECT s.id AS session_id, s.active_at, h.id AS user_id, h.role, c.timezone
  FROM sessions s JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active' CROSS JOIN configuration c
  WHERE s.token_hash = $1 AND s.expires_at > $2::timestamptz
    AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > $2::timestamptz AND s.desk_link IS NULL)`;

const touch: Statement = { name: "touch", text: "UPDATE sessions SET active_at = $1 WHERE id = $2" };

/** Keeps the session of whoever called awake. @throws HttpError 401, 403 */
export async function requireRole(
  { database, now }: Pick<Call, "database" | "now">,
  row: Row | undefined,
  roles: readonly string[],
): Promise<void> {
  if (!row) throw new HttpError(401);
  if (!roles.includes(row.role)) throw new HttpError(403);
  if (now.getTime() - row.active_at.getTime() > 60_000) await database.run(touch, [now, row.session_id]);
}

export const seenBy = ({ lang, now, numbers }: Call, row: Row): Seen => ({
  role: row.role,
  userId: row.user_id,
  timezone: row.timezone,
  lang,
  now,
  numbers,
});

const searching = ["desk", "admin", "privacy"];
const desk = ["desk", "admin"];
const may = (roles: readonly string[]) => `(SELECT role FROM me) IN ('${roles.join("', '")}')`;
const midnight = (day: string) => `${day} AT TIME ZONE (SELECT timezone FROM me)`;

/** Visits that take longer stand in the index of periods. */
const short = "interval '6 hours'";

const visitList: Statement = {
  name: "list",
  text: `WITH ${me},
    period AS MATERIALIZED (SELECT ${midnight("$4::date::timestamp")} AS since,
      ${midnight("($5::date + 1)::timestamp")} AS until),
    found AS MATERIALIZED (
      SELECT id, start_at FROM (
        (SELECT id, start_at FROM visits WHERE status_code = $3 AND hidden_at IS NULL
           AND start_at >= (SELECT since FROM period) AND start_at < (SELECT until FROM period)
         ORDER BY start_at DESC, id DESC LIMIT 10001)
        UNION ALL
        SELECT id, start_at FROM visits WHERE status_code = $3 AND hidden_at IS NULL
          AND start_at >= (SELECT since FROM period) - ${short} AND start_at < (SELECT since FROM period)
          AND end_at > (SELECT since FROM period) AND end_at - start_at <= ${short}
        UNION ALL
        SELECT id, start_at FROM visits WHERE status_code || '' = $3 AND hidden_at IS NULL AND end_at - start_at > ${short}
          AND tstzrange(start_at, end_at) @> (SELECT since FROM period) AND start_at <> (SELECT since FROM period)
      ) AS either WHERE ${may(searching)} ORDER BY start_at DESC, id DESC LIMIT 10001),
    page AS MATERIALIZED (SELECT id, row_number() OVER () AS place
      FROM (SELECT id FROM found ORDER BY start_at DESC, id DESC LIMIT $6 OFFSET $7) AS part),
    logged AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
      SELECT $2, user_id, $8, '/api/visit', ARRAY(SELECT id FROM page ORDER BY place) FROM me
      WHERE EXISTS (SELECT FROM page))
    SELECT me.*, (SELECT count(*)::integer FROM found) AS total, shown.*
    FROM me LEFT JOIN (
      SELECT page.place, ${visitColumns} FROM page JOIN visits v ON v.id = page.id ${visitJoins}
    ) AS shown ON true ORDER BY shown.place`,
};

const list: Handler = async (call) => {
  const { query, now, address } = call;
  const size = Number(query.get("size") ?? 50);
  const page = Number(query.get("page") ?? 1);
  const asked = ["status", "from", "to"].map((name) => query.get(name));
  const rows = await call.database.run(visitList, [
    tokenHash(call),
    now,
    ...asked,
    size,
    (page - 1) * size,
    address,
  ]);
  const [first] = rows;
  await requireRole(call, first, searching);
  const seen = seenBy(call, first ?? {});
  return {
    rows: rows.filter(({ id }) => id !== null).map((row) => visitAnswer(row, seen)),
    total: Math.min(first?.total, 10_000),
    totalCapped: first?.total > 10_000,
  };
};

const oneVisit: Statement = {
  name: "visit",
  text: `WITH ${me},
    logged AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
      SELECT $2, user_id, $4, '/dash/visits/:id', ARRAY[v.id] FROM me JOIN visits v ON v.id = $3 AND v.hidden_at IS NULL
        AND (me.role <> 'host' OR v.host_user_id = me.user_id))
    SELECT me.*, shown.* FROM me LEFT JOIN (
      SELECT ${visitColumns} FROM visits v ${visitJoins} WHERE v.id = $3 AND v.hidden_at IS NULL
    ) AS shown ON me.role <> 'host' OR shown.host_id = me.user_id`,
};

const visit: Handler = async (call) => {
  const [row] = await call.database.run(oneVisit, [tokenHash(call), call.now, idOf(call.path), call.address]);
  await requireRole(call, row, ["host", ...searching]);
  if (!row || row.id === null) throw new HttpError(404);
  return visitAnswer(row, seenBy(call, row));
};

const local = (column: string) => `(${column} AT TIME ZONE (SELECT timezone FROM me))`;
const comesAgain = `v.status_code = 'exited'
  AND ${local("coalesce(v.exited_at, v.start_at)")}::date < ${local("v.end_at")}::date`;
const since = "(SELECT since FROM day)";
const until = "(SELECT until FROM day)";
const byHour = (moments: string) => `(SELECT coalesce(json_object_agg(hour, count), '{}') FROM (
  SELECT extract(hour FROM ${local("moment")})::integer AS hour, count(*) AS count
  FROM (${moments}) AS moments (moment) GROUP BY 1) AS hours)`;

const boardRows: Statement = {
  name: "board",
  text: `WITH ${me},
    day AS MATERIALIZED (SELECT date_trunc('day', $2::timestamptz, (SELECT timezone FROM me)) AS since,
      ${midnight(`(${local("$2::timestamptz")}::date + 1)::timestamp`)} AS until,
      ${local("$2::timestamptz")}::date - 1 AS yesterday),
    v AS MATERIALIZED (
      SELECT id, status_code, start_at, end_at, exited_at FROM visits
      WHERE start_at >= ${since} AND start_at < ${until} AND status_code <> 'entered' AND hidden_at IS NULL
      UNION ALL
      SELECT id, status_code, start_at, end_at, exited_at FROM visits
      WHERE start_at >= ${since} - ${short} AND start_at < ${since} AND end_at > ${since}
        AND end_at - start_at <= ${short} AND status_code <> 'entered' AND hidden_at IS NULL
      UNION ALL
      SELECT id, status_code, start_at, end_at, exited_at FROM visits
      WHERE tstzrange(start_at, end_at) @> ${since} AND start_at <> ${since} AND end_at - start_at > ${short}
        AND status_code <> 'entered' AND hidden_at IS NULL
      UNION ALL
      SELECT id, status_code, start_at, end_at, exited_at FROM visits
      WHERE status_code = 'entered' AND hidden_at IS NULL),
    kept AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY start_at, id) AS place FROM (
        SELECT id, start_at FROM v WHERE ${may(desk)} ORDER BY array_position(
          ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
          CASE WHEN ${comesAgain} THEN 'approved' ELSE v.status_code END), start_at, id LIMIT 500) AS first),
    logged AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
      SELECT $2, user_id, $3, '/dash/visits/progress', ARRAY(SELECT id FROM kept ORDER BY place) FROM me
      WHERE EXISTS (SELECT FROM kept)),
    counted AS MATERIALIZED (SELECT
      (SELECT coalesce(json_object_agg(status_code, count), '{}') FROM (
        SELECT status_code, count(*) AS count FROM v GROUP BY 1) AS statuses) AS by_status,
      (SELECT count(*)::integer FROM v WHERE status_code = 'entered' AND end_at <= $2::timestamptz) AS overdue,
      (SELECT count(*)::integer FROM v WHERE ${comesAgain}) AS expected_again,
      (SELECT count(*)::integer FROM visits h WHERE h.id IN (SELECT visit_id FROM passes WHERE visit_id IS NOT NULL)
        AND h.status_code IN ('exited', 'ended') AND h.hidden_at IS NULL) AS not_returned,
      ${byHour(`SELECT start_at FROM v WHERE start_at >= ${since} AND start_at < ${until}
        AND status_code IN ('approved', 'entered', 'exited', 'ended')`)} AS expected,
      ${byHour(`SELECT max(l.at) FROM visit_logs l JOIN visits i ON i.id = l.visit_id AND i.entered_at IS NOT NULL
          AND i.hidden_at IS NULL
        WHERE l.action = 'issue' AND l.from_code = 'approved' AND l.at >= ${since} AND l.at < ${until}
        GROUP BY l.visit_id`)} AS entered,
      CASE WHEN NOT EXISTS (SELECT FROM day_closings c JOIN day ON c.day = yesterday WHERE c.reopened_at IS NULL)
        AND (EXISTS (SELECT FROM visits o WHERE o.status_code IN ('entered', 'exited') AND o.entered_at < ${since}
            AND (o.exited_at IS NULL OR o.exited_at >= ${since}) AND o.hidden_at IS NULL)
          OR EXISTS (SELECT FROM passes p JOIN visits o ON o.id = p.visit_id AND o.hidden_at IS NULL
            WHERE p.issued_at < ${since})) THEN (SELECT yesterday::text FROM day) END AS left_open)
    SELECT me.*, shown.*, counted.by_status, counted.overdue, counted.expected_again, counted.not_returned,
      counted.left_open, CASE WHEN coalesce(place, 1) = 1 THEN counted.expected END AS expected,
      CASE WHEN coalesce(place, 1) = 1 THEN counted.entered END AS entered
    FROM me CROSS JOIN counted LEFT JOIN (
      SELECT kept.place, ${visitColumns} FROM kept JOIN visits v ON v.id = kept.id ${visitJoins}
    ) AS shown ON true ORDER BY shown.place`,
};

const board: Handler = async (call) => {
  const rows = await call.database.run(boardRows, [tokenHash(call), call.now, call.address]);
  const [first = {}] = rows;
  await requireRole(call, rows[0], desk);
  const seen = seenBy(call, first);
  const of = (status: string) => first.by_status[status] ?? 0;
  return {
    counts: {
      applied: of("applied"),
      approved: of("approved"),
      entered: of("entered"),
      exited: of("exited"),
      ended: of("ended"),
      overdue: first.overdue,
      expectedAgain: first.expected_again,
      notReturned: first.not_returned,
    },
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      expected: first.expected[hour] ?? 0,
      entered: first.entered[hour] ?? 0,
    })),
    rows: rows.filter(({ id }) => id !== null).map((row) => visitAnswer(row, seen)),
    dayLeftOpen: first.left_open,
  };
};

export const readingCalls: Readonly<Record<string, Handler>> = {
  "GET /api/visit": list,
  "GET /dash/visits/progress": board,
  "GET /dash/visits/:id": visit,
};
