/** Administration of API keys (docs/behaviour.md, "API keys"). */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { maskText } from "#api/http/mask-answer.ts";
import { redactNumbers } from "#api/log.ts";
import { keyPermissions, permissions } from "#contract/permissions.ts";
import { maxApiKeys } from "#contract/site/api-keys.ts";
import { markUnfinished, settleRestored } from "#db/backup/restored.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { answered } from "../../support/api.ts";
import { addedKey } from "../../support/api-keys.ts";
import { signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";

const { server, site, crew } = await staffedSite();
const { admin } = crew;
const path = "/dash/api-keys";
const start = server.now;
const dayMs = 86_400_000;

beforeEach(async () => {
  server.now = start;
  await truncate(server.db, "api_keys");
});

const body = (more: object = {}) => ({ name: "출입 게이트", permissions: ["desk", "visits.see"], ...more });

describe("POST /dash/api-keys", () => {
  it("shows the key once and stores only its hash", async () => {
    const { apiKey, secret } = (await answered(admin.post(path, { body: body() }))).body;
    expect(secret).toMatch(/^vk_[a-z2-7]{8}_[A-Za-z0-9_-]{43}$/);
    expect(secret.startsWith(`${apiKey.prefix}_`)).toBe(true);
    expect(apiKey).toMatchObject({
      name: "출입 게이트",
      permissions: ["desk", "visits.see"],
      state: "active",
      createdBy: { id: admin.id, resigned: false },
      lastUsedAt: null,
      lastUsedAddress: "",
      revokedAt: null,
    });
    const listed = await admin.get(path);
    expect(listed.body).toEqual([apiKey]);
    const all = JSON.stringify([
      listed.body,
      await server.db("apiKeys"),
      await server.db("events").where({ subject: "api_keys" }),
      server.log,
    ]);
    expect(all).not.toContain(secret.slice(12));
    const [stored] = await server.db("apiKeys");
    expect(stored.hash).toEqual(createHash("sha256").update(secret).digest());
  });

  it("logs the creator as an event, without the hash", async () => {
    const { apiKey } = await addedKey(server, admin, ["desk"]);
    const [event] = await server
      .db("events")
      .where({ kind: "change", subject: "api_keys", subjectId: apiKey.id });
    expect(event).toMatchObject({ hostUserId: admin.id, detail: "출입 게이트" });
    expect(event.after).toMatchObject({ permissions: ["desk"], hash: "***" });
  });

  it("expires after a year by default, after two years at most", async () => {
    const { apiKey } = await addedKey(server, admin, ["desk"]);
    expect(apiKey.expiresAt).toBe("2027-03-11 00:00");
    const { apiKey: longer } = await addedKey(server, admin, ["desk"], { expiresOn: "2028-03-10" });
    expect(longer.expiresAt).toBe("2028-03-11 00:00");
    const refused = async (expiresOn: string) => {
      const answer = await answered(admin.post(path, { body: body({ expiresOn }) }), 400);
      return JSON.parse(answer.headers.get("X-Field-Errors") ?? "");
    };
    expect(await refused("2028-03-11")).toEqual({ expiresOn: "keyTooLong:2" });
    expect(await refused("2026-03-09")).toEqual({ expiresOn: "endPast" });
  });

  it.each(permissions.filter((one) => !(keyPermissions as readonly string[]).includes(one)))(
    "rejects the permission %s for keys",
    async (permission) => {
      await answered(admin.post(path, { body: body({ permissions: [permission] }) }), 400);
      expect(await server.db("apiKeys")).toEqual([]);
    },
  );

  it("excludes five permissions from keys", () => {
    expect(permissions.filter((one) => !(keyPermissions as readonly string[]).includes(one))).toEqual(
      "public account visits.reveal privacy integrations".split(" "),
    );
  });

  it.each([[{ permissions: [] }], [{ permissions: ["desk", "desk"] }], [{ name: " " }], [{ scope: "all" }]])(
    "rejects %o",
    async (bad) => {
      expect((await admin.post(path, { body: body(bad) })).status).toBe(400);
    },
  );

  it("allows 50 active keys; expired and revoked keys do not count", async () => {
    await addedKey(server, admin, ["desk"]);
    await server.db.raw(
      `INSERT INTO api_keys (name, prefix, hash, permissions, created_by, created_at, expires_at)
       SELECT name, prefix, sha256(n::text::bytea), permissions, created_by, created_at, expires_at
       FROM api_keys, generate_series(2, ?) AS n`,
      [maxApiKeys],
    );
    expect((await admin.post(path, { body: body() })).status).toBe(405);
    const [{ id }] = await server.db("apiKeys").limit(1);
    await admin.send("DELETE", `${path}/${id}`);
    expect((await admin.post(path, { body: body() })).status).toBe(200);
  });
});

describe("GET /dash/api-keys", () => {
  it("lists active keys first, with their state: active, ends soon, expired, revoked", async () => {
    const soon = await addedKey(server, admin, ["desk"], { name: "다", expiresOn: "2026-04-08" });
    await addedKey(server, admin, ["desk"], { name: "나", expiresOn: "2026-03-10" });
    const revoked = await addedKey(server, admin, ["desk"], { name: "가" });
    await addedKey(server, admin, ["desk"], { name: "라" });
    await admin.send("DELETE", `${path}/${revoked.apiKey.id}`);
    server.now = new Date(start.getTime() + dayMs);
    const listed = (await admin.get(path)).body.map((one: { name: string; state: string }) => [
      one.name,
      one.state,
    ]);
    expect(listed).toEqual([
      ["다", "endsSoon"],
      ["라", "active"],
      ["가", "revoked"],
      ["나", "expired"],
    ]);
    expect(soon.apiKey.state).toBe("endsSoon");
  });

  it("shows last use and address, updated once a minute", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    const usedAt = async () => (await admin.get(path)).body[0];
    await key.get("/dash/visits/active");
    expect(await usedAt()).toMatchObject({ lastUsedAt: "2026-03-10 10:00", lastUsedAddress: "127.0.0.1" });
    const [{ lastUsedAt }] = await server.db("apiKeys");
    server.now = new Date(start.getTime() + 60_000);
    await key.get("/dash/visits/active");
    expect((await server.db("apiKeys"))[0].lastUsedAt).toEqual(lastUsedAt);
    server.now = new Date(start.getTime() + 61_000);
    await key.get("/dash/visits/active");
    expect((await server.db("apiKeys"))[0].lastUsedAt).toEqual(server.now);
  });

  it("keeps keys of a resigned administrator working, marked as resigned", async () => {
    const leaving = await signedIn(server, site.company, "admin");
    const key = await addedKey(server, leaving, ["desk"]);
    await HostUser.query(server.db).findById(leaving.id).patch({ status: "resigned" });
    expect((await admin.get(path)).body[0].createdBy).toMatchObject({ id: leaving.id, resigned: true });
    expect((await key.get("/dash/visits/active")).status).toBe(200);
  });

  it("prevents deletion of the account that created a key", async () => {
    const maker = await signedIn(server, site.company, "admin");
    await addedKey(server, maker, ["desk"]);
    expect((await admin.send("DELETE", `/dash/hostusers/${maker.id}`)).status).toBe(405);
  });
});

describe("PUT /dash/api-keys/:id", () => {
  it("changes name and permissions from the next call on", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    const { id } = key.apiKey;
    const answer = await admin.put(`${path}/${id}`, { body: { id, name: "정문", permissions: ["reports"] } });
    expect(answer.body).toMatchObject({ id, name: "정문", permissions: ["reports"] });
    expect((await key.get("/dash/visits/active")).body).toMatchObject({ id: "keyNotAllowed" });
    const [, change] = await server.db("events").where({ kind: "change", subjectId: id }).orderBy("id");
    expect(change).toMatchObject({ before: { permissions: ["desk"] }, after: { permissions: ["reports"] } });
  });

  it("returns 404 for an unknown key and 405 for a revoked one", async () => {
    expect((await admin.put(`${path}/99`, { body: body() })).status).toBe(404);
    const { apiKey } = await addedKey(server, admin, ["desk"]);
    await admin.send("DELETE", `${path}/${apiKey.id}`);
    expect((await admin.put(`${path}/${apiKey.id}`, { body: body() })).status).toBe(405);
  });
});

describe("DELETE /dash/api-keys/:id", () => {
  it("revokes the key immediately and permanently, and keeps its row", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    const answer = await admin.send("DELETE", `${path}/${key.apiKey.id}`);
    expect(answer.body).toMatchObject({ state: "revoked", revokedAt: "2026-03-10 10:00" });
    expect((await key.get("/dash/visits/active")).status).toBe(401);
    expect((await admin.send("DELETE", `${path}/${key.apiKey.id}`)).status).toBe(405);
    expect((await admin.send("DELETE", `${path}/99`)).status).toBe(404);
    expect(await server.db("apiKeys")).toHaveLength(1);
  });
});

it("a restore revokes all API keys, because one may have been revoked after the backup", async () => {
  const key = await addedKey(server, admin, ["desk"]);
  await server.db
    .transaction(async (trx) => {
      await markUnfinished(trx);
      await settleRestored(trx, { now: server.now, takenAt: server.now });
      expect((await trx("apiKeys").where({ id: key.apiKey.id }))[0].revokedAt).toEqual(server.now);
      throw new Error("only tried");
    })
    .catch(({ message }) => expect(message).toBe("only tried"));
});

describe("masking of free text", () => {
  it.each([
    ["010-1234-5678에서 연락", "010-12**-*678에서 연락"],
    ["전화:01012345678.", "전화:010-12**-*678."],
    ["+82 10 1234 5678", "010-12**-*678"],
    ["82-10-1234-5678", "***"],
    ["(02) 555-1234, 031.123.4567", "***, ***"],
    ["call +1 (415) 555-0100 now", "call *** now"],
    ["kim.chulsoo@example.com으로", "k***@example.com으로"],
    ["2026-03-10 09:00, 260310-00001, 192.168.10.10, 12가3456, A-0101", undefined],
    ["010-12**-*678", undefined],
  ])("masks numbers and addresses in %s", (text, masked) => {
    expect(maskText(text)).toBe(masked ?? text);
  });

  it("removes complete and truncated keys from error messages", async () => {
    const { secret } = await addedKey(server, admin, ["desk"]);
    for (const text of [secret, secret.slice(0, 30), secret.toUpperCase(), `(${secret})`])
      expect(redactNumbers(`near "${text}"`)).not.toContain(text.slice(4, 12));
  });
});
