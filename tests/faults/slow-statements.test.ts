/** PostgreSQL works, and takes its time: how long a statement may, and how long others wait for its connection. */
import { expect, it } from "vitest";
import { openToAll } from "#db/connections/places.ts";
import { timeLimits } from "#db/connections/time-limits.ts";
import { staffedSite } from "../support/console/staffed-site.ts";
import { eventually } from "../support/events.ts";

const { server, crew } = await staffedSite({ now: () => new Date() });
const { db } = server;
/** Of the pool of a test's server. */
const poolSize = 12;

it("cancels a statement after fifteen seconds, and waits eight for a connection: then it is a 503", {
  tags: ["full"],
  timeout: 60_000,
}, async () => {
  const began = performance.now();
  const slow = Array.from({ length: openToAll(poolSize) }, () =>
    db.raw("SELECT pg_sleep(30)").then(
      () => "slept",
      (error) => ({ code: error.code, ms: performance.now() - began }),
    ),
  );
  await eventually(() => db.client.pool.numUsed() === openToAll(poolSize));
  const asked = performance.now();
  const { status, headers } = await crew.desk.get("/dash/user/preferences");
  const waited = performance.now() - asked;
  expect({ status, retry: headers.get("Retry-After") }).toEqual({ status: 503, retry: "2" });
  expect(waited).toBeGreaterThan(timeLimits.acquire - 100);
  expect(waited).toBeLessThan(timeLimits.acquire + 1_500);
  expect((await server.get("/api/config")).status).toBe(200);
  for (const ended of await Promise.all(slow)) {
    expect(ended).toEqual({ code: "57014", ms: expect.any(Number) });
    if (typeof ended !== "string") expect(ended.ms).toBeGreaterThan(timeLimits.statement - 100);
  }
  expect(performance.now() - began).toBeLessThan(timeLimits.statement + 2_000);
  expect((await crew.desk.get("/dash/user/preferences")).status).toBe(200);
});
