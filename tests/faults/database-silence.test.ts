/**
 * A hanging database or network (docs/reliability.md).
 * @module-tag full
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { watchStandby } from "#api/monitoring/standby.ts";
import { connect, databaseState } from "#db/connection.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { migrate } from "#db/migrate.ts";
import { type Answer, startTestServer } from "../support/api.ts";
import { type SignedIn, signedIn } from "../support/console/staff.ts";
import { type Holder, hold, postgresOf, temporaryFolder } from "../support/database/database-holder.ts";
import { aboutVisit, eventually } from "../support/events.ts";
import { liveReaders, publishVisitChange } from "../support/live-readers.ts";
import { type Relay, startRelay } from "../support/services/relay.ts";
import { koreanApplication, type Site, seedSite } from "../support/site.ts";
import { applicationPath } from "../support/visitor/applications.ts";
import { addVisit, statusOf } from "../support/visits/visits.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;

const folder = temporaryFolder();
const root = join(folder.path, ".data");
let holder: Holder;
let direct: Knex;
let relay: Relay;
let server: Server;
let site: Site;
let desk: SignedIn;
let resume: (() => void) | undefined;

const openStream = liveReaders(() => server);

beforeAll(async () => {
  holder = await hold(root);
  await migrate(holder.url);
  direct = connect(holder.url);
  relay = await startRelay(holder.url);
  server = await startTestServer({ databaseUrl: relay.url, liveIntervals: { poll: 300, heartbeat: 500 } });
  // readiness compares with the database's time
  server.now = new Date();
  site = await seedSite(direct);
  desk = await signedIn(server, site.company, "desk");
}, 90_000);

afterEach(async () => {
  resume?.();
  resume = undefined;
  relay.restore();
  await isReady();
});

afterAll(async () => {
  await server.close();
  await relay.close();
  await direct.destroy();
  await holder.stop();
  folder.remove();
}, 60_000);

const maxReadMs = timeLimits.statement + timeLimits.grace + 1_000;
const maxWriteMs = timeLimits.statement + timeLimits.acquire + 1_000;

const isReady = () => eventually(async () => (await server.get("/readyz")).status === 200);

interface Timed extends Answer {
  readonly ms: number;
}

async function timed(call: Promise<Answer>): Promise<Timed> {
  const startedAt = performance.now();
  return { ...(await call), ms: performance.now() - startedAt };
}

const read = () => timed(desk.get("/dash/visits/progress"));
const readPublic = () => timed(server.get("/api/config"));
const lookUp = () =>
  timed(server.post("/api/request/search", { body: { name: "홍길동", cellPhone: "010-0000-1234" } }));
const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
const submit = () =>
  timed(
    server.post(applicationPath, {
      body: koreanApplication(site, { startDate: `${tomorrow} 14:00`, endDate: `${tomorrow} 16:00` }),
    }),
  );
const ready = () => timed(server.get("/readyz"));

const many = (call: () => Promise<Timed>, times = 20) => Promise.all(Array.from({ length: times }, call));

function expectUnavailable(answers: readonly Timed[], withinMs: number): void {
  for (const { status, headers, ms } of answers) {
    expect(status).toBe(503);
    expect(headers.get("Retry-After")).toBe("2");
    expect(ms).toBeLessThan(withinMs);
  }
}

async function warmUp(): Promise<void> {
  for (const db of [server.db, server.deps.publicDb]) {
    const { pool } = db.client;
    // A connection opened during the outage may still fail.
    await eventually(async () => {
      await Promise.allSettled(Array.from({ length: pool.max }, () => db.raw("SELECT pg_sleep(0.1)")));
      return pool.numFree() + pool.numUsed() === pool.max;
    });
  }
  for (const { status } of await many(readPublic, 30)) expect(status).toBe(200);
  expect((await submit()).status).toBe(200);
}

async function expectRefusals(): Promise<void> {
  const [reads, publicReads, writes, readiness] = await Promise.all([
    many(read),
    many(readPublic),
    many(submit),
    many(ready, 3),
  ]);
  expectUnavailable(reads, maxReadMs);
  expectUnavailable(publicReads, maxReadMs);
  expectUnavailable(writes, maxWriteMs);
  for (const { status, body, ms } of readiness) {
    expect(status).toBe(503);
    expect(body).toEqual({ status: "no database" });
    expect(ms).toBeLessThan(1_000);
  }
  // The process is alive and must not be restarted.
  const alive = await timed(server.get("/healthz"));
  expect(alive.status).toBe(200);
  expect(alive.ms).toBeLessThan(500);
  // The pool is empty: the next calls wait for a connection.
  expectUnavailable(await many(read, 3), timeLimits.connect + 1_000);
}

async function expectRecovery(withinMs: number): Promise<void> {
  const startedAt = performance.now();
  await isReady();
  // A connection opened before may still fail.
  for (const call of [readPublic, read, submit]) await eventually(async () => (await call()).status === 200);
  expect(performance.now() - startedAt).toBeLessThan(withinMs);
  const { rows } = await direct.raw(
    "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'visitor' AND state LIKE 'idle in%'",
  );
  await eventually(async () => Number(rows[0].n) === 0);
}

it("returns 503 in time while PostgreSQL accepts no connections, and recovers", async () => {
  await isReady();
  const postmaster = postgresOf(root);
  process.kill(postmaster, "SIGSTOP");
  resume = () => process.kill(postmaster, "SIGCONT");
  await eventually(async () => {
    const { rows } = await direct.raw(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'visitor' AND pid <> pg_backend_pid()",
    );
    // waits for connections being opened
    await delay(100);
    return rows.length === 0;
  });
  for (const answers of await Promise.all([read, lookUp, submit].map((call) => many(call))))
    expectUnavailable(answers, maxWriteMs);
  resume();
  await expectRecovery(5_000);
});

describe("network drops packets silently", () => {
  it("returns 503 in time, recovers, and resets live streams", async () => {
    await warmUp();
    const reader = await openStream(desk);
    const known = await publishVisitChange(server.db, site.host);
    await reader.until(aboutVisit(known));
    relay.freeze();
    const missed = await publishVisitChange(direct, site.host);
    await expectRefusals();
    // After six seconds without polling the stream sends no heartbeats.
    const heartbeats = () => reader.text.split("still here").length;
    const before = heartbeats();
    await delay(1_500);
    expect(heartbeats()).toBe(before);
    const events = reader.events.length;
    relay.restore();
    await expectRecovery(10_000);
    await eventually(() => reader.events.slice(events).some(({ event }) => event === "reset"));
    expect(reader.events.some(aboutVisit(missed))).toBe(false);
    await reader.until(aboutVisit(await publishVisitChange(direct, site.host)));
  });

  it("drops dead connections when new ones work", async () => {
    await warmUp();
    relay.freeze();
    relay.restore();
    const answers = await many(read);
    for (const { ms } of answers) expect(ms).toBeLessThan(maxReadMs);
    await expectRecovery(10_000);
    expect((await many(read)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it("loses no acknowledged request in repeated network failures", {
    timeout: 120_000,
  }, async () => {
    const acknowledged: string[] = [];
    let isOver = false;
    const visitors = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { status, body } = await submit();
        if (status === 200) acknowledged.push(body.reserveNo);
        else expect(status).toBe(503);
      }
    });
    try {
      for (let turn = 0; turn < 6; turn++) {
        await delay(1_500);
        relay.freeze();
        await delay(turn % 2 === 0 ? 200 : 4_000);
        relay.restore();
        await isReady();
      }
    } finally {
      isOver = true;
      await Promise.all(visitors);
    }
    const rows = await direct("visits").select("reserveNo");
    const stored = new Set(rows.map(({ reserveNo }) => reserveNo));
    expect(acknowledged.length).toBeGreaterThan(50);
    expect(acknowledged.filter((reserveNo) => !stored.has(reserveNo))).toEqual([]);
  });
});

it("returns 503, never 500, while PostgreSQL crashes, and recovers", async () => {
  await warmUp();
  const statuses = new Set<number>();
  let isOver = false;
  const callers = Promise.all(
    [read, readPublic, submit, submit].map(async (call) => {
      while (!isOver) statuses.add((await call()).status);
    }),
  );
  try {
    await eventually(() => statuses.has(200));
    const victim = await direct("pg_stat_activity").where({ applicationName: "visitor" }).first("pid");
    process.kill(victim.pid, "SIGKILL");
    await eventually(() => statuses.has(503));
    await isReady();
  } finally {
    isOver = true;
    await callers;
  }
  expect([...statuses].sort()).toEqual([200, 503]);
  await expectRecovery(5_000);
});

/** PostgreSQL's timeouts do not end a waiting commit, nor does a closed connection. */
describe("no standby confirms commits", () => {
  const configure = (text: string) => direct.raw(text).then(() => direct.raw("SELECT pg_reload_conf()"));
  const restore = () => configure("ALTER SYSTEM RESET synchronous_standby_names");
  const waitingCommits = async () =>
    (await direct.raw("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rows.length;

  const endWaiting = async () =>
    (await direct.raw("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))
      .rows.length;

  it("rejects writes immediately, serves public texts and visitors inside, holds no connections, and recovers", async () => {
    const standby = watchStandby(holder.url, { state: databaseState(server.db), log: server.deps.log });
    const { id, reserveNo } = await addVisit(server, site, { statusCode: "entered" });
    const reserve = () =>
      timed(
        desk.post("/dash/visits/reserve", {
          headers: { "Idempotency-Key": "while-the-standby-is-lost" },
          body: {
            name: "임꺽정",
            hostUser: site.host,
            location: site.place,
            purpose: site.purpose,
            startDate: `${tomorrow} 14:00`,
            endDate: `${tomorrow} 16:00`,
          },
        }),
      );
    const one = () => timed(desk.get(`/dash/visits/${id}`));
    try {
      await warmUp();
      await configure("ALTER SYSTEM SET synchronous_standby_names = 'lost'");
      await eventually(async () => {
        direct.raw("SELECT pg_logical_emit_message(true, 'test', '')").catch(() => {});
        return (await endWaiting()) > 0;
      });
      const [first, writes, reads, publicReads] = await Promise.all([
        reserve(),
        many(submit),
        many(one),
        many(readPublic),
      ]);
      expectUnavailable([first, ...writes, ...reads], 5_000);
      expect(publicReads.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expectUnavailable(await many(submit), 1_000);
      const [read] = await many(one);
      expect(read?.body.message).toMatch(/^접속기록을 남길 수 없어/);
      for (const path of ["/dash/visits/progress", "/dash/visits/active"]) {
        const { status, body, ms } = await timed(desk.get(path));
        expect({ status, untraced: body.untraced }).toEqual({ status: 200, untraced: true });
        expect(body.rows.map((row: { reserveNo: string }) => row.reserveNo)).toContain(reserveNo);
        expect(ms).toBeLessThan(1_000);
      }
      expect((await ready()).body).toEqual({ status: "database writes wait" });
      // A server can start.
      await migrate(holder.url);
      // the watcher's own commit
      expect(await waitingCommits()).toBeLessThan(2);
      await restore();
      await expectRecovery(5_000);
      expect(await waitingCommits()).toBe(0);
      // Stored in spite of the first response, 503.
      const stored = await direct("visits").where({ name: "임꺽정" }).select("reserveNo");
      expect(stored).toEqual([{ reserveNo: (await reserve()).body.reserveNo }]);
      expect((await direct("visits").where({ name: "임꺽정" })).length).toBe(1);
      expect((await desk.get("/dash/visits/active")).body.untraced).toBeUndefined();
    } finally {
      await restore();
      await standby.stop();
    }
  });
});

describe("another transaction holds a lock", () => {
  const cancel = (id: number) => timed(desk.send("PUT", `/dash/user/cancel/${id}`));

  it("makes calls wait within limits; visitors' calls continue, other writes queue", async () => {
    const [locked, other] = [await addVisit(server, site), await addVisit(server, site)];
    await direct.transaction(async (trx) => {
      await trx("visits").where({ id: locked.id }).forUpdate().select("id");
      const waiting = many(() => cancel(locked.id), 10);
      await eventually(async () => (await waitingForLocks()) > 0);
      const reads = await many(readPublic);
      for (const { status, ms } of reads) {
        expect(status).toBe(200);
        expect(ms).toBeLessThan(1_000);
      }
      const others = await cancel(other.id);
      expect(others.status).toBe(200);
      expect(others.ms).toBeLessThan(2 * timeLimits.acquire);
      expectUnavailable(await waiting, 2 * timeLimits.acquire + timeLimits.lock);
    });
    expect(await statusOf(direct, locked.id)).toBe("applied");
    expect((await cancel(locked.id)).status).toBe(200);
  });

  it("on a session does not block its user's reads", async () => {
    const earlier = new Date(Date.now() - 5 * 60_000);
    await direct("sessions").update({ activeAt: earlier });
    await direct.transaction(async (trx) => {
      await trx("sessions").forUpdate().select("id");
      for (const { status, ms } of await many(read)) {
        expect(status).toBe(200);
        expect(ms).toBeLessThan(1_800);
      }
    });
    expect((await read()).status).toBe(200);
    expect((await direct("sessions").max("activeAt as at").first())?.at.getTime()).toBeGreaterThan(
      earlier.getTime(),
    );
  });

  async function waitingForLocks(): Promise<number> {
    const { rows } = await direct.raw(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'visitor' AND wait_event_type = 'Lock'",
    );
    return Number(rows[0].n);
  }
});
