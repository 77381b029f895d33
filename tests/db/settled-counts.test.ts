import type { Knex } from "knex";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SettledCounts } from "#api/settled-counts.ts";
import { connect } from "#db/knex.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

let database: TestDatabase;
let db: Knex;
/** Statements that were sent. */
let sent = 0;

beforeAll(async () => {
  database = await testDatabase();
  const onStatement = () => {
    sent++;
    return () => {};
  };
  db = connect(database.url, { poolSize: 4, onStatement });
});

beforeEach(async () => {
  await db("rateLimits").delete();
  sent = 0;
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const calls = { key: "lookup:192.0.2.1", seconds: 60 };
const most = 10;

async function counted(counts: SettledCounts, times: number): Promise<number[]> {
  const points: number[] = [];
  for (let n = 0; n < times; n++) points.push((await counts.count(calls, most)).points);
  return points;
}

const stored = async () => (await db("rateLimits").where({ key: calls.key }).first())?.points;

it("asks the database for a key's first call, and counts by itself until it comes near the limit", async () => {
  const counts = new SettledCounts(db);
  expect(await counted(counts, most)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(sent).toBe(1);
  expect(await counted(counts, 3)).toEqual([11, 12, 13]);
  expect(sent).toBe(4);
  expect(await stored()).toBe(13);
});

it("settles many keys with one statement, by itself", async () => {
  const counts = new SettledCounts(db);
  const keys = ["a", "b", "c"].map((name) => ({ ...calls, key: `lookup:${name}` }));
  for (let n = 0; n < 3; n++) for (const key of keys) await counts.count(key, most);
  sent = 0;
  await vi.waitFor(() => expect(sent).toBe(1), { timeout: 5_000 });
  await vi.waitFor(async () =>
    expect((await db("rateLimits").select("points")).map(({ points }) => points)).toEqual([3, 3, 3]),
  );
  await counts.settle();
  expect(await db("rateLimits").sum("points as points").first()).toEqual({ points: 9 });
});

it("gives nobody more calls by a restart, nor by another process that has settled", async () => {
  const before = new SettledCounts(db);
  await counted(before, 8);
  await before.settle();
  const after = new SettledCounts(db);
  expect(await counted(after, 2)).toEqual([9, 10]);
  expect(await counted(before, 2)).toEqual([9, 10]);
  await after.settle();
  expect(await counted(before, 1)).toEqual([13]);
});

it("counts all calls that come at once", async () => {
  const counts = new SettledCounts(db);
  const all = await Promise.all(Array.from({ length: 30 }, () => counts.count(calls, most)));
  expect(Math.max(...all.map(({ points }) => points))).toBe(30);
  await counts.settle();
  expect(await stored()).toBe(30);
});

it("tells later what the database did not take", async () => {
  const away = connect(database.url, { poolSize: 1 });
  const counts = new SettledCounts(away);
  await counted(counts, 4);
  await db.raw("ALTER TABLE rate_limits RENAME TO rate_limits_away");
  await expect(counts.settle()).rejects.toThrow("rate_limits");
  await db.raw("ALTER TABLE rate_limits_away RENAME TO rate_limits");
  await counts.settle();
  expect(await stored()).toBe(4);
  await away.destroy();
});

it("begins anew when a key's time is over, and owes nothing of it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const counts = new SettledCounts(db);
    await counted(counts, 5);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await counted(counts, 2)).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

it("asks the database for each call of keys that it has no room for, until others are over", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const counts = new SettledCounts(db);
    const call = (n: number) => counts.count({ ...calls, key: `lookup:${n}` }, most);
    for (let from = 0; from < 5_000; from += 500)
      await Promise.all(Array.from({ length: 500 }, (_, n) => call(from + n)));
    sent = 0;
    expect([(await call(5_000)).points, (await call(5_000)).points]).toEqual([1, 2]);
    expect(sent).toBe(2);
    vi.setSystemTime(Date.now() + 61_000);
    await counts.settle();
    sent = 0;
    expect([(await call(5_000)).points, (await call(5_000)).points]).toEqual([1, 2]);
    expect(sent).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
