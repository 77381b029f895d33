/** CSP violation reports (OWASP ASVS 5.0, 3.4.7): limited, without personal data, shown to readers of the logs. */
import { beforeEach, describe, expect, it } from "vitest";
import { cleanUp } from "#api/jobs/clean-up.ts";
import { startOwnServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, crew } = await staffedSite();
const { db } = server;
const path = "/api/csp-reports";

/** Like a browser: without Origin, with its content type. */
const send = (body: unknown, type = "application/csp-report", at = server) =>
  at.send("POST", path, {
    headers: { "Content-Type": type, Origin: "null" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const older = (more: object = {}) => ({
  "csp-report": {
    "document-uri": `${server.url}/visit/260310-AB12C?name=홍길동#x`,
    "violated-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/steal.js?q=010-1234-5678",
    ...more,
  },
});
const shown = async () => (await crew.admin.get("/dash/events/blocked")).body;

beforeEach(() => db("blockedContent").delete());

describe("Content-Security-Policy", () => {
  it("names the report endpoint in both formats", async () => {
    const { headers } = await server.get("/api/config");
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain(`report-uri ${path}`);
    expect(policy).toContain("report-to csp");
    expect(headers.get("Reporting-Endpoints")).toBe(`csp="${path}"`);
  });
});

describe("CSP reports", () => {
  it("are counted by kind, without names, numbers and codes", async () => {
    for (let n = 0; n < 2; n++) expect((await send(older())).status).toBe(204);
    const body = {
      documentURL: `${server.url}/dash/visits/17`,
      effectiveDirective: "style-src-attr",
      blockedURL: "inline",
    };
    await send([{ type: "csp-violation", body }], "application/reports+json");
    const rows = await shown();
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        directive: "script-src-elem",
        blocked: "https://evil.example",
        page: "/visit/…",
        count: 2,
      }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ directive: "style-src-attr", blocked: "inline", page: "/dash/visits/…" }),
    );
    expect(JSON.stringify(rows)).not.toMatch(/홍길동|AB12C|1234|steal/);
  });

  it.each([
    ["invalid JSON", "{"],
    ["other JSON", { a: 1 }],
    ["an unknown directive", older({ "violated-directive": "<b>" })],
    ["too long a body", older({ "script-sample": "x".repeat(20_000) })],
  ])("with %s are ignored with the same response", async (_name, body) => {
    expect((await send(body)).status).toBe(204);
    expect(await shown()).toEqual([]);
  });

  it("are limited to 200 kinds, and by address", async () => {
    const kinds = Array.from({ length: 200 }, (_, n) => ({
      directive: "img-src",
      blocked: `b${n}`,
      page: "/",
    }));
    await db("blockedContent").insert(kinds);
    await send(older());
    expect(await shown()).toHaveLength(200);
    const strict = await startOwnServer({ sameDatabaseAs: server, limits: { cspReport: 2 } });
    await db("rateLimits").delete();
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await send(older(), undefined, strict)).status);
    expect(statuses).toEqual([204, 204, 429]);
  });

  it("are deleted 30 days after the last one", async () => {
    const row = (blocked: string, first: number, last: number) => ({
      directive: "img-src",
      blocked,
      page: "/",
      firstAt: db.raw(`now() - interval '${first} days'`),
      lastAt: db.raw(`now() - interval '${last} days 1 hour'`),
    });
    await db("blockedContent").insert([row("still comes", 90, 29), row("gone", 90, 30)]);
    await cleanUp(server.deps);
    expect((await shown()).map(({ blocked }: { blocked: string }) => blocked)).toEqual(["still comes"]);
  });
});
