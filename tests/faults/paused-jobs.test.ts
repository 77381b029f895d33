import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkDays } from "#api/features/events/queries.ts";
import { cleanFiles, cleanUp, maintainAccessLog, maintainEvents } from "#api/jobs/clean-up.ts";
import { destroyDue } from "#api/jobs/destroy-due.ts";
import { amountDue, amountOfOldMessages, amountOfOldRows, isUnusual } from "#api/jobs/unusual-amount.ts";
import { staffedSite } from "../support/console/staffed-site.ts";
import { truncate } from "../support/database/truncate.ts";
import { addMessage } from "../support/messages.ts";
import { addImage, emptySignage } from "../support/signage-calls.ts";
import { addVisit } from "../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db, deps } = server;

/** 800 days later */
const wrongYear = { ...server.deps, clock: () => new Date("2028-05-18T03:00:00Z") };
const rightDay = { ...server.deps, clock: () => new Date("2026-03-10T03:00:00Z") };

const waiting = () => db("pausedJobs").whereNull("doneAt").first();
const visitsLeft = async () => Number((await db("visits").count())[0]?.count);

async function addEnded(count: number, destroyOn: string): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await addVisit(server, site, {
      statusCode: "ended",
      startDate: "2025-03-01 10:00",
      endDate: "2025-03-01 12:00",
      destroyOn,
    });
}

beforeEach(async () => {
  server.log.length = 0;
  server.now = new Date("2026-03-10T03:00:00Z");
  await truncate(db, "visits", "changes", "passes", "visit_statistics", "paused_jobs");
});

describe("isUnusual", () => {
  it.each([
    [{ amount: 20, total: 20, usual: 1 }, false],
    [{ amount: 21, total: 209, usual: 0 }, true],
    [{ amount: 21, total: 210, usual: 0 }, false],
    [{ amount: 21, total: 100_000, usual: 2 }, true],
    [{ amount: 21, total: 100_000, usual: 2.1 }, false],
    [{ amount: 300, total: 100_000, usual: 40 }, false],
  ])("for %j is %s", (amount, is) => expect(isUnusual(amount)).toBe(is));
});

describe("clock 800 days ahead", () => {
  it("destroys no visits: the job is paused and logged once", async () => {
    await addEnded(21, "2027-01-01");
    await addEnded(5, "2030-01-01");
    expect(await destroyDue(wrongYear)).toBe(0);
    expect(await destroyDue(wrongYear)).toBe(0);
    expect(await visitsLeft()).toBe(26);
    expect(await db("pausedJobs")).toMatchObject([
      { job: "destroyDue", amount: 21, total: 26, through: "2028-05-13", confirmedAt: null, doneAt: null },
    ]);
    expect(server.log.join("\n")).toMatch(/"job":"destroyDue","amount":21,"total":26.*job paused/);
  });

  it("needs no confirmation once corrected", async () => {
    await addEnded(21, "2027-01-01");
    await destroyDue(wrongYear);
    expect(await destroyDue(rightDay)).toBe(0);
    expect(await waiting()).toBeUndefined();
    expect(await visitsLeft()).toBe(21);
  });

  it("erases no messages and drops no access log partitions", async () => {
    for (let index = 0; index < 21; index += 1) await addMessage(server);
    await db.raw(
      `INSERT INTO access_log (at, host_user_id, action, address, visit_ids)
       SELECT timestamptz '2026-03-01', :who, 'search', '127.0.0.1', '{}' FROM generate_series(1, 21)`,
      { who: site.host },
    );
    await cleanUp(wrongYear);
    await maintainAccessLog(wrongYear);
    expect(await db("messages").whereNotNull("erasedAt")).toEqual([]);
    expect(Number((await db("accessLog").count())[0]?.count)).toBeGreaterThanOrEqual(21);
    expect(await db("pausedJobs").orderBy("job").select("job")).toEqual([
      { job: "accessLog" },
      { job: "oldMessages" },
    ]);
  });
});

describe("event log retention", () => {
  const addEvents = async (count: number, at: string) =>
    db.raw(
      "INSERT INTO events (kind, at, detail) SELECT 'alert', :at, 'old' FROM generate_series(1, :count)",
      { at, count },
    );
  const left = async (): Promise<string[]> =>
    (await db("events").where({ detail: "old" }).orderBy("at")).map((row) =>
      row.at.toISOString().slice(0, 10),
    );
  const on = (day: string) => ({ ...server.deps, clock: () => new Date(`${day}T03:00:00Z`) });

  it("deletes months after two years, and keeps the hash chain valid", async () => {
    await addEvents(1, "2022-03-31T23:59:59Z");
    await addEvents(1, "2022-04-01T00:00:00Z");
    await maintainEvents(on("2024-03-31"));
    expect(await left()).toEqual(["2022-03-31", "2022-04-01"]);
    await maintainEvents(on("2024-04-30"));
    expect(await left()).toEqual(["2022-04-01"]);
    await maintainEvents(on("2024-05-01"));
    expect(await left()).toEqual([]);
    expect((await checkDays(db)).broken).toEqual([]);
  });

  it("waits for the privacy officer when the amount is unusual", async () => {
    await addEvents(21, "2022-06-15T00:00:00Z");
    await maintainEvents(on("2024-07-01"));
    expect(await left()).toHaveLength(21);
    expect(await waiting()).toMatchObject({ job: "events", amount: 21, through: "2024-07-01" });
    const put = { body: { job: "events", amount: 21 } };
    expect((await crew.admin.send("PUT", "/dash/paused-jobs/destroying", put)).status).toBe(403);
    expect((await crew.privacy.send("PUT", "/dash/paused-jobs/destroying", put)).status).toBe(200);
    await maintainEvents(on("2024-07-01"));
    expect(await left()).toEqual([]);
    expect(await waiting()).toBeUndefined();
  });
});

it("unreferenced files are kept when they are most files", async () => {
  await addImage(crew.desk);
  for (let index = 0; index < 21; index += 1) {
    const incoming = await server.deps.files.receive();
    await incoming.write(Buffer.from("x"));
    await incoming.finish();
    await incoming.keep(`${String(index).padStart(32, "0")}.png`);
  }
  const tomorrow = { ...server.deps, clock: () => new Date(Date.now() + 86_400_000) };
  expect(await cleanFiles(tomorrow)).toBe(0);
  expect(await waiting()).toMatchObject({ job: "cleanFiles", amount: 21, total: 22 });
  const put = { body: { job: "cleanFiles", amount: 21 } };
  expect((await crew.privacy.send("PUT", "/dash/paused-jobs/cleaning", put)).status).toBe(403);
  expect((await crew.admin.send("PUT", "/dash/paused-jobs/cleaning", put)).status).toBe(200);
  expect(await cleanFiles(tomorrow)).toBe(21);
  // Deletion needs another confirmation.
  const nextMonth = { ...server.deps, clock: () => new Date(Date.now() + 32 * 86_400_000) };
  expect(await cleanFiles(nextMonth)).toBe(0);
  expect(await server.deps.files.quarantined()).toHaveLength(21);
  expect(await waiting()).toMatchObject({ job: "cleanFiles", amount: 21, total: 22 });
  expect((await crew.admin.send("PUT", "/dash/paused-jobs/cleaning", put)).status).toBe(200);
  expect(await cleanFiles(nextMonth)).toBe(21);
  expect(await server.deps.files.quarantined()).toEqual([]);
});

describe("usual amount", () => {
  const write = (table: "access_log" | "events", at: string, count: number) =>
    db.raw(
      table === "events"
        ? "INSERT INTO events (kind, at, detail) SELECT 'alert', :at, 'usual' FROM generate_series(1, :count)"
        : `INSERT INTO access_log (at, host_user_id, action, address, visit_ids)
           SELECT :at, :who, 'usual', '127.0.0.1', '{}' FROM generate_series(1, :count)`,
      table === "events" ? { at, count } : { at, count, who: site.host },
    );
  const months = (year: number) =>
    Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, "0")}-15T00:00:00Z`);

  it.each(["access_log", "events"] as const)("is computed from the kept months of %s", async (table) => {
    await truncate(db, table);
    for (const at of [...months(2019), ...months(2020)]) await write(table, at, 3);
    const amountAt = (most: number) => amountOfOldRows(db, table, "2021-02-10", most);
    expect(await amountAt(20)).toEqual({ amount: 3, total: 3, usual: 0 });
    await write(table, "2019-01-20T00:00:00Z", 28);
    expect(await amountAt(20)).toEqual({ amount: 31, total: 100, usual: 3 });
    expect(await amountAt(31)).toEqual({ amount: 31, total: 31, usual: 0 });
  });

  it("is computed for messages from the kept days", async () => {
    await truncate(db, "messages");
    const on = (day: number) => new Date(Date.UTC(2026, 1, day, 3));
    for (const day of [1, 2, 3, 4])
      for (let n = 0; n < 2; n++) await addMessage(server, { createdAt: on(day) });
    for (let n = 0; n < 19; n++) await addMessage(server, { createdAt: on(1) });
    expect(await amountOfOldMessages(db, on(2), 20)).toEqual({ amount: 21, total: 27, usual: 2 });
  });

  it("is computed for files from earlier quarantined ones", async () => {
    await emptySignage(server);
    await addImage(crew.desk);
    const quarantine = join(deps.settings.filesDir, "quarantine");
    await mkdir(quarantine, { recursive: true });
    let number = 0;
    const addFile = async (folder: string, at: Date) => {
      const path = join(folder, `${String(++number).padStart(32, "0")}.png`);
      await writeFile(path, "x");
      await utimes(path, at, at);
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const addOrphans = async (count: number) => {
      for (let n = 0; n < count; n += 1) await addFile(deps.settings.filesDir, daysAgo(0));
    };
    // One a day, and once many: the usual amount is the median.
    for (let days = 1; days <= 20; days += 1) await addFile(quarantine, daysAgo(days));
    for (let n = 0; n < 200; n += 1) await addFile(quarantine, daysAgo(1));
    const clean = () => cleanFiles({ ...deps, clock: () => new Date(Date.now() + 2 * 3_600_000) });
    await addOrphans(20);
    expect(await clean()).toBe(20);
    await addOrphans(21);
    expect(await clean()).toBe(0);
    // Less than a tenth of all files.
    expect(await waiting()).toMatchObject({ job: "cleanFiles", amount: 21, total: 262 });
  });

  it("is computed for visits from those destroyed in 90 days", async () => {
    await truncate(db, "destruction_register");
    await addEnded(21, "2026-01-01");
    const usualOf = async () => (await amountDue(db, "2026-02-01", 20)).usual;
    expect(await usualOf()).toBe(0);
    const register = async (daysAgo: number, count: number) =>
      db.raw(
        `INSERT INTO destruction_register (at, reason, actor_kind, visit_ids, persons, retention_days)
         SELECT now() - make_interval(days => :daysAgo), 'due', 'job', array_agg(n), :count, '{365}'
         FROM generate_series(1, :count) AS n`,
        { daysAgo, count },
      );
    for (const [daysAgo, count] of [
      [1, 2],
      [2, 4],
      [3, 9],
      [100, 900],
    ] as const)
      await register(daysAgo, count);
    expect(await usualOf()).toBe(4);
  });
});

describe("PUT /dash/paused-jobs/destroying", () => {
  const confirm = (body: object) => crew.privacy.send("PUT", "/dash/paused-jobs/destroying", { body });

  beforeEach(async () => {
    await addEnded(21, "2026-03-01");
    await destroyDue(rightDay);
  });

  it("lets the job destroy the shown amount, and stores who confirmed", async () => {
    expect((await crew.admin.get("/dash/paused-jobs")).body).toEqual([
      {
        job: "destroyDue",
        amount: 21,
        total: 21,
        through: "2026-03-05",
        foundAt: "2026-03-10 12:00",
        confirmedAt: null,
      },
    ]);
    expect(await confirm({ job: "destroyDue", amount: 21 })).toMatchObject({
      status: 200,
      body: { confirmedAt: "2026-03-10 12:00" },
    });
    expect(await destroyDue(rightDay)).toBe(21);
    expect((await crew.privacy.get("/dash/paused-jobs")).body).toEqual([]);
    expect(await db("pausedJobs").first()).toMatchObject({ confirmedBy: crew.privacy.id, amount: 21 });
    expect((await db("pausedJobs").first()).doneAt).not.toBeNull();
  });

  it("destroys at most the shown amount and no later days", async () => {
    await confirm({ job: "destroyDue", amount: 21 });
    await addEnded(30, "2026-03-08");
    const later = { ...server.deps, clock: () => new Date("2026-03-14T03:00:00Z") };
    expect(await destroyDue(later)).toBe(21);
    expect(await visitsLeft()).toBe(30);
    await destroyDue(later);
    expect(await waiting()).toMatchObject({ amount: 30, through: "2026-03-09", confirmedAt: null });
  });

  it("needs another confirmation when more visits are due than confirmed", async () => {
    await confirm({ job: "destroyDue", amount: 21 });
    await addEnded(1, "2026-03-02");
    expect(await destroyDue(rightDay)).toBe(0);
    expect(await waiting()).toMatchObject({ amount: 22, confirmedAt: null });
  });

  it("returns 405 for another amount, when repeated, and without a paused job", async () => {
    for (const body of [
      { job: "destroyDue", amount: 20 },
      { job: "accessLog", amount: 21 },
    ])
      expect(await confirm(body)).toMatchObject({ status: 405, text: expect.stringMatching(/새로고침/) });
    await confirm({ job: "destroyDue", amount: 21 });
    expect((await confirm({ job: "destroyDue", amount: 21 })).status).toBe(405);
  });

  it("rejects other jobs", async () => {
    expect((await confirm({ job: "cleanFiles", amount: 21 })).body).toHaveProperty("job");
  });
});
