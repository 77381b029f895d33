/**
 * The calls that Directus 12 supports, on its own schema in the same database with the same visits. `DIRECTUS_DIR` is the
 * path of an installation, which is not part of this project.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { addDays, dayStart, toInstant } from "#contract/dates.ts";
import { type Ask, type CallName, zone } from "./calls.ts";
import { startServer } from "./servers.ts";

const folder = process.env.DIRECTUS_DIR ?? "";
const script = join(folder, "node_modules", "@directus", "api", "dist", "cli", "run.js");

/** Numbers are not encrypted. */
const tables = {
  companies: "SELECT id, name FROM public.companies",
  hosts:
    "SELECT id, name, en_name, department, position, status, company_id AS company FROM public.host_users",
  codes: "SELECT id, name FROM public.user_codes",
  visits: `SELECT v.id, reserve_no, status_code, host_user_id AS host, location_id AS place, purpose_id AS purpose, start_at, end_at, name,
    company, bench_phones.phone AS cell_phone, car_number, origin, lang, created_at, updated_at FROM public.visits v JOIN public.bench_phones USING (id)`,
  visit_consents:
    "SELECT id, visit_id AS visit, terms_version_id AS terms, privacy_policy_id AS policy, agreed, lang FROM public.visit_consents",
  visit_logs:
    "SELECT id, visit_id AS visit, action, from_code, to_code, actor_kind, at FROM public.visit_logs",
};
const relations = `('hosts', 'company', 'companies', NULL), ('visits', 'host', 'hosts', NULL), ('visits', 'place', 'codes', NULL),
  ('visits', 'purpose', 'codes', NULL), ('visit_consents', 'visit', 'visits', 'consents'), ('visit_logs', 'visit', 'visits', 'logs')`;

const fill = (token: string) => `SET search_path = directus, public;
  ${Object.entries(tables)
    .map(
      ([name, rows]) => `CREATE TABLE ${name} AS ${rows}; ALTER TABLE ${name} ADD PRIMARY KEY (id);
    CREATE SEQUENCE ${name}_id OWNED BY ${name}.id; ALTER TABLE ${name} ALTER id SET DEFAULT nextval('${name}_id');
    SELECT setval('${name}_id', max(id)) FROM ${name}; INSERT INTO directus_collections (collection) VALUES ('${name}');`,
    )
    .join("\n")}
  CREATE INDEX ON visits (status_code, start_at DESC, id DESC); CREATE INDEX ON visits (cell_phone); CREATE INDEX ON visits (host);
  CREATE INDEX ON visit_consents (visit); CREATE INDEX ON visit_logs (visit); CREATE INDEX ON hosts USING gin (name gin_trgm_ops);
  INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field) VALUES ${relations};
  INSERT INTO directus_fields (collection, field, special) VALUES ('visits', 'consents', 'o2m'), ('visits', 'logs', 'o2m'),
    ('visits', 'created_at', 'date-created'), ('visits', 'updated_at', 'date-updated');
  INSERT INTO directus_policies (id, name) VALUES ('${token}', 'Visits');
  INSERT INTO directus_permissions (policy, collection, action, permissions, fields)
    SELECT '${token}', name, action, '{}', '*' FROM unnest('{${Object.keys(tables)}}'::text[]) name, unnest('{read,create}'::text[]) action;
  INSERT INTO directus_users (id, email, status, token) VALUES ('${token}', 'desk@example.com', 'active', '${token}');
  INSERT INTO directus_access (id, "user", policy) VALUES ('${token}', '${token}', '${token}');
  SET search_path = public; ANALYZE`;

/** @returns undefined without an installation */
export async function openDirectus(url: string, db: pg.Client) {
  if (!existsSync(script)) return undefined;
  const token = randomUUID();
  const env = {
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: `${url}?options=-c%20jit%3Doff`,
    DB_SEARCH_PATH: "directus",
    DB_POOL__MIN: "10",
    DB_POOL__MAX: "10",
    LOG_LEVEL: "warn",
    PRESSURE_LIMITER_ENABLED: "false",
    TELEMETRY: "false",
    SECRET: randomUUID(),
    EXTENSIONS_PATH: join(folder, "extensions"),
    STORAGE_LOCAL_ROOT: join(folder, "uploads"),
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: randomUUID(),
  };
  await db.query("CREATE SCHEMA directus");
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const boot = spawnSync(process.execPath, [script, "bootstrap"], options);
  if (boot.status !== 0) throw new Error(`Directus: ${boot.stderr}${boot.stdout}`);
  await db.query(fill(token));
  const args = [script, "start"];
  const server = await startServer({ name: "directus", args, env, cwd: folder, readyPath: "/server/ping" });
  return { token, server };
}

const shown = "reserve_no,name,company,status_code,start_at,end_at,created_at,updated_at";
const named = "host.name,host.position,host.company.name,place.name,purpose.name";
function read(table: string, conditions: readonly object[], more: Record<string, string>): Ask {
  const query = new URLSearchParams({ filter: JSON.stringify({ _and: conditions }), limit: "200", ...more });
  return { method: "GET", path: `/items/${table}?${query}` };
}

function listAsk(query: URLSearchParams): Ask {
  const param = (name: string) => query.get(name) ?? "";
  const equal = { place: param("location"), purpose: param("purpose"), host: param("host") };
  const conditions = [
    ...Object.entries(equal).flatMap(([name, id]) => (id ? [{ [name]: { _eq: Number(id) } }] : [])),
    ...(query.has("status") ? [{ status_code: { _in: param("status").split(",") } }] : []),
    { start_at: { _lt: dayStart(addDays(param("to"), 1), zone) } },
    { end_at: { _gt: dayStart(param("from"), zone) } },
  ];
  const fields = `${shown},${named},id,cell_phone,car_number,origin,host.id,host.department,place.id,purpose.id`;
  const page = { sort: "-start_at,-id", meta: "filter_count", limit: param("size"), page: param("page") };
  return read("visits", conditions, { fields, ...page });
}

function submitAsk(asked: Record<string, string>): Ask {
  const [start_at, end_at] = [asked.startDate, asked.endDate].map((time = "") => toInstant(time, zone));
  const agreements = asked.agreements as unknown as { termsId: number; agreed: boolean }[];
  const terms = agreements.map(({ termsId, agreed }) => ({ terms: termsId, agreed, lang: "ko" }));
  const { hostUser: host, location: place, purpose, name, company, cellphone: cell_phone } = asked;
  const about = { host, place, purpose, car_number: asked.carNumber, start_at, end_at };
  const visit = { ...about, name, company, cell_phone };
  const state = { reserve_no: randomUUID(), status_code: "applied", origin: "public", lang: "ko" };
  const consents = { create: [...terms, { policy: 1, agreed: true, lang: "ko" }] };
  const logs = { create: [{ action: "apply", to_code: "applied", actor_kind: "visitor", at: new Date() }] };
  const path = "/items/visits?fields=reserve_no,status_code";
  return { method: "POST", path, body: { ...visit, ...state, consents, logs } };
}

/** The equivalent call of Directus. */
export function directusAsk(call: CallName, { path, body }: Ask): Ask {
  const query = new URL(path, "http://localhost").searchParams;
  const asked = body as Record<string, string>;
  if (call === "list") return listAsk(query);
  if (call === "submit") return submitAsk(asked);
  if (call === "host search") {
    const fields = "id,name,en_name,company.name,department,position";
    const active = [{ company: { _eq: Number(query.get("company")) } }, { status: { _eq: "active" } }];
    const more = { fields, sort: "name,department,id", limit: "50" };
    return read("hosts", [{ name: { _icontains: query.get("s") } }, ...active], more);
  }
  const since = new Date(Date.now() - 365 * 86_400_000).toISOString();
  const own = [{ name: { _eq: asked.name } }, { cell_phone: { _eq: asked.cellPhone } }];
  const more = { fields: `${shown},${named}`, sort: "-created_at,-id" };
  return read("visits", [...own, { created_at: { _gte: since } }], more);
}

/** The comparable parts of both responses: the total, or the rows. */
export function alikeDirectus(call: CallName, ours: string, directus: string): [unknown, unknown] {
  const [own, other] = [JSON.parse(ours), JSON.parse(directus)];
  if (call === "submit") return [own.statusCode, other.data.status_code];
  const [ownRows, otherRows] = [own.rows ?? own, other.data].map((rows: Record<string, unknown>[]) =>
    rows.map((row) => row.reserveNo ?? row.reserve_no),
  );
  const total = other.meta?.filter_count;
  const upTo = (count?: number) => count && Math.min(count, 1_000);
  return [
    { rows: ownRows, total: upTo(own.total) },
    { rows: otherRows, total: upTo(total) },
  ];
}
