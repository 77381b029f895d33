/** Administration of webhooks (docs/behaviour.md, "Webhooks"). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createWebhookSender } from "#api/webhooks/sender.ts";
import { Webhook } from "#db/models/webhook.ts";
import { rotateKeys } from "#db/rotate-keys.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { startReceiver } from "../../support/services/webhook-receiver.ts";
import { addedWebhook, deliveriesOf, sendAfter, verified, webhookSettings } from "../../support/webhooks.ts";

const receiver = await startReceiver();
const addresses: Record<string, string[]> = {
  "hooks.example.com": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "inside.example.com": ["10.1.2.3"],
  "half.example.com": ["93.184.216.34", "192.168.0.1"],
};
const webhooks = createWebhookSender({
  allowsLoopback: true,
  resolve: async (host) => {
    const found = addresses[host];
    if (!found) throw new Error("ENOTFOUND");
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  },
});
const { server, crew } = await staffedSite({ webhooks });
const { admin } = crew;
afterAll(() => receiver.close());

beforeEach(async () => {
  await truncate(server.db, "webhooks");
  receiver.received.length = 0;
});

const path = "/dash/webhooks";
const hook = "https://hooks.example.com/services/T0/B0/slack-token";

describe("POST /dash/webhooks", () => {
  it("returns the secret once, and stores it and the URL encrypted", async () => {
    const { webhook, secret } = await addedWebhook(admin, hook, { personal: true });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url: hook, host: "hooks.example.com", personal: true, active: true });
    const listed = await admin.get(path);
    expect(listed.body).toEqual([webhook]);
    expect(listed.text).not.toContain(secret);
    const stored = JSON.stringify(
      await server.db.raw("SELECT w::text FROM webhooks w").then(({ rows }) => rows),
    );
    expect(stored).not.toContain("slack-token");
    const events = await server.db("events").where({ subject: "webhooks" });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "change", hostUserId: admin.id, detail: "출입 통계" });
    expect(events[0].after).toMatchObject({
      host: "hooks.example.com",
      is_personal: true,
      secret_cipher: "***",
    });
    expect(JSON.stringify(events)).not.toContain("slack-token");
  });

  it.each([
    ["ftp://hooks.example.com/", "httpsAddress"],
    ["https://user:word@hooks.example.com/", "httpsAddress"],
    ["hooks.example.com", "httpsAddress"],
    ["https://unknown.example.com/", "addressUnknown"],
    ["https://inside.example.com/", "addressPrivate"],
    ["https://half.example.com/", "addressPrivate"],
    ["https://10.0.0.1/", "addressPrivate"],
    ["https://169.254.169.254/latest/meta-data", "addressPrivate"],
    ["https://0x0a000001/", "addressPrivate"],
    ["https://[fd00::1]/", "addressPrivate"],
    ["https://[fe80::1]/", "addressPrivate"],
    ["https://[::ffff:10.0.0.1]/", "addressPrivate"],
    ["https://[64:ff9b::a00:1]/", "addressPrivate"],
    ["https://[2002:a00:1::]/", "addressPrivate"],
    ["https://0.0.0.0/", "addressPrivate"],
    ["https://100.64.0.1/", "addressPrivate"],
  ])("rejects %s", async (url, code) => {
    const answer = await answered(admin.post(path, { body: webhookSettings(url) }), 400);
    expect(JSON.parse(answer.headers.get("X-Field-Errors") ?? "")).toEqual({ url: code });
    expect(await Webhook.query(server.db).resultSize()).toBe(0);
  });

  it.each(["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "http://93.184.216.34/"])(
    "rejects %s like a production server",
    async (url) => {
      const problem = await createWebhookSender().check(url);
      expect(problem).toBe(url.startsWith("http:") ? "httpsAddress" : "addressPrivate");
    },
  );

  it("reports missing, repeated and unknown fields at once", async () => {
    const body = {
      ...webhookSettings(hook),
      name: " ",
      events: ["left", "left"],
      format: "pager",
      secret: "x",
    };
    const answer = await answered(admin.post(path, { body }), 400);
    expect(Object.keys(answer.body).sort()).toEqual(["events", "format", "name", "secret"]);
  });

  it("returns 405 for more than 20 webhooks", async () => {
    for (let n = 0; n < 20; n++) await addedWebhook(admin, receiver.url, { name: `웹훅 ${n}` });
    expect((await admin.post(path, { body: webhookSettings(receiver.url) })).status).toBe(405);
  });
});

describe("PUT, DELETE and other calls of /dash/webhooks/:id", () => {
  it("change the webhook, and log both states", async () => {
    const { webhook } = await addedWebhook(admin, hook);
    const body = { id: webhook.id, ...webhookSettings(receiver.url, { personal: true }), active: true };
    const changed = await admin.put(`${path}/${webhook.id}`, { body });
    expect(changed.body).toMatchObject({ id: webhook.id, url: receiver.url, personal: true });
    const [row] = await server.db("events").where({ subject: "webhooks" }).orderBy("id", "desc").limit(1);
    expect(row.before).toMatchObject({ host: "hooks.example.com", is_personal: false, secret_version: 1 });
    expect(row.after).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      is_personal: true,
      secret_version: 2,
    });
    expect(JSON.stringify(row)).not.toContain("slack-token");
  });

  it("keep the URL when the new one is rejected, and return 404 for an unknown id", async () => {
    const { webhook } = await addedWebhook(admin, hook);
    const at = `${path}/${webhook.id}`;
    const body = (url: string) => ({ ...webhookSettings(url), active: true });
    expect((await admin.put(at, { body: body("https://10.0.0.1/") })).status).toBe(400);
    expect((await admin.put(at, { body: { ...body(hook), id: 99 } })).status).toBe(400);
    expect((await admin.put(`${path}/4711`, { body: body(hook) })).status).toBe(404);
    expect((await admin.get(path)).body[0].url).toBe(hook);
  });

  it("sign with the new secret once replaced", async () => {
    const { webhook, secret } = await addedWebhook(admin, receiver.url);
    const answer = await admin.post(`${path}/${webhook.id}/secret`);
    expect(answer.body.secret).not.toBe(secret);
    await admin.post(`${path}/${webhook.id}/test`);
    await sendAfter(server);
    const [got] = receiver.received;
    if (!got) throw new Error("nothing came");
    expect(verified(answer.body.secret, got, server.now)).toMatchObject({ type: "test", data: {} });
    expect(() => verified(secret, got, server.now)).toThrow();
    const [row] = await server.db("events").where({ subject: "webhooks" }).orderBy("id", "desc").limit(1);
    expect(row.after).toEqual({ secret_cipher: "***", secret_version: 2 });
  });

  it("test a paused webhook, list its deliveries and resend them with the same id", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    const at = `${path}/${webhook.id}`;
    await admin.put(at, { body: { ...webhookSettings(receiver.url), active: false } });
    const { id } = (await admin.post(`${at}/test`)).body;
    await sendAfter(server);
    const listed = (await admin.get(`${at}/deliveries?state=delivered`)).body;
    expect(listed).toMatchObject({
      total: 1,
      rows: [{ id, event: "test", visitId: null, attempts: 1, error: null }],
    });
    expect((await admin.get(`${at}/deliveries?state=failed`)).body.rows).toEqual([]);
    expect((await admin.post(`${at}/deliveries/${id}/resend`)).status).toBe(204);
    await sendAfter(server);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
      listed.rows[0].messageId,
      listed.rows[0].messageId,
    ]);
    await server
      .db("webhook_deliveries")
      .update({ state: "sending", finishedAt: null, leasedUntil: new Date(server.now.getTime() + 60_000) });
    expect((await admin.post(`${at}/deliveries/${id}/resend`)).status).toBe(405);
    expect((await admin.post(`${at}/deliveries/4711/resend`)).status).toBe(404);
    expect((await admin.get(`${path}/4711/deliveries`)).status).toBe(404);
  });

  it("delete the webhook with its deliveries", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    await admin.post(`${path}/${webhook.id}/test`);
    expect((await admin.send("DELETE", `${path}/${webhook.id}`)).status).toBe(204);
    expect(await deliveriesOf(server, webhook.id)).toEqual([]);
    expect((await admin.send("DELETE", `${path}/${webhook.id}`)).status).toBe(404);
  });

  it("wait while the key is missing, and work with a new URL", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    await Webhook.query(server.db).patch({ secretKey: "lost" });
    expect((await admin.get(path)).body[0]).toMatchObject({ url: "", host: webhook.host });
    await admin.post(`${path}/${webhook.id}/test`);
    await sendAfter(server);
    expect((await deliveriesOf(server, webhook.id))[0]).toMatchObject({ state: "waiting", error: "sealed" });
    await admin.put(`${path}/${webhook.id}`, { body: { ...webhookSettings(receiver.url), active: true } });
    await sendAfter(server, 60);
    expect(receiver.received).toHaveLength(1);
  });

  it("re-encrypt the webhook when keys are rotated", async () => {
    await addedWebhook(admin, hook);
    const { writing } = server.cipher;
    expect((await rotateKeys(server.db, server.cipher)).failed).toEqual([]);
    expect((await Webhook.query(server.db).first())?.secretKey).toBe(writing.cellKey);
  });
});
