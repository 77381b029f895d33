/** `c`: node:http and pg by hand, with the answers and the effects of the product in as few statements as they can have. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";
import { cipher } from "./database.ts";
import * as shared from "./shared.ts";
import { type Call, counted, type Handlers, HttpError, type Row } from "./shared.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const config = { connectionString: process.env.DATABASE_URL, max: 10, options: "-c jit=off", pipeline: true };
const pool = new pg.Pool(config as pg.PoolConfig).on("error", () => {});

type Query = readonly [text: string, values: readonly unknown[]];
const names = new Map<string, string>();
/** A statement is prepared once a connection, under a name for its text. */
function named([text, values]: Query) {
  if (!names.has(text)) names.set(text, `s${names.size}`);
  return { name: names.get(text), text, values: [...values] };
}
const run = async (...query: Query): Promise<Row[]> => (await pool.query(named(query))).rows;

let isChanged = false;
setInterval(() => {
  if (isChanged) void pool.query("NOTIFY changes");
  isChanged = false;
}, 20);

/** Reads and locks with one statement, and writes and commits with another. */
async function inTransaction(read: Query, write: (found: Row | undefined) => Query): Promise<Row> {
  const client = await pool.connect();
  try {
    const [, { rows }] = await Promise.all([client.query("BEGIN"), client.query(named(read))]);
    const [written] = await Promise.all([client.query(named(write(rows[0]))), client.query("COMMIT")]);
    isChanged = true;
    return written.rows[0];
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** Who calls, by the hash of the session's token in `$1` at `$2`. */
const me = `me AS MATERIALIZED (SELECT s.id AS session_id, s.active_at, h.id AS user_id, h.role, c.customer_company
  FROM sessions s JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active' CROSS JOIN configuration c
  WHERE s.token_hash = $1 AND s.expires_at > $2::timestamptz AND s.desk_link IS NULL
    AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > $2::timestamptz)`;

/** @throws HttpError 401, 403 */
async function requireDesk({ now }: Call, row: Row | undefined): Promise<Row> {
  if (!row) throw new HttpError(401);
  if (row.role !== "desk" && row.role !== "admin") throw new HttpError(403);
  if (now.getTime() - row.active_at.getTime() > 60_000)
    await run("UPDATE sessions SET active_at = $1 WHERE id = $2", [now, row.session_id]);
  return row;
}

const followers = `(SELECT count(*)::integer FROM visits f
  WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL) AS followers`;
const visitColumns = `v.id, v.reserve_no, leader.id AS leader_id, leader.name AS leader_name, ${followers}, v.name, v.company, v.position, v.phone,
  v.cell_cipher, v.cell_key, v.car_number, place.id AS place_id, place.name AS place_name, purpose.id AS purpose_id, purpose.name AS purpose_name,
  h.id AS host_id, h.name AS host_name, h.department, h.position AS host_position, h.status AS host_status, hc.name AS company_name,
  v.start_at, v.end_at, v.status_code, v.ended_because, v.entered_at, v.exited_at, v.overnight_at, overnight.name AS overnight_name,
  pass.id AS pass_id, pass.pass_no, car.id AS car_id, car.pass_no AS car_no, v.guide, v.note, v.origin, v.created_at, v.updated_at,
  EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS has_consent,
  mail.cell_cipher AS email_cipher, mail.bounced_at IS NOT NULL AS email_bounced`;
const visitJoins = `JOIN host_users h ON h.id = v.host_user_id JOIN companies hc ON hc.id = h.company_id
  JOIN user_codes purpose ON purpose.id = v.purpose_id LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
  LEFT JOIN host_users overnight ON overnight.id = v.overnight_by LEFT JOIN visit_emails mail ON mail.visit_id = v.id
  LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle`;
/** The access log's row for the visits of an SQL array, seen by `me` from the address in `$3`. */
const accessed = (
  action: string,
  ids: string,
) => `accessed AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
  SELECT $2, user_id, $3, '${action}', ${ids} FROM me WHERE cardinality(${ids}) > 0)`;
const shown = (rows: readonly Row[], now: Date) =>
  rows.filter(({ id }) => id !== null).map((row) => shared.visitAnswer(row, now));

async function list(call: Call): Promise<unknown> {
  const { statuses, since, until, size, offset, most, columns } = shared.filtersOf(call);
  const values: unknown[] = [
    shared.tokenHash(call),
    call.now,
    call.address,
    since,
    until,
    size,
    offset,
    most + 1,
  ];
  const conditions = Object.entries(columns).flatMap(([name, id]) =>
    id ? [`${name} = $${values.push(id)}`] : [],
  );
  if (statuses?.length === 1) conditions.push(`status_code = $${values.push(statuses[0])}`);
  else if (statuses) conditions.push(`status_code = ANY($${values.push(statuses)}::text[])`);
  const rows = await run(
    `WITH ${me}, found AS MATERIALIZED (SELECT id, start_at FROM visits WHERE ${conditions.map((one) => `${one} AND`).join(" ")} hidden_at IS NULL
        AND start_at < $5 AND end_at > $4 AND start_at > $4::timestamptz - interval '366 days' ORDER BY start_at DESC, id DESC LIMIT $8),
      page AS MATERIALIZED (SELECT ARRAY(SELECT id FROM found ORDER BY start_at DESC, id DESC LIMIT $6 OFFSET $7) AS ids),
      ${accessed("/api/visit", "(SELECT ids FROM page)")}
      SELECT me.*, (SELECT count(*)::integer FROM found) AS total, shown.* FROM me LEFT JOIN (
        SELECT ${visitColumns} FROM visits v ${visitJoins} WHERE v.id = ANY((SELECT ids FROM page)::integer[])
      ) AS shown ON true ORDER BY shown.start_at DESC, shown.id DESC`,
    values,
  );
  const { total } = await requireDesk(call, rows[0]);
  return { rows: shown(rows, call.now), total: Math.min(total, most), totalCapped: total > most };
}

async function visit(call: Call): Promise<unknown> {
  const rows = await run(
    `WITH ${me}, ${accessed("/dash/visits/:id", "ARRAY(SELECT id FROM visits WHERE id = $4 AND hidden_at IS NULL)")}
     SELECT me.*, shown.* FROM me LEFT JOIN (SELECT ${visitColumns} FROM visits v ${visitJoins} WHERE v.id = $4 AND v.hidden_at IS NULL) AS shown ON true`,
    [shared.tokenHash(call), call.now, call.address, shared.idOf(call)],
  );
  await requireDesk(call, rows[0]);
  const [answer] = shown(rows, call.now);
  if (!answer) throw new HttpError(404);
  return answer;
}

const local = (moment: string) => `(${moment} AT TIME ZONE 'Asia/Seoul')`;
const comesAgain = `v.status_code = 'exited' AND ${local("coalesce(v.exited_at, v.start_at)")}::date < ${local("v.end_at")}::date`;
const byHour = (moments: string) => `(SELECT coalesce(json_object_agg(hour, count), '{}') FROM (
  SELECT extract(hour FROM ${local("moment")})::integer AS hour, count(*) FROM (${moments}) AS moments (moment) GROUP BY 1) AS hours)`;
const [since, until] = ["(SELECT since FROM day)", "(SELECT since FROM day) + interval '1 day'"];
const boardRows = `WITH ${me}, day AS MATERIALIZED (SELECT date_trunc('day', $2::timestamptz, 'Asia/Seoul') AS since),
  v AS MATERIALIZED (
    SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code <> 'entered' AND hidden_at IS NULL
      AND start_at < ${until} AND end_at > ${since} AND start_at > ${since} - interval '366 days'
    UNION ALL SELECT id, status_code, start_at, end_at, exited_at FROM visits WHERE status_code = 'entered' AND hidden_at IS NULL),
  kept AS MATERIALIZED (SELECT ARRAY(SELECT id FROM (SELECT id, start_at FROM v ORDER BY array_position(
      ARRAY['entered', 'approved', 'applied', 'exited', 'ended', 'rejected', 'cancelled'],
      CASE WHEN ${comesAgain} THEN 'approved' ELSE v.status_code END), start_at, id LIMIT 500) AS first ORDER BY start_at, id) AS ids),
  ${accessed("/dash/visits/progress", "(SELECT ids FROM kept)")},
  counted AS MATERIALIZED (SELECT json_build_object(
    'overdue', (SELECT count(*) FROM v WHERE status_code = 'entered' AND end_at <= $2::timestamptz),
    'expectedAgain', (SELECT count(*) FROM v WHERE ${comesAgain}),
    'notReturned', (SELECT count(*) FROM visits h WHERE h.id IN (SELECT visit_id FROM passes WHERE visit_id IS NOT NULL)
      AND h.status_code IN ('exited', 'ended') AND h.hidden_at IS NULL)) AS counts,
    (SELECT json_object_agg(status_code, count) FROM (SELECT status_code, count(*) FROM v GROUP BY 1) AS s) AS by_status,
    ${byHour(`SELECT start_at FROM v WHERE start_at >= ${since} AND start_at < ${until}
      AND status_code IN ('approved', 'entered', 'exited', 'ended')`)} AS expected,
    ${byHour(`SELECT max(l.at) FROM visit_logs l JOIN visits i ON i.id = l.visit_id AND i.entered_at IS NOT NULL AND i.hidden_at IS NULL
      WHERE l.action = 'issue' AND l.from_code = 'approved' AND l.at >= ${since} AND l.at < ${until} GROUP BY l.visit_id`)} AS entered,
    CASE WHEN NOT EXISTS (SELECT FROM day_closings c WHERE c.day = ${local(since)}::date - 1 AND c.reopened_at IS NULL)
      AND (EXISTS (SELECT FROM visits o WHERE o.status_code IN ('entered', 'exited') AND o.entered_at < ${since}
          AND (o.exited_at IS NULL OR o.exited_at >= ${since}) AND o.hidden_at IS NULL)
        OR EXISTS (SELECT FROM passes p JOIN visits o ON o.id = p.visit_id AND o.hidden_at IS NULL WHERE p.issued_at < ${since}))
      THEN (${local(since)}::date - 1)::text END AS left_open)
  SELECT me.*, shown.*, CASE WHEN coalesce(n, 1) = 1 THEN to_json(counted) END AS board FROM me CROSS JOIN counted LEFT JOIN (
    SELECT ${visitColumns}, row_number() OVER (ORDER BY v.start_at, v.id) AS n FROM visits v ${visitJoins}
    WHERE v.id = ANY((SELECT ids FROM kept)::integer[])) AS shown ON true ORDER BY shown.start_at, shown.id`;

async function board(call: Call): Promise<unknown> {
  const rows = await run(boardRows, [shared.tokenHash(call), call.now, call.address]);
  const { board } = await requireDesk(call, rows[0]);
  return shared.boardAnswer(
    { ...board.counts, ...board.by_status },
    board,
    shown(rows, call.now),
    board.left_open,
  );
}

function withinLimits(rows: readonly Row[]): Row[] {
  if ((rows[0]?.points ?? 0) > shared.maxPoints) throw new HttpError(429);
  return rows.filter(({ id }) => id !== null);
}

async function hosts(call: Call): Promise<unknown> {
  const { pair, pattern } = shared.nameSearch(call.query.get("s") ?? "");
  const rows = await run(
    `WITH visitor AS (${counted("$1", "$3")}), address AS (${counted("$2", "$3")})
     SELECT greatest(visitor.points, address.points) AS points, found.* FROM visitor CROSS JOIN address LEFT JOIN LATERAL (
       SELECT h.id, h.name, h.en_name AS "enName", json_build_object('name', c.name) AS company, h.department, h.position
       FROM host_users h JOIN companies c ON c.id = h.company_id
       WHERE h.status = 'active' AND h.in_public_search AND c.in_use AND search_pairs(h.name) || search_pairs(h.en_name) @> $4::text[]
         AND (search_text(h.name) ~ $5 OR search_text(h.en_name) ~ $5) AND h.company_id = $6
       ORDER BY search_text(h.name) ~ ('^' || $5) DESC, h.name, h.department, h.id LIMIT 50) AS found ON true`,
    [...shared.limitsOf.hostSearch(call), call.now.getTime(), [pair], pattern, call.query.get("company")],
  );
  return withinLimits(rows).map(({ points: _, ...host }) => host);
}

async function lookup(call: Call): Promise<unknown> {
  const { name, cellPhone } = call.body;
  const [hash] = cipher.hashes(cellPhone) as [Buffer];
  const rows = await run(
    `WITH address AS (${counted("$1", "$3")}), number AS (${counted("$2", "$3")})
     SELECT greatest(address.points, number.points) AS points, found.* FROM address CROSS JOIN number LEFT JOIN LATERAL (
       SELECT v.id, v.reserve_no, leader.name AS leader_name, ${followers}, v.name, v.company, v.position, v.phone, v.start_at, v.end_at,
         place.name AS place_name, purpose.name AS purpose_name, h.name AS host_name, h.position AS host_position, v.status_code,
         CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (SELECT l.note FROM visit_logs l
           WHERE l.visit_id = v.id AND l.action = 'reject' ORDER BY l.id DESC LIMIT 1) END AS reason
       FROM visits v JOIN host_users h ON h.id = v.host_user_id JOIN user_codes purpose ON purpose.id = v.purpose_id
       LEFT JOIN user_codes place ON place.id = v.location_id LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
       WHERE v.cell_hash = $4 AND v.hidden_at IS NULL AND v.created_at >= $5::timestamptz - interval '12 months'
         AND search_text(v.name) = search_text($6) ORDER BY v.created_at DESC, v.id DESC LIMIT 200) AS found ON true`,
    [...shared.limitsOf.lookup(call, hash), call.now.getTime(), hash, call.now, name],
  );
  return withinLimits(rows).map((row) => shared.lookupAnswer(row, cellPhone));
}

const readForSubmission = `WITH counted AS (${counted("$1", "$2")})
  SELECT counted.points, c.max_request_days, c.retention_days, c.customer_company, (SELECT id FROM privacy_policies WHERE applied) AS policy_id,
    (SELECT json_agg(json_build_object('id', t.id, 'type', t.content_type, 'versionId', v.id, 'version', v.version))
     FROM terms t JOIN LATERAL (SELECT id, version FROM terms_versions
       WHERE terms_id = t.id AND deployed_at IS NOT NULL ORDER BY version DESC LIMIT 1) v ON true WHERE t.in_use) AS texts,
    h.status AS host_status, h.company_id AS host_company, h.name AS host_name, h.cell_phone AS host_phone, place.name AS place_name,
    EXISTS (SELECT FROM companies WHERE id = $4 AND in_use) AS has_company,
    EXISTS (SELECT FROM user_codes WHERE id = $6 AND kind = 9003 AND in_use) AS has_purpose, template.enabled, template.text AS own
  FROM counted CROSS JOIN configuration c LEFT JOIN host_users h ON h.id = $3
  LEFT JOIN user_codes place ON place.id = $5 AND place.kind = 9002 AND place.in_use LEFT JOIN sms_templates template ON template.event = 'apply'`;

/** Rows as JSON for json_populate_recordset, bytes as hex. */
const recordset = (rows: readonly Row[]): string =>
  JSON.stringify(rows, (_, value) =>
    value?.type === "Buffer" ? `\\x${Buffer.from(value.data).toString("hex")}` : value,
  );
const visitFields = `reserve_no, status_code, host_user_id, location_id, purpose_id, start_at, end_at, name, company, car_number, cell_cipher,
  cell_key, cell_hash, cell_last_four_hash, cell_hash_key, origin, lang, destroy_on, created_at, updated_at`;
const messageFields =
  "ref, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, kind, text, variables, event, lang";
const insertMessages = `INSERT INTO sms_messages (${messageFields}, visit_id, host_user_id, to_name, max_attempts, next_attempt_at, created_at,
  updated_at) SELECT m.${messageFields.replaceAll(", ", ", m.")}`;
const writeSubmission = `WITH claimed AS (
    INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, answer, created_at) VALUES ('/api/request/simple/save/', $1, $2, $3, $4)
    ON CONFLICT (endpoint, key) DO UPDATE SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = excluded.answer
    WHERE known.created_at <= $4::timestamptz - interval '24 hours' RETURNING key),
  visit AS (INSERT INTO visits (${visitFields}) SELECT ${visitFields} FROM claimed, json_populate_recordset(NULL::visits, $5) RETURNING id, host_user_id),
  logged AS (INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, at)
    SELECT id, 'apply', NULL, 'applied', 'visitor', $4 FROM visit),
  consented AS (INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel)
    SELECT visit.id, c.terms_version_id, c.privacy_policy_id, c.agreed, 'ko', $4, 'form'
    FROM visit, json_populate_recordset(NULL::visit_consents, $6) AS c),
  taken AS (INSERT INTO message_counts AS c (purpose, key, used, expires_at)
    SELECT 'host', host_user_id, 1, $4::timestamptz + interval '1 hour' FROM visit WHERE json_array_length($7::json) > 0
    ON CONFLICT (purpose, key) DO UPDATE SET used = CASE WHEN c.expires_at > $4 THEN c.used + 1 ELSE 1 END,
      expires_at = CASE WHEN c.expires_at > $4 THEN c.expires_at ELSE excluded.expires_at END
      WHERE c.expires_at <= $4 OR c.used < 21 RETURNING used),
  told AS (${insertMessages}, CASE WHEN m.event = 'apply' THEN visit.id END, visit.host_user_id, $8, 6, $4, $4, $4
    FROM visit, taken, json_populate_recordset(NULL::sms_messages, $7) AS m WHERE (m.event = 'apply') = (taken.used <= 20) RETURNING event),
  noted AS (INSERT INTO changes (kind, visit_id, host_user_id) SELECT 'visit', id, host_user_id FROM visit
    UNION ALL SELECT 'sms', NULL, CASE WHEN event = 'apply' THEN host_user_id END FROM told, visit)
  SELECT id FROM visit`;

async function submit(call: Call): Promise<unknown> {
  const { now } = call;
  const asked = shared.readApplication(call);
  const ids = [asked.hostUser, asked.userCompany, asked.location, asked.purpose];
  const [known] = await run(readForSubmission, [...shared.limitsOf.submit(call), now.getTime(), ...ids]);
  if (!known || known.points > shared.maxPoints) throw new HttpError(429);
  const consents = shared.consentsOf(asked, known, now);
  const row = shared.visitRow(asked, known, now);
  const answer = { reserveNo: row.reserve_no, ...shared.statusOf("applied") };
  const events = known.host_phone && known.enabled !== false ? (["apply", "applyMany"] as const) : [];
  const messages = events.map((event) =>
    shared.messageRow(event, known.host_phone, event === "apply" ? known.own : "", { ...known, ...row }),
  );
  const [key, hash] = [call.header("idempotency-key"), shared.bodyHash(call.body)];
  const rows = [recordset([row]), recordset(consents), recordset(messages)];
  const [written] = await run(writeSubmission, [
    key,
    hash,
    JSON.stringify(answer),
    now,
    ...rows,
    known.host_name,
  ]);
  isChanged = true;
  if (written) return answer;
  const [kept] = await run(
    "SELECT body_hash, answer FROM idempotency_keys WHERE endpoint = '/api/request/simple/save/' AND key = $1",
    [key],
  );
  if (!kept?.body_hash.equals(hash)) throw new HttpError(422);
  return kept.answer;
}

/** Locks visit `$3`, its companions and passes, and the pass numbered `$4`; reads what decides. */
const readForTransition = `WITH ${me}, locked AS MATERIALIZED (SELECT v.* FROM visits v WHERE (v.id = $3 OR v.leader_id = $3) AND v.hidden_at IS NULL
    ORDER BY v.leader_id NULLS FIRST, v.id FOR UPDATE),
  held AS MATERIALIZED (SELECT * FROM passes WHERE visit_id = $3 OR (NOT vehicle AND pass_no = $4) ORDER BY id FOR UPDATE)
  SELECT me.*, v.*, (SELECT count(*)::integer FROM locked) AS party, (SELECT coalesce(json_agg(held), '[]') FROM held) AS passes,
    h.name AS host_name, place.name AS place_name, template.enabled, template.text AS own
  FROM me LEFT JOIN locked v ON v.id = $3 LEFT JOIN host_users h ON h.id = v.host_user_id
  LEFT JOIN user_codes place ON place.id = v.location_id LEFT JOIN sms_templates template ON template.event = 'approve'`;
/** What a transition of visit `$1` at `$2` by person `$3` from address `$4` with passes `$5`, `$6` writes beside its own. */
const writes = (action: string, call: string, change: string, from: string, to: string) => `
  logged AS (INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, pass_no, pass_ids, at)
    SELECT v.id, '${action}', ${from}, '${to}', 'staff', $3::integer, $5, $6::integer[], $2 FROM v),
  noted AS (INSERT INTO changes (kind, visit_id, host_user_id) SELECT '${change}', NULL, CASE WHEN '${change}' = 'sms' THEN v.host_user_id END FROM v
    UNION ALL SELECT 'visit', v.id, v.host_user_id FROM v),
  accessed AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
    VALUES ($2, $3, $4, '${call.replace("POST ", "")}', ARRAY[$1::integer])),
  recorded AS (INSERT INTO events (kind, host_user_id, address, call, subject, subject_id) VALUES ('call', $3, $4, '${call}', 'visits', $1))
  SELECT ${visitColumns} FROM v ${visitJoins}`;

/** @throws HttpError 401, 403, 404; 405 where the visit has another status */
function requireVisit(row: Row | undefined, ...statuses: string[]): Row {
  if (!row) throw new HttpError(401);
  if (row.role !== "desk" && row.role !== "admin") throw new HttpError(403);
  if (row.id === null) throw new HttpError(404);
  if (!statuses.includes(row.status_code)) throw new HttpError(405, row.status_code);
  return row;
}

async function issue(call: Call): Promise<unknown> {
  const { passNo } = call.body;
  let pass: Row | undefined;
  const row = await inTransaction(
    [readForTransition, [shared.tokenHash(call), call.now, shared.idOf(call), passNo]],
    (found) => {
      const visit = requireVisit(found, "approved", "exited");
      shared.requireTheTime(visit, call.now);
      pass = visit.passes.find((one: Row) => !one.vehicle && one.pass_no === passNo);
      if (!pass) throw new HttpError(400, "passNo");
      if (pass.status !== "available" || visit.passes.some((one: Row) => !one.vehicle && one.visit_id))
        throw new HttpError(405, "passNo");
      return [
        `WITH given AS (UPDATE passes SET status = 'issued', visit_id = $1, issued_at = $2, updated_at = $2 WHERE id = ANY($6::integer[])),
         v AS (UPDATE visits SET status_code = 'entered', entered_at = $2, entered_from = status_code, exited_at = NULL, ended_because = NULL,
           updated_at = $2 WHERE id = $1 RETURNING *), ${writes("issue", "POST /dash/visits/:id/issue", "pass", "v.entered_from", "entered")}`,
        [visit.id, call.now, visit.user_id, call.address, passNo, [pass.id]],
      ];
    },
  );
  return [shared.visitAnswer({ ...row, pass_id: pass?.id, pass_no: passNo }, call.now)];
}

async function giveBack(call: Call): Promise<unknown> {
  const read: Query = [readForTransition, [shared.tokenHash(call), call.now, shared.idOf(call), ""]];
  const row = await inTransaction(read, (found) => {
    const { id, user_id, passes } = requireVisit(found, "entered");
    const [numbers, ids] = [
      passes.map((one: Row) => one.pass_no).join(", "),
      passes.map((one: Row) => one.id),
    ];
    return [
      `WITH freed AS (UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL, updated_at = $2 WHERE id = ANY($6::integer[])),
       v AS (UPDATE visits SET status_code = 'exited', exited_at = $2, overnight_at = NULL, overnight_by = NULL, updated_at = $2 WHERE id = $1
         RETURNING *), ${writes("recovery", "PUT /dash/visits/:id/recovery", "pass", "'entered'", "exited")}`,
      [id, call.now, user_id, call.address, numbers, ids],
    ];
  });
  return shared.visitAnswer({ ...row, pass_id: null, car_id: null }, call.now);
}

async function approve(call: Call): Promise<unknown> {
  const read: Query = [readForTransition, [shared.tokenHash(call), call.now, shared.idOf(call), ""]];
  const row = await inTransaction(read, (found) => {
    const visit = requireVisit(found, "applied");
    if (visit.end_at <= call.now || visit.party > 1) throw new HttpError(405);
    const sealed = { cellCipher: visit.cell_cipher, cellKey: visit.cell_key };
    const isTold = visit.cell_cipher !== null && visit.enabled !== false;
    const messages = isTold
      ? [shared.messageRow("approve", cipher.open(sealed, visit.reserve_no), visit.own, visit)]
      : [];
    return [
      `WITH v AS (UPDATE visits SET status_code = 'approved', reason_shown = false, overnight_at = NULL, overnight_by = NULL, ended_because = NULL,
         updated_at = $2 WHERE id = $1 RETURNING *),
       withdrawn AS (UPDATE sms_messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = $2
         WHERE visit_id = $1 AND status = 'queued' AND host_user_id IS NULL AND event = 'undo'),
       told AS (${insertMessages}, v.id, NULL, v.name, 6, $2, $2, $2 FROM v, json_populate_recordset(NULL::sms_messages, $7) AS m),
       ${writes("approve", "PUT /dash/user/approve/:id", "sms", "'applied'", "approved")}`,
      [visit.id, call.now, visit.user_id, call.address, "", [], recordset(messages)],
    ];
  });
  return shared.visitAnswer(row, call.now);
}

const handlers: Handlers = {
  "GET /readyz": async () => ({}),
  ...{ "GET /api/visit": list, "GET /dash/visits/progress": board, "GET /dash/visits/:id": visit },
  ...{
    "GET /visitor/findHostUsers": hosts,
    "POST /api/request/search": lookup,
    "POST /api/request/simple/save": shared.withFreeNumber(submit),
  },
  ...{
    "POST /dash/visits/:id/issue": issue,
    "PUT /dash/visits/:id/recovery": giveBack,
    "PUT /dash/user/approve/:id": approve,
  },
};

async function answer(request: IncomingMessage, route: string): Promise<unknown> {
  const handler = handlers[route];
  if (!handler) throw new HttpError(404);
  if (request.method !== "GET" && request.headers.origin !== process.env.PUBLIC_ORIGIN)
    throw new HttpError(403);
  const [path = "", query] = (request.url ?? "").split("?");
  const chunks: Buffer[] = await request.toArray();
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const header = (name: string) => request.headers[name] as string | undefined;
  const address = header("x-forwarded-for") ?? "";
  return handler({ path, query: new URLSearchParams(query), header, body, address, now: new Date() });
}

createServer(async (request, response) => {
  const began = performance.now();
  const requestId = randomUUID();
  const route = `${request.method} ${request.url?.replace(/\/?(\?.*)?$/, "").replace(/\/\d+(?=\/|$)/, "/:id")}`;
  let [status, body]: [number, unknown] = [200, undefined];
  try {
    body = await answer(request, route);
  } catch (error) {
    [status, body] = [error instanceof HttpError ? error.status : 500, { message: (error as Error).message }];
  }
  const text = Buffer.from(JSON.stringify(body));
  const headers = {
    "X-Request-Id": requestId,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": text.length,
  };
  response.writeHead(status, { ...shared.guards, ...headers }).end(text);
  shared.log.info({ requestId, route, status, ms: Math.round(performance.now() - began) }, "request");
}).listen(Number(process.env.PORT), "127.0.0.1");
