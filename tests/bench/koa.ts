/** `d`: Koa and Objection as a team would write it: relations fetched with the page, unnamed statements, one transaction a change. */
import { randomUUID } from "node:crypto";
import Router from "@koa/router";
import knex from "knex";
import Koa from "koa";
import { koaBody } from "koa-body";
import { Model, type RelationMappings, type Transaction } from "objection";
import pg from "pg";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import { cipher } from "./database.ts";
import * as shared from "./shared.ts";
import { type Call, type Handlers, HttpError, type Row } from "./shared.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const connection = { connectionString: process.env.DATABASE_URL, options: "-c jit=off" };
Model.knex(knex({ client: "pg", connection, pool: { min: 10, max: 10 } }));

/** A model of a table whose columns are not listed. */
function table(tableName: string, relations: () => RelationMappings = () => ({})) {
  return class extends Model {
    static override tableName = tableName;
    static override get relationMappings() {
      return relations();
    }
    // biome-ignore lint/suspicious/noExplicitAny: columns as in the database
    [column: string]: any;
  };
}
type Table = ReturnType<typeof table>;
const relation = (modelClass: Table, from: string, to: string, isMany = false) => ({
  relation: isMany ? Model.HasManyRelation : Model.BelongsToOneRelation,
  ...{ modelClass, join: { from, to } },
});
const [Configuration, Company, Code, Pass] = [
  table("configuration"),
  table("companies"),
  table("user_codes"),
  table("passes"),
];
const [Log, Consent, Email, Policy] = [
  table("visit_logs"),
  table("visit_consents"),
  table("visit_emails"),
  table("privacy_policies"),
];
const [Message, Template, AccessLog, Event] = [
  table("sms_messages"),
  table("sms_templates"),
  table("access_log"),
  table("events"),
];
const [Change, Key, Version, Closing] = [
  table("changes"),
  table("idempotency_keys"),
  table("terms_versions"),
  table("day_closings"),
];
const Host = table("host_users", () => ({
  company: relation(Company, "host_users.company_id", "companies.id"),
}));
const Session = table("sessions", () => ({ host: relation(Host, "sessions.host_user_id", "host_users.id") }));
const Terms = table("terms", () => ({
  versions: relation(Version, "terms.id", "terms_versions.terms_id", true),
}));
const Visit: Table = table("visits", () => ({
  host: relation(Host, "visits.host_user_id", "host_users.id"),
  place: relation(Code, "visits.location_id", "user_codes.id"),
  purpose: relation(Code, "visits.purpose_id", "user_codes.id"),
  leader: relation(Visit, "visits.leader_id", "visits.id"),
  overnight: relation(Host, "visits.overnight_by", "host_users.id"),
  companions: relation(Visit, "visits.id", "visits.leader_id", true),
  passes: relation(Pass, "visits.id", "passes.visit_id", true),
  consents: relation(Consent, "visits.id", "visit_consents.visit_id", true),
  logs: relation(Log, "visits.id", "visit_logs.visit_id", true),
  emails: relation(Email, "visits.id", "visit_emails.visit_id", true),
}));
const shown = "[host.company, place, purpose, leader, overnight, companions, passes, consents, emails]";

let isChanged = false;
setInterval(() => {
  if (isChanged) void Model.knex().raw("NOTIFY changes");
  isChanged = false;
}, 20);

async function requireLimits(keys: readonly string[], now: Date): Promise<void> {
  for (const key of keys) {
    const { rows } = await Model.knex().raw<{ rows: { points: number }[] }>(
      `INSERT INTO rate_limits AS known (key, points, expire) VALUES (:key, 1, CAST(:at AS bigint) + 60000) ON CONFLICT (key) DO UPDATE
       SET points = CASE WHEN known.expire <= CAST(:at AS bigint) THEN 1 ELSE known.points + 1 END,
         expire = CASE WHEN known.expire <= CAST(:at AS bigint) THEN excluded.expire ELSE known.expire END RETURNING points`,
      { key, at: now.getTime() },
    );
    if ((rows[0]?.points ?? 0) > shared.maxPoints) throw new HttpError(429);
  }
}

/** @throws HttpError 401, 403 */
async function requireDesk(call: Call): Promise<Row> {
  const site = await Configuration.query().first();
  const session = await Session.query()
    .withGraphJoined("host")
    .where("sessions.expires_at", ">", call.now)
    .findOne({ "sessions.token_hash": shared.tokenHash(call), "host.status": "active" });
  if (!session || !site) throw new HttpError(401);
  const idle = call.now.getTime() - session.active_at.getTime();
  if (idle >= site.idle_minutes[session.host.role] * 60_000) throw new HttpError(401);
  if (session.host.role !== "desk" && session.host.role !== "admin") throw new HttpError(403);
  if (idle > 60_000) await session.$query().patch({ active_at: call.now });
  return session.host;
}

/** A visit with its relations as the columns of `visitAnswer`. */
function rowOf(visit: Row): Row {
  const { host, place, purpose, overnight, companions, passes = [], consents, emails } = visit;
  const leader = visit.leader?.hidden_at === null ? visit.leader : null;
  const pass = passes.find((one: Row) => !one.vehicle);
  const car = passes.find((one: Row) => one.vehicle);
  return {
    ...visit,
    ...{
      leader_id: leader?.id ?? null,
      leader_name: leader?.name,
      place_id: place?.id ?? null,
      place_name: place?.name ?? null,
    },
    followers: companions.filter((one: Row) => one.status_code !== "cancelled" && one.hidden_at === null)
      .length,
    ...{ purpose_id: purpose.id, purpose_name: purpose.name, host_id: host.id, host_name: host.name },
    ...{ department: host.department, host_position: host.position, host_status: host.status },
    ...{
      company_name: host.company?.name,
      overnight_name: overnight?.name,
      pass_id: pass?.id ?? null,
      pass_no: pass?.pass_no,
    },
    ...{
      car_id: car?.id ?? null,
      car_no: car?.pass_no,
      has_consent: consents?.some((one: Row) => one.agreed),
    },
    ...{ email_cipher: emails?.[0]?.cell_cipher ?? null, email_bounced: emails?.[0]?.bounced_at != null },
  };
}

/** The visits as the desk sees them, with the row of the access log. */
async function answered(
  visits: readonly Row[],
  action: string,
  { id }: Row,
  { now, address }: Call,
  trx?: Transaction,
): Promise<unknown[]> {
  const visit_ids = visits.map((visit) => visit.id);
  if (visits.length > 0)
    await AccessLog.query(trx).insert({ at: now, host_user_id: id, address, action, visit_ids });
  return visits.map((visit) => shared.visitAnswer(rowOf(visit), now));
}

async function list(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const { statuses, since, until, size, offset, most, columns } = shared.filtersOf(call);
  const found = Visit.query()
    .whereNull("hidden_at")
    .where("start_at", "<", until)
    .where("end_at", ">", since)
    .modify((query) => {
      if (statuses) query.whereIn("status_code", statuses);
      for (const [name, id] of Object.entries(columns)) if (id !== undefined) query.where(name, id);
    });
  const total = await Model.knex()
    .count("*", { as: "total" })
    .from(
      found
        .clone()
        .select("id")
        .limit(most + 1)
        .toKnexQuery()
        .as("found"),
    )
    .first();
  const rows = await found
    .orderBy("start_at", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .offset(offset)
    .withGraphFetched(shown);
  const { total: count = 0 } = total as { total: number };
  return {
    rows: await answered(rows, "/api/visit", user, call),
    total: Math.min(count, most),
    totalCapped: count > most,
  };
}

async function visit(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const found = await Visit.query()
    .findById(shared.idOf(call))
    .whereNull("hidden_at")
    .withGraphFetched(shown);
  if (!found) throw new HttpError(404);
  return (await answered([found], "/dash/visits/:id", user, call))[0];
}

const order = ["entered", "approved", "applied", "exited", "ended", "rejected", "cancelled"];
const dayOf = (at: Date) => fromInstant(at, shared.zone).slice(0, 10);

async function board(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const today = dayOf(call.now);
  const [since, until] = [dayStart(today, shared.zone), dayStart(addDays(today, 1), shared.zone)];
  const visits = await Visit.query()
    .whereNull("hidden_at")
    .where((either) =>
      either
        .where("status_code", "entered")
        .orWhere((day) => day.where("start_at", "<", until).where("end_at", ">", since)),
    );
  const comesAgain = (one: Row) =>
    one.status_code === "exited" && dayOf(one.exited_at ?? one.start_at) < dayOf(one.end_at);
  const rank = (one: Row) => order.indexOf(comesAgain(one) ? "approved" : one.status_code);
  const byStart = (a: Row, b: Row) => a.start_at - b.start_at || a.id - b.id;
  const kept = visits.toSorted((a, b) => rank(a) - rank(b) || byStart(a, b)).slice(0, 500);
  const rows = await Visit.query()
    .findByIds(kept.map(({ id }) => id))
    .withGraphFetched(shown)
    .orderBy(["start_at", "id"]);
  const holding = await Pass.query().select("visit_id").whereNotNull("visit_id");
  const notReturned = await Visit.query()
    .whereIn("status_code", ["exited", "ended"])
    .whereNull("hidden_at")
    .findByIds([...new Set(holding.map((pass) => pass.visit_id))])
    .resultSize();
  const arrivals = await Log.query()
    .where({ action: "issue", from_code: "approved" })
    .where("at", ">=", since)
    .where("at", "<", until)
    .whereIn("visit_id", Visit.query().select("id").whereNotNull("entered_at").whereNull("hidden_at"))
    .groupBy("visit_id")
    .max("at as at");
  const hourOf = (at: Date) => Number(fromInstant(at, shared.zone).slice(11, 13));
  const byHour = (moments: Date[]): Row =>
    Object.fromEntries(
      Object.entries(Object.groupBy(moments, hourOf)).map(([hour, all]) => [hour, all?.length]),
    );
  const isExpected = (one: Row) =>
    ["approved", "entered", "exited", "ended"].includes(one.status_code) &&
    one.start_at >= since &&
    one.start_at < until;
  const counts = {
    ...Object.fromEntries(
      order.map((status) => [status, visits.filter((one) => one.status_code === status).length]),
    ),
    overdue: visits.filter((one) => one.status_code === "entered" && one.end_at <= call.now).length,
    ...{ expectedAgain: visits.filter(comesAgain).length, notReturned },
  };
  const yesterday = addDays(today, -1);
  const isClosed = await Closing.query().findOne({ day: yesterday, reopened_at: null });
  const left = await Visit.query()
    .whereIn("status_code", ["entered", "exited"])
    .where("entered_at", "<", since)
    .whereNull("hidden_at")
    .where((either) => either.whereNull("exited_at").orWhere("exited_at", ">=", since))
    .first();
  const out = await Pass.query().where("issued_at", "<", since).whereNotNull("visit_id").first();
  const expected = byHour(visits.filter(isExpected).map((one) => one.start_at));
  const open = !isClosed && (left || out) ? yesterday : null;
  return shared.boardAnswer(
    counts,
    expected,
    byHour(arrivals.map(({ at }) => at)),
    await answered(rows, "/dash/visits/progress", user, call),
    open,
  );
}

async function hosts(call: Call): Promise<unknown> {
  await requireLimits(shared.limitsOf.hostSearch(call), call.now);
  const { pattern } = shared.nameSearch(call.query.get("s") ?? "");
  const found = await Host.query()
    .withGraphJoined("company")
    .where({
      "host_users.status": "active",
      "host_users.in_public_search": true,
      "company.in_use": true,
      "host_users.company_id": call.query.get("company"),
    })
    .where((either) =>
      either
        .whereRaw("search_text(host_users.name) ~ ?", [pattern])
        .orWhereRaw("search_text(host_users.en_name) ~ ?", [pattern]),
    )
    .orderByRaw("search_text(host_users.name) ~ ? DESC", [`^${pattern}`])
    .orderBy(["host_users.name", "host_users.department", "host_users.id"])
    .limit(50);
  return found.map(({ id, name, en_name, company, department, position }) => ({
    id,
    name,
    enName: en_name,
    company: { name: company.name },
    department,
    position,
  }));
}

async function lookup(call: Call): Promise<unknown> {
  const { name, cellPhone } = call.body;
  const [hash] = cipher.hashes(cellPhone) as [Buffer];
  await requireLimits(shared.limitsOf.lookup(call, hash), call.now);
  const since = new Date(call.now);
  since.setFullYear(since.getFullYear() - 1);
  const found = await Visit.query()
    .where({ cell_hash: hash, name, hidden_at: null })
    .where("created_at", ">=", since)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .withGraphFetched("[host, place, purpose, leader, companions, logs]");
  return found.map((one) => {
    const rejection = one.logs?.findLast(({ action }: Row) => action === "reject");
    return shared.lookupAnswer({ ...rowOf(one), reason: one.reason_shown ? rejection?.note : "" }, cellPhone);
  });
}

const message = (row: Row, more: Row, now: Date): Row => ({
  ...row,
  ...more,
  lang: "ko",
  max_attempts: 6,
  next_attempt_at: now,
  created_at: now,
  updated_at: now,
});

/** Queues the host's message, within twenty an hour and one for all further ones. */
async function tellHost(known: Row, visit: Row, now: Date, trx: Transaction): Promise<void> {
  if (!known.host_phone || known.enabled === false) return;
  const until = new Date(now.getTime() + 3_600_000);
  const { rows } = await trx.raw<{ rows: { used: number }[] }>(
    `INSERT INTO message_counts AS c (purpose, key, used, expires_at) VALUES ('host', :key, 1, :until) ON CONFLICT (purpose, key) DO UPDATE
     SET used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
       expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
     WHERE c.expires_at <= :now OR c.used < 21 RETURNING used`,
    { key: String(visit.host_user_id), until, now },
  );
  const used = rows[0]?.used;
  if (used === undefined) return;
  const isOwn = used <= 20;
  const row = shared.messageRow(isOwn ? "apply" : "applyMany", known.host_phone, isOwn ? known.own : null, {
    ...known,
    ...visit,
  });
  await Message.query(trx).insert(
    message(
      row,
      { visit_id: isOwn ? visit.id : null, host_user_id: visit.host_user_id, to_name: known.host_name },
      now,
    ),
  );
  await Change.query(trx).insert({ kind: "sms", host_user_id: isOwn ? visit.host_user_id : null });
}

async function submit(call: Call): Promise<unknown> {
  const { now } = call;
  const asked = shared.readApplication(call);
  await requireLimits(shared.limitsOf.submit(call), now);
  const site = await Configuration.query().first();
  const policy = await Policy.query().findOne({ applied: true });
  const terms = await Terms.query()
    .where("in_use", true)
    .withGraphFetched("versions")
    .modifyGraph("versions", (versions) => versions.whereNotNull("deployed_at").orderBy("version", "desc"));
  const host = await Host.query().findById(asked.hostUser);
  const company = await Company.query().findOne({ id: asked.userCompany, in_use: true });
  const place = await Code.query().findOne({ id: asked.location, kind: 9002, in_use: true });
  const purpose = await Code.query().findOne({ id: asked.purpose, kind: 9003, in_use: true });
  const template = await Template.query().findOne({ event: "apply" });
  const known = {
    ...{
      ...site,
      policy_id: policy?.id,
      host_status: host?.status,
      host_company: host?.company_id,
      host_name: host?.name,
    },
    ...{ host_phone: host?.cell_phone, place_name: place?.name ?? null, has_company: company !== undefined },
    ...{ has_purpose: purpose !== undefined, enabled: template?.enabled, own: template?.text },
    texts: terms.map(({ id, content_type, versions: [last] }) => ({
      id,
      type: content_type,
      versionId: last.id,
      version: last.version,
    })),
  };
  const consents = shared.consentsOf(asked, known, now);
  const row = shared.visitRow(asked, known, now);
  const answer = { reserveNo: row.reserve_no, ...shared.statusOf("applied") };
  await Model.transaction(async (trx) => {
    const key = { endpoint: "/api/request/simple/save/", key: call.header("idempotency-key") };
    await Key.query(trx)
      .insert({
        ...key,
        body_hash: shared.bodyHash(call.body),
        answer: JSON.stringify(answer),
        created_at: now,
      })
      .returning("key");
    const visit = await Visit.query(trx).insert({ ...row, created_at: now, updated_at: now });
    const visit_id = visit.id;
    await Log.query(trx).insert({
      visit_id,
      action: "apply",
      to_code: "applied",
      actor_kind: "visitor",
      at: now,
    });
    await Consent.query(trx).insert(
      consents.map(({ version, policy, agreed }) => ({
        visit_id,
        terms_version_id: version,
        privacy_policy_id: policy,
        agreed,
        lang: "ko",
        agreed_at: now,
        channel: "form",
      })),
    );
    await tellHost(known, visit, now, trx);
    await Change.query(trx).insert({ kind: "visit", visit_id, host_user_id: asked.hostUser });
  });
  isChanged = true;
  return answer;
}

interface Step {
  readonly action: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly call: string;
  /** The visit's other columns and the passes that change hands. */
  change(visit: Row, trx: Transaction): Promise<{ set: Row; passes: Row[]; changed: Row }>;
}

/** Locks the visit, changes it and writes what belongs to that. */
async function transition(call: Call, { action, from, to, call: name, change }: Step): Promise<unknown> {
  const user = await requireDesk(call);
  const { now, address } = call;
  const visit_id = shared.idOf(call);
  const result = await Model.transaction(async (trx) => {
    const visit = await Visit.query(trx).findById(visit_id).whereNull("hidden_at").forUpdate();
    if (!visit) throw new HttpError(404);
    if (!from.includes(visit.status_code)) throw new HttpError(405, visit.status_code);
    const { set, passes, changed } = await change(visit, trx);
    await visit.$query(trx).patch({ ...set, status_code: to, updated_at: now });
    const held = {
      pass_no: passes.map(({ pass_no }) => pass_no).join(", "),
      pass_ids: passes.map(({ id }) => id),
    };
    await Log.query(trx).insert({
      visit_id,
      action,
      from_code: visit.status_code === to ? from[0] : visit.status_code,
      to_code: to,
      actor_kind: "staff",
      actor_id: user.id,
      ...held,
      at: now,
    });
    await Change.query(trx).insert([changed, { kind: "visit", visit_id, host_user_id: visit.host_user_id }]);
    await Event.query(trx).insert({
      kind: "call",
      host_user_id: user.id,
      address,
      call: name,
      subject: "visits",
      subject_id: visit_id,
    });
    const after = await Visit.query(trx).findById(visit_id).withGraphFetched(shown);
    return answered([after as Row], name.replace(/^POST /, ""), user, call, trx);
  });
  isChanged = true;
  return action === "issue" ? result : result[0];
}

const passChanged = { kind: "pass", visit_id: null, host_user_id: null };

const issue = (call: Call) =>
  transition(call, {
    ...{ action: "issue", from: ["approved", "exited"], to: "entered", call: "POST /dash/visits/:id/issue" },
    async change(visit, trx) {
      shared.requireTheTime(visit, call.now);
      const pass = await Pass.query(trx).findOne({ vehicle: false, pass_no: call.body.passNo }).forUpdate();
      const own = await Pass.query(trx).findOne({ vehicle: false, visit_id: visit.id });
      if (pass?.status !== "available" || own) throw new HttpError(405, "passNo");
      await pass
        .$query(trx)
        .patch({ status: "issued", visit_id: visit.id, issued_at: call.now, updated_at: call.now });
      const set = {
        entered_at: call.now,
        entered_from: visit.status_code,
        exited_at: null,
        ended_because: null,
      };
      return { set, passes: [pass], changed: passChanged };
    },
  });

const giveBack = (call: Call) =>
  transition(call, {
    ...{ action: "recovery", from: ["entered"], to: "exited", call: "PUT /dash/visits/:id/recovery" },
    async change(visit, trx) {
      const passes = await Pass.query(trx).where("visit_id", visit.id).forUpdate();
      await Pass.query(trx)
        .where("visit_id", visit.id)
        .patch({ status: "available", visit_id: null, issued_at: null, updated_at: call.now });
      return {
        set: { exited_at: call.now, overnight_at: null, overnight_by: null },
        passes,
        changed: passChanged,
      };
    },
  });

const approve = (call: Call) =>
  transition(call, {
    ...{ action: "approve", from: ["applied"], to: "approved", call: "PUT /dash/user/approve/:id" },
    async change(visit, trx) {
      const companions = await Visit.query(trx).where("leader_id", visit.id).resultSize();
      if (visit.end_at <= call.now || companions > 0) throw new HttpError(405);
      const [site, template] = [
        await Configuration.query(trx).first(),
        await Template.query(trx).findOne({ event: "approve" }),
      ];
      const about = await visit.$query(trx).withGraphFetched("[host, place]");
      await Message.query(trx)
        .where({ visit_id: visit.id, status: "queued", host_user_id: null, event: "undo" })
        .patch({ status: "withdrawn", next_attempt_at: null, updated_at: call.now });
      if (visit.cell_cipher !== null && template?.enabled !== false) {
        const number = cipher.open(
          { cellCipher: visit.cell_cipher, cellKey: visit.cell_key },
          visit.reserve_no,
        );
        const values = { ...site, ...visit, host_name: about?.host.name, place_name: about?.place?.name };
        await Message.query(trx).insert(
          message(
            shared.messageRow("approve", number, template?.text, values),
            { visit_id: visit.id, to_name: visit.name },
            call.now,
          ),
        );
      }
      const set = { reason_shown: false, overnight_at: null, overnight_by: null, ended_because: null };
      return { set, passes: [], changed: { kind: "sms", visit_id: null, host_user_id: visit.host_user_id } };
    },
  });

const handlers: Handlers = {
  "GET /readyz": async () => ({}),
  "GET /api/visit": list,
  "GET /dash/visits/progress": board,
  "GET /dash/visits/:id": visit,
  "GET /visitor/findHostUsers": hosts,
  "POST /api/request/search": lookup,
  "POST /api/request/simple/save": submit,
  "POST /dash/visits/:id/issue": issue,
  "PUT /dash/visits/:id/recovery": giveBack,
  "PUT /dash/user/approve/:id": approve,
};

const router = new Router();
for (const [route, handler] of Object.entries(handlers)) {
  const [method = "", path = ""] = route.split(" ");
  router.register(path, [method], async (ctx) => {
    const header = (name: string) => ctx.get(name) || undefined;
    ctx.body = await handler({
      path: ctx.path,
      query: ctx.URL.searchParams,
      header,
      body: (ctx.request.body ?? {}) as Row,
      address: ctx.get("x-forwarded-for"),
      now: new Date(),
    });
  });
}
const app = new Koa();
app.use(async (ctx, next) => {
  const began = performance.now();
  const requestId = randomUUID();
  ctx.set({ ...shared.guards, "X-Request-Id": requestId });
  try {
    if (ctx.method !== "GET" && ctx.get("origin") !== process.env.PUBLIC_ORIGIN) throw new HttpError(403);
    await next();
  } catch (error) {
    const { message } = error as Error;
    [ctx.status, ctx.body] = [error instanceof HttpError ? error.status : 500, { message }];
  }
  shared.log.info(
    {
      requestId,
      route: `${ctx.method} ${ctx._matchedRoute}`,
      status: ctx.status,
      ms: Math.round(performance.now() - began),
    },
    "request",
  );
});
app.use(koaBody()).use(router.routes()).listen(Number(process.env.PORT), "127.0.0.1");
