/**
 * Jobs and LISTEN recover from half-open connections (docs/reliability.md).
 * @module-tag full
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Jobs, startJobs } from "#api/jobs/jobs.ts";
import { channel } from "#api/live/changes.ts";
import { connect } from "#db/connection.ts";
import { startTestServer } from "../support/api.ts";
import { signedIn } from "../support/console/staff.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { aboutVisit, eventually } from "../support/events.ts";
import { liveReaders, publishVisitChange } from "../support/live-readers.ts";
import { type Relay, startRelay } from "../support/services/relay.ts";
import { seedSite } from "../support/site.ts";

const minute = 60_000;
let database: TestDatabase;
let direct: Knex;
let relay: Relay;
let server: Awaited<ReturnType<typeof startTestServer>>;
let jobs: Jobs;

const openStream = liveReaders(() => server);

beforeAll(async () => {
  database = await testDatabase();
  direct = connect(database.url);
  relay = await startRelay(database.url);
  server = await startTestServer({
    databaseUrl: relay.url,
    now: () => new Date(),
    // Changes are read only after NOTIFY.
    liveIntervals: { poll: 10 * minute, heartbeat: 10 * minute },
  });
  // Jobs use other connections, tested in database-silence.test.ts.
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

it("jobs and LISTEN recover from half-open connections within 15 seconds", async () => {
  const job = { name: "end-visits" };
  const isDone = async () => {
    const rows = await direct("pgboss.job").where(job).select("state");
    return rows.length > 0 && rows.every(({ state }) => state === "completed");
  };
  await eventually(isDone);
  const site = await seedSite(direct);
  const reader = await openStream(await signedIn(server, site.company, "desk"));
  const announce = async () => {
    const id = await publishVisitChange(direct, site.host);
    await direct.raw("SELECT pg_notify(?, '')", [channel]);
    return id;
  };
  await reader.until(aboutVisit(await announce()));

  relay.freeze();
  const eventCount = reader.events.length;
  relay.restore();
  const startedAt = performance.now();
  await direct("pgboss.job").insert(job);
  const reconnected = eventually(async () => {
    await announce();
    await delay(200);
    return reader.events.length > eventCount;
  });
  await Promise.all([eventually(isDone), reconnected]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
