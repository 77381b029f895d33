/**
 * Timeouts of slow statements and of waiting for a connection.
 * @module-tag full
 */
import type { Knex } from "knex";
import { expect, it } from "vitest";
import { timeLimits } from "#db/connection-settings.ts";
import { startOwnServer } from "../support/api.ts";
import { signedIn } from "../support/console/staff.ts";
import { eventually } from "../support/events.ts";
import { seedSite } from "../support/site.ts";

const work = (pool: Knex, seconds: number) =>
  pool.transaction(async (trx) => {
    for (let second = 0; second < seconds; second++) await trx.raw("SELECT pg_sleep(1)");
  });

it("a statement is cancelled after five seconds (jobs and reports later); waiting calls return 503 after five seconds", {
  timeout: 60_000,
}, async () => {
  const server = await startOwnServer({ now: () => new Date() });
  const desk = await signedIn(server, (await seedSite(server.db)).company, "desk");
  const { db, slowDb } = server.deps;
  const sentAt = performance.now();
  const report = slowDb.raw("SELECT pg_sleep(12)");
  const cancelled = db.raw("SELECT pg_sleep(30)").then(
    () => "slept",
    (error) => ({ code: error.code, ms: performance.now() - sentAt }),
  );
  const { max } = db.client.pool;
  const slow = Array.from({ length: max - 1 }, () => work(db, 12));
  await eventually(() => db.client.pool.numUsed() === max);
  expect((await server.get("/api/config")).status).toBe(200);
  const ended = await cancelled;
  expect(ended).toEqual({ code: "57014", ms: expect.any(Number) });
  if (typeof ended !== "string") expect(ended.ms).toBeGreaterThan(timeLimits.statement - 100);
  const last = work(db, 8);
  await eventually(() => db.client.pool.numUsed() === max);
  const startedAt = performance.now();
  const { status, headers } = await desk.get("/dash/user/preferences");
  const waited = performance.now() - startedAt;
  expect({ status, retry: headers.get("Retry-After") }).toEqual({ status: 503, retry: "2" });
  expect(waited).toBeGreaterThan(timeLimits.acquire - 100);
  expect(waited).toBeLessThan(timeLimits.acquire + 1_500);
  await Promise.all([...slow, last, report]);
  expect((await desk.get("/dash/user/preferences")).status).toBe(200);
});
