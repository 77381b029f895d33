import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { connect } from "#db/connection.ts";
import type { TestServer } from "../../support/api.ts";
import { type ApiProcess, serveInProcess, sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { addStaff, type SignedIn, signIn } from "../../support/console/staff.ts";
import { connectedDatabase } from "../../support/database/connected-database.ts";
import { testDatabase } from "../../support/database/database.ts";
import { aboutVisit, eventually, type LiveReader, readLive } from "../../support/events.ts";
import { koreanApplication, seedSite } from "../../support/site.ts";
import { seoul } from "../../support/visits/visits.ts";

const { url, db } = await connectedDatabase();
const site = await seedSite(db);
const env = sharedEnv(url);
let first: ApiProcess;
let second: Awaited<ReturnType<typeof serveInProcess>>;
let desk: SignedIn;
const open = new Set<LiveReader>();

/** A process with the interface of a test server. */
const asServer = (process: object) => ({ ...process, db, now: new Date() }) as unknown as TestServer;

const one = () => asServer(first);
const other = () => asServer(second);

beforeAll(async () => {
  [first, second] = await Promise.all([startApiProcess(env), serveInProcess(env)]);
  const { loginId } = await addStaff(one(), site.company, "desk");
  desk = await signIn(one(), loginId);
}, 60_000);
afterEach(() => {
  for (const reader of open) reader.close();
  open.clear();
});
afterAll(() => Promise.all([first?.stop(), second?.stop()]));

async function openStream(at: TestServer): Promise<LiveReader> {
  const reader = await readLive(at, desk.cookie);
  open.add(reader);
  await reader.until(({ event }) => event === "reset");
  return reader;
}

/** The same for all calls, because repeated ones must be identical. */
const tomorrow = addMinutes(fromInstant(new Date(), seoul), 1440).slice(0, 10);

async function apply(at: TestServer, key?: string): Promise<string> {
  const period = { startDate: `${tomorrow} 14:00`, endDate: `${tomorrow} 15:00` };
  const answer = await at.post("/api/request/simple/save/", {
    body: koreanApplication(site, period),
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.reserveNo;
}

const idOf = async (reserveNo: string): Promise<number> =>
  (await db("visits").where({ reserveNo }).first("id")).id;

// Starting a process takes long on a busy machine.
describe("two servers on one database, one in a process of its own", { timeout: 60_000 }, () => {
  it("notify consoles of each other's changes within a second", async () => {
    const [here, there] = [await openStream(one()), await openStream(other())];
    for (let round = 0; round < 3; round++) {
      for (const [at, reader] of [
        [one(), there],
        [other(), here],
      ] as const) {
        const id = await idOf(await apply(at));
        const startedAt = performance.now();
        await reader.until(aboutVisit(id));
        expect(performance.now() - startedAt).toBeLessThan(1_000);
      }
    }
  });

  it("reconnect their LISTEN connections when these end, and miss no change", async () => {
    const readers = [await openStream(one()), await openStream(other())];
    // LISTEN is the first statement, and pings follow it.
    const listening = () =>
      db("pg_stat_activity")
        .whereRaw("datname = current_database() AND application_name = 'visitor-live' AND query <> ''")
        .pluck<number[]>("pid");
    await eventually(async () => (await listening()).length === 2);
    const killed = await listening();
    await db.raw("SELECT pg_terminate_backend(pid) FROM unnest(?::integer[]) AS pid", [killed]);
    const id = await idOf(await apply(one()));
    for (const reader of readers) await reader.until(aboutVisit(id));
    await eventually(async () => {
      const pids = await listening();
      return pids.length === 2 && pids.every((pid) => !killed.includes(pid));
    });
    const later = await idOf(await apply(other()));
    for (const reader of readers) await reader.until(aboutVisit(later));
  });

  it("stop cleanly with open live streams", async () => {
    const leaving = await startApiProcess(env);
    const reader = await openStream(asServer(leaving));
    const startedAt = performance.now();
    expect(await leaving.stop()).toBe(0);
    await reader.ended;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe("server with JOBS=off", () => {
  it("runs no jobs", async () => {
    const own = await testDatabase();
    const serving = await serveInProcess({ ...sharedEnv(own.url), JOBS: "off" });
    expect((await serving.get("/readyz")).status).toBe(200);
    await serving.stop();
    const there = connect(own.url);
    const { rows } = await there.raw("SELECT to_regnamespace('pgboss') AS schema");
    await there.destroy();
    await own.drop();
    expect(rows).toEqual([{ schema: null }]);
  });
});
