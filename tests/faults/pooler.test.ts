/** PgBouncer in transaction mode (docs/decisions/server/database-access.md). */
import { join } from "node:path";
import type { Knex } from "knex";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { startTestServer } from "../support/api.ts";
import { signedIn } from "../support/console/staff.ts";
import { type Holder, hold, temporaryFolder } from "../support/database/database-holder.ts";
import { type Pooler, startPgBouncer } from "../support/database/pgbouncer.ts";
import { startTrackingPooler } from "../support/database/tracking-pooler.ts";
import { missingPrograms } from "../support/programs.ts";
import { koreanApplication, type Site, seedSite } from "../support/site.ts";
import { applicationPath } from "../support/visitor/applications.ts";
import { addVisit } from "../support/visits/visits.ts";

const reason = missingPrograms("pgbouncer");

const folder = temporaryFolder();
let holder: Holder;
let direct: Knex;
let site: Site;

beforeAll(async () => {
  holder = await hold(join(folder.path, ".data"));
  await migrate(holder.url);
  direct = connect(holder.url, { poolSize: 3 });
  site = await seedSite(direct);
}, 90_000);

afterAll(async () => {
  await direct.destroy();
  await holder.stop();
  folder.remove();
}, 60_000);

describe("direct connection to PostgreSQL", () => {
  it("uses named statements", async () => {
    const single = connect(holder.url, { poolSize: 1 });
    await single.raw("SELECT ?::integer", [1]);
    const { rows } = await single.raw(
      "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%$1::integer'",
    );
    await single.destroy();
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("pooler that tracks prepared statements", () => {
  it("allows named statements, with time limits in each transaction", async () => {
    const pooler = await startTrackingPooler(holder.url);
    onTestFinished(() => pooler.close());
    const single = connect(pooler.url, { poolSize: 1 });
    onTestFinished(() => single.destroy());
    for (const number of [1, 2]) await single.raw("SELECT ?::bigint", [number]);
    const { rows } = await single.raw(
      "SELECT name FROM pg_prepared_statements WHERE statement LIKE '%$1::bigint'",
    );
    expect(rows).toEqual([{ name: expect.stringMatching(/^~/) }]);
    await single.transaction(async (trx) => {
      const shown = await trx.raw("SELECT current_setting('lock_timeout') AS lock");
      expect(shown.rows).toEqual([{ lock: "2s" }]);
    });
  });
});

describe.each([
  ["with Debian's configuration", []],
  [
    "ignoring unknown parameters",
    [
      "ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
    ],
  ],
])("PgBouncer, %s", (_name, more) => {
  let pooler: Pooler | undefined;
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeEach((context) => {
    if (reason !== undefined) context.skip(reason);
  });

  beforeAll(async () => {
    if (reason !== undefined) return;
    pooler = await startPgBouncer(holder.url, more);
    server = await startTestServer({ databaseUrl: pooler.url, env: { LISTEN_URL: holder.url } });
  });

  afterAll(async () => {
    await server?.close();
    await pooler?.stop();
  });

  it("serves every call, also many at once", async () => {
    const desk = await signedIn(server, site.company, "desk");
    const visits = await Promise.all(Array.from({ length: 10 }, () => addVisit(server, site)));
    const calls = [
      ...visits.flatMap(({ id }) => [
        () => desk.send("PUT", `/dash/user/approve/${id}`),
        () => desk.get(`/dash/visits/${id}`),
      ]),
      ...Array.from(
        { length: 10 },
        () => () => server.post(applicationPath, { body: koreanApplication(site) }),
      ),
      ...Array.from({ length: 10 }, () => () => desk.get("/dash/visits/progress")),
    ];
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    const { now } = server;
    // Readiness compares with the database's time.
    server.now = new Date();
    expect((await server.get("/readyz")).status).toBe(200);
    server.now = now;
  });

  it("uses no named statements, and sets time limits in each transaction", async () => {
    const { rows } = await server.db.raw("SELECT name, statement FROM pg_prepared_statements");
    expect(rows.filter(({ name }: { name: string }) => name !== "visitor_route")).toEqual([]);
    await server.db.transaction(async (trx) => {
      const shown = await trx.raw(
        `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
           current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit`,
      );
      expect(shown.rows).toEqual([{ statement: "5s", lock: "2s", idle: "30s", jit: "off" }]);
    });
    const after = await server.db.raw("SELECT current_setting('lock_timeout') AS lock");
    expect(after.rows).toEqual([{ lock: "0" }]);
  });

  it("stops waiting for a lock after two seconds", async () => {
    const { id } = await addVisit(server, site);
    const desk = await signedIn(server, site.company, "desk");
    await direct.transaction(async (trx) => {
      await trx("visits").where({ id }).forUpdate().select("id");
      const { status } = await desk.send("PUT", `/dash/user/approve/${id}`);
      expect(status).toBe(503);
    });
    expect((await desk.send("PUT", `/dash/user/approve/${id}`)).status).toBe(200);
  });

  it("can run migrations", async () => {
    await migrate(pooler?.url ?? "");
  });
});
