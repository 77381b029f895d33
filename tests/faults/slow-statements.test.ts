/** PostgreSQL works, and takes its time: how long a statement may, and how long others wait for its connection. */
import { expect, it } from "vitest";
import { slowStatement } from "#db/connection.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { staffedSite } from "../support/console/staffed-site.ts";
import { eventually } from "../support/events.ts";

const { server, crew } = await staffedSite({ now: () => new Date() });
const { db } = server;

it("cancels a statement after five seconds, unless it may be slow, and waits five for a connection: then it is a 503", {
  tags: ["full"],
  timeout: 60_000,
}, async () => {
  const began = performance.now();
  const cancelled = db.raw("SELECT pg_sleep(30)").then(
    () => "slept",
    (error) => ({ code: error.code, ms: performance.now() - began }),
  );
  const { max } = db.client.pool;
  const slow = Array.from({ length: max - 1 }, () => slowStatement(db, "SELECT pg_sleep(12)"));
  await eventually(() => db.client.pool.numUsed() === max);
  expect((await server.get("/api/config")).status).toBe(200);
  const ended = await cancelled;
  expect(ended).toEqual({ code: "57014", ms: expect.any(Number) });
  if (typeof ended !== "string") expect(ended.ms).toBeGreaterThan(timeLimits.statement - 100);
  const last = slowStatement(db, "SELECT pg_sleep(8)");
  await eventually(() => db.client.pool.numUsed() === max);
  const asked = performance.now();
  const { status, headers } = await crew.desk.get("/dash/user/preferences");
  const waited = performance.now() - asked;
  expect({ status, retry: headers.get("Retry-After") }).toEqual({ status: 503, retry: "2" });
  expect(waited).toBeGreaterThan(timeLimits.acquire - 100);
  expect(waited).toBeLessThan(timeLimits.acquire + 1_500);
  await Promise.all([...slow, last]);
  expect((await crew.desk.get("/dash/user/preferences")).status).toBe(200);
});
