/** Graceful stop behind a load balancer. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#db/migrate.ts";
import { type ApiProcess, sharedEnv, startApiProcess } from "../support/api-process.ts";
import { type Holder, hold, temporaryFolder } from "../support/database/database-holder.ts";
import { eventually } from "../support/events.ts";

const folder = temporaryFolder();
let holder: Holder;
let api: ApiProcess;

beforeAll(async () => {
  holder = await hold(join(folder.path, ".data"));
  await migrate(holder.url);
  const env = { ...sharedEnv(holder.url), FILES_DIR: join(folder.path, "files"), STOP_DELAY: "2" };
  api = await startApiProcess(env);
}, 90_000);

afterAll(async () => {
  await api.stop();
  await holder.stop();
  folder.remove();
});

test("after SIGTERM /readyz reports stopping while calls are served for the configured time", async () => {
  expect((await api.get("/readyz")).status).toBe(200);
  const startedAt = performance.now();
  const ended = api.stop();
  await eventually(async () => (await api.get("/readyz")).body.status === "stopping");
  expect((await api.get("/readyz")).status).toBe(503);
  while (performance.now() - startedAt < 1_500) expect((await api.get("/api/config")).status).toBe(200);
  expect(await ended).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  await expect(api.get("/healthz")).rejects.toThrow();
});
