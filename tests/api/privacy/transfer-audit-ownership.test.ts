/**
 * Database roles of docs/deploy-server.md: the server's role has least privilege (OWASP ASVS 5.0, 13.2.2) and cannot alter
 * logs, even when an attacker controls the server (16.4.2; Safety Measures Standard, article 8).
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maintainAccessLog, maintainEvents } from "#api/jobs/clean-up.ts";
import { destroyDue } from "#api/jobs/destroy-due.ts";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { migrate } from "#db/migrate.ts";
import { forApplication } from "#db/migration-owner.ts";
import { transferAuditOwnership } from "#db/transfer-audit-ownership.ts";
import { answered, startTestServer, type TestServer } from "../../support/api.ts";
import { sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { addCrew, type Crew } from "../../support/console/staff.ts";
import { type TestDatabase, testDatabase } from "../../support/database/database.ts";
import { runNode } from "../../support/run-node.ts";
import { type Site, seedSite } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const documented = readFileSync("docs/deploy-server.md", "utf8");
const suffix = randomBytes(4).toString("hex");
const api = `api_${suffix}`;
const owner = `log-owner_${suffix}`;
const [dataKey, hashKey] = [randomBytes(32), randomBytes(32)];

let database: TestDatabase;
let admin: Knex;
let apiUrl: string;
let server: TestServer;
let site: Site;
let crew: Crew;

const runGuard = (env: Record<string, string> = {}) =>
  runNode(".", ["resources/scripts/guard.ts"], {
    DATABASE_URL: apiUrl,
    ADMIN_DATABASE_URL: database.url,
    ACCESS_LOG_OWNER: owner,
    ...env,
  });

/** The statements of docs/deploy-server.md for this database and role. */
function documentedRole(name: string): string[] {
  const [, sql = ""] = /psql <<END\n([\s\S]*?)END\n/.exec(documented) ?? [];
  const statements = sql.split(";").flatMap((statement) => statement.trim() || []);
  return statements.map((statement) =>
    statement
      .replace(/CREATE DATABASE visitor OWNER visitor.*/, `ALTER DATABASE ${name} OWNER TO ${api}`)
      .replace("ROLE visitor LOGIN PASSWORD '$password'", `ROLE ${api} LOGIN PASSWORD 'x'`)
      .replace("DATABASE visitor", `DATABASE ${name}`),
  );
}

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  admin = connect(database.url, { poolSize: 2 });
  const name = new URL(database.url).pathname.slice(1);
  for (const statement of documentedRole(name)) await admin.raw(statement);
  apiUrl = Object.assign(new URL(database.url), { username: api, password: "x" }).href;
  await migrate(apiUrl);
  const { code, output } = await runGuard();
  expect(output).toContain(`The logs belong to "${owner}"`);
  expect(code).toBe(0);
  const key = (secret: Buffer) => [{ id: "k", secret }] as const;
  const cipher = new FieldCipher({ data: key(dataKey), hash: key(hashKey) });
  server = await startTestServer({ databaseUrl: apiUrl, cipher });
  site = await seedSite(server.db);
  await server.db("configuration").update({ secondFactorRoles: [] });
  crew = await addCrew(server, site.company);
}, 60_000);
afterAll(async () => {
  await server?.close();
  await admin.destroy();
  await database.drop();
  const other = await testDatabase({ empty: true });
  const db = connect(other.url, { poolSize: 1 });
  await db.raw(`DROP ROLE IF EXISTS ${api}`);
  await db.raw(`DROP ROLE IF EXISTS "${owner}"`);
  await db.destroy();
  await other.drop();
});

const denied = { code: "42501" };
const ownersOf = async () =>
  (
    await admin.raw(
      `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
       WHERE relkind IN ('r', 'p') AND relname ~ '^(access_|event|destruction_register|visit_logs$|account_logs$)'`,
    )
  ).rows.map((row: { owner: string }) => row.owner);
const partitions = async () =>
  (
    await admin.raw(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'access_log'::regclass ORDER BY 1",
    )
  ).rows.map(({ name }: { name: string }) => name);

describe("log tables with an owner of their own", () => {
  it("are written and read by the server as before", async () => {
    const { id } = await addVisit(server, site, { cellphone: "010-0000-1234" });
    expect((await crew.desk.get(`/dash/visits/${id}`)).status).toBe(200);
    const answer = await crew.privacy.get(`/dash/access-log?visitId=${id}`);
    expect(answer.body).toMatchObject({ total: 1, rows: [{ visitIds: [id], hostUser: { name: "안내원" } }] });
    const review = { month: "2026-02", note: "이상 없음" };
    expect((await crew.privacy.post("/dash/access-log/review", { body: review })).status).toBe(200);
    const { id: due } = await addVisit(server, site, { statusCode: "ended", destroyOn: "2026-03-01" });
    expect(await destroyDue(server.deps)).toBe(1);
    expect((await crew.privacy.get("/dash/destruction-register")).body.rows).toMatchObject([
      { visitIds: [due] },
    ]);
  });

  it("of events are written, hashed and checked by the server as before", async () => {
    expect((await crew.admin.put("/dash/config", { body: { maxRequestDays: 5 } })).status).toBe(200);
    await maintainEvents({ ...server.deps, clock: () => new Date() });
    const { rows } = (await crew.privacy.get("/dash/events?subject=configuration")).body;
    expect(rows[0]).toMatchObject({ hostUser: { id: crew.admin.id }, after: { max_request_days: 5 } });
    expect((await crew.privacy.get("/dash/events/check")).body).toMatchObject({ broken: [] });
  });

  it("delete a visit's activity only together with the visit", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    await answered(crew.desk.put(`/dash/user/cancel/${id}`, { body: {} }));
    const actions = () => server.db("visitLogs").where({ visitId: id }).pluck("action");
    expect(await actions()).toEqual(["cancel"]);
    await expect(server.db("visitLogs").where({ visitId: id }).del()).rejects.toMatchObject(denied);
    const body = { ids: [id] };
    expect((await crew.privacy.put("/dash/trash-privacy/soft", { body })).status).toBe(200);
    expect(await actions()).toEqual(["cancel", "hide"]);
    expect((await crew.privacy.put("/dash/trash-privacy/hard", { body })).status).toBe(200);
    expect(await actions()).toEqual([]);
  });

  const logTables =
    "access_log access_log_other access_reviews account_logs destruction_register event_checks event_days events " +
    "events_other visit_logs";

  it.each([
    ...logTables
      .split(" ")
      .flatMap((table) => [
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
        `DROP TABLE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      ]),
    "UPDATE access_log SET action = 'x'",
    "UPDATE access_reviews SET note = ''",
    "UPDATE account_logs SET action = 'add'",
    "UPDATE event_days SET rows = 0",
    "UPDATE events SET detail = ''",
    "UPDATE visit_logs SET note = ''",
    "ALTER TABLE access_log DETACH PARTITION access_log_other",
    "CREATE RULE lost AS ON INSERT TO access_log DO INSTEAD NOTHING",
    "TRUNCATE visits CASCADE",
    "DROP FUNCTION keep_visit_log() CASCADE",
    "CREATE OR REPLACE FUNCTION keep_visit_log() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "DROP SCHEMA public CASCADE",
    "SELECT access_log_keep('2100-01-01')",
    "SELECT access_log_month('2100-01-01')",
    "SELECT events_keep('2100-01-01')",
    "SELECT events_month('2100-01-01')",
    "ALTER FUNCTION keep_access_log(date) SECURITY INVOKER",
    "CREATE OR REPLACE FUNCTION access_log_keep(today date) RETURNS void LANGUAGE sql AS ''",
  ])("deny the server's role: %s", async (statement) => {
    const before = (await admin.raw("SELECT count(*) AS n FROM access_log")).rows;
    await expect(server.db.raw(statement)).rejects.toMatchObject(denied);
    expect((await admin.raw("SELECT count(*) AS n FROM access_log")).rows).toEqual(before);
  });

  it("deny the owner role to the server's role", async () => {
    await expect(server.db.raw(`SET ROLE "${owner}"`)).rejects.toMatchObject(denied);
    await expect(server.db.raw(`GRANT "${owner}" TO ${api}`)).rejects.toMatchObject(denied);
  });

  it("get monthly partitions from the job, owned by the log owner", async () => {
    await maintainAccessLog(server.deps);
    const made = await partitions();
    expect(made.length).toBeGreaterThanOrEqual(3);
    expect(await ownersOf()).toEqual([owner]);
    await maintainAccessLog(server.deps);
    expect(await partitions()).toEqual(made);
  });

  it("keep partitions when the job runs with a wrong year", async () => {
    const before = await partitions();
    const count = async () => (await admin.raw("SELECT count(*) AS n FROM access_log")).rows[0].n;
    const rows = await count();
    await maintainAccessLog({ ...server.deps, clock: () => new Date("2100-01-01T00:00:00Z") });
    expect(await partitions()).toEqual(before);
    expect(await count()).toBe(rows);
  });

  it("do not call functions created by the server's role", async () => {
    await server.db.raw(
      `CREATE FUNCTION to_char(date, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'slipped in'; END $$`,
    );
    await server.db.raw(
      `CREATE FUNCTION date_trunc(text, date) RETURNS date LANGUAGE plpgsql AS $$ BEGIN RAISE 'slipped in'; END $$`,
    );
    // Open sessions keep the functions they resolved.
    const newcomer = connect(apiUrl, { poolSize: 1 });
    const maintained = await Promise.allSettled([maintainAccessLog({ ...server.deps, db: newcomer })]);
    await newcomer.destroy();
    await server.db.raw("DROP FUNCTION to_char(date, text), date_trunc(text, date)");
    expect(maintained).toMatchObject([{ status: "fulfilled" }]);
  });

  it("can be transferred again", async () => {
    await transferAuditOwnership(database.url, { owner, api });
    expect(await ownersOf()).toEqual([owner]);
  });
});

describe("server's database role (ASVS 13.2.2)", () => {
  it("has no attributes and no memberships", async () => {
    const { rows } = await admin.raw(
      `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS privileged,
         (SELECT count(*)::integer FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = ?`,
      [api],
    );
    expect(rows).toEqual([{ privileged: false, memberships: 0 }]);
  });

  it("starts the server without a warning; a superuser gets a warning", async () => {
    const [DATA_KEYS, HASH_KEYS] = [dataKey, hashKey].map((secret) => `k:${secret.toString("base64")}`);
    const keys = { ...sharedEnv(apiUrl), DATA_KEYS, HASH_KEYS };
    for (const [DATABASE_URL, isWarned] of [
      [apiUrl, false],
      [database.url, true],
    ] as const) {
      const log: string[] = [];
      const env = { ...keys, DATABASE_URL, LOG_LEVEL: "warn" };
      const started = await startApiProcess(env, { onLog: (text) => log.push(text) });
      expect((await started.get("/readyz")).status).toBe(200);
      expect((await started.get("/api/config")).status).toBe(200);
      expect(await started.stop()).toBe(0);
      expect(log.join("").includes("as a superuser")).toBe(isWarned);
    }
  });

  it.each([
    "CREATE ROLE another_one",
    "CREATE DATABASE another_one",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/visitor-role-test'",
    "SELECT pg_read_file('postgresql.conf')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT passwd FROM pg_shadow",
    "ALTER SYSTEM SET log_statement = 'none'",
    "SET session_replication_role = 'replica'",
    "SELECT pg_reload_conf()",
  ])("is denied: %s", async (statement) => {
    await expect(server.db.raw(statement)).rejects.toMatchObject(denied);
  });

  it("is the only role that may connect", async () => {
    const { rows } = await admin.raw(
      `SELECT has_database_privilege('public', current_database(), p) AS may
       FROM unnest(ARRAY['CONNECT', 'TEMPORARY', 'CREATE']) p`,
    );
    expect(rows).toEqual([{ may: false }, { may: false }, { may: false }]);
  });
});

describe("npm run db:guard-logs", () => {
  it("prints its usage", async () => {
    const { code, output } = await runGuard({ ACCESS_LOG_OWNER: "" });
    expect([code, output]).toEqual([1, expect.stringContaining("Usage:")]);
  });

  it("rejects roles that would not protect the logs, and changes nothing", async () => {
    const own = transferAuditOwnership(database.url, { owner: api, api });
    await expect(own).rejects.toThrow(/have to be apart/);
    const superuser = decodeURIComponent(new URL(database.url).username);
    await expect(transferAuditOwnership(database.url, { owner, api: superuser })).rejects.toThrow(
      /superuser/,
    );
    await expect(transferAuditOwnership(database.url, { owner, api: "no-such-role" })).rejects.toThrow(
      /There is no role/,
    );
    expect(await ownersOf()).toEqual([owner]);
  });
});

describe("migrations that change a log table", () => {
  const foreign = async (from: Knex = admin) => {
    const { rows } = await from.raw(
      `SELECT format('%s %s', relkind, relname) AS stray FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND pg_get_userbyid(relowner) NOT IN (:api, :owner)
       UNION ALL SELECT format('function %s', proname) FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND pg_get_userbyid(proowner) NOT IN (:api, :owner)
       UNION ALL SELECT format('type %s', typname) FROM pg_type
       WHERE typnamespace = 'public'::regnamespace AND pg_get_userbyid(typowner) NOT IN (:api, :owner) ORDER BY 1`,
      { api, owner },
    );
    return rows.map(({ stray }: { stray: string }) => stray);
  };
  const ownerOf = async (table: string, from: Knex = admin) =>
    (await from("pg_tables").where({ schemaname: "public", tablename: table }).first())?.tableowner;
  /** Migrations of a new version: a new table, and a changed log. */
  const noop = async () => {};
  const later = {
    "99_a.ts": {
      up: async (knex: Knex) => void (await knex.raw("CREATE TABLE of_the_new_version (id integer)")),
      down: noop,
    },
    "99_b.ts": {
      up: async (knex: Knex) => void (await knex.raw("ALTER TABLE access_log ADD COLUMN more text")),
      down: noop,
    },
  };
  const rowTypes = (table: string) => [`type _${table}`, `type ${table}`];
  const logs = () =>
    Promise.all([server.db("accessLog").first("action"), server.db("destructionRegister").first("reason")]);

  it("are denied to the server's role, with all pending migrations", async () => {
    expect(await foreign()).toEqual([]);
    await expect(migrate(apiUrl, { later })).rejects.toThrow(/"npm run db:migrate" of an administrator/);
    expect(await ownerOf("of_the_new_version")).toBeUndefined();
  });

  it("give new objects to the server's role, and log partitions to the log owner", async () => {
    const trx = await admin.transaction();
    try {
      await trx.raw("CREATE TABLE of_the_administrator ()");
      await forApplication(async (knex) => {
        await knex.raw(`
          CREATE TABLE made (id bigint GENERATED ALWAYS AS IDENTITY, old_id serial) PARTITION BY RANGE (id);
          CREATE TABLE made_first PARTITION OF made FOR VALUES FROM (0) TO (9);
          CREATE TABLE access_log_made PARTITION OF access_log FOR VALUES FROM ('2090-01-01') TO ('2090-02-01');
          CREATE SEQUENCE made_numbers;
          CREATE VIEW made_view AS SELECT 1 AS one;
          CREATE MATERIALIZED VIEW made_sum AS SELECT 1 AS one;
          CREATE TYPE made_kind AS ENUM ('a');
          CREATE DOMAIN made_domain AS text;
          CREATE FUNCTION made(one int, two text DEFAULT 'x') RETURNS int LANGUAGE sql AS 'SELECT 1';
          CREATE PROCEDURE made_work() LANGUAGE sql AS 'SELECT 1'`);
      })(trx);
      expect(await foreign(trx)).toEqual(["r of_the_administrator", ...rowTypes("of_the_administrator")]);
      expect(await ownerOf("access_log_made", trx)).toBe(owner);
      expect(await ownerOf("made_first", trx)).toBe(api);
    } finally {
      await trx.rollback();
    }
  });

  it("run by an administrator keep the owners of logs and other tables", async () => {
    await migrate(database.url, { later });
    expect(await foreign()).toEqual([]);
    expect(await ownerOf("of_the_new_version")).toBe(api);
    expect(await server.db("ofTheNewVersion")).toEqual([]);
    expect(await server.db("accessLog").first("more")).toEqual({ more: null });
    expect(await ownersOf()).toEqual([owner]);
    expect(await logs()).toMatchObject([{ action: expect.any(String) }, { reason: "due" }]);
    for (const denial of ["UPDATE access_log SET action = 'x'", "DELETE FROM destruction_register"])
      await expect(server.db.raw(denial)).rejects.toMatchObject(denied);
    await transferAuditOwnership(database.url, { owner, api });
    expect(await foreign()).toEqual([]);
    expect((await crew.privacy.get("/dash/access-log")).status).toBe(200);
  });
});
