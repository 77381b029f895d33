/** `c`: node:http and pg by hand, with the effects of the product in as few statements as they can have. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";
import { presentProgress } from "#api/features/visits/presenter.ts";
import { nameSearch } from "#api/name-search.ts";
import { cipher } from "./database.ts";
import type { Action, Call, Row } from "./shared.ts";
import * as shared from "./shared.ts";
import * as statements from "./statements.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const config = { connectionString: process.env.DATABASE_URL, max: 10, options: "-c jit=off", pipeline: true };
const pool = new pg.Pool(config as pg.PoolConfig).on("error", () => {});

const prepared = new Map<string, { name: string; text: string; keys: string[] }>();
/** A statement whose values stand in it by name (`:now`); each text is prepared once a connection. */
function named(text: string, values: Row) {
  let known = prepared.get(text);
  if (!known) {
    const keys = [...new Set(Array.from(text.matchAll(/(?<!:):([a-zA-Z]\w*)/g), ([, key]) => key as string))];
    const numbered = text.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, key: string) => `$${keys.indexOf(key) + 1}`);
    known = { name: `s${prepared.size}`, text: numbered, keys };
    prepared.set(text, known);
  }
  return { name: known.name, text: known.text, values: known.keys.map((key) => values[key]) };
}
const run = async (text: string, values: Row): Promise<Row[]> => (await pool.query(named(text, values))).rows;

const announce = shared.announcer(() => void pool.query("NOTIFY changes"));

/** Who calls, by the hash of the session's token. */
const me = `me AS MATERIALIZED (SELECT s.id AS "sessionId", s.active_at AS "activeAt", h.id AS "userId", h.role,
    c.customer_company AS "customerCompany"
  FROM sessions s JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active' CROSS JOIN configuration c
  WHERE s.token_hash = :token AND s.expires_at > CAST(:now AS timestamptz) AND s.desk_link IS NULL
    AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > :now)`;
const ofCaller = (call: Call) => ({ token: shared.tokenHash(call), now: call.now, address: call.address });

/** @throws refused 401, 403 */
async function requireDesk({ now }: Call, row: Row | undefined): Promise<Row> {
  if (!row) throw shared.refused(401);
  shared.requireDeskRole(row.role);
  if (now.getTime() - row.activeAt.getTime() > 60_000)
    await run("UPDATE sessions SET active_at = :now WHERE id = :sessionId", {
      now,
      sessionId: row.sessionId,
    });
  return { ...row, id: row.userId };
}

const ownColumns = `v.id, v.reserve_no AS "reserveNo", leader.name AS "leaderName", v.name, v.company, v.position, v.phone,
  (SELECT count(*)::integer FROM visits f WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL)
    AS "followersCnt", v.start_at AS "startAt", v.end_at AS "endAt", v.status_code AS "statusCode",
  place.name AS "placeName", place.en_name AS "placeEnName", purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
  h.name AS "hostName", h.en_name AS "hostEnName", h.position AS "hostPosition"`;
const ownJoins = `JOIN host_users h ON h.id = v.host_user_id JOIN user_codes purpose ON purpose.id = v.purpose_id
  LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL`;
/** Every visit has a number, so nobody had to tell its visitor; the site does not require consent. */
const visitColumns = `${ownColumns}, leader.id AS "leaderId", v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
  mail.cell_cipher AS "emailCipher", mail.cell_key AS "emailKey", mail.bounced_at IS NOT NULL AS "emailBounced",
  v.car_number AS "carNumber", place.id AS "placeId", purpose.id AS "purposeId", h.id AS "hostId",
  h.department AS "hostDepartment", hc.name AS "hostCompany", hc.en_name AS "hostCompanyEn",
  h.status = 'resigned' AS "hostResigned", v.ended_because AS "endedBecause", v.entered_at AS "enteredAt",
  v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt", v.overnight_at AS "overnightAt",
  overnight.name AS "overnightName", overnight.en_name AS "overnightEnName", NULL AS told, false AS "needsConsent",
  pass.id AS "passId", pass.pass_no AS "passNo", car.id AS "carPassId", car.pass_no AS "carPassNo", v.guide, v.note,
  EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS "hasConsent",
  v.origin, v.created_at AS "createdAt", v.updated_at AS "updatedAt"`;
const visitJoins = `${ownJoins} JOIN companies hc ON hc.id = h.company_id
  LEFT JOIN host_users overnight ON overnight.id = v.overnight_by LEFT JOIN visit_emails mail ON mail.visit_id = v.id
  LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle`;

/** Reads the visits of the array `page` that a statement finds, and writes the access log's row. */
async function readVisits(
  call: Call,
  { found, more, order, ...action }: { action: string; found: string; more?: string; order?: string },
  values: Row = {},
) {
  const rows = await run(
    `WITH ${me}, ${found}, accessed AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
       SELECT :now, "userId", :address, :action, ids FROM me, page WHERE cardinality(ids) > 0)
     SELECT me.*, ${more ?? "NULL AS more"}, shown.* FROM me LEFT JOIN (SELECT ${visitColumns} FROM visits v ${visitJoins}
       WHERE v.id = ANY((SELECT ids FROM page)::integer[]) AND v.hidden_at IS NULL) AS shown ON true ${order ?? ""}`,
    { ...ofCaller(call), ...action, ...values },
  );
  const user = await requireDesk(call, rows[0]);
  const visits = rows.filter(({ id }) => id !== null);
  return { more: user.more, visits: shared.presentVisits(visits, user, call.now) };
}

async function list(call: Call): Promise<unknown> {
  const { statuses, ids, ...values } = shared.filtersOf(call);
  const { most } = values;
  const equal = Object.keys(ids).filter((name) => ids[name] !== undefined);
  const conditions = equal.map((name) => `${columnOf(name)} = :${name} AND`);
  if (statuses)
    conditions.push(statuses.length > 1 ? "status_code = ANY(:statuses) AND" : "status_code = :status AND");
  const found = `found AS MATERIALIZED (SELECT id, start_at FROM visits WHERE ${conditions.join(" ")} hidden_at IS NULL
      AND start_at < :until AND end_at > :since AND start_at > CAST(:since AS timestamptz) - interval '366 days'
      ORDER BY start_at DESC, id DESC LIMIT CAST(:most AS integer) + 1),
    page AS MATERIALIZED (SELECT ARRAY(SELECT id FROM found ORDER BY start_at DESC, id DESC LIMIT :size OFFSET :offset) AS ids)`;
  const more = "(SELECT count(*)::integer FROM found) AS more";
  const asked = { action: "/api/visit", found, more, order: `ORDER BY shown."startAt" DESC, shown.id DESC` };
  const read = await readVisits(call, asked, { ...values, ...ids, statuses, status: statuses?.[0] });
  return { rows: read.visits, total: Math.min(read.more, most), totalCapped: read.more > most };
}

async function visit(call: Call): Promise<unknown> {
  const found = "page AS (SELECT ARRAY(SELECT id FROM visits WHERE id = :id AND hidden_at IS NULL) AS ids)";
  const { visits } = await readVisits(call, { action: "/dash/visits/:id", found }, { id: shared.idOf(call) });
  if (!visits[0]) throw shared.refused(404);
  return visits[0];
}

async function board(call: Call): Promise<unknown> {
  const more = `(SELECT to_json(counted) FROM counted) AS more`;
  const order = `ORDER BY shown."startAt", shown.id`;
  const asked = { action: "/dash/visits/progress", found: statements.board, more, order };
  const { more: counted, visits } = await readVisits(call, asked);
  return { ...presentProgress(counted), rows: visits, dayLeftOpen: counted.dayLeftOpen };
}

/** Counts a call under two keys, and reads rows. */
async function readWithin([one, two]: string[], rows: string, values: Row): Promise<Row[]> {
  const found = await run(
    `WITH one AS (${statements.counted(":one")}), two AS (${statements.counted(":two")})
     SELECT greatest(one.points, two.points) AS points, found.* FROM one CROSS JOIN two LEFT JOIN LATERAL (${rows}) AS found ON true`,
    { one, two, ...values },
  );
  if ((found[0]?.points ?? 0) > shared.maxPoints) throw shared.refused(429);
  return found.filter(({ id }) => id !== null);
}

async function hosts(call: Call): Promise<unknown> {
  const search = nameSearch(call.query.get("s") ?? "");
  const values = { ms: call.now.getTime(), ...search, company: call.query.get("company") };
  const rows = statements.hosts(
    "host_users",
    "AND search_pairs(h.name) || search_pairs(h.en_name) @> :pairs",
  );
  const found = await readWithin(shared.limitsOf.hostSearch(call), rows, values);
  return found.map(({ points: _, ...host }) => host);
}

async function lookup(call: Call): Promise<unknown> {
  const { name, cellPhone } = call.body;
  const [hash] = cipher.hashes(cellPhone) as [Buffer];
  const found = await readWithin(
    shared.limitsOf.lookup(call, hash),
    `SELECT ${ownColumns}, CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (SELECT l.note FROM visit_logs l
       WHERE l.visit_id = v.id AND l.action = 'reject' ORDER BY l.id DESC LIMIT 1) END AS reason
     FROM visits v ${ownJoins} WHERE v.cell_hash = :hash AND v.hidden_at IS NULL AND search_text(v.name) = search_text(:name)
       AND v.created_at >= CAST(:now AS timestamptz) - interval '12 months' ORDER BY v.created_at DESC, v.id DESC LIMIT 200`,
    { ms: call.now.getTime(), hash, name, now: call.now },
  );
  return found.map((row) => shared.presentOwn(row, cellPhone));
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (row: Row) => Object.keys(row).map(columnOf).join(", ");
/** Inserts rows that the value named as the table holds as JSON. */
const insert = (
  table: string,
  [row = {}]: readonly Row[],
  rest = "",
) => `INSERT INTO ${table} (${columnsOf(row)})
  OVERRIDING SYSTEM VALUE SELECT ${columnsOf(row)} FROM json_populate_recordset(NULL::${table}, :${table}) ${rest}`;
const inserts = (rows: Record<string, readonly Row[]>) =>
  Object.entries(rows).map(([table, all]) => `new_${table} AS (${insert(table, all)})`);
const hex = (_: string, value: Row | null) =>
  value?.type === "Buffer" ? `\\x${Buffer.from(value.data).toString("hex")}` : value;
const json = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
    ),
    hex,
  );
const allJson = (rows: Record<string, readonly Row[]>) =>
  Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, json(all)]));

async function submit(call: Call): Promise<unknown> {
  const { now, body } = call;
  shared.requireFields(body);
  const [key] = shared.limitsOf.submit(call);
  const [known] = await run(statements.forSubmission, { ...body, key, ms: now.getTime() });
  if (!known || known.points > shared.maxPoints) throw shared.refused(429);
  const { answer, rows, isHostTold, message } = shared.submissionOf(call, known);
  // Of two messages one is sent: the host's own, or one for all further ones of the hour.
  const messages = isHostTold ? [message("apply"), message("applyMany")] : [];
  const which = ", taken WHERE (event = 'apply') = (used <= 20) RETURNING event, host_user_id";
  await run(
    `WITH ${inserts(rows)}, taken AS (${statements.countMessage("WHERE json_array_length(:messages) > 0")}),
     told AS (${insert("messages", [message("apply")], which)})
     INSERT INTO changes (kind, host_user_id) SELECT 'sms', CASE WHEN event = 'apply' THEN host_user_id END FROM told`,
    { ...allJson({ ...rows, messages }), now, hostUserId: body.hostUser },
  );
  announce();
  return answer;
}

/** Locks a visit, its companions and passes, and the pass that is asked for; reads what decides. */
const readForStep = `WITH ${me}, locked AS MATERIALIZED (SELECT v.* FROM visits v WHERE (v.id = :id OR v.leader_id = :id) AND v.hidden_at IS NULL
    ORDER BY v.leader_id NULLS FIRST, v.id FOR UPDATE),
  held AS MATERIALIZED (SELECT id, vehicle, status, pass_no AS "passNo", visit_id AS "visitId" FROM passes
    WHERE visit_id = :id OR (NOT vehicle AND pass_no = :passNo) ORDER BY id FOR UPDATE)
  SELECT me.*, v.id, v.name, v.reserve_no AS "reserveNo", v.status_code AS "statusCode", v.start_at AS "startAt", v.end_at AS "endAt",
    v.host_user_id AS "hostUserId", v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
    (SELECT count(*)::integer FROM locked) AS party, (SELECT coalesce(json_agg(held), '[]') FROM held) AS passes,
    h.name AS "hostName", h.en_name AS "hostEnName", place.name AS "placeName", template.enabled, template.text
  FROM me LEFT JOIN locked v ON v.id = :id LEFT JOIN host_users h ON h.id = v.host_user_id
  LEFT JOIN user_codes place ON place.id = v.location_id LEFT JOIN sms_templates template ON template.event = 'approve'`;
const withdraw = `, withdrawn AS (UPDATE messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = :now
  WHERE visit_id = :id AND status = 'queued' AND host_user_id IS NULL AND event = 'undo')`;

/** Reads and locks with one statement, and writes and commits with another. */
async function step(action: Action, call: Call): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const asked = { ...ofCaller(call), id: shared.idOf(call), passNo: call.body.passNo ?? "" };
    const [, { rows }] = await Promise.all([client.query("BEGIN"), client.query(named(readForStep, asked))]);
    const visit: Row | undefined = rows[0];
    if (!visit) throw shared.refused(401);
    shared.requireDeskRole(visit.role);
    const user = { ...visit, id: visit.userId };
    const facts = { user, passes: visit.passes, about: visit, party: visit.party };
    const made = shared.stepOf(action, visit, facts, call);
    const set = (row: Row) => Object.keys(row).map((name) => `${columnOf(name)} = :${name}`);
    const text = `WITH v AS (UPDATE visits SET ${set(made.visit)} WHERE id = :id RETURNING *), ${inserts(made.rows)}
      ${made.pass ? `, passed AS (UPDATE passes SET ${set(made.pass)} WHERE id = ANY(:passIds))` : withdraw}
      SELECT ${visitColumns} FROM v ${visitJoins}`;
    const changed = { ...made.visit, ...made.pass, passIds: made.passIds };
    const values = { now: call.now, id: visit.id, ...changed, ...allJson(made.rows) };
    const [written] = await Promise.all([client.query(named(text, values)), client.query("COMMIT")]);
    announce();
    return shared.presentVisits([{ ...written.rows[0], ...made.held }], user, call.now);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const routes = shared.routesOf({ list, board, visit, hosts, lookup, submit, step });

async function answer(request: IncomingMessage, route: string): Promise<unknown> {
  const handler = routes[route];
  if (!handler) throw shared.refused(404);
  if (request.method !== "GET" && request.headers.origin !== process.env.PUBLIC_ORIGIN)
    throw shared.refused(403);
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
    [status, body] = [(error as Row).status ?? 500, { message: (error as Error).message }];
  }
  const text = Buffer.from(JSON.stringify(body));
  const type = "application/json; charset=utf-8";
  const headers = { "X-Request-Id": requestId, "Content-Type": type, "Content-Length": text.length };
  response.writeHead(status, { ...shared.guards, ...headers }).end(text);
  shared.log.info({ requestId, route, status, ms: Math.round(performance.now() - began) }, "request");
}).listen(Number(process.env.PORT), "127.0.0.1");
