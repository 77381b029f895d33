import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startJobs } from "#api/jobs/jobs.ts";
import { createMetrics } from "#api/monitoring/metrics.ts";
import { commit, version } from "#api/version.ts";
import { connect } from "#db/connection.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { serveInProcess, sharedEnv } from "../../support/api-process.ts";
import { signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { siteCipher, siteKeys } from "../../support/database/backups.ts";
import { eventually, readLive } from "../../support/events.ts";
import { addMessage } from "../../support/messages.ts";
import { addDueVisit } from "../../support/visits/trash.ts";

const token = "a-token-of-prometheus";
const bearer = { headers: { Authorization: `Bearer ${token}` } };
const { server, site } = await seededSite({ cipher: siteCipher, now: () => new Date() });
const env = { ...sharedEnv(server.databaseUrl), ...siteKeys };
let process: Awaited<ReturnType<typeof serveInProcess>>;

const monitoring = (file: string) => readFileSync(join(ROOT, "resources", "monitoring", file), "utf8");

beforeAll(async () => {
  await server.db("erasureOutbox").insert({ entry: "{}" });
  await addDueVisit(server, site, "2025-06-01", { statusCode: "entered" });
  await addMessage(server, { status: "failed" });
  await addMessage(server, { status: "kept" });
  const jobs = startJobs(server.deps, server.databaseUrl);
  await jobs.started;
  await eventually(() => server.log.some((line) => /"job":"end-visits".*"job done"/.test(line)));
  await jobs.stop();
  // started last, as it would run the jobs itself
  process = await serveInProcess({ ...env, METRICS_TOKEN: token });
  return () => process.stop();
}, 90_000);

describe("GET /metrics", () => {
  it("returns 404 without a token or addresses", async () => {
    expect((await server.get("/metrics", bearer)).status).toBe(404);
  });

  it("requires the token", async () => {
    for (const Authorization of ["", "Bearer another", token]) {
      const { status, text } = await process.get("/metrics", { headers: { Authorization } });
      expect(status).toBe(401);
      expect(text).not.toContain("visitor_");
    }
  });

  it("requires a listed address, as forwarded by a trusted proxy", async () => {
    const listed = await serveInProcess({
      ...env,
      METRICS_ALLOW: "10.1.0.0/16",
      TRUSTED_PROXIES: "loopback",
    });
    const from = (address: string) => listed.get("/metrics", { headers: { "X-Forwarded-For": address } });
    expect((await from("10.1.2.3")).status).toBe(200);
    expect((await from("10.2.2.3")).status).toBe(404);
    expect((await listed.get("/metrics")).status).toBe(404);
    await listed.stop();
  });

  it("counts calls by route pattern, without values from the URL", async () => {
    await process.get("/api/config");
    // Long enough not to occur in a metric by chance.
    await process.get("/api/visitor/2087654321/followers");
    await process.get("/no/such/unknown-page");
    const { status, text, headers } = await process.get("/metrics", bearer);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/visitor_http_requests_total\{method="GET",route="\/api\/config",status="200"\} 1/);
    expect(text).toMatch(
      /visitor_http_request_duration_seconds_count\{method="GET",route="\/api\/config"\} 1/,
    );
    expect(text).toMatch(/visitor_http_requests_total\{method="other",route="other",status="404"\} 1/);
    expect(text).not.toMatch(/2087654321|unknown-page/);
    expect(text).toContain(`visitor_build_info{version="${version}",commit="${commit ?? ""}"} 1\n`);
  });

  it("reports pending work in the database", async () => {
    // a job that finds nothing to destroy would end the pause
    const found = { job: "destroyDue", amount: 30, total: 40, through: "2026-03-09", foundAt: new Date() };
    await server.db("pausedJobs").insert(found);
    const { text } = await process.get("/metrics", bearer);
    expect(text).toMatch(/^visitor_database_up 1$/m);
    expect(text).toMatch(/^visitor_visits_past_destruction 1$/m);
    expect(text).toMatch(/^visitor_erasures_unwritten 1$/m);
    expect(text).toMatch(/^visitor_messages\{state="failed"\} 1$/m);
    const kept = 'visitor_messages{state="kept"}';
    expect(text).toContain(`${kept} 1\n`);
    expect(monitoring("alerts.yaml")).toContain(`${kept}) > 0\n`);
    expect(text).toMatch(/^visitor_jobs\{name="end-visits",state="completed"\} \d/m);
    expect(text).toMatch(/^visitor_jobs_done_seconds\{name="end-visits"\} \d/m);
    expect(text).toMatch(/^visitor_jobs_overdue\{name="end-visits"\} 0$/m);
    expect(text).toMatch(/^visitor_database_connections\{state="used"\} \d/m);
    expect(text).toMatch(/^visitor_jobs_paused 1$/m);
    expect(text).toMatch(/^visitor_live_streams 0$/m);
    expect(text).toMatch(/^visitor_restore_unconfirmed 0$/m);
  });

  it("counts open live streams", async () => {
    const desk = await signedIn(server, site.company, "desk");
    const streams = async () =>
      Number(/^visitor_live_streams (\d+)$/m.exec((await process.get("/metrics", bearer)).text)?.[1]);
    const readers = [await readLive(process, desk.cookie), await readLive(process, desk.cookie)];
    await Promise.all(readers.map((reader) => reader.untilText("reset")));
    expect(await streams()).toBe(2);
    readers[0]?.close();
    await eventually(async () => (await streams()) === 1);
    readers[1]?.close();
    await eventually(async () => (await streams()) === 0);
  });

  it("reports clock difference and disk space", async () => {
    const { text } = await process.get("/metrics", bearer);
    const metricValue = (figure: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${figure} `))
          ?.slice(figure.length),
      );
    expect(Math.abs(metricValue("visitor_clock_difference_seconds"))).toBeLessThan(5);
    const [free = 0, total = 0] = ["free", "total"].map((state) =>
      metricValue(`visitor_disk_bytes{state="${state}"}`),
    );
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(free);
    expect(metricValue("visitor_files_up")).toBe(1);
  });

  it("reports an unreachable database together with process metrics", async () => {
    const db = connect("postgres://unknown@127.0.0.1:1/none", { poolSize: 1 });
    const startedAt = performance.now();
    const { text } = await createMetrics({ ...server.deps, db, publicDb: db }).read();
    await db.destroy();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(text).toMatch(/^visitor_database_up 0$/m);
    expect(text).toMatch(/^visitor_files_up 1$/m);
    expect(text).toMatch(/^visitor_database_connections_max 1$/m);
  });

  it("serves every metric used by the dashboard and the alerts", async () => {
    const { text } = await process.get("/metrics", bearer);
    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const file of ["dashboard.json", "alerts.yaml"]) {
      const names = [...monitoring(file).matchAll(/\b(?:visitor|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ""),
      );
      expect(names.length).toBeGreaterThan(10);
      expect(
        [...new Set(names)].filter((name) => !served.has(name)),
        file,
      ).toEqual([]);
    }
  });
});
