/** CONSOLE_ALLOW (OWASP ASVS 5.0, 8.4.2; 안전성 확보조치 기준 제6조 제1항 제1호). */
import { afterAll, describe, expect, it } from "vitest";
import { endpoints } from "#api/routes.ts";
import { startTestServer } from "../../support/api.ts";
import { password } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, crew } = await staffedSite();
const limited = await startTestServer({
  sameDatabaseAs: server,
  env: { CONSOLE_ALLOW: "203.0.113.0/24, 2001:db8:1::/48", TRUSTED_PROXIES: "loopback" },
});
afterAll(() => limited.close());

const from = (address: string) => ({ "X-Forwarded-For": address });
const company = "203.0.113.77";
const elsewhere = "198.51.100.7";
const call = (method: string, path: string, address: string) =>
  limited.send(method, path, {
    headers: { Cookie: crew.admin.cookie, ...from(address) },
    ...(method !== "GET" && { body: {} }),
  });

describe("with CONSOLE_ALLOW", () => {
  it("every console endpoint rejects other addresses before anything else", async () => {
    const calls = endpoints.filter(
      ({ path, permission }) => permission !== "public" || path.startsWith("/dash/"),
    );
    expect(calls.length).toBeGreaterThan(100);
    for (const { method, path } of calls) {
      const answer = await call(method, path.replace(/:\w+/g, "1"), elsewhere);
      expect([answer.status, answer.body.id], `${method} ${path}`).toEqual([403, "outsideAddresses"]);
    }
  });

  it("sign-in and calls work from allowed IPv4 and IPv6 addresses", async () => {
    for (const address of [company, `::ffff:${company}`, "2001:db8:1:2::3"]) {
      expect((await call("GET", "/dash/user/current", address)).status, address).toBe(200);
      const answer = await limited.post("/dash/login", {
        body: { loginId: crew.desk.loginId, password },
        headers: from(address),
      });
      expect(answer.status, address).toBe(200);
    }
    expect((await call("GET", "/dash/user/current", "2001:db8:2::1")).status).toBe(403);
  });

  it("the correct password from another address gets the same response as a wrong one", async () => {
    for (const secret of [password, "wrong wrong wrong"]) {
      const answer = await limited.post("/dash/login", {
        body: { loginId: crew.desk.loginId, password: secret },
        headers: from(elsewhere),
      });
      expect([answer.status, answer.body.id]).toEqual([403, "outsideAddresses"]);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
  });

  it("no notation of a path bypasses the check", async () => {
    for (const path of [
      "/DASH/user/current",
      "/dash/user/current/",
      "//dash/user/current",
      "/api/Visit/not-returns",
    ])
      expect((await call("GET", path, elsewhere)).status, path).not.toBe(200);
  });

  it("the public site is open", async () => {
    for (const path of ["/api/config", "/healthz", "/visitor/findHostUsers?s=ab"])
      expect((await call("GET", path, elsewhere)).status, path).toBe(200);
  });
});

it("without CONSOLE_ALLOW the console works from everywhere", async () => {
  expect((await crew.admin.get("/dash/user/current")).status).toBe(200);
});

it("an invalid CONSOLE_ALLOW prevents the start", async () => {
  await expect(
    startTestServer({ sameDatabaseAs: server, env: { CONSOLE_ALLOW: "203.0.113.0/99" } }),
  ).rejects.toThrow(/CONSOLE_ALLOW/);
});
