/** PUBLIC_ORIGIN: `__Host-` cookies (OWASP ASVS 5.0, 3.3.1, 3.3.3), HSTS (3.4.1), trusted proxies (4.1.3, 15.3.4). */
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { serve } from "#api/server.ts";
import { answered, startTestServer, type TestServerOptions } from "../../support/api.ts";
import { cookieOf, password } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, crew } = await staffedSite();
const origin = "https://visit.example.com";
const serverWith = (options: TestServerOptions) => startTestServer({ sameDatabaseAs: server, ...options });
const secure = await serverWith({ env: { PUBLIC_ORIGIN: origin } });
const proxied = await serverWith({ env: { PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: "loopback" } });
afterAll(() => Promise.all([secure.close(), proxied.close()]));

describe("PUBLIC_ORIGIN with https", () => {
  it("sets Secure __Host- cookies and HSTS without a trusted proxy", async () => {
    const body = { loginId: crew.desk.loginId, password };
    expect((await secure.post("/dash/login", { body })).body.id).toBe("wrongOrigin");
    const Origin = "https://VISIT.example.com";
    const answer = await answered(secure.post("/dash/login", { body, headers: { Origin } }));
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-visitor_\w+=.+; path=\/; .*secure; httponly/i);
    expect(cookies.join().toLowerCase()).not.toContain("domain=");
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
    const current = (cookie: string) => secure.get("/dash/user/current", { headers: { Cookie: cookie } });
    expect((await current(cookieOf(answer))).status).toBe(200);
    expect((await current(cookieOf(answer).replace("__Host-", ""))).status).toBe(401);
  });

  it("is not required over http", async () => {
    const answer = await server.post("/dash/login", { body: { loginId: crew.desk.loginId, password } });
    expect(answer.headers.get("Set-Cookie")).toMatch(/^visitor_session=/);
    expect(answer.headers.get("Strict-Transport-Security")).toBeNull();
  });
});

it("a production server does not start without PUBLIC_ORIGIN (3.3.1, 3.4.1)", async () => {
  const settings = { ...server.deps.settings, production: true };
  const start = (publicOrigin?: string) =>
    serve({ settings: { ...settings, publicOrigin }, databaseUrl: server.databaseUrl });
  await expect(start()).rejects.toThrow(/needs PUBLIC_ORIGIN/);
  // The next check fails here.
  await expect(start(origin)).rejects.toThrow(/no field keys/);
});

describe("another Host header", () => {
  const at = (host: string, path = "/api/config") =>
    proxied.get(path, { headers: { "X-Forwarded-Host": host } });

  it("returns 421", async () => {
    for (const host of [
      "evil.example",
      "visit.example.com.evil.example",
      "visit.example.com:8443",
      "10.0.0.5",
    ]) {
      expect((await answered(at(host), 421)).body.id).toBe("wrongHost");
    }
    const write = { Origin: origin, "X-Forwarded-Host": "evil.example" };
    expect((await proxied.post("/api/request/search", { body: {}, headers: write })).status).toBe(421);
  });

  it("is accepted for the site, this machine, and health checks", async () => {
    for (const host of "visit.example.com VISIT.example.com:443 127.0.0.1:3000 localhost [::1]:3000".split(
      " ",
    ))
      expect((await at(host)).status, host).toBe(200);
    const now = proxied.now;
    // Readiness compares with the database's time.
    proxied.now = new Date();
    for (const path of ["/healthz", "/readyz"]) expect((await at("10.0.0.5", path)).status).toBe(200);
    proxied.now = now;
    // needs configuration, then an allowed address
    expect((await at("10.0.0.5", "/metrics")).status).toBe(404);
    expect(
      (await server.get("/api/config", { headers: { "X-Forwarded-Host": "evil.example" } })).status,
    ).toBe(200);
  });
});

describe("forwarded headers of an untrusted proxy", () => {
  const headers = { "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https" };
  const proxyOf = async (by: typeof server, more = {}) =>
    (await by.get("/dash/setup", { headers: { Cookie: crew.admin.cookie, ...more } })).body.untrustedProxy;

  it("are logged once and shown on the set-up page", async () => {
    const fresh = await serverWith({});
    onTestFinished(() => fresh.close());
    expect(await proxyOf(fresh)).toBeNull();
    expect(await proxyOf(fresh, headers)).toBe("127.0.0.1");
    expect(await proxyOf(fresh, headers)).toBe("127.0.0.1");
    expect(fresh.log.filter((line) => line.includes("TRUSTED_PROXIES"))).toHaveLength(1);
    expect(fresh.log.join("")).not.toContain("192.0.2.7");
  });

  it("are not reported when the proxy is trusted", async () => {
    const trusting = await serverWith({ env: { TRUSTED_PROXIES: "loopback" } });
    onTestFinished(() => trusting.close());
    expect(await proxyOf(trusting, { "X-Forwarded-For": "192.0.2.7" })).toBeNull();
    expect(trusting.log.join("")).not.toContain("TRUSTED_PROXIES");
  });
});
