/** Webhook alerts, without personal data (docs/behaviour.md, "Webhooks"). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { watchEvents } from "#api/features/events/alerts.ts";
import { sendWebhooks } from "#api/features/webhooks/delivery.ts";
import { queueAlert } from "#api/webhooks/queue.ts";
import { createWebhookSender } from "#api/webhooks/sender.ts";
import type { AlertKind } from "#contract/alert-kinds.ts";
import { addStaff } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { startReceiver } from "../../support/services/webhook-receiver.ts";
import { addedWebhook, deliveriesOf, sendAfter, verified, webhookSettings } from "../../support/webhooks.ts";

const receiver = await startReceiver();
const webhooks = createWebhookSender({ allowsLoopback: true, timeoutMs: 300 });
const { server, site, crew } = await staffedSite({ webhooks });
const { db } = server;
const { admin } = crew;
afterAll(() => receiver.close());

const events = ["alert"];
/** The database dates events. */
const watch = () => watchEvents({ ...server.deps, clock: () => new Date() });
const send = () => sendWebhooks({ ...server.deps, clock: () => new Date() });

beforeEach(async () => {
  await truncate(db, "webhooks", "messages");
  receiver.received.length = 0;
});

const people = { failures: "host", newPlace: "admin", massReading: "desk", destruction: "privacy" } as const;

async function trigger(kind: keyof typeof people) {
  const person = await addStaff(server, site.company, people[kind], {
    name: "한대상",
    cellPhone: "010-0000-7401",
    email: "daesang@example.com",
  });
  const { id, loginId } = person;
  const address = "198.51.100.77";
  const at = new Date();
  const many = Array.from({ length: 600 }, (_, n) => n + 1);
  if (kind === "failures")
    for (let n = 0; n < 10; n++)
      await db("events").insert({ kind: "signInFailed", subject: "host_users", subjectId: id });
  if (kind === "newPlace") {
    const signIn = { kind: "signIn", hostUserId: id };
    await db("events").insert({ ...signIn, address: "127.0.0.1", at: new Date(at.getTime() - 60_000) });
    await db("events").insert({ ...signIn, address });
  }
  if (kind === "massReading")
    await db("accessLog").insert({ at, hostUserId: id, address, action: "/dash/visits", visitIds: many });
  if (kind === "destruction")
    await db("destructionRegister").insert({
      at,
      actorKind: "staff",
      hostUserId: id,
      reason: "officer",
      visitIds: [1],
      persons: 21,
      retentionDays: [365],
    });
  return { secrets: ["한대상", loginId, "0000-7401", "daesang", address] };
}

describe("webhook alert", () => {
  it.each(Object.keys(people) as (keyof typeof people)[])(
    "%s is sent without personal data",
    async (kind) => {
      await watch();
      await send();
      receiver.received.length = 0;
      const { webhook, secret } = await addedWebhook(admin, receiver.url, { events, personal: true });
      await addedWebhook(admin, receiver.url, { name: "방문만" });
      const { secrets } = await trigger(kind);
      expect(await watch()).toBeGreaterThan(0);
      await send();
      const delivered = receiver.received.find(({ body }) => body.data.alert === kind);
      if (!delivered) throw new Error("no alert arrived");
      expect(delivered.body).toEqual({ type: "alert", timestamp: expect.any(String), data: { alert: kind } });
      // by the real clock, and the machine may be busy
      expect(verified(secret, delivered, new Date(), 60)).toEqual(delivered.body);
      for (const { text } of receiver.received) for (const one of secrets) expect(text).not.toContain(one);
      expect((await deliveriesOf(server, webhook.id)).map(({ alert }) => alert)).toContain(kind);
      const { rows } = (await admin.get(`/dash/webhooks/${webhook.id}/deliveries`)).body;
      expect(rows).toContainEqual(
        expect.objectContaining({ event: "alert", alert: kind, visitId: null, state: "delivered" }),
      );
      // Once a day for each.
      const before = receiver.received.length;
      await watch();
      await send();
      expect(receiver.received).toHaveLength(before);
    },
  );

  it.each<[string, AlertKind, RegExp]>([
    ["slack", "failures", /로그인 실패가 많습니다/],
    ["teams", "chain", /변조되었을 수 있습니다/],
    ["kakaowork", "lastAdmin", /마지막 관리자/],
  ])("is a sentence for %s", async (format, kind, sentence) => {
    await addedWebhook(admin, receiver.url, { events, format });
    await db.transaction((trx) => queueAlert(trx, kind, server.now));
    await sendAfter(server);
    expect(receiver.received.map(({ text }) => text)).toEqual([expect.stringMatching(sentence)]);
  });

  it("is not sent to a paused webhook or when its transaction is rolled back", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url, { events });
    await admin.put(`/dash/webhooks/${webhook.id}`, {
      body: webhookSettings(receiver.url, { events, active: false }),
    });
    await db.transaction((trx) => queueAlert(trx, "failures", server.now));
    await addedWebhook(admin, receiver.url, { events, name: "둘째" });
    const broken = db.transaction(async (trx) => {
      await queueAlert(trx, "failures", server.now);
      throw new Error("rolled back");
    });
    await expect(broken).rejects.toThrow("rolled back");
    await sendAfter(server);
    expect(receiver.received).toEqual([]);
  });
});
