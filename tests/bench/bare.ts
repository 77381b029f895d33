/** Server c: node:http and pg by hand, with the product's effects in as few statements as possible. */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import pg from "pg";
import { pino } from "pino";
import { presentLookupRow } from "#api/features/lookup/presenter.ts";
import { presentProgress, presentVisit } from "#api/features/visits/presenter.ts";
import { policyWith } from "#api/http/security-headers.ts";
import { nameSearch } from "#api/name-search.ts";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import { zone } from "./calls.ts";
import { cipher } from "./database.ts";
import {
  type Call,
  effectsOf,
  type Row,
  refused,
  requireFields,
  type Step,
  steps,
  submissionOf,
} from "./effects.ts";
import { boardRows, ownColumns, ownJoins, visitColumns, visitJoins } from "./statements.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const config = { connectionString: process.env.DATABASE_URL, max: 10, options: "-c jit=off", pipeline: true };
const pool = new pg.Pool(config as pg.PoolConfig).on("error", () => {});

const prepared = new Map<string, { name: string; text: string; keys: string[] }>();
/** A prepared statement whose text names its values (`:now`). */
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
const run = async (text: string, values: Row, on: Pick<pg.ClientBase, "query"> = pool) =>
  (await on.query<Row>(named(text, values))).rows;

/** Notifies open consoles at most every 20 ms. */
let isChanged = false;
setInterval(() => {
  if (isChanged) void pool.query("NOTIFY changes");
  isChanged = false;
}, 20);

const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));
const guards = {
  "Content-Security-Policy": policyWith({}),
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
};
const maxPoints = Number(process.env.LIMIT_SUBMIT ?? 100);
const idOf = ({ path }: Call): number => Number(/\/(\d+)(\/|$)/.exec(path)?.[1]);

/** The caller, by the hash of the session's token. */
const me = `me AS MATERIALIZED (SELECT s.id AS "sessionId", s.active_at AS "activeAt", h.id AS "userId", h.role,
    c.customer_company AS "customerCompany"
  FROM sessions s JOIN host_users h ON h.id = s.host_user_id AND h.status = 'active' CROSS JOIN configuration c
  WHERE s.token_hash = :token AND s.expires_at > CAST(:now AS timestamptz) AND s.desk_link IS NULL
    AND s.active_at + make_interval(mins => (c.idle_minutes ->> h.role)::integer) > :now)`;
/** @throws refused 401 */
function ofCaller({ header, now, address }: Call) {
  const session = /visitor_session=([^;]+)/.exec(header("cookie") ?? "")?.[1];
  if (session === undefined) throw refused(401);
  return { token: createHash("sha256").update(session).digest(), now, address };
}

/** @param on the caller's transaction, because the pool may have no second connection. @throws refused 401, 403 */
async function requireDesk({ now }: Call, row: Row | undefined, on?: pg.PoolClient): Promise<Row> {
  if (!row) throw refused(401);
  if (row.role !== "desk" && row.role !== "admin") throw refused(403);
  if (now.getTime() - row.activeAt.getTime() > 60_000)
    await run("UPDATE sessions SET active_at = :now WHERE id = :sessionId", { ...row, now }, on);
  return { ...row, id: row.userId };
}

/** Visits as the desk sees them. */
function presentVisits(rows: readonly Row[], { id, role }: Row, now: Date) {
  const viewer = { id, role, deputyFor: [] };
  const wallTime = fromInstant(now, zone);
  const context = { viewer, lang: "ko", timezone: zone, cipher, now, wallTime } as const;
  return rows.map((row) => presentVisit({ row } as unknown as Parameters<typeof presentVisit>[0], context));
}

/** Reads the visits in the array `page` of a statement, and logs the access. */
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
  return { more: user.more, visits: presentVisits(visits, user, call.now) };
}

async function list(call: Call): Promise<unknown> {
  const number = (name: string) => (call.query.has(name) ? Number(call.query.get(name)) : undefined);
  const [size, page] = [number("size") ?? 20, number("page") ?? 1];
  const most = Math.max(1_000, page * size);
  const ids: Row = {
    host_user_id: number("host"),
    location_id: number("location"),
    purpose_id: number("purpose"),
  };
  const statuses = call.query.get("status")?.split(",");
  const since = dayStart(call.query.get("from") ?? "", zone);
  const until = dayStart(addDays(call.query.get("to") ?? "", 1), zone);
  const conditions = Object.keys(ids).flatMap((name) =>
    ids[name] === undefined ? [] : `${name} = :${name} AND`,
  );
  if (statuses)
    conditions.push(statuses[1] ? "status_code = ANY(:statuses) AND" : "status_code = :status AND");
  const found = `found AS MATERIALIZED (SELECT id, start_at FROM visits WHERE ${conditions.join(" ")} hidden_at IS NULL
      AND start_at < :until AND end_at > :since AND start_at > CAST(:since AS timestamptz) - interval '366 days'
      ORDER BY start_at DESC, id DESC LIMIT CAST(:most AS integer) + 1),
    page AS MATERIALIZED (SELECT ARRAY(SELECT id FROM found ORDER BY start_at DESC, id DESC LIMIT :size OFFSET :offset) AS ids)`;
  const more = "(SELECT count(*)::integer FROM found) AS more";
  const query = { action: "/api/visit", found, more, order: `ORDER BY shown."startAt" DESC, shown.id DESC` };
  const values = { statuses, status: statuses?.[0], since, until, most, size, offset: (page - 1) * size };
  const read = await readVisits(call, query, { ...ids, ...values });
  return { rows: read.visits, total: Math.min(read.more, most), totalCapped: read.more > most };
}

async function visit(call: Call): Promise<unknown> {
  const found = "page AS (SELECT ARRAY(SELECT id FROM visits WHERE id = :id AND hidden_at IS NULL) AS ids)";
  const { visits } = await readVisits(call, { action: "/dash/visits/:id", found }, { id: idOf(call) });
  if (!visits[0]) throw refused(404);
  return visits[0];
}

async function board(call: Call): Promise<unknown> {
  const more = `(SELECT to_json(counted) FROM counted) AS more`;
  const order = `ORDER BY shown."startAt", shown.id`;
  const query = { action: "/dash/visits/progress", found: boardRows, more, order };
  const { more: counted, visits } = await readVisits(call, query);
  return { ...presentProgress(counted), rows: visits, dayLeftOpen: counted.dayLeftOpen };
}

/** Counts a call under a key. @param key placeholder */
const counted = (key: string) => `
  INSERT INTO rate_limits AS known (key, points, expire) VALUES (${key}, 1, CAST(:ms AS bigint) + 60000) ON CONFLICT (key) DO UPDATE
  SET points = CASE WHEN known.expire <= excluded.expire - 60000 THEN 1 ELSE known.points + 1 END,
    expire = CASE WHEN known.expire <= excluded.expire - 60000 THEN excluded.expire ELSE known.expire END RETURNING points`;

/** Counts a call under two keys, and reads rows. */
async function readWithin([one, two]: string[], rows: string, values: Row): Promise<Row[]> {
  const found = await run(
    `WITH one AS (${counted(":one")}), two AS (${counted(":two")})
     SELECT greatest(one.points, two.points) AS points, found.* FROM one CROSS JOIN two LEFT JOIN LATERAL (${rows}) AS found ON true`,
    { one, two, ...values },
  );
  if ((found[0]?.points ?? 0) > maxPoints) throw refused(429);
  return found.filter(({ id }) => id !== null);
}

/** The product's search by a trigram index on a copy of the table. */
async function hosts({ query, address, header, now }: Call): Promise<unknown> {
  const parts = ["visitor", address, header("user-agent") ?? "", header("accept-language") ?? ""];
  const visitor = cipher.digest(parts.join("\n")).toString("base64url");
  const values = { ms: now.getTime(), ...nameSearch(query.get("s") ?? ""), company: query.get("company") };
  const rows = `SELECT h.id, h.name, h.en_name AS "enName", json_build_object('name', c.name) AS company, h.department, h.position
    FROM bench_hosts h JOIN companies c ON c.id = h.company_id
    WHERE h.status = 'active' AND h.in_public_search AND c.in_use AND h.company_id = :company
      AND (search_text(h.name) ~ :pattern OR search_text(h.en_name) ~ :pattern)
    ORDER BY search_text(h.name) ~ ('^' || CAST(:pattern AS text)) DESC, h.name, h.department, h.id LIMIT 50`;
  const found = await readWithin([`hostSearchVisitor:${visitor}`, `hostSearch:${address}`], rows, values);
  return found.map(({ points: _, ...host }) => host);
}

async function lookup(call: Call): Promise<unknown> {
  const { name, cellPhone } = call.body;
  const [hash] = cipher.hashes(cellPhone) as [Buffer];
  const found = await readWithin(
    [`lookup:${call.address}`, `lookupNumber:${hash.toString("base64url")}`],
    `SELECT ${ownColumns}, CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (SELECT l.note FROM visit_logs l
       WHERE l.visit_id = v.id AND l.action = 'reject' ORDER BY l.id DESC LIMIT 1) END AS reason
     FROM visits v ${ownJoins} WHERE v.cell_hash = :hash AND v.hidden_at IS NULL AND search_text(v.name) = search_text(:name)
       AND v.created_at >= CAST(:now AS timestamptz) - interval '12 months' ORDER BY v.created_at DESC, v.id DESC LIMIT 200`,
    { ms: call.now.getTime(), hash, name, now: call.now },
  );
  const shown = { cellPhone, lang: "ko", timezone: zone } as const;
  // Visits of the last year have no companions.
  return found.map((row) => ({
    ...presentLookupRow(row as Parameters<typeof presentLookupRow>[0], shown),
    companions: [],
  }));
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (row: Row) => Object.keys(row).map(columnOf).join(", ");
/** Inserts rows from the JSON in the value named like the table. */
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

/** Reads what a submission is checked against, and the visit's number; counts the call under `:key`. */
const forSubmission = `WITH counted AS (${counted(":key")})
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

/** Limit of 20 messages an hour for a host. */
const countMessage = `INSERT INTO message_counts AS c (purpose, key, used, expires_at)
  SELECT 'host', CAST(:hostUserId AS text), 1, CAST(:now AS timestamptz) + interval '1 hour' WHERE json_array_length(:messages) > 0
  ON CONFLICT (purpose, key) DO UPDATE SET used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
    expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
    WHERE c.expires_at <= :now OR c.used < 20 RETURNING used`;

async function submit(call: Call): Promise<unknown> {
  const { now, body, address } = call;
  requireFields(body);
  const [known] = await run(forSubmission, { ...body, key: `submit:${address}`, ms: now.getTime() });
  if (!known || known.points > maxPoints) throw refused(429);
  const { answer, rows, messages } = submissionOf(call, known);
  const columns = messages.length > 0 ? messages : [{ visitId: null, hostUserId: null }];
  await run(
    `WITH ${inserts(rows)}, taken AS (${countMessage}),
     notified AS (${insert("messages", columns, ", taken RETURNING host_user_id")})
     INSERT INTO changes (kind, host_user_id) SELECT 'sms', host_user_id FROM notified`,
    { ...allJson({ ...rows, messages }), now, hostUserId: body.hostUser },
  );
  isChanged = true;
  return answer;
}

/** Locks a visit, its companions and passes, and the requested pass; reads what the step is checked against. */
const readForStep = `WITH ${me}, locked AS MATERIALIZED (SELECT v.* FROM visits v WHERE (v.id = :id OR v.leader_id = :id) AND v.hidden_at IS NULL
    ORDER BY v.leader_id NULLS FIRST, v.id FOR UPDATE),
  held AS MATERIALIZED (SELECT id, vehicle, status, pass_no AS "passNo", visit_id AS "visitId" FROM passes
    WHERE visit_id = :id OR (NOT vehicle AND pass_no = :passNo) ORDER BY id FOR UPDATE)
  SELECT me.*, v.id, v.name, v.reserve_no AS "reserveNo", v.status_code AS "statusCode", v.start_at AS "startAt", v.end_at AS "endAt",
    v.host_user_id AS "hostUserId", v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
    v.entered_at AS "enteredAt", v.entered_from AS "enteredFrom", v.exited_at AS "exitedAt", (SELECT coalesce(json_agg(held), '[]') FROM held) AS passes,
    h.name AS "hostName", h.en_name AS "hostEnName", place.name AS "placeName", template.enabled, template.text
  FROM me LEFT JOIN locked v ON v.id = :id LEFT JOIN host_users h ON h.id = v.host_user_id
  LEFT JOIN user_codes place ON place.id = v.location_id LEFT JOIN sms_templates template ON template.event = 'approve'`;
const withdraw = `, withdrawn AS (UPDATE messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = :now
  WHERE visit_id = :id AND status = 'queued' AND host_user_id IS NULL AND event = 'undo')`;

/** Reads and locks in one statement; writes and commits in another. */
async function change(step: Step, call: Call): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const asked = { ...ofCaller(call), id: idOf(call), passNo: call.body.passNo ?? "" };
    const [, { rows }] = await Promise.all([client.query("BEGIN"), client.query(named(readForStep, asked))]);
    const visit: Row = rows[0] ?? {};
    const user = await requireDesk(call, rows[0], client);
    const made = effectsOf(step, visit, user.id, call);
    const set = (row: Row) => Object.keys(row).map((name) => `${columnOf(name)} = :${name}`);
    const text = `WITH v AS (UPDATE visits SET ${set(made.update)} WHERE id = :id RETURNING *), ${inserts(made.rows)}
      ${made.pass ? `, passed AS (UPDATE passes SET ${set(made.pass)} WHERE id = ANY(:passIds))` : withdraw}
      SELECT ${visitColumns} FROM v ${visitJoins}`;
    const values = { now: call.now, id: visit.id, ...made.update, ...made.pass, passIds: made.passIds };
    const write = client.query(named(text, { ...values, ...allJson(made.rows) }));
    const [updated] = await Promise.all([write, client.query("COMMIT")]);
    isChanged = true;
    return presentVisits([{ ...updated.rows[0], ...made.held }], user, call.now);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

const routes: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  "GET /readyz": async () => ({}),
  "GET /api/visit": list,
  "GET /dash/visits/progress": board,
  "GET /dash/visits/:id": visit,
  "GET /visitor/findHostUsers": hosts,
  "POST /api/request/search": lookup,
  "POST /api/request/simple/save": (call) => submit(call).catch(() => submit(call)), // its number may be taken
  [steps.issue]: (call) => change("issue", call),
  [steps.recovery]: async (call) => (await change("recovery", call))[0],
  [steps.approve]: async (call) => (await change("approve", call))[0],
};

async function answer(request: IncomingMessage, route: string): Promise<unknown> {
  const handler = routes[route];
  if (!handler) throw refused(404);
  if (request.method !== "GET" && request.headers.origin !== process.env.PUBLIC_ORIGIN) throw refused(403);
  const [path = "", query] = (request.url ?? "").split("?");
  const chunks: Buffer[] = await request.toArray();
  const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const header = (name: string) => request.headers[name] as string | undefined;
  const address = header("x-forwarded-for") ?? "";
  return handler({ path, query: new URLSearchParams(query), header, body, address, now: new Date() });
}

createServer(async (request, response) => {
  const startedAt = performance.now();
  const requestId = randomUUID();
  const route = `${request.method} ${request.url?.replace(/\/?(\?.*)?$/, "").replace(/\/\d+(?=\/|$)/, "/:id")}`;
  const [status, body] = await answer(request, route).then(
    (body) => [200, body] as const,
    (error) => [error.status ?? 500, { message: error.message }] as const,
  );
  const text = Buffer.from(JSON.stringify(body));
  const type = "application/json; charset=utf-8";
  const headers = { "X-Request-Id": requestId, "Content-Type": type, "Content-Length": text.length };
  response.writeHead(status, { ...guards, ...headers }).end(text);
  log.info({ requestId, route, status, ms: Math.round(performance.now() - startedAt) }, "request");
}).listen(Number(process.env.PORT), "127.0.0.1");
