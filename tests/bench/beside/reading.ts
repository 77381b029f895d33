/** What is read with Objection: a list, hosts, a visitor's own visits. */
import { Model, type Transaction } from "objection";
import { nameSearch, withoutInitials } from "#db/queries/names.ts";
import { instant, masked } from "../bare/numbers.ts";
import {
  type Asked,
  counted,
  HttpError,
  inLanguage,
  limits,
  requireWithin,
  tokenHash,
} from "../bare/request.ts";
import { lookupRow } from "../bare/site.ts";
import { visitAnswer } from "../bare/visit.ts";
import * as models from "./models.ts";

export const add = (model: typeof Model, row: Record<string, unknown>, trx?: Transaction) =>
  model.query(trx).insert(row);

export async function requireLimit(key: string, now: Date, most: number): Promise<void> {
  const { rows } = await Model.knex().raw<{ rows: { points: number }[] }>(counted("?", "?"), [
    ...[key, now.getTime(), now.getTime(), now.getTime(), now.getTime()],
  ]);
  requireWithin(rows[0]?.points, most);
}

export async function configuration(): Promise<models.Configuration> {
  const found = await models.Configuration.query().first();
  if (!found) throw new HttpError(500);
  return found;
}

/** @throws HttpError 401, 403 */
async function requireStaff(call: Asked, { idle_minutes }: models.Configuration): Promise<models.HostUser> {
  const session = await models.Session.query()
    .withGraphJoined("host")
    .where("sessions.token_hash", tokenHash(call))
    .where("sessions.expires_at", ">", call.now)
    .where("host.status", "active")
    .first();
  const host = session?.host;
  if (!host) throw new HttpError(401);
  const idle = call.now.getTime() - session.active_at.getTime();
  if (idle >= (idle_minutes[host.role] ?? 0) * 60_000) throw new HttpError(401);
  if (!["desk", "admin", "privacy"].includes(host.role)) throw new HttpError(403);
  if (idle > 60_000) await session.$query().patch({ active_at: call.now });
  return host;
}

/** A visit with its relations as the row that a join would have given. */
function rowOf(visit: models.Visit): Record<string, unknown> {
  const { host, place, purpose, leader, overnight, companions = [], passes = [], email } = visit;
  const pass = passes.find(({ vehicle }) => !vehicle);
  const car = passes.find(({ vehicle }) => vehicle);
  const isShown = leader?.hidden_at === null;
  return {
    ...visit.toJSON(),
    leader_id: isShown ? leader.id : null,
    leader_name: isShown ? leader.name : null,
    followers: companions.filter((it) => it.status_code !== "cancelled" && it.hidden_at === null).length,
    place_id: place?.id ?? null,
    place_name: place?.name ?? null,
    place_en_name: place?.en_name ?? null,
    purpose_id: purpose?.id,
    purpose_name: purpose?.name,
    purpose_en_name: purpose?.en_name,
    host_id: host?.id,
    host_name: host?.name,
    host_en_name: host?.en_name,
    department: host?.department,
    host_position: host?.position,
    host_status: host?.status,
    company_name: host?.company?.name,
    company_en_name: host?.company?.en_name,
    overnight_name: overnight?.name,
    overnight_en_name: overnight?.en_name,
    pass_id: pass?.id ?? null,
    pass_no: pass?.pass_no,
    car_id: car?.id ?? null,
    car_no: car?.pass_no,
    email_cipher: email?.cell_cipher ?? null,
    email_bounced: email?.bounced_at != null,
    told: null,
  };
}

/** What a visitor has not agreed to yet. */
function consentOf({ consents = [], origin, created_at }: models.Visit, site: models.Configuration) {
  const hasAgreed = consents.some(({ agreed }) => agreed);
  const since = site.require_consent_since;
  return {
    consent_missing: origin === "console" && !hasAgreed,
    consent_required: since !== null && created_at >= since && !hasAgreed,
  };
}

export async function list(call: Asked): Promise<unknown> {
  const site = await configuration();
  const host = await requireStaff(call, site);
  const { query, now, lang, numbers, address } = call;
  const size = Number(query.get("size") ?? 50);
  const day = (name: string) => query.get(name) ?? "";
  const nextDay = new Date(Date.parse(day("to")) + 86_400_000).toISOString().slice(0, 10);
  const found = await models.Visit.query()
    .where("status_code", query.get("status"))
    .whereNull("hidden_at")
    .where("start_at", "<", instant(`${nextDay} 00:00`, site.timezone))
    .where("end_at", ">", instant(`${day("from")} 00:00`, site.timezone))
    .orderBy([
      { column: "start_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .page(Number(query.get("page") ?? 1) - 1, size)
    .withGraphFetched(
      "[host.company, place, purpose, leader, overnight, companions, passes, consents, email]",
    );
  if (found.results.length > 0)
    await add(models.AccessLog, {
      at: now,
      host_user_id: host.id,
      address,
      action: "/api/visit",
      visit_ids: found.results.map(({ id }) => id),
    });
  const seen = { role: host.role, userId: host.id, timezone: site.timezone, lang, now, numbers };
  return {
    rows: found.results.map((visit) => visitAnswer({ ...rowOf(visit), ...consentOf(visit, site) }, seen)),
    total: Math.min(found.total, 10_000),
    totalCapped: found.total > 10_000,
  };
}

export async function hosts({ query, lang, now, address, header, numbers }: Asked): Promise<unknown> {
  const browser = [header("user-agent") ?? "", header("accept-language") ?? ""];
  const visitor = numbers.hmac("text", ["visitor", address, ...browser].join("\n")).toString("base64url");
  await requireLimit(`hostSearchVisitor:${visitor}`, now, limits.hostSearchVisitor);
  await requireLimit(`hostSearch:${address}`, now, limits.hostSearch);
  const { request_input_user_company } = await configuration();
  const company = query.get("company");
  if (company === null && request_input_user_company) return [];
  const { pattern = "$^" } = nameSearch(withoutInitials(query.get("s") ?? "") ?? "") ?? {};
  const found = await models.HostUser.query()
    .withGraphJoined("company")
    .where({ "host_users.status": "active", "host_users.in_public_search": true, "company.in_use": true })
    .where((either) =>
      either
        .whereRaw("search_text(host_users.name) ~ ?", [pattern])
        .orWhereRaw("search_text(host_users.en_name) ~ ?", [pattern]),
    )
    .modify((rows) => company !== null && rows.where("host_users.company_id", company))
    .orderByRaw("search_text(host_users.name) ~ ? DESC", [`^${pattern}`])
    .orderBy(["host_users.name", "host_users.department", "host_users.id"])
    .limit(50);
  return found.map((host) => ({
    id: host.id,
    name: host.name,
    enName: host.en_name,
    company: { name: inLanguage(lang, host.company?.name ?? "", host.company?.en_name ?? "") },
    department: host.department,
    position: host.position,
  }));
}

export async function lookup({ body, numbers, lang, now, address }: Asked): Promise<unknown> {
  const { name, cellPhone } = body;
  if (typeof name !== "string" || typeof cellPhone !== "string") throw new HttpError(400);
  const hash = numbers.hmac("number", cellPhone);
  await requireLimit(`lookup:${address}`, now, limits.lookup);
  await requireLimit(`lookupNumber:${hash.toString("base64url")}`, now, limits.lookupNumber);
  const { timezone, lookup_code } = await configuration();
  if (lookup_code) throw new HttpError(400, "a code is asked for");
  const since = new Date(now);
  since.setFullYear(since.getFullYear() - 1);
  const found = await models.Visit.query()
    .where("cell_hash", hash)
    .where("name", name)
    .whereNull("hidden_at")
    .where("created_at", ">=", since)
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(200)
    .withGraphFetched("[host, place, purpose, leader, companions, logs]");
  const shown = masked(cellPhone);
  return found.map((visit) => {
    const rejection = visit.logs?.findLast(({ action }) => action === "reject");
    const reason = visit.status_code === "rejected" && visit.reason_shown ? rejection?.note : undefined;
    return lookupRow({ ...rowOf(visit), timezone, reason }, shown, lang);
  });
}
