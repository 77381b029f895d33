/**
 * Connections die in silence while new ones get through: what no call waits for, the jobs' and the one that listens, finds
 * its way back, too (docs/reliability.md).
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Jobs, startJobs } from "#api/jobs/jobs.ts";
import { channel } from "#api/live/changes.ts";
import { connect } from "#db/connection.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { startTestServer } from "../support/api.ts";
import { signedIn } from "../support/console/staff.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { aboutVisit, eventually } from "../support/events.ts";
import { liveReaders, noteVisit } from "../support/live-readers.ts";
import { type Relay, startRelay } from "../support/services/relay.ts";
import { seedSite } from "../support/site.ts";

const minute = 60_000;
let database: TestDatabase;
/** Past the network that breaks. */
let direct: Knex;
let relay: Relay;
let server: Awaited<ReturnType<typeof startTestServer>>;
let jobs: Jobs;

const hear = liveReaders(() => server);

beforeAll(async () => {
  database = await testDatabase();
  direct = connect(database.url);
  relay = await startRelay(database.url);
  server = await startTestServer({
    databaseUrl: relay.url,
    now: () => new Date(),
    // Nobody looks unless PostgreSQL announces something.
    pace: { look: 10 * minute, heartbeat: 10 * minute },
  });
  // What a job does itself it does on connections of calls, whose way back is tested with them.
  jobs = startJobs({ ...server.deps, db: direct }, relay.url);
  await jobs.started;
}, 60_000);

afterAll(async () => {
  await jobs.stop();
  await server.close();
  await relay.close();
  await direct.destroy();
  await database.drop();
}, 60_000);

it("takes up jobs and announcements within fifteen seconds of the network", async () => {
  const job = { name: "end-visits" };
  const isDone = async () => {
    const rows = await direct("pgboss.job").where(job).select("state");
    return rows.length > 0 && rows.every(({ state }) => state === "completed");
  };
  await eventually(isDone);
  const site = await seedSite(direct);
  const reader = await hear(await signedIn(server, site.company, "desk"));
  const announce = async () => {
    const id = await noteVisit(direct, site.host);
    await direct.raw("SELECT pg_notify(?, '')", [channel]);
    return id;
  };
  await reader.until(aboutVisit(await announce()));

  relay.freeze();
  const heard = reader.events.length;
  relay.restore();
  const began = performance.now();
  await direct("pgboss.job").insert(job);
  const hearsAgain = eventually(async () => {
    await announce();
    await delay(200);
    return reader.events.length > heard;
  });
  await Promise.all([eventually(isDone), hearsAgain]);
  expect(performance.now() - began).toBeLessThan(15_000);
});

it("takes with a connection that is found dead those that were not heard of since", async () => {
  const pool = connect(relay.url, { poolSize: 10 });
  const several = (sql: string) => Promise.all(Array.from({ length: 6 }, () => pool.raw(sql)));
  try {
    await several("SELECT pg_sleep(0.1)");
    expect(pool.client.pool.numFree()).toBe(6);
    relay.freeze();
    relay.restore();
    const began = performance.now();
    await expect(pool.raw("SELECT 1")).rejects.toMatchObject({ code: "08006" });
    expect(performance.now() - began).toBeLessThan(timeLimits.statement + timeLimits.grace + 1_000);
    await several("SELECT 1");
  } finally {
    await pool.destroy();
  }
});
