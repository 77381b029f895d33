/** Authentication by API key (docs/behaviour.md, "API keys"), and attacks. */
import { request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { keyPermissions } from "#contract/permissions.ts";
import { answered } from "../../support/api.ts";
import { addedKey, withKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { admin } = crew;
const start = server.now;

beforeEach(() => {
  server.now = start;
});

describe("calls with an API key", () => {
  it("need no Origin and ignore a foreign one", async () => {
    const key = await addedKey(server, admin, ["visits.decide"]);
    const { id } = await addVisit(server, site);
    await answered(key.send("PUT", `/dash/user/approve/${id}`, { body: {} }));
    const undone = await key.send("PUT", `/dash/user/undo/${id}`, {
      body: {},
      headers: { Origin: "https://elsewhere.example.com" },
    });
    expect(undone.status).toBe(200);
  });

  it("get no CORS headers, so that other sites' pages cannot call", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    const Origin = "https://elsewhere.example.com";
    const extra = {
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    };
    const preflight = await server.send("OPTIONS", "/dash/visits/active", {
      headers: { Origin, ...extra },
    });
    const answered = await key.get("/dash/visits/active", { headers: { Origin } });
    for (const { headers } of [preflight, answered])
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(preflight.status).toBeGreaterThanOrEqual(400);
  });

  it("without a valid key scheme still need the site's Origin and a session", async () => {
    const sent = { body: {}, headers: { Origin: "" } };
    for (const Authorization of [
      "",
      "Basic dms6dms=",
      "Token vk_abcdefgh",
      "vk_abcdefgh",
      "Bearer eyJh.bGci.OiJ9",
    ]) {
      const headers = { ...sent.headers, Cookie: admin.cookie, Authorization };
      const answer = await server.send("PUT", "/dash/user/approve/1", { ...sent, headers });
      expect(answer.body).toMatchObject({ id: "wrongOrigin" });
    }
  });

  it("return 400 together with a session cookie, whether the key is valid or not", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    for (const secret of [key.secret, "vk_x"]) {
      const headers = { Cookie: admin.cookie };
      const answer = await answered(withKey(server, secret).get("/dash/visits/active", { headers }), 400);
      expect(answer.body).toMatchObject({ id: "keyOrSession" });
    }
    const { id } = await addVisit(server, site);
    const answer = await withKey(server, "vk_x").send("PUT", `/dash/user/approve/${id}`, {
      body: {},
      headers: { Cookie: admin.cookie },
    });
    expect(answer.status).toBe(400);
    expect((await server.db("visits").where({ id }))[0].statusCode).toBe("applied");
  });

  it("ignore a bearer token set by a proxy: the session counts", async () => {
    const Authorization = "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x";
    expect((await admin.get("/dash/visits/active", { headers: { Authorization } })).status).toBe(200);
    expect((await server.get("/dash/visits/active", { headers: { Authorization } })).body).toMatchObject({
      id: "unauthorized",
    });
  });

  it("to public endpoints are treated as anonymous", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    expect((await key.get("/api/config")).status).toBe(200);
    const answer = await key.send("POST", "/api/request/search", { body: { name: "홍", reserveNo: "1" } });
    expect(answer.body).toMatchObject({ id: "wrongOrigin" });
  });

  it("return personNeeded in the caller's language for endpoints that need a person", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    expect((await key.get("/dash/user/current")).body).toEqual({
      id: "personNeeded",
      message: "로그인한 사람만 할 수 있는 작업입니다. API 키로는 할 수 없습니다.",
    });
    expect((await key.get("/dash/user/current", { lang: "en" })).body.message).toMatch(/An API key can't\.$/);
  });

  it("list only actions that the key may perform", async () => {
    const { id } = await addVisit(server, site, { cellphone: "010-2345-6789" });
    const seeKey = await addedKey(server, admin, ["visits.see"]);
    expect((await seeKey.get(`/dash/visits/${id}`)).body.actions).toEqual([]);
    const deciding = await addedKey(server, admin, ["visits.see", "visits.decide"]);
    expect((await deciding.get(`/dash/visits/${id}`)).body.actions).toEqual(["approve", "reject", "cancel"]);
  });

  it("see visits of all hosts", async () => {
    const { id } = await addVisit(server, site, { hostUserId: crew.otherHost.id });
    const key = await addedKey(server, admin, ["visits.see"]);
    expect((await key.get(`/dash/visits/${id}`)).status).toBe(200);
  });
});

describe("attacks on API keys", () => {
  const active = "/dash/visits/active";

  it("reject truncated or altered keys and other tokens", async () => {
    const { secret } = await addedKey(server, admin, ["desk"]);
    const session = admin.cookie.split("=")[1] ?? "";
    const [vk = "", prefix = "", ...rest] = secret.split("_");
    const tail = rest.join("_");
    for (const wrong of [
      secret.slice(0, -1),
      secret.slice(0, 12),
      `${secret}A`,
      secret.toUpperCase(),
      secret.toLowerCase(),
      `VK_${prefix}_${tail}`,
      `${vk}_aaaaaaaa_${tail}`,
      tail,
      prefix,
      session,
      "",
      "null",
      "' OR 1=1 --",
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`,
    ]) {
      const answer = await withKey(server, wrong).get(active);
      expect(answer.status, wrong).toBe(401);
    }
    expect((await withKey(server, `  ${secret}  `).get(active)).status).toBe(200);
    const refused = await withKey(server, secret.slice(0, -1)).get(active);
    expect(refused.body).toMatchObject({ id: "keyInvalid" });
    expect(refused.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });

  it("reject a key in the query, the body or another header, and log none", async () => {
    const { secret } = await addedKey(server, admin, ["desk", "visits.decide"]);
    for (const name of "key api_key apiKey access_token token authorization Authorization".split(" ")) {
      const answer = await server.get(`${active}?${name}=${secret}`);
      expect(answer.status, name).toBe(401);
    }
    for (const name of ["X-API-Key", "X-Auth-Token", "Proxy-Authorization", "Cookie"]) {
      const value = name === "Cookie" ? `visitor_session=${secret}; api_key=${secret}` : `Bearer ${secret}`;
      expect((await server.get(active, { headers: { [name]: value } })).status, name).toBe(401);
    }
    const body = { access_token: secret };
    expect((await server.send("PUT", "/dash/user/approve/1", { body })).status).toBe(401);
    expect(server.log.join("\n")).not.toContain(secret.slice(12));
    expect(JSON.stringify(await server.db("events"))).not.toContain(secret.slice(12));
  });

  it("reject a key from the second of its expiry", async () => {
    const key = await addedKey(server, admin, ["desk"], { expiresOn: "2026-03-10" });
    server.now = new Date("2026-03-10T14:59:59Z");
    expect((await key.get(active)).status).toBe(200);
    server.now = new Date("2026-03-10T15:00:00Z");
    expect((await key.get(active)).status).toBe(401);
  });

  it("reject a call whose key is revoked while its body is being sent", async () => {
    const { apiKey, secret } = await addedKey(server, admin, ["visits.decide"]);
    const { id } = await addVisit(server, site);
    const body = JSON.stringify({ note: "늦은 승인" });
    const answered = new Promise<number>((resolve, reject) => {
      const sending = request(
        `${server.url}/dash/user/approve/${id}`,
        {
          method: "PUT",
          headers: {
            Authorization: `Bearer ${secret}`,
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sending.on("error", reject);
      sending.write(body.slice(0, 5));
      const isUsed = async () => (await server.db("apiKeys").where({ id: apiKey.id }))[0].lastUsedAt !== null;
      const revoke = async (): Promise<void> => {
        // The key is checked when the headers arrive.
        while (!(await isUsed())) await new Promise((soon) => setImmediate(soon));
        await admin.send("DELETE", `/dash/api-keys/${apiKey.id}`);
        sending.end(body.slice(5));
      };
      revoke().catch(reject);
    });
    expect(await answered).toBe(401);
    expect((await server.db("visits").where({ id }))[0].statusCode).toBe("applied");
  });

  it("list keys for administrators only, and never for a key", async () => {
    for (const user of [crew.host, crew.desk, crew.privacy])
      expect((await user.get("/dash/api-keys")).status).toBe(403);
    const key = await addedKey(server, admin, keyPermissions);
    for (const [method, path] of [
      ["GET", "/dash/api-keys"],
      ["POST", "/dash/api-keys"],
      ["DELETE", `/dash/api-keys/${key.apiKey.id}`],
    ] as const)
      expect((await key.send(method, path, method === "POST" ? { body: {} } : {})).body).toMatchObject({
        id: "personNeeded",
      });
  });
});
