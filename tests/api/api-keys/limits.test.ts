/** Rate limits and address ranges of API keys. */
import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { addedKey, withKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const forwarded = (address: string) => ({ headers: { "X-Forwarded-For": address } });

const { server, crew } = await staffedSite({
  env: { TRUSTED_PROXIES: "loopback", CONSOLE_ALLOW: "10.0.0.0/8, 127.0.0.1" },
  limits: { apiKey: 3, apiKeyFailed: 2 },
});

const active = "/dash/visits/active";

describe("limits of API keys", () => {
  it("rejects calls from outside the console's address ranges", async () => {
    const key = await addedKey(server, crew.admin, ["desk"]);
    expect((await key.get(active, forwarded("10.1.2.3"))).status).toBe(200);
    const replayed = await answered(key.get(active, forwarded("203.0.113.9")), 403);
    expect(replayed.body).toMatchObject({ id: "outsideAddresses" });
    const [{ lastUsedAddress }] = await server.db("apiKeys").where({ id: key.apiKey.id });
    expect(lastUsedAddress).toBe("10.1.2.3");
  });

  it("limits calls per minute by key, not by address or for other keys", async () => {
    const key = await addedKey(server, crew.admin, ["desk"]);
    for (const address of ["10.1.1.1", "10.1.1.2", "10.1.1.3"])
      expect((await key.get(active, forwarded(address))).status).toBe(200);
    const refused = await answered(key.get(active, forwarded("10.1.1.4")), 429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const other = await addedKey(server, crew.admin, ["desk"]);
    expect((await other.get(active, forwarded("10.1.1.1"))).status).toBe(200);
    expect((await crew.admin.get(active)).status).toBe(200);
  });

  it("counts a call once when its body arrives after its headers", async () => {
    const key = await addedKey(server, crew.admin, ["visits.decide"]);
    const body = JSON.stringify({ note: "가".repeat(60_000) });
    for (let call = 0; call < 3; call++)
      expect((await key.send("PUT", "/dash/user/approve/99", { body })).status).not.toBe(429);
  });

  it("counts calls with an unknown key by address", async () => {
    const wrong = withKey(server, `vk_aaaaaaaa_${"x".repeat(43)}`);
    for (let call = 0; call < 2; call++)
      expect((await wrong.get(active, forwarded("10.9.9.9"))).status).toBe(401);
    const refused = await answered(wrong.get(active, forwarded("10.9.9.9")), 429);
    expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect((await wrong.get(active, forwarded("10.9.9.8"))).status).toBe(401);
    const rows = await server.db("events").where({ kind: "refused", address: "10.9.9.9" });
    expect(rows.map(({ detail }: { detail: string }) => detail)).toContain("keyInvalid");
  });
});
