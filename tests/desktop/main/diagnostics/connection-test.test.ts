import { describe, expect, it } from "vitest";
import {
  type CertificateSeen,
  type Probe,
  proxyHop,
  type StepResult,
  testConnection,
} from "../../../../desktop/main/diagnostics/connection-test.ts";

const healthy = '{"status":"ok","product":"visitor","version":"0.9.0"}';
const certificate: CertificateSeen = { verdict: "OK", facts: { issuer: "Example CA" } };

interface Asked {
  readonly names: string[];
  readonly dialled: string[];
}

async function run(changes: Partial<Probe> = {}, server = "https://visit.example.com", timeoutMs = 1_000) {
  const asked: Asked = { names: [], dialled: [] };
  const probe: Probe = {
    resolveProxy: async () => "DIRECT",
    resolveName: async (host) => {
      asked.names.push(host);
      return ["192.0.2.1"];
    },
    dial: async (host, port) => void asked.dialled.push(`${host}:${port}`),
    get: async () => ({ kind: "answer", status: 200, type: "application/json", body: healthy }),
    certificate: () => certificate,
    hasSession: async () => true,
    currentUserStatus: async () => 200,
    ...changes,
  };
  const results: StepResult[] = [];
  let clock = 0;
  const now = () => (clock += 5);
  for await (const result of testConnection({ server, probe, now, timeoutMs })) results.push(result);
  const of = (step: StepResult["step"]) => results.find((result) => result.step === step);
  return { results, of, ...asked };
}

describe("a server", () => {
  it("without encryption has no certificate to test", async () => {
    const { of, dialled } = await run({}, "http://127.0.0.1:3000");
    expect(of("certificate")).toMatchObject({ outcome: "skipped", facts: { reason: "plain http" } });
    expect(dialled).toEqual(["127.0.0.1:3000"]);
  });

  it("behind a proxy is reached through it", async () => {
    const { names, dialled, of } = await run({
      resolveProxy: async () => "PROXY proxy.example.com:8080;DIRECT",
    });
    expect([names, dialled]).toEqual([["proxy.example.com"], ["proxy.example.com:8080"]]);
    expect(of("tcp")?.facts).toEqual({ to: "proxy", port: 8080 });
  });

  it("at an IPv6 address is dialled without the brackets", async () => {
    expect((await run({}, "http://[::1]:8080")).dialled).toEqual(["::1:8080"]);
  });
});

describe("a step that fails", () => {
  it.each([
    ["proxy", { resolveProxy: () => Promise.reject(new Error("no settings")) }, "no settings"],
    [
      "name",
      { resolveName: () => Promise.reject(new Error("net::ERR_NAME_NOT_RESOLVED")) },
      "net::ERR_NAME_NOT_RESOLVED",
    ],
    ["tcp", { dial: () => Promise.reject(new Error("ECONNREFUSED")) }, "ECONNREFUSED"],
    ["tcp", { dial: () => new Promise<void>(() => {}) }, "timeout"],
    ["signIn", { currentUserStatus: async () => 503 }, "HTTP 503"],
  ] as [StepResult["step"], Partial<Probe>, string][])(
    "reports why, and the other steps continue: %s",
    async (step, changes, problem) => {
      const { results, of } = await run(changes, undefined, 50);
      expect(results).toHaveLength(6);
      expect(of(step)).toMatchObject({ outcome: "failed", facts: { problem } });
      expect(results.filter(({ outcome }) => outcome === "failed")).toHaveLength(1);
    },
  );

  it("reports an unexpected response with its kind or status", async () => {
    const page = await run({
      get: async () => ({ kind: "answer", status: 200, type: "text/html", body: "<html>" }),
    });
    expect(page.of("product")?.facts).toEqual({ problem: "webPage" });
    const down = await run({ get: async () => ({ kind: "answer", status: 503, type: "", body: "" }) });
    expect(down.of("product")?.facts).toEqual({ problem: "status", status: 503 });
  });

  it("is not failed by a missing session", async () => {
    const { of } = await run({ hasSession: async () => false, currentUserStatus: async () => 401 });
    expect(of("signIn")).toMatchObject({ outcome: "ok", facts: { hasCookie: false, status: 401 } });
  });
});

it.each([
  ["DIRECT", undefined],
  ["", undefined],
  ["PROXY proxy.example.com:8080", { host: "proxy.example.com", port: 8080, through: "proxy" }],
  ["SOCKS5 10.0.0.1;DIRECT", { host: "10.0.0.1", port: 1080, through: "proxy" }],
  ["HTTPS [2001:db8::1]:443", { host: "[2001:db8::1]", port: 443, through: "proxy" }],
])("Chromium's proxy %j leads to %j", (answer, hop) => {
  expect(proxyHop(answer)).toEqual(hop);
});
