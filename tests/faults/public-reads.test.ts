/** Connections reserved for the public site (docs/reliability.md). */
import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSiteSettings } from "#api/site-settings.ts";
import { connect, connectPools } from "#db/connection.ts";
import { timeLimits } from "#db/connection-settings.ts";
import type { Answer } from "../support/api.ts";
import { staffedSite } from "../support/console/staffed-site.ts";
import { eventually } from "../support/events.ts";

const { server, crew } = await staffedSite({ now: () => new Date() });
const staffConnections = server.db.client.pool.max;
let direct: Knex;

beforeAll(() => {
  direct = connect(server.databaseUrl, { poolSize: 5 });
});
afterAll(() => direct.destroy());

const waiting = async (): Promise<number> => {
  const { rows } = await direct.raw(
    "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return Number(rows[0].n);
};

/** Runs `work` while all connections of the console wait for a lock. */
async function whileConsolesWait(work: () => Promise<void>): Promise<void> {
  let calls: Promise<Answer[]> | undefined;
  await direct.transaction(async (trx) => {
    await trx.raw("LOCK TABLE host_user_preferences IN ACCESS EXCLUSIVE MODE");
    calls = Promise.all(Array.from({ length: 30 }, () => crew.desk.get("/dash/user/preferences")));
    await eventually(async () => (await waiting()) === staffConnections);
    await work();
  });
  await calls;
}

it("two fifths of a process's connections are reserved for visitors", () => {
  const shares = [2, 5, 10, 50].map((poolSize) => {
    const { db, publicDb } = connectPools(server.databaseUrl, { poolSize });
    return [db.client.pool.max, publicDb.client.pool.max];
  });
  expect(shares).toEqual([
    [1, 1],
    [3, 2],
    [6, 4],
    [30, 20],
  ]);
});

it("public calls and readiness work while all console connections wait", async () => {
  // Invalidates the cached site settings.
  await direct("configuration").update({ useCar: true });
  await whileConsolesWait(async () => {
    // calls of the console, and the common settings
    const others = [readSiteSettings(server.db), crew.desk.get("/dash/visits/progress")];
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [
        server.get("/api/config"),
        server.get(`/visitor/findHostUsers?s=${encodeURIComponent("한주")}`),
        server.post("/api/request/search", { body: { name: "홍길동", cellPhone: "010-0000-1234" } }),
      ]).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
    expect((await server.get("/readyz")).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(timeLimits.lock);
    expect(await waiting()).toBe(staffConnections);
    void Promise.allSettled(others);
  });
  expect((await crew.desk.get("/dash/user/preferences")).status).toBe(200);
});
