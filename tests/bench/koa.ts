/** `d`: Koa and Objection as a team would write it: relations fetched with the page, unnamed statements, one transaction a change. */
import { randomUUID } from "node:crypto";
import Router from "@koa/router";
import knex from "knex";
import Koa from "koa";
import { koaBody } from "koa-body";
import { knexSnakeCaseMappers, Model, type Transaction } from "objection";
import pg from "pg";
import { presentProgress } from "#api/features/visits/presenter.ts";
import { nameSearch } from "#api/name-search.ts";
import { belongsTo } from "#db/models/base-model.ts";
import { Configuration } from "#db/models/configuration.ts";
import { AccessLog } from "#db/models/logs.ts";
import { Message, SmsTemplate } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Session } from "#db/models/people/session.ts";
import { UserCode } from "#db/models/reference-record.ts";
import { Pass } from "#db/models/visits/pass.ts";
import { Visit, VisitLog } from "#db/models/visits/visit.ts";
import { VisitEmail } from "#db/models/visits/visit-email.ts";
import { cipher } from "./database.ts";
import type { Action, Call, Row } from "./shared.ts";
import * as shared from "./shared.ts";
import * as statements from "./statements.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const connection = { connectionString: process.env.DATABASE_URL, options: "-c jit=off" };
const db = knex({ client: "pg", connection, pool: { min: 10, max: 10 }, ...knexSnakeCaseMappers() });
Model.knex(db);

class Consent extends Model {
  static override tableName = "visit_consents";
}
const many = (modelClass: typeof Model, column = "visitId") => ({
  relation: Model.HasManyRelation,
  modelClass,
  join: { from: "visits.id", to: `${modelClass.tableName}.${column}` },
});
/** The product's model with all its relations. */
class Visited extends Visit {
  static override get relationMappings() {
    return {
      host: belongsTo(HostUser, "visits", "hostUserId"),
      place: belongsTo(UserCode, "visits", "locationId"),
      purpose: belongsTo(UserCode, "visits", "purposeId"),
      leader: belongsTo(Visit, "visits", "leaderId"),
      overnight: belongsTo(HostUser, "visits", "overnightBy"),
      companions: many(Visit, "leaderId"),
      passes: many(Pass),
      consents: many(Consent),
      logs: many(VisitLog),
      emails: many(VisitEmail),
    };
  }
}
const shown = "[host.company, place, purpose, leader, overnight, companions, passes, consents, emails]";

const announce = shared.announcer(() => void db.raw("NOTIFY changes"));
const run = async (text: string, values: Row, trx?: Transaction): Promise<Row[]> =>
  (await (trx ?? db).raw(text, values)).rows;

async function requireLimits(keys: readonly string[], now: Date): Promise<void> {
  for (const key of keys) {
    const [counted] = await run(statements.counted(":key"), { key, ms: now.getTime() });
    if (counted?.points > shared.maxPoints) throw shared.refused(429);
  }
}

/** @throws refused 401, 403 */
async function requireDesk(call: Call): Promise<Row> {
  const found = Session.query()
    .modify("inForce", call.now)
    .findOne({ tokenHash: shared.tokenHash(call) });
  const session: (Session & { hostUser?: HostUser }) | undefined = await found.withGraphFetched("hostUser");
  if (!session?.hostUser) throw shared.refused(401);
  shared.requireDeskRole(session.hostUser.role);
  if (call.now.getTime() - session.activeAt.getTime() > 60_000)
    await session.$query().patch({ activeAt: call.now });
  return session.hostUser;
}

const named = (as: string, one: Row | null | undefined) => ({
  [`${as}Id`]: one?.id ?? null,
  [`${as}Name`]: one?.name ?? null,
  [`${as}EnName`]: one?.enName ?? null,
});

/** A visit with its relations, as presenters take it. Every visit has a number; the site does not require consent. */
function rowOf(visit: Row): Row {
  const { host, passes = [], consents, emails } = visit;
  const [pass, car] = [false, true].map((vehicle) => passes.find((one: Pass) => one.vehicle === vehicle));
  const isThere = (one: Visit) => one.statusCode !== "cancelled" && one.hiddenAt === null;
  return {
    ...visit,
    ...named("leader", visit.leader?.hiddenAt === null ? visit.leader : null),
    ...named("place", visit.place),
    ...named("purpose", visit.purpose),
    ...named("host", host),
    ...named("overnight", visit.overnight),
    followersCnt: visit.companions.filter(isThere).length,
    hostDepartment: host.department,
    hostPosition: host.position,
    hostCompany: host.company?.name,
    hostCompanyEn: host.company?.enName,
    hostResigned: host.status === "resigned",
    passId: pass?.id ?? null,
    passNo: pass?.passNo,
    carPassId: car?.id ?? null,
    carPassNo: car?.passNo,
    emailCipher: emails?.[0]?.cellCipher ?? null,
    emailKey: emails?.[0]?.cellKey ?? null,
    emailBounced: Boolean(emails?.[0]?.bouncedAt),
    hasConsent: consents?.some((one: Row) => one.agreed),
    needsConsent: false,
    told: null,
  };
}

/** The visits as the desk sees them, with the row of the access log. */
async function answered(visits: readonly Visit[], action: string, user: Row, { now, address }: Call) {
  const seen = { at: now, hostUserId: user.id, address, action, visitIds: visits.map(({ id }) => id) };
  if (visits.length > 0) await AccessLog.query().insert(seen);
  return shared.presentVisits(visits.map(rowOf), user, now);
}

async function list(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const { statuses, since, until, size, offset, most, ids } = shared.filtersOf(call);
  const found = Visited.query()
    .where("hiddenAt", null)
    .where("startAt", "<", until)
    .where("endAt", ">", since);
  if (statuses) found.whereIn("statusCode", statuses);
  for (const [name, id] of Object.entries(ids)) if (id) found.where(name, id);
  const counted = found.clone().limit(most + 1);
  const total = await counted.resultSize();
  const page = found.orderBy("startAt", "desc").orderBy("id", "desc").limit(size).offset(offset);
  const rows = await answered(await page.withGraphFetched(shown), "/api/visit", user, call);
  return { rows, total: Math.min(total, most), totalCapped: total > most };
}

async function visit(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const found = Visited.query().findOne({ id: shared.idOf(call), hiddenAt: null });
  const one = await found.withGraphFetched(shown);
  if (!one) throw shared.refused(404);
  return (await answered([one], "/dash/visits/:id", user, call))[0];
}

async function board(call: Call): Promise<unknown> {
  const user = await requireDesk(call);
  const select = "SELECT page.ids, to_json(counted) AS counted FROM page, counted";
  const [read = {}] = await run(`WITH ${statements.board} ${select}`, { now: call.now });
  const found = Visited.query().findByIds(read.ids).orderBy(["startAt", "id"]);
  const rows = await answered(await found.withGraphFetched(shown), "/dash/visits/progress", user, call);
  return { ...presentProgress(read.counted), rows, dayLeftOpen: read.counted.dayLeftOpen };
}

/** With an index of trigrams. */
async function hosts(call: Call): Promise<unknown> {
  await requireLimits(shared.limitsOf.hostSearch(call), call.now);
  const pattern = nameSearch(call.query.get("s") ?? "")?.pattern;
  return run(statements.hosts("bench_hosts"), { pattern, company: call.query.get("company") });
}

async function lookup(call: Call): Promise<unknown> {
  const { name, cellPhone } = call.body;
  const [hash] = cipher.hashes(cellPhone) as [Buffer];
  await requireLimits(shared.limitsOf.lookup(call, hash), call.now);
  const since = new Date(call.now);
  since.setFullYear(since.getFullYear() - 1);
  const found: Row[] = await Visited.query()
    .where({ cellHash: hash, name, hiddenAt: null })
    .where("createdAt", ">=", since)
    .orderByRaw("created_at DESC, id DESC")
    .limit(200)
    .withGraphFetched("[host, place, purpose, leader, companions, logs]");
  return found.map((one) => {
    const rejection = one.logs?.findLast(({ action }: VisitLog) => action === "reject");
    return shared.presentOwn({ ...rowOf(one), reason: one.reasonShown ? rejection?.note : "" }, cellPhone);
  });
}

async function submit(call: Call): Promise<unknown> {
  const { body, now } = call;
  shared.requireFields(body);
  const [key] = shared.limitsOf.submit(call);
  const [known] = await run(statements.forSubmission, { ...body, key, ms: now.getTime() });
  if (!known || known.points > shared.maxPoints) throw shared.refused(429);
  const { answer, rows, isHostTold, message } = shared.submissionOf(call, known);
  const { idempotency_keys, visits, ...more } = rows;
  await Model.transaction(async (trx) => {
    await trx("idempotencyKeys").insert(idempotency_keys);
    const { id: _, ...row } = visits[0] as Row;
    const { id: visitId, hostUserId } = await Visited.query(trx).insert(row);
    for (const [table, all] of Object.entries(more))
      await trx(table).insert(all.map((one) => ({ ...one, visitId })));
    const [taken] = isHostTold ? await run(statements.countMessage(), { hostUserId, now }, trx) : [];
    if (!taken) return;
    const isOwn = taken.used <= 20;
    const text: Row = message(isOwn ? "apply" : "applyMany");
    await Message.query(trx).insert({ ...text, visitId: isOwn ? visitId : null });
    await trx("changes").insert({ kind: "sms", hostUserId: isOwn ? hostUserId : null });
  });
  announce();
  return answer;
}

/** Host, place, template and site, for a message about a visit. */
async function aboutOf(visit: Visited, trx: Transaction): Promise<Row> {
  const { host, place }: Row = await visit.$clone().$fetchGraph("[host, place]", { transaction: trx });
  const template = await SmsTemplate.query(trx).findOne({ event: "approve" });
  const site = await Configuration.query(trx).first();
  return { ...site, ...template, ...named("host", host), ...named("place", place) };
}

/** Locks the visit, changes it and writes what belongs to that. */
async function step(action: Action, call: Call): Promise<unknown[]> {
  const user = await requireDesk(call);
  const [id, { now }] = [shared.idOf(call), call];
  const visit = await Model.transaction(async (trx) => {
    const visit = await Visited.query(trx).findOne({ id, hiddenAt: null }).forUpdate();
    const asked = { vehicle: false, passNo: call.body.passNo ?? "" };
    const held = Pass.query(trx).where("visitId", id).orWhere(asked);
    const passes = action === "approve" ? [] : await held.forUpdate();
    const about = action === "approve" && visit ? await aboutOf(visit, trx) : {};
    const party = action === "approve" ? 1 + (await Visit.query(trx).where("leaderId", id).resultSize()) : 1;
    const made = shared.stepOf(action, visit, { user, passes, about, party }, call);
    if (made.pass) await Pass.query(trx).findByIds(made.passIds).patch(made.pass);
    await Visited.query(trx).findById(id).patch(made.visit);
    const undone = { visitId: id, status: "queued", hostUserId: null, event: "undo" };
    const withdrawn = { status: "withdrawn", nextAttemptAt: null, updatedAt: now } as const;
    if (action === "approve") await Message.query(trx).where(undone).patch(withdrawn);
    for (const [table, rows] of Object.entries(made.rows)) await trx(table).insert(rows);
    return Visited.query(trx).findById(id).withGraphFetched(shown).throwIfNotFound();
  });
  announce();
  return shared.presentVisits([rowOf(visit)], user, now);
}

const router = new Router();
const routes = shared.routesOf({ list, board, visit, hosts, lookup, submit, step });
for (const [route, handler] of Object.entries(routes)) {
  const [method = "", path = ""] = route.split(" ");
  router.register(path, [method], async (ctx) => {
    const body = (ctx.request.body ?? {}) as Row;
    const [header, address] = [(name: string) => ctx.get(name) || undefined, ctx.get("x-forwarded-for")];
    const query = ctx.URL.searchParams;
    ctx.body = await handler({ path: ctx.path, query, header, body, address, now: new Date() });
  });
}
const app = new Koa();
app.use(async (ctx, next) => {
  const began = performance.now();
  const requestId = randomUUID();
  ctx.set({ ...shared.guards, "X-Request-Id": requestId });
  try {
    if (ctx.method !== "GET" && ctx.get("origin") !== process.env.PUBLIC_ORIGIN) throw shared.refused(403);
    await next();
  } catch (error) {
    ctx.status = (error as Row).status ?? 500;
    ctx.body = { message: (error as Error).message };
  }
  const [route, { status }] = [`${ctx.method} ${ctx._matchedRoute}`, ctx];
  shared.log.info({ requestId, route, status, ms: Math.round(performance.now() - began) }, "request");
});
app.use(koaBody()).use(router.routes()).listen(Number(process.env.PORT), "127.0.0.1");
