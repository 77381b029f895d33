import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { connect } from "#db/connection.ts";
import type { TestServer } from "../../support/api.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { addStaff, type SignedIn, signIn, withCookie } from "../../support/console/staff.ts";
import { type TestDatabase, testDatabase } from "../../support/database/database.ts";
import { aboutVisit, eventually, type LiveReader, readLive } from "../../support/events.ts";
import { koreanApplication, type Site, seedSite } from "../../support/site.ts";
import { addPass, addVisit, seoul } from "../../support/visits/visits.ts";

let database: TestDatabase;
let db: Knex;
let site: Site;
let env: NodeJS.ProcessEnv;
let [first, second]: ApiProcess[] = [];
let desk: SignedIn;
const open = new Set<LiveReader>();

/** A process as the helpers know a server; its clock is the real one. */
const asServer = (process: ApiProcess | undefined) =>
  ({ ...process, db, now: new Date() }) as unknown as TestServer;

const one = () => asServer(first);
const other = () => asServer(second);

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
  site = await seedSite(db);
  env = sharedEnv(database.url);
  [first, second] = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  const { loginId } = await addStaff(one(), site.company, "desk");
  desk = await signIn(one(), loginId);
}, 60_000);
afterEach(() => {
  for (const reader of open) reader.close();
  open.clear();
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await db.destroy();
  await database.drop();
});

async function hear(at: TestServer): Promise<LiveReader> {
  const reader = await readLive(at, desk.cookie);
  open.add(reader);
  await reader.until(({ event }) => event === "reset");
  return reader;
}

/** The same for all calls: what comes again with its key must be what came before. */
const tomorrow = addMinutes(fromInstant(new Date(), seoul), 1440).slice(0, 10);

/** @throws where it is not acknowledged */
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

const yesterday = {
  startDate: addMinutes(fromInstant(new Date(), seoul), -3 * 1440),
  endDate: addMinutes(fromInstant(new Date(), seoul), -2 * 1440),
};

// Processes take their time to start where the machine is busy.
describe("two processes on one database", { timeout: 60_000 }, () => {
  it("know each other's sessions, and their ends", async () => {
    const { loginId } = await addStaff(one(), site.company, "host");
    const me = await signIn(one(), loginId);
    const elsewhere = withCookie(other(), me.cookie);
    expect((await elsewhere.get("/dash/user/current")).body.loginId).toBe(loginId);
    await elsewhere.post("/dash/logout", { body: {} });
    expect((await me.get("/dash/user/current")).status).toBe(401);
  });

  it("tell each other's consoles within a second", async () => {
    const [here, there] = [await hear(one()), await hear(other())];
    for (let round = 0; round < 3; round++) {
      for (const [at, reader] of [
        [one(), there],
        [other(), here],
      ] as const) {
        const id = await idOf(await apply(at));
        const began = performance.now();
        await reader.until(aboutVisit(id));
        expect(performance.now() - began).toBeLessThan(1_000);
      }
    }
  });

  it("go on telling when their listening connections are ended, and listen again", async () => {
    const readers = [await hear(one()), await hear(other())];
    const listening = () =>
      db("pg_stat_activity")
        .whereRaw(
          "datname = current_database() AND application_name = 'visitor-live' AND query LIKE 'LISTEN%'",
        )
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

  it("end each visit once when both do the night's work at once", async () => {
    await db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
       SELECT '260101-' || lpad(n::text, 5, '0'), (ARRAY['applied', 'approved'])[1 + n % 2], ?, ?,
         now() - interval '3 days', now() - interval '2 days', '홍길동', 'public', 'ko', current_date + 365
       FROM generate_series(1, 900) AS n`,
      [site.host, site.purpose],
    );
    const counts = await Promise.all([first?.endVisits(), second?.endVisits()]);
    expect(counts.reduce((sum = 0, count = 0) => sum + count)).toBe(900);
    const { rows } = await db.raw(
      `SELECT count(*) AS logs, count(DISTINCT l.visit_id) AS visits FROM visit_logs l
       JOIN visits v ON v.id = l.visit_id WHERE v.reserve_no LIKE '260101-%' AND l.action = 'end'`,
    );
    expect(rows).toEqual([{ logs: 900, visits: 900 }]);
  });

  it("let one of two returns win while the night's work goes on, and fail none", async () => {
    const visits = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        addVisit(one(), site, { ...yesterday, statusCode: n % 3 === 0 ? "entered" : "exited" }),
      ),
    );
    for (const { id } of visits) await addPass(one(), { visitId: id });
    let isDone = false;
    const night = async (process: ApiProcess | undefined) => {
      while (!isDone) await process?.endVisits();
    };
    const nights = [night(first), night(second)];
    const answers = await Promise.all(
      visits.flatMap(({ id }) =>
        [one(), other()].map(async (at) => {
          const { status } = await withCookie(at, desk.cookie).put(`/dash/visits/${id}/recovery`, {
            body: {},
          });
          return { id, status };
        }),
      ),
    );
    isDone = true;
    await Promise.all(nights);
    await first?.endVisits();
    for (const { id, statusCode } of visits) {
      const statuses = answers.filter((answer) => answer.id === id).map(({ status }) => status);
      expect(statuses.sort(), statusCode).toEqual([200, 405]);
      const actions = await db("visitLogs").where({ visitId: id }).pluck("action");
      expect(actions.sort()).toEqual(["end", "recovery"]);
      expect(await db("visits").where({ id }).first()).toMatchObject({
        statusCode: "ended",
        endedBecause: "done",
      });
      expect(await db("passes").where({ visitId: id })).toEqual([]);
    }
  });

  it("lose nothing that was acknowledged when one is killed, and the other goes on", async () => {
    const doomed = asServer(await startApiProcess(env)) as TestServer & ApiProcess;
    const began = new Date();
    const reader = await hear(other());
    const acknowledged = new Map<string, string>();
    const keys: string[] = Array.from({ length: 150 }, () => randomUUID());
    let isKilled = false;
    const submit = async (key: string) => {
      const reserveNo = await apply(doomed, key).catch(() => undefined);
      if (reserveNo !== undefined) acknowledged.set(key, reserveNo);
      if (acknowledged.size >= 40 && !isKilled) {
        isKilled = true;
        await doomed.kill();
      }
    };
    await Promise.all(keys.map(submit));
    expect(acknowledged.size).toBeGreaterThanOrEqual(40);
    expect(acknowledged.size).toBeLessThan(keys.length);
    for (const reserveNo of acknowledged.values()) await reader.until(aboutVisit(await idOf(reserveNo)));
    // Sent once more to the other one, with the same keys, all of them are there once.
    const all = await Promise.all(keys.map((key) => apply(other(), key)));
    for (const [key, reserveNo] of acknowledged) expect(all[keys.indexOf(key)]).toBe(reserveNo);
    expect(new Set(all).size).toBe(keys.length);
    const logs = await db("visits").whereIn("reserveNo", all).join("visitLogs", "visits.id", "visitId");
    expect(logs).toHaveLength(keys.length);
    expect(await db("visits").where("createdAt", ">=", began)).toHaveLength(keys.length);
  });

  it("stop in order with consoles open", async () => {
    const leaving = await startApiProcess(env);
    const reader = await hear(asServer(leaving));
    const began = performance.now();
    expect(await leaving.stop()).toBe(0);
    await reader.ended;
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a process that only serves", { timeout: 60_000 }, () => {
  it("takes no part in jobs", async () => {
    const own = await testDatabase();
    const serving = await startApiProcess({ ...sharedEnv(own.url), JOBS: "off" });
    expect((await serving.get("/readyz")).status).toBe(200);
    await serving.stop();
    const there = connect(own.url);
    const { rows } = await there.raw("SELECT to_regnamespace('pgboss') AS schema");
    await there.destroy();
    await own.drop();
    expect(rows).toEqual([{ schema: null }]);
  });
});
