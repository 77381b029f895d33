/** What a server does not need, it does not load: memory at rest and the time of a start stay what they are. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { temporaryFolder } from "../../support/database/backups.ts";
import { testBucket } from "../../support/services/bucket.ts";

const { server } = await seededSite();
const bucket = await testBucket();
const folder = temporaryFolder();
const env = { ...sharedEnv(server.databaseUrl), FILES_DIR: join(folder, "files") };

/** Starts a process, asks it whether it can serve, and ends it. @returns the large libraries that it loaded */
async function loadedBy(more: NodeJS.ProcessEnv): Promise<string[]> {
  const report = join(folder, `report-${Object.keys(more).join("-")}`);
  const api = await startApiProcess({
    ...env,
    ...more,
    MODULES_REPORT: report,
    NODE_OPTIONS: `--import=${new URL("../../support/report-modules.ts", import.meta.url)}`,
  });
  expect((await api.get("/readyz")).status).toBe(200);
  await api.stop();
  return existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
}

it("loads neither the library of buckets, nor that of traces, nor those of uploads and rich texts unasked", async () => {
  expect(await loadedBy({})).toEqual([]);
}, 60_000);

it("loads each where it is wanted", async () => {
  const loaded = await loadedBy({
    FILES_URL: bucket.url("late"),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
  });
  expect(loaded).toContain("@aws-sdk/client-s3");
  expect(loaded).toContain("@opentelemetry/sdk-trace");
}, 60_000);
