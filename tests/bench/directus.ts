/**
 * The calls that Directus 12 can do, too. It is no part of this project: `DIRECTUS_DIR` names a folder with an installation, else npm
 * makes one for temporary files. It works on a schema of its own in the same database, filled with the same visits.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { addDays, dayStart, toInstant } from "#contract/dates.ts";
import { npmCommand } from "#scripts/install.mjs";
import { type Ask, type CallName, zone } from "./calls.ts";
import { type Server, startServer } from "./servers.ts";

const version = "12.4.0";
const folder = process.env.DIRECTUS_DIR ?? join(tmpdir(), `visitor-bench-directus-${version}`);
const script = join(folder, "node_modules", "@directus", "api", "dist", "cli", "run.js");

/** @returns whether there is an installation; Node from 24 on cannot build the isolated-vm that it names */
function isInstalled(): boolean {
  if (existsSync(script) || process.env.DIRECTUS_DIR) return existsSync(script);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { directus: version },
    overrides: { "isolated-vm": "7.0.1" },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const { command, args } = npmCommand();
  spawnSync(command, [...args, "install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  return existsSync(script);
}

const codes = (kind: number) => `SELECT id, name, en_name FROM public.user_codes WHERE kind = ${kind}`;
/** Numbers are stored as they are, in a form that belongs to the visit's person as theirs does in the product. */
const tables = {
  companies: "SELECT id, name, en_name FROM public.companies",
  hosts:
    "SELECT id, name, en_name, department, position, status, company_id AS company FROM public.host_users",
  places: codes(9002),
  purposes: codes(9003),
  visits: `SELECT v.id, reserve_no, status_code, host_user_id AS host, location_id AS place, purpose_id AS purpose, start_at, end_at, name,
    company, bench_phones.phone AS cell_phone, car_number, origin, lang, created_at, updated_at FROM public.visits v JOIN public.bench_phones USING (id)`,
  visit_consents:
    "SELECT id, visit_id AS visit, terms_version_id AS terms, privacy_policy_id AS policy, agreed, lang FROM public.visit_consents",
  visit_logs:
    "SELECT id, visit_id AS visit, action, from_code, to_code, actor_kind, at FROM public.visit_logs",
};
const relations = [
  ["hosts", "company", "companies", null],
  ...[
    ["visits", "host", "hosts", null],
    ["visits", "place", "places", null],
    ["visits", "purpose", "purposes", null],
  ],
  ...[
    ["visit_consents", "visit", "visits", "consents"],
    ["visit_logs", "visit", "visits", "logs"],
  ],
];
const indexes = [
  "visits (status_code, start_at DESC, id DESC)",
  "visits (cell_phone)",
  "visits (host)",
  "visit_consents (visit)",
  "visit_logs (visit)",
];

const fill = (token: string) => `SET search_path = directus, public;
  ${Object.entries(tables)
    .map(
      ([name, rows]) => `CREATE TABLE ${name} AS ${rows}; ALTER TABLE ${name} ADD PRIMARY KEY (id);
    CREATE SEQUENCE ${name}_id OWNED BY ${name}.id; ALTER TABLE ${name} ALTER id SET DEFAULT nextval('${name}_id');
    SELECT setval('${name}_id', max(id)) FROM ${name}; INSERT INTO directus_collections (collection) VALUES ('${name}');`,
    )
    .join("\n")}
  ${indexes.map((index) => `CREATE INDEX ON ${index};`).join("\n")}
  CREATE INDEX ON hosts USING gin (name gin_trgm_ops);
  INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field)
    SELECT r->>0, r->>1, r->>2, r->>3 FROM json_array_elements('${JSON.stringify(relations)}') r;
  INSERT INTO directus_fields (collection, field, special) VALUES ('visits', 'consents', 'o2m'), ('visits', 'logs', 'o2m'),
    ('visits', 'created_at', 'date-created'), ('visits', 'updated_at', 'date-updated');
  INSERT INTO directus_policies (id, name) VALUES ('${token}', 'Visits');
  INSERT INTO directus_permissions (policy, collection, action, permissions, fields)
    SELECT '${token}', name, action, '{}', '*' FROM unnest('{${Object.keys(tables)}}'::text[]) name, unnest('{read,create}'::text[]) action;
  INSERT INTO directus_users (id, email, status, token) VALUES ('${token}', 'desk@example.com', 'active', '${token}');
  INSERT INTO directus_access (id, "user", policy) VALUES ('${token}', '${token}', '${token}');
  SET search_path = public; ANALYZE`;

/** @returns undefined where it cannot be installed */
export async function openDirectus(
  url: string,
  db: pg.Client,
): Promise<{ server: Server; token: string } | undefined> {
  if (!isInstalled()) return undefined;
  const token = randomUUID();
  const env = {
    ...{ DB_CLIENT: "pg", DB_CONNECTION_STRING: `${url}?options=-c%20jit%3Doff`, DB_SEARCH_PATH: "directus" },
    ...{
      DB_POOL__MIN: "10",
      DB_POOL__MAX: "10",
      LOG_LEVEL: "warn",
      CACHE_ENABLED: "false",
      RATE_LIMITER_ENABLED: "false",
    },
    ...{
      PRESSURE_LIMITER_ENABLED: "false",
      TELEMETRY: "false",
      SECRET: randomUUID(),
      EXTENSIONS_PATH: join(folder, "extensions"),
    },
    ...{
      ADMIN_EMAIL: "admin@example.com",
      ADMIN_PASSWORD: randomUUID(),
      STORAGE_LOCAL_ROOT: join(folder, "uploads"),
    },
  };
  await db.query("CREATE SCHEMA directus");
  const boot = spawnSync(process.execPath, [script, "bootstrap"], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  if (boot.status !== 0) throw new Error(`Directus: ${boot.stderr}${boot.stdout}`);
  await db.query(fill(token));
  const args = [script, "start"];
  return {
    token,
    server: await startServer({ name: "directus", args, env, cwd: folder, readyPath: "/server/ping" }),
  };
}

const shown = [
  "reserve_no",
  "name",
  "company",
  "status_code",
  "start_at",
  "end_at",
  "created_at",
  "updated_at",
];
const named = ["host.name", "host.position", "host.company.name", "place.name", "purpose.name"];
const read = (table: string, conditions: readonly object[], more: Record<string, string>): Ask => {
  const query = new URLSearchParams({ filter: JSON.stringify({ _and: conditions }), limit: "200", ...more });
  return { method: "GET", path: `/items/${table}?${query}` };
};

function listAsk(query: URLSearchParams): Ask {
  const of = (name: string) => query.get(name) ?? "";
  const equal = [
    ["location", "place"],
    ["purpose", "purpose"],
    ["host", "host"],
  ].flatMap(([ours = "", theirs = ""]) => (query.has(ours) ? [{ [theirs]: { _eq: Number(of(ours)) } }] : []));
  const conditions = [
    ...(query.has("status") ? [{ status_code: { _in: of("status").split(",") } }] : []),
    ...[
      ...equal,
      { start_at: { _lt: dayStart(addDays(of("to"), 1), zone) } },
      { end_at: { _gt: dayStart(of("from"), zone) } },
    ],
  ];
  const fields = [
    ...shown,
    ...named,
    "id",
    "cell_phone",
    "car_number",
    "origin",
    "host.id",
    "host.department",
    "place.id",
    "purpose.id",
  ];
  const page = { limit: of("size"), page: of("page") };
  return read("visits", conditions, {
    fields: fields.join(),
    sort: "-start_at,-id",
    meta: "filter_count",
    ...page,
  });
}

/** The same call as Directus takes it. */
export function directusAsk(call: CallName, { path, body }: Ask): Ask {
  const query = new URL(path, "http://localhost").searchParams;
  const asked = body as Record<string, string>;
  if (call === "list") return listAsk(query);
  if (call === "host search")
    return read(
      "hosts",
      [
        { name: { _icontains: query.get("s") } },
        { company: { _eq: Number(query.get("company")) } },
        { status: { _eq: "active" } },
      ],
      {
        ...{
          fields: "id,name,en_name,company.name,department,position",
          sort: "name,department,id",
          limit: "50",
        },
      },
    );
  if (call === "lookup") {
    const since = new Date(Date.now() - 365 * 86_400_000).toISOString();
    const conditions = [
      { name: { _eq: asked.name } },
      { cell_phone: { _eq: asked.cellPhone } },
      { created_at: { _gte: since } },
    ];
    return read("visits", conditions, { fields: [...shown, ...named].join(), sort: "-created_at,-id" });
  }
  const at = (name: string) => toInstant(asked[name] ?? "", zone).toISOString();
  const [start_at, end_at, reserve_no] = [at("startDate"), at("endDate"), randomUUID()];
  const {
    hostUser: host,
    location: place,
    purpose,
    name,
    company,
    cellphone: cell_phone,
    carNumber: car_number,
  } = asked;
  const agreements = (body as { agreements: { termsId: number; agreed: boolean }[] }).agreements;
  const consents = [
    ...agreements.map(({ termsId, agreed }) => ({ terms: termsId, agreed, lang: "ko" })),
    { policy: 1, agreed: true, lang: "ko" },
  ];
  const logs = [{ action: "apply", to_code: "applied", actor_kind: "visitor", at: new Date() }];
  const visit = {
    reserve_no,
    status_code: "applied",
    host,
    place,
    purpose,
    start_at,
    end_at,
    name,
    company,
    cell_phone,
    car_number,
  };
  const fields = "reserve_no,status_code";
  return {
    method: "POST",
    path: `/items/visits?fields=${fields}`,
    body: { ...visit, origin: "public", lang: "ko", consents, logs },
  };
}

/** What both answers tell: how many there are in all, or the rows. */
export function alikeDirectus(call: CallName, ours: string, theirs: string): [unknown, unknown] {
  const [own, other] = [JSON.parse(ours), JSON.parse(theirs)];
  const numbers = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) => row.reserveNo ?? row.reserve_no ?? row.id);
  if (call === "list")
    return [
      [Math.min(own.total, 1_000), numbers(own.rows)],
      [Math.min(other.meta.filter_count, 1_000), numbers(other.data)],
    ];
  if (call === "submit") return [own.statusCode, other.data.status_code];
  return call === "lookup" ? [numbers(own), numbers(other.data)] : [own.length, other.data.length];
}
