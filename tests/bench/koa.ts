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

type Related = Record<string, [table: () => typeof Model, from: string, to: string]>;
/** A model of a table; a relation to a foreign key of the other table has many. */
const table = (name: string, related: Related = {}) =>
  class extends Model {
    // biome-ignore lint/suspicious/noExplicitAny: columns as in the database
    [column: string]: any;
    static override tableName = name;
    static override get relationMappings(): RelationMappings {
      const mapped = Object.entries(related).map(([key, [table, from, to]]) => {
        const relation = to === "id" ? Model.BelongsToOneRelation : Model.HasManyRelation;
        const modelClass = table();
        return [
          key,
          { relation, modelClass, join: { from: `${name}.${from}`, to: `${modelClass.tableName}.${to}` } },
        ];
      });
      return Object.fromEntries(mapped);
    }
  };
const [Configuration, Company, Code] = [table("configuration"), table("companies"), table("user_codes")];
const [Pass, Log, Consent, Email] = [
  table("passes"),
  table("visit_logs"),
  table("visit_consents"),
  table("visit_emails"),
];
const [Message, Template, Change, Key] = [
  table("sms_messages"),
  table("sms_templates"),
  table("changes"),
  table("idempotency_keys"),
];
const [AccessLog, Event, Policy, Closing] = [
  table("access_log"),
  table("events"),
  table("privacy_policies"),
  table("day_closings"),
];
const Host = table("host_users", { company: [() => Company, "company_id", "id"] });
/** The same people, with an index of trigrams only. */
const Found = table("bench_hosts", { company: [() => Company, "company_id", "id"] });
const Session = table("sessions", { host: [() => Host, "host_user_id", "id"] });
const Version = table("terms_versions");
const Terms = table("terms", { versions: [() => Version, "id", "terms_id"] });
const Visit: ReturnType<typeof table> = table("visits", {
  ...{
    host: [() => Host, "host_user_id", "id"],
    place: [() => Code, "location_id", "id"],
    purpose: [() => Code, "purpose_id", "id"],
  },
  ...{ leader: [() => Visit, "leader_id", "id"], companions: [() => Visit, "id", "leader_id"] },
  ...{ overnight: [() => Host, "overnight_by", "id"], passes: [() => Pass, "id", "visit_id"] },
  ...{
    consents: [() => Consent, "id", "visit_id"],
    logs: [() => Log, "id", "visit_id"],
    emails: [() => Email, "id", "visit_id"],
  },
});
const shown = "[host.company, place, purpose, leader, overnight, companions, passes, consents, emails]";

let isChanged = false;
setInterval(() => {
  if (isChanged) void Model.knex().raw("NOTIFY changes");
  isChanged = false;
}, 20);

async function requireLimits(keys: readonly string[], now: Date): Promise<void> {
  for (const key of keys) {
    const { rows } = await Model.knex().raw<{ rows: Row[] }>(shared.counted("?", "?"), [key, now.getTime()]);
    if (rows[0]?.points > shared.maxPoints) throw new HttpError(429);
  }
}

/** @throws HttpError 401, 403 */
async function requireDesk(call: Call): Promise<Row> {
  const site = await Configuration.query().first();
  const found = { "sessions.token_hash": shared.tokenHash(call), "host.status": "active" };
  const session = await Session.query()
    .withGraphJoined("host")
    .findOne(found)
    .where("expires_at", ">", call.now);
  const idle = call.now.getTime() - session?.active_at.getTime();
  if (!session || idle >= site?.idle_minutes[session.host.role] * 60_000) throw new HttpError(401);
  if (session.host.role !== "desk" && session.host.role !== "admin") throw new HttpError(403);
  if (idle > 60_000) await session.$query().patch({ active_at: call.now });
  return session.host;
}

/** A visit with its relations as the columns of `visitAnswer`. */
function rowOf(visit: Row): Row {
  const { host, place, purpose, overnight, companions, passes = [], consents, emails } = visit;
  const leader = visit.leader?.hidden_at === null ? visit.leader : null;
  const [pass, car] = [false, true].map((vehicle) => passes.find((one: Row) => one.vehicle === vehicle));
  const isThere = (one: Row) => one.status_code !== "cancelled" && one.hidden_at === null;
  return {
    ...{
      ...visit,
      leader_id: leader?.id ?? null,
      leader_name: leader?.name,
      followers: companions.filter(isThere).length,
    },
    ...{
      place_id: place?.id ?? null,
      place_name: place?.name ?? null,
      purpose_id: purpose.id,
      purpose_name: purpose.name,
    },
    ...{ host_id: host.id, host_name: host.name, department: host.department, host_position: host.position },
    ...{ host_status: host.status, company_name: host.company?.name, overnight_name: overnight?.name },
    ...{ pass_id: pass?.id ?? null, pass_no: pass?.pass_no, car_id: car?.id ?? null, car_no: car?.pass_no },
    ...{
      has_consent: consents?.some((one: Row) => one.agreed),
      email_cipher: emails?.[0]?.cell_cipher ?? null,
    },
    email_bounced: Boolean(emails?.[0]?.bounced_at),
  };
}

/** The visits as the desk sees them, with the row of the access log. */
async function answered(
  visits: readonly Row[],
  action: string,
  { id }: Row,
  { now, address }: Call,
  trx?: Transaction,
) {
  const seen = { at: now, host_user_id: id, address, action, visit_ids: visits.map((visit) => visit.id) };
  if (visits.length > 0) await AccessLog.query(trx).insert(seen);
  return visits.map((visit) => shared.visitAnswer(rowOf(visit), now));
}

async function list(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const { statuses, since, until, size, offset, most, columns } = shared.filtersOf(call);
  const found = Visit.query()
    .where("hidden_at", null)
    .where("start_at", "<", until)
    .where("end_at", ">", since);
  if (statuses) found.whereIn("status_code", statuses);
  for (const [name, id] of Object.entries(columns)) if (id) found.where(name, id);
  const total = await found
    .clone()
    .limit(most + 1)
    .resultSize();
  const page = found
    .orderBy([
      { column: "start_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(size)
    .offset(offset);
  const rows = await answered(await page.withGraphFetched(shown), "/api/visit", user, call);
  return { rows, total: Math.min(total, most), totalCapped: total > most };
}

async function visit(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const found = await Visit.query()
    .findOne({ id: shared.idOf(call), hidden_at: null })
    .withGraphFetched(shown);
  if (!found) throw new HttpError(404);
  return (await answered([found], "/dash/visits/:id", user, call))[0];
}

const order = ["entered", "approved", "applied", "exited", "ended", "rejected", "cancelled"];
const dayOf = (at: Date) => fromInstant(at, shared.zone).slice(0, 10);
const byHour = (moments: readonly Date[]): Row => {
  const hours = Object.groupBy(moments, (at) => Number(fromInstant(at, shared.zone).slice(11, 13)));
  return Object.fromEntries(Object.entries(hours).map(([hour, all]) => [hour, all?.length]));
};

async function board(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const today = dayOf(call.now);
  const [since, until, yesterday] = [
    dayStart(today, shared.zone),
    dayStart(addDays(today, 1), shared.zone),
    addDays(today, -1),
  ];
  const visits = await Visit.query()
    .where("hidden_at", null)
    .where((day) =>
      day
        .where("status_code", "entered")
        .orWhere((now) => now.where("start_at", "<", until).where("end_at", ">", since)),
    );
  const comesAgain = (one: Row) =>
    one.status_code === "exited" && dayOf(one.exited_at ?? one.start_at) < dayOf(one.end_at);
  const rank = (one: Row) => order.indexOf(comesAgain(one) ? "approved" : one.status_code);
  const ranked = visits.toSorted((a, b) => rank(a) - rank(b) || a.start_at - b.start_at || a.id - b.id);
  const kept = Visit.query()
    .findByIds(ranked.slice(0, 500).map(({ id }) => id))
    .orderBy(["start_at", "id"])
    .withGraphFetched(shown);
  const holding = Pass.query().select("visit_id").whereNotNull("visit_id");
  const left = Visit.query()
    .where("hidden_at", null)
    .whereIn("status_code", ["exited", "ended"])
    .whereIn("id", holding);
  const arrivals = await Log.query()
    .where({ action: "issue", from_code: "approved" })
    .where("at", ">=", since)
    .where("at", "<", until)
    .whereIn("visit_id", Visit.query().select("id").whereNotNull("entered_at").where("hidden_at", null))
    .groupBy("visit_id")
    .max("at as at");
  const isClosed = await Closing.query().findOne({ day: yesterday, reopened_at: null });
  const inside = await Visit.query()
    .where("hidden_at", null)
    .whereIn("status_code", ["entered", "exited"])
    .where("entered_at", "<", since)
    .where((out) => out.whereNull("exited_at").orWhere("exited_at", ">=", since))
    .first();
  const out = await Pass.query().where("issued_at", "<", since).whereNotNull("visit_id").first();
  const isExpected = ({ status_code: code, start_at: at }: Row) =>
    ["approved", "entered", "exited", "ended"].includes(code) && at >= since && at < until;
  const countOf = (is: (one: Row) => boolean) => visits.filter(is).length;
  const counts = {
    ...Object.fromEntries(order.map((status) => [status, countOf((one) => one.status_code === status)])),
    overdue: countOf((one) => one.status_code === "entered" && one.end_at <= call.now),
    ...{ expectedAgain: countOf(comesAgain), notReturned: await left.resultSize() },
  };
  const hours = {
    expected: byHour(visits.filter(isExpected).map((one) => one.start_at)),
    entered: byHour(arrivals.map(({ at }) => at)),
  };
  const rows = await answered(await kept, "/dash/visits/progress", user, call);
  return shared.boardAnswer(counts, hours, rows, !isClosed && (inside || out) ? yesterday : null);
}

async function hosts(call: Call): Promise<unknown> {
  await requireLimits(shared.limitsOf.hostSearch(call), call.now);
  const { pattern } = shared.nameSearch(call.query.get("s") ?? "");
  const found = await Found.query()
    .withGraphJoined("company")
    .limit(50)
    .where({
      status: "active",
      in_public_search: true,
      "company.in_use": true,
      company_id: call.query.get("company"),
    })
    .whereRaw("(search_text(bench_hosts.name) ~ :pattern OR search_text(bench_hosts.en_name) ~ :pattern)", {
      pattern,
    })
    .orderByRaw("search_text(bench_hosts.name) ~ ? DESC, bench_hosts.name, department, bench_hosts.id", [
      `^${pattern}`,
    ]);
  return found.map(({ id, name, en_name: enName, company, department, position }) => {
    return { id, name, enName, company: { name: company.name }, department, position };
  });
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
    .orderByRaw("created_at DESC, id DESC")
    .limit(200)
    .withGraphFetched("[host, place, purpose, leader, companions, logs]");
  return found.map((one) => {
    const rejection = one.logs?.findLast(({ action }: Row) => action === "reject");
    return shared.lookupAnswer({ ...rowOf(one), reason: one.reason_shown ? rejection?.note : "" }, cellPhone);
  });
}

const insertMessage = (row: Row, more: Row, now: Date, trx: Transaction) =>
  Message.query(trx).insert({
    ...row,
    ...more,
    max_attempts: 6,
    next_attempt_at: now,
    created_at: now,
    updated_at: now,
  });

/** Queues the host's message: twenty an hour, and one that stands for all further ones. */
async function tellHost(known: Row, visit: Row, now: Date, trx: Transaction): Promise<void> {
  const { host_user_id } = visit;
  const { rows } = await trx.raw<{ rows: { used: number }[] }>(
    `INSERT INTO message_counts AS c (purpose, key, used, expires_at) VALUES ('host', :key, 1, :until) ON CONFLICT (purpose, key) DO UPDATE
     SET used = CASE WHEN c.expires_at > :now THEN c.used + 1 ELSE 1 END,
       expires_at = CASE WHEN c.expires_at > :now THEN c.expires_at ELSE excluded.expires_at END
     WHERE c.expires_at <= :now OR c.used < 21 RETURNING used`,
    { key: String(host_user_id), until: new Date(now.getTime() + 3_600_000), now },
  );
  const used = rows[0]?.used;
  if (used === undefined) return;
  const isOwn = used <= 20;
  const row = shared.messageRow(isOwn ? "apply" : "applyMany", known.host_phone, isOwn ? known.own : "", {
    ...known,
    ...visit,
  });
  await insertMessage(
    row,
    { visit_id: isOwn ? visit.id : null, host_user_id, to_name: known.host_name },
    now,
    trx,
  );
  await Change.query(trx).insert({ kind: "sms", host_user_id: isOwn ? host_user_id : null });
}

/** What decides about a submission. */
async function known(asked: Row): Promise<Row> {
  const site = await Configuration.query().first();
  const policy = await Policy.query().findOne({ applied: true });
  const terms = await Terms.query()
    .where("in_use", true)
    .withGraphFetched("versions")
    .modifyGraph("versions", (query) => query.whereNotNull("deployed_at").orderBy("version", "desc"));
  const host = await Host.query().findById(asked.hostUser);
  const company = await Company.query().findOne({ id: asked.userCompany, in_use: true });
  const place = await Code.query().findOne({ id: asked.location, kind: 9002, in_use: true });
  const purpose = await Code.query().findOne({ id: asked.purpose, kind: 9003, in_use: true });
  const template = await Template.query().findOne({ event: "apply" });
  const texts = terms.map(({ id, content_type: type, versions: [last] }) => ({
    id,
    type,
    versionId: last.id,
    version: last.version,
  }));
  return {
    ...{ ...site, texts, policy_id: policy?.id, host_status: host?.status, host_company: host?.company_id },
    ...{
      host_name: host?.name,
      host_phone: host?.cell_phone,
      place_name: place?.name ?? null,
      has_company: Boolean(company),
    },
    ...{ has_purpose: Boolean(purpose), enabled: template?.enabled, own: template?.text },
  };
}

async function submit(call: Call): Promise<unknown> {
  const { now } = call;
  const asked = shared.readApplication(call);
  await requireLimits(shared.limitsOf.submit(call), now);
  const about = await known(asked);
  const consents = shared.consentsOf(asked, about, now);
  const row = shared.visitRow(asked, about, now);
  const answer = { reserveNo: row.reserve_no, ...shared.statusOf("applied") };
  await Model.transaction(async (trx) => {
    const key = {
      endpoint: "/api/request/simple/save/",
      key: call.header("idempotency-key"),
      body_hash: shared.bodyHash(call.body),
    };
    await Key.query(trx)
      .insert({ ...key, answer: JSON.stringify(answer), created_at: now })
      .returning("key");
    const visit = await Visit.query(trx).insert(row);
    const visit_id = visit.id;
    await Log.query(trx).insert({
      visit_id,
      action: "apply",
      to_code: "applied",
      actor_kind: "visitor",
      at: now,
    });
    await Consent.query(trx).insert(
      consents.map((one) => ({ ...one, visit_id, lang: "ko", agreed_at: now, channel: "form" })),
    );
    if (about.host_phone && about.enabled !== false) await tellHost(about, visit, now, trx);
    await Change.query(trx).insert({ kind: "visit", visit_id, host_user_id: asked.hostUser });
  });
  isChanged = true;
  return answer;
}

interface Step {
  readonly action: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly route: string;
  /** The visit's other columns, and the passes that change hands. */
  change(visit: Row, trx: Transaction): Promise<{ set: Row; passes?: Row[] }>;
}

/** Locks the visit, changes it and writes what belongs to that. */
async function transition(call: Call, { action, from, to, route, change }: Step): Promise<unknown[]> {
  const user = await requireDesk(call);
  const [{ now, address }, visit_id] = [call, shared.idOf(call)];
  const answer = await Model.transaction(async (trx) => {
    const visit = await Visit.query(trx).findOne({ id: visit_id, hidden_at: null }).forUpdate();
    if (!visit) throw new HttpError(404);
    const { status_code: from_code, host_user_id } = visit;
    if (!from.includes(from_code)) throw new HttpError(405, from_code);
    const { set, passes } = await change(visit, trx);
    await visit.$query(trx).patch({ ...set, status_code: to, updated_at: now });
    const held = {
      pass_no: (passes ?? []).map(({ pass_no }) => pass_no).join(", "),
      pass_ids: (passes ?? []).map(({ id }) => id),
    };
    const log = {
      visit_id,
      action,
      from_code,
      to_code: to,
      actor_kind: "staff",
      actor_id: user.id,
      ...held,
      at: now,
    };
    await Log.query(trx).insert(log);
    const changed = passes
      ? { kind: "pass", visit_id: null, host_user_id: null }
      : { kind: "sms", visit_id: null, host_user_id };
    await Change.query(trx).insert([changed, { kind: "visit", visit_id, host_user_id }]);
    await Event.query(trx).insert({
      kind: "call",
      host_user_id: user.id,
      address,
      call: route,
      subject: "visits",
      subject_id: visit_id,
    });
    const after = await Visit.query(trx).findById(visit_id).withGraphFetched(shown);
    return answered([after as Row], route.replace("POST ", ""), user, call, trx);
  });
  isChanged = true;
  return answer;
}

const issue = (call: Call) =>
  transition(call, {
    ...{ action: "issue", from: ["approved", "exited"], to: "entered", route: "POST /dash/visits/:id/issue" },
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
      return { set, passes: [pass] };
    },
  });

const giveBack = async (call: Call) => {
  const [answer] = await transition(call, {
    ...{ action: "recovery", from: ["entered"], to: "exited", route: "PUT /dash/visits/:id/recovery" },
    async change({ id }, trx) {
      const passes = await Pass.query(trx).where("visit_id", id).forUpdate();
      const free = { status: "available", visit_id: null, issued_at: null, updated_at: call.now };
      await Pass.query(trx).where("visit_id", id).patch(free);
      return { set: { exited_at: call.now, overnight_at: null, overnight_by: null }, passes };
    },
  });
  return answer;
};

const approve = async (call: Call) => {
  const [answer] = await transition(call, {
    ...{ action: "approve", from: ["applied"], to: "approved", route: "PUT /dash/user/approve/:id" },
    async change(visit, trx) {
      const companions = await Visit.query(trx).where("leader_id", visit.id).resultSize();
      if (visit.end_at <= call.now || companions > 0) throw new HttpError(405);
      const [site, template] = [
        await Configuration.query(trx).first(),
        await Template.query(trx).findOne({ event: "approve" }),
      ];
      const { host, place } = await visit.$clone().$fetchGraph("[host, place]", { transaction: trx });
      const undone = { visit_id: visit.id, status: "queued", host_user_id: null, event: "undo" };
      await Message.query(trx)
        .where(undone)
        .patch({ status: "withdrawn", next_attempt_at: null, updated_at: call.now });
      if (visit.cell_cipher !== null && template?.enabled !== false) {
        const number = cipher.open(
          { cellCipher: visit.cell_cipher, cellKey: visit.cell_key },
          visit.reserve_no,
        );
        const about = { ...site, ...visit, host_name: host.name, place_name: place?.name };
        const row = shared.messageRow("approve", number, template?.text, about);
        await insertMessage(row, { visit_id: visit.id, to_name: visit.name }, call.now, trx);
      }
      return { set: { reason_shown: false, overnight_at: null, overnight_by: null, ended_because: null } };
    },
  });
  return answer;
};

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

const router = new Router();
for (const [route, handler] of Object.entries(handlers)) {
  const [method = "", path = ""] = route.split(" ");
  router.register(path, [method], async (ctx) => {
    const body = (ctx.request.body ?? {}) as Row;
    const [header, address] = [(name: string) => ctx.get(name) || undefined, ctx.get("x-forwarded-for")];
    ctx.body = await handler({
      path: ctx.path,
      query: ctx.URL.searchParams,
      header,
      body,
      address,
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
    [ctx.status, ctx.body] = [
      error instanceof HttpError ? error.status : 500,
      { message: (error as Error).message },
    ];
  }
  const route = `${ctx.method} ${ctx._matchedRoute}`;
  shared.log.info(
    { requestId, route, status: ctx.status, ms: Math.round(performance.now() - began) },
    "request",
  );
});
app.use(koaBody()).use(router.routes()).listen(Number(process.env.PORT), "127.0.0.1");
