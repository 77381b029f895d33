/** OpenTelemetry traces (docs/operations.md, "Tracing"). */
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { writeErasures } from "#api/features/privacy/erasure-register.ts";
import { startJobs } from "#api/jobs/jobs.ts";
import { createLog } from "#api/log.ts";
import { readSettings } from "#api/settings.ts";
import { createTraces } from "#api/traces/traces.ts";
import { startTestServer } from "../../support/api.ts";
import { serveInProcess, sharedEnv } from "../../support/api-process.ts";
import { withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventually } from "../../support/events.ts";
import { addMessage } from "../../support/messages.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { type CollectedSpan, startCollector } from "../../support/services/collector.ts";
import { solapiKey, solapiRefusal, startSolapi } from "../../support/services/provider.ts";
import { addImage } from "../../support/signage-calls.ts";
import { koreanApplication } from "../../support/site.ts";
import { searchPath } from "../../support/visits/visit-lists.ts";
import { addVisit } from "../../support/visits/visits.ts";

const collector = await startCollector();
const silent = createLog("silent");

function tracesBy(env: NodeJS.ProcessEnv = {}, log = silent) {
  const { traces } = readSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    ...env,
  });
  if (!traces) throw new Error("the environment asks for none");
  return createTraces(traces, log);
}

const traces = tracesBy();
const { server, site, crew } = await staffedSite({
  traces,
  now: () => new Date(),
  env: { TRUSTED_PROXIES: "loopback" },
});
const sent = (spans: () => CollectedSpan[]) => eventually(() => spans().length > 0);
const called = (requestId: string) =>
  collector.spans.filter((span) => span.attributes["visitor.request_id"] === requestId);
const below = (requestId: string) =>
  called(requestId).flatMap(({ spanId }) =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId),
  );
const as = (requestId: string, more: Record<string, string> = {}) => ({
  headers: { "X-Request-Id": requestId, ...more },
});
const logged = (requestId: string) => {
  const line = server.log.find((text) => text.includes(`"requestId":"${requestId}"`));
  return JSON.parse(line ?? "{}");
};

describe("span of a call", () => {
  it("has method, route pattern, status and request id", async () => {
    await server.get("/api/visitor/4711/followers", as("request-one"));
    await sent(() => called("request-one"));
    const [span] = called("request-one");
    expect(span).toMatchObject({
      name: expect.stringMatching(/^GET \/api\/visitor\/:\w+\/followers$/),
      kind: 2,
      attributes: { "http.request.method": "GET", "http.response.status_code": 401 },
    });
    expect(span?.attributes["http.route"]).toBe(span?.name.slice(4));
    expect(logged("request-one")).toMatchObject({ msg: "request", traceId: span?.traceId });
  });

  it("has child spans of its SQL statements, named by operation and table", async () => {
    await crew.desk.get(searchPath, as("request-two"));
    await sent(() => below("request-two"));
    const spans = below("request-two");
    expect(spans.map(({ name }) => name).join()).toMatch(/(SELECT|WITH) visits/);
    for (const { name, kind, attributes } of spans) {
      expect(name).toMatch(/^[A-Z]+( [a-z_]+)?$/);
      expect(kind).toBe(3);
      expect(attributes["db.system.name"]).toBe("postgresql");
      expect(Object.keys(attributes).join()).not.toMatch(/text|query|param/);
    }
  });

  it('names an unknown path "other"', async () => {
    await server.send("GET", "/no/such/unknown-page?phone=010-9999-8888", as("request-three"));
    await sent(() => called("request-three"));
    expect(called("request-three")[0]?.name).toBe("other other");
  });

  it("is marked failed, with the failed statement", async () => {
    await server.db.raw("ALTER TABLE signage_contents RENAME TO signage_away");
    const { status } = await server.get("/api/did/playlist", as("request-fails"));
    await server.db.raw("ALTER TABLE signage_away RENAME TO signage_contents");
    expect(status).toBe(500);
    await sent(() => called("request-fails"));
    expect(called("request-fails")[0]).toMatchObject({ status: { code: 2 }, events: [] });
    expect(below("request-fails").filter(({ status: { code } }) => code === 2)).toMatchObject([
      { attributes: { "error.type": "42P01" }, events: [] },
    ]);
  });
});

describe("traceparent of a caller", () => {
  const id = "0af7651916cd43dd8448eb211c80319c";
  const header = { traceparent: `00-${id}-b7ad6b7169203331-01` };

  it("is continued when a trusted proxy sends it", async () => {
    await server.get("/api/config", as("trusted-proxy", header));
    await sent(() => called("trusted-proxy"));
    expect(called("trusted-proxy")).toMatchObject([{ traceId: id, parentSpanId: "b7ad6b7169203331" }]);
    await server.get(
      "/api/config",
      as("not-sampled", { traceparent: header.traceparent.replace(/1$/, "0") }),
    );
    await server.get("/api/config", as("broken-parent", { traceparent: "00-x" }));
    await sent(() => called("broken-parent"));
    expect(called("not-sampled")).toEqual([]);
  });

  it("is ignored from an untrusted address", async () => {
    const env = { ...sharedEnv(server.databaseUrl), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    vi.stubEnv("OTEL_SERVICE_NAME", "front-desk");
    onTestFinished(() => void vi.unstubAllEnvs());
    const api = await serveInProcess(env);
    await api.get("/api/config", as("from-untrusted", header));
    // Stopping sends remaining spans.
    await api.stop();
    expect(called("from-untrusted")).toHaveLength(1);
    expect(called("from-untrusted")[0]).not.toMatchObject({ traceId: id });
    expect(collector.resources.at(-1)).toMatchObject({ "service.name": "front-desk" });
    expect(collector.resources[0]).toMatchObject({ "service.name": "visitor" });
  });
});

it("span of a job contains its SQL statements", async () => {
  const jobs = startJobs(server.deps, server.databaseUrl);
  afterAll(() => jobs.stop());
  await eventually(() => collector.spans.some(({ name }) => name === "job clean-up"));
  const job = collector.spans.find(({ name }) => name === "job clean-up");
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["DELETE invitations", "DELETE sessions"]),
  );
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([job?.traceId]));
}, 60_000);

describe("span of an outgoing call", async () => {
  const bucket = await testBucket();
  const provider = await startSolapi();
  const far = await startTestServer({
    sameDatabaseAs: server,
    traces,
    now: () => new Date(),
    env: {
      FILES_URL: bucket.url("people/hong-gildong"),
      ERASURE_REGISTER: bucket.url("erasures"),
      SMS_DRIVER: "solapi",
      SMS_URL: provider.url,
      SMS_FROM: "0212345678",
      SOLAPI_API_KEY: solapiKey.apiKey,
      SOLAPI_API_SECRET: solapiKey.apiSecret,
    },
  });
  afterAll(async () => {
    await far.close();
    await provider.close();
  });
  afterEach(() => bucket.setState("working"));
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  const toBucket = (requestId: string) => below(requestId).filter(({ name }) => name.startsWith("bucket"));

  it("to a bucket is a child span named by service and operation", async () => {
    const { file } = await addImage(withCookie(far, crew.desk.cookie));
    await eventually(() => named("bucket put").length === 1);
    expect((await far.get(file.url, as("served-image"))).status).toBe(200);
    await sent(() => toBucket("served-image"));
    expect(toBucket("served-image")).toMatchObject(
      ["head", "get"].map((operation) => ({
        name: `bucket ${operation}`,
        kind: 3,
        attributes: { "visitor.service": "bucket", "visitor.operation": operation },
        status: { code: 0 },
      })),
    );
    bucket.setState("failing");
    expect((await far.get(file.url, as("failed-image"))).status).toBe(503);
    await sent(() => toBucket("failed-image"));
    expect(toBucket("failed-image")).toMatchObject([
      { name: "bucket head", attributes: { "error.type": "FilesUnavailable" }, status: { code: 2 } },
    ]);
    expect(collector.text()).not.toContain(file.url.slice("/files/".length));
  });

  it("to an SMS provider has the outcome and nothing of the message", async () => {
    const message = { cellPhone: "010-7531-9642", toName: "조용한사람", text: "추적없음 님의 방문" };
    await addMessage(far, message);
    expect(await sendDue(far.deps)).toBe(1);
    expect(provider.accepted).toHaveLength(1);
    await sent(() => named("solapi send"));
    const attributes = { "visitor.service": "solapi", "visitor.operation": "send" };
    expect(named("solapi send").map((span) => span.attributes)).toEqual([attributes]);
    provider.next.push(solapiRefusal("1030", "잘못된 수신번호"));
    await addMessage(far, message);
    await sendDue(far.deps);
    await eventually(() => named("solapi send").length === 2);
    expect(named("solapi send")[1]).toMatchObject({
      attributes: { ...attributes, "error.type": "failed" },
      status: { code: 2 },
      events: [],
    });
    expect(collector.text()).not.toMatch(/조용한사람|추적없음|7531-?9642|0212345678|잘못된|NCSTESTKEY/);
  });

  it("to the destruction register's bucket is included", async () => {
    const before = named("bucket head").length;
    await traces.job("register", () => writeErasures(far.deps));
    await eventually(() => named("job register").length === 1);
    const [job] = named("job register");
    const own = collector.spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId);
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(["bucket head", "bucket put"]));
    expect(named("bucket head")).toHaveLength(before + 1);
    expect(collector.text()).not.toMatch(/hong-gildong|erasures\.jsonl|uploads/);
  });
});

it("traces contain no personal data: no name, number, address, value or header", async () => {
  const { id } = await addVisit(server, site, { name: "추적없음", cellphone: "010-7531-9642" });
  const visitor = { name: "조용한사람", cellPhone: "010-8642-1357" };
  const body = koreanApplication(site, {
    name: visitor.name,
    cellphone: visitor.cellPhone,
    carNumber: "12가3456",
  });
  await server.post("/api/request/simple/save/", { body });
  await server.post("/api/request/search", { body: visitor });
  await server.get(`/visitor/findHostUsers?s=${encodeURIComponent("한주인")}`);
  const at = { headers: { "User-Agent": "secret browser" } };
  await crew.desk.get(`${searchPath}?keyword=${encodeURIComponent("추적없음")}`, at);
  await crew.desk.get(`/api/visitor/${id}/followers?token=secret-token-text`, as("request-last"));
  await sent(() => called("request-last"));
  const text = collector.text();
  expect(text.length).toBeGreaterThan(10_000);
  // Shorter digits occur in times and ids.
  expect(text).not.toMatch(/추적없음|조용한사람|한주인|7531-?9642|8642-?1357|12가3456|나래상사/);
  expect(text).not.toMatch(/127\.0\.0\.1|browser|cookie|secret-token|keyword|010-\d{4}-\d{4}|\$1|where/i);
  expect(text).not.toContain(`/visitor/${id}/`);
  const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  const allowed =
    "db.collection.name db.operation.name db.system.name error.type http.request.method http.response.status_code " +
    "http.route visitor.job visitor.operation visitor.prepared_statement visitor.request_id visitor.service";
  expect([...keys].sort()).toEqual(allowed.split(" "));
});

describe("environment variables", () => {
  const urlOf = (env: NodeJS.ProcessEnv) => readSettings(env).traces?.url;

  it("enable traces by an endpoint, and disable them", () => {
    expect(urlOf({})).toBeUndefined();
    expect(urlOf({ OTEL_SERVICE_NAME: "x" })).toBeUndefined();
    expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/" })).toBe("http://c:4318/v1/traces");
    expect(urlOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c/x" })).toBe("http://c/x");
    expect(urlOf({ OTEL_TRACES_EXPORTER: "otlp" })).toBe("http://localhost:4318/v1/traces");
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318", OTEL_TRACES_EXPORTER: "none" };
    expect(urlOf(off)).toBeUndefined();
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "c:4317" })).toThrow(/must be an address like/);
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(/must be one of http\/json/);
  });

  it("sample a part of the calls", async () => {
    const before = collector.spans.length;
    const few = tracesBy({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
    await few.job("none", async () => {});
    await few.close();
    expect(collector.spans.slice(before).filter(({ name }) => name === "job none")).toEqual([]);
    const all = tracesBy({ OTEL_TRACES_SAMPLER: "always_on" });
    await all.job("every", async () => {});
    await all.close();
    expect(collector.spans.some(({ name }) => name === "job every")).toBe(true);
  });
});

describe("unreachable collector", () => {
  it("is logged once, and once when it is reachable again", async () => {
    const logLines: string[] = [];
    const own = tracesBy({}, createLog("info", { write: (line) => logLines.push(JSON.parse(line).msg) }));
    collector.status = 400;
    for (const name of ["lost", "lost, too"]) {
      const { length } = collector.refused;
      await own.job(name, async () => {});
      await eventually(() => collector.refused.slice(length).some((body) => body.includes(`"job ${name}"`)));
    }
    collector.status = 200;
    await own.job("kept", async () => {});
    await own.close();
    expect(logLines).toEqual([
      "traces are not taken by the collector",
      "traces are taken by the collector again",
    ]);
    expect(collector.spans.map(({ name }) => name)).toContain("job kept");
  });

  it("does not delay the stop", async () => {
    const unreachable = tracesBy({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
    await unreachable.job("lost", async () => {});
    const startedAt = performance.now();
    await unreachable.close();
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

afterAll(() => traces.close());
