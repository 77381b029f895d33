/** Webhook payloads and delivery (docs/behaviour.md, "Webhooks"). */
import type { LookupAddress } from "node:dns";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldDeliveries, sendWebhooks, startWebhooks } from "#api/features/webhooks/delivery.ts";
import { commit, version } from "#api/version.ts";
import { createWebhookSender } from "#api/webhooks/sender.ts";
import { Webhook } from "#db/models/webhook.ts";
import { issueTo } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { startReceiver } from "../../support/services/webhook-receiver.ts";
import { koreanApplication } from "../../support/site.ts";
import { addDueVisit, putTrash } from "../../support/visits/trash.ts";
import { addPass, addVisit } from "../../support/visits/visits.ts";
import { addedWebhook, deliveriesOf, sendAfter, verified, webhookSettings } from "../../support/webhooks.ts";

const receiver = await startReceiver();
/** DNS answers by name, in order. */
const names = new Map<string, LookupAddress[][]>();
const webhooks = createWebhookSender({
  allowsLoopback: true,
  timeoutMs: 300,
  resolve: async (host) => {
    const answers = names.get(host);
    const found = answers && answers.length > 1 ? answers.shift() : answers?.[0];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  },
});
const { server, site, crew } = await staffedSite({ webhooks });
const { admin, desk, privacy } = crew;
afterAll(() => receiver.close());

const morning = new Date("2026-03-10T01:00:00Z");
beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "webhooks", "messages", "passes", "visits");
  receiver.received.length = 0;
  receiver.next.length = 0;
  names.clear();
});

const approve = async (id: number) =>
  expect((await desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
const types = () => receiver.received.map(({ body }) => body.type);
const v4 = (address: string): LookupAddress => ({ address, family: 4 });

describe("visit event", () => {
  it("is sent signed, in order, without personal data", async () => {
    const { webhook, secret } = await addedWebhook(admin, receiver.url);
    const applied = await server.post("/api/request/simple/save/", { body: koreanApplication(site) });
    const { reserveNo } = applied.body;
    const { id } = await server.db("visits").where({ reserveNo }).first("id");
    await approve(id);
    server.now = new Date("2026-03-10T05:00:00Z");
    const passNo = await addPass(server);
    expect((await issueTo(desk, id, { passNo })).status).toBe(200);
    expect((await desk.put(`/dash/visits/${id}/recovery`, { body: { passReturned: true } })).status).toBe(
      200,
    );
    await sendAfter(server);

    expect(types()).toEqual(["visit.applied", "visit.decided", "visit.entered", "visit.left"]);
    const [first] = receiver.received;
    expect(first && verified(secret, first, server.now)).toEqual({
      type: "visit.applied",
      timestamp: morning.toISOString(),
      data: {
        visitId: id,
        leaderVisitId: null,
        status: "applied",
        startDate: "2026-03-10 14:00",
        endDate: "2026-03-10 16:00",
        timezone: "Asia/Seoul",
        place: { id: site.place, name: expect.any(String), enName: expect.any(String) },
        hostUserId: site.host,
      },
    });
    expect(receiver.received.map(({ body }) => body.data.status)).toEqual(
      "applied approved entered exited".split(" "),
    );
    for (const { text } of receiver.received) {
      for (const secretOfPerson of ["홍길동", "나래상사", "1234-5678", reserveNo, "12가"]) {
        expect(text).not.toContain(secretOfPerson);
      }
    }
    expect(receiver.received[0]?.headers["user-agent"]).toBe(
      `Visitor-Webhooks/${version}${commit ? ` (${commit})` : ""}`,
    );
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    const rows = await deliveriesOf(server, webhook.id);
    expect(ids).toEqual(rows.map(({ ref }) => `msg_${ref}`));
    expect(rows.every(({ state, answerStatus }) => state === "delivered" && answerStatus === 204)).toBe(true);
  });

  it("contains the visitor's name if the webhook is set so, and never a phone number", async () => {
    await addedWebhook(admin, receiver.url, { personal: true });
    await approve((await addVisit(server, site, { name: "김방문", cellphone: "010-7777-8888" })).id);
    await sendAfter(server);
    const [{ body, text } = { body: undefined, text: "" }] = receiver.received;
    expect(body?.data.visitor).toEqual({
      reserveNo: expect.stringMatching(/^260310-/),
      name: "김방문",
      company: "나래상사",
    });
    expect(text).not.toMatch(/7777|8888/);
  });

  it("is sent only to active subscribers after commit", async () => {
    const cancelled = await addedWebhook(admin, receiver.url, { name: "취소", events: ["cancelled"] });
    const paused = await addedWebhook(admin, receiver.url, { name: "중지" });
    await admin.put(`/dash/webhooks/${paused.webhook.id}`, {
      body: webhookSettings(receiver.url, { active: false }),
    });
    const { id } = await addVisit(server, site);
    await approve(id);
    expect((await desk.put(`/dash/user/reject/${id}`, { body: { reason: "일정" } })).status).toBe(405);
    await desk.put(`/dash/user/cancel/${id}`, { body: {} });
    await sendAfter(server);
    expect(types()).toEqual(["visit.cancelled"]);
    expect(await deliveriesOf(server, cancelled.webhook.id)).toHaveLength(1);
    expect(await deliveriesOf(server, paused.webhook.id)).toEqual([]);
  });

  it.each([
    ["slack", ["text"]],
    ["teams", ["attachments", "0", "content", "body", "0", "inlines", "0", "text"]],
    ["kakaowork", ["text"]],
  ] as const)("is a sentence for %s without markup, and without a name unless set", async (format, path) => {
    await addedWebhook(admin, receiver.url, { format, personal: true });
    await addedWebhook(admin, receiver.url, { format, name: "이름 없이", lang: "en" });
    await approve(
      (await addVisit(server, site, { name: "<!channel> [김](https://evil.example) *방문*" })).id,
    );
    await sendAfter(server);
    const texts = receiver.received
      .map(({ text }) => path.reduce((inner, key) => inner[key], JSON.parse(text)))
      .sort();
    expect(texts).toEqual([
      expect.stringMatching(/^\[.+\] Visit of visitor approved: 2026-03-10 10:00, .+$/),
      expect.stringMatching(/^\[.+\] channel 방문 방문 승인: 2026-03-10 10:00, .+$/),
    ]);
  });
});

describe("receiver that", () => {
  const firstDelivery = async (url = receiver.url) => {
    const { webhook } = await addedWebhook(admin, url);
    await approve((await addVisit(server, site)).id);
    return async () => (await deliveriesOf(server, webhook.id))[0];
  };

  it.each([
    ["answers 500", 500, { error: "status", answerStatus: 500 }],
    ["hangs", () => {}, { error: "timeout", answerStatus: null }],
    [
      "closes the connection",
      (response: import("node:http").ServerResponse) => response.destroy(),
      { error: "connection" },
    ],
    [
      "answers no HTTP",
      (response: import("node:http").ServerResponse) => response.socket?.end("what?\r\n\r\n"),
      { error: "connection" },
    ],
    [
      "redirects",
      (response: import("node:http").ServerResponse) =>
        response.writeHead(307, { Location: receiver.url }).end(),
      { error: "redirect", answerStatus: 307 },
    ],
  ] as const)("%s is called again with the same webhook-id", async (_, answer, expected) => {
    receiver.next.push(answer);
    const read = await firstDelivery();
    await sendAfter(server);
    expect(receiver.received).toHaveLength(1);
    expect(await read()).toMatchObject({ state: "waiting", attempts: 1, ...expected });
    await sendAfter(server, 9);
    expect(receiver.received).toHaveLength(1);
    await sendAfter(server, 1);
    expect(await read()).toMatchObject({ state: "delivered", attempts: 2, error: "" });
    const [first, second] = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(second).toBe(first);
  });

  it("sends an endless response is answered: delivered, without reading on", async () => {
    receiver.next.push((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(65_536)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const read = await firstDelivery();
    await sendAfter(server);
    expect(await read()).toMatchObject({ state: "delivered", answerStatus: 200 });
  });

  it("sends Retry-After is called again after that time", async () => {
    receiver.next.push((response) => response.writeHead(429, { "Retry-After": "600" }).end());
    const read = await firstDelivery();
    await sendAfter(server);
    await sendAfter(server, 599);
    expect(await read()).toMatchObject({ state: "waiting", attempts: 1 });
    await sendAfter(server, 1);
    expect(await read()).toMatchObject({ state: "delivered" });
  });

  it("keeps failing delays later events of the same visit only, until the first is given up", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    const { id } = await addVisit(server, site);
    const other = await addVisit(server, site);
    receiver.next.push(500);
    await approve(id);
    await sendAfter(server);
    await desk.put(`/dash/user/cancel/${id}`, { body: {} });
    await approve(other.id);
    await sendAfter(server);
    const deliveries = () => receiver.received.map(({ body }) => [body.type, body.data.visitId]);
    expect(deliveries()).toEqual([
      ["visit.decided", id],
      ["visit.decided", other.id],
    ]);
    receiver.next.push(...Array.from({ length: 7 }, () => 500));
    for (const seconds of [10, 60, 300, 1800, 7200, 21_600, 36_000]) await sendAfter(server, seconds);
    expect(deliveries().at(-1)).toEqual(["visit.cancelled", id]);
    const states = (await deliveriesOf(server, webhook.id)).map(({ state, attempts }) => [state, attempts]);
    expect(states).toEqual([
      ["failed", 8],
      ["delivered", 1],
      ["delivered", 1],
    ]);
  });

  it("fails for a day is paused, and administrators get a notice", async () => {
    await server.db("host_users").where({ id: admin.id }).update({ cellPhone: "010-0000-9999" });
    const { webhook } = await addedWebhook(admin, receiver.url);
    receiver.next.push(500, 500);
    await approve((await addVisit(server, site)).id);
    await sendAfter(server);
    await sendAfter(server, 24 * 3_600);
    const [row] = (await admin.get("/dash/webhooks")).body;
    expect(row).toMatchObject({ active: false, pausedBecause: "failing", failingSince: "2026-03-10 10:00" });
    const alert = { kind: "alert", detail: "webhook", subject: "webhooks", subjectId: webhook.id };
    expect(await server.db("events").where(alert)).toHaveLength(1);
    const [text] = await server.db("messages").where({ event: "account" }).pluck("text");
    expect(text).toContain("출입 통계");
    expect(await sendAfter(server, 3_600)).toBe(0);

    await admin.put(`/dash/webhooks/${webhook.id}`, {
      body: webhookSettings(receiver.url, { active: true }),
    });
    await sendAfter(server, 3_600);
    expect(receiver.received).toHaveLength(3);
    const [again] = (await admin.get("/dash/webhooks")).body;
    expect(again).toMatchObject({ active: true, pausedBecause: null, failingSince: null });
  });

  it("returns 410 is paused immediately", async () => {
    await addedWebhook(admin, receiver.url);
    receiver.next.push(410);
    await approve((await addVisit(server, site)).id);
    await sendAfter(server);
    expect((await Webhook.query(server.db).first())?.pausedBecause).toBe("gone");
  });

  it("moves to a private address after the check is not called", async () => {
    const inside = [v4("10.0.0.5")];
    names.set("hooks.example.com", [[v4("93.184.216.34")], inside]);
    const read = await firstDelivery("https://hooks.example.com/x");
    await sendAfter(server);
    expect(await read()).toMatchObject({ state: "waiting", error: "addressPrivate" });
  });

  it("is resolved once: the checked address is the connected one", async () => {
    // A third lookup would return a private address.
    names.set("hooks.example.com", [[v4("127.0.0.1")], [v4("127.0.0.1")], [v4("10.0.0.5")]]);
    const read = await firstDelivery(`http://127.0.0.1:${receiver.port}/hook`);
    await Webhook.query(server.db).select("id");
    const outcome = await webhooks.send({
      url: `http://hooks.example.com:${receiver.port}/`,
      headers: {},
      body: "{}",
    });
    expect(outcome).toEqual({ isDelivered: true, status: 204 });
    expect(names.get("hooks.example.com")).toHaveLength(2);
    expect(await read()).toMatchObject({ state: "waiting" });
  });
});

describe("webhook deliveries", () => {
  it("are deleted when the visit is destroyed, including waiting ones", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    const { id } = await addDueVisit(server, site, "2026-03-01");
    await server.db("webhook_deliveries").insert({
      webhookId: webhook.id,
      visitId: id,
      event: "left",
      happenedAt: morning,
      nextAttemptAt: morning,
    });
    expect((await putTrash(privacy, "soft", [id])).status).toBe(200);
    expect((await putTrash(privacy, "hard", [id])).status).toBe(200);
    expect(await deliveriesOf(server, webhook.id)).toEqual([]);
    expect(await sendAfter(server)).toBe(0);
  });

  it("are sent once by two processes, and by another one when a process dies", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    for (let n = 0; n < 12; n++) await approve((await addVisit(server, site)).id);
    await Promise.all([sendWebhooks(server.deps), sendWebhooks(server.deps), sendWebhooks(server.deps)]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
    expect(receiver.received).toHaveLength(12);
    const [first] = await deliveriesOf(server, webhook.id);
    await server
      .db("webhook_deliveries")
      .where({ id: first?.id })
      .update({ state: "sending", finishedAt: null, leasedUntil: new Date(morning.getTime() + 60_000) });
    expect(await sendAfter(server, 59)).toBe(0);
    expect(await sendAfter(server, 1)).toBe(1);
  });

  it("that throw count as attempts and do not block others", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    const { id } = await addVisit(server, site);
    await approve(id);
    const broken = {
      ...server.deps,
      webhooks: { ...webhooks, send: () => Promise.reject(new Error("no memory")) },
    };
    expect(await sendWebhooks(broken)).toBe(1);
    expect((await deliveriesOf(server, webhook.id))[0]).toMatchObject({
      state: "waiting",
      attempts: 1,
      error: "interrupted",
    });
    expect(await sendAfter(server, 10)).toBe(1);
    expect(types()).toEqual(["visit.decided"]);
  });

  it("are paused until a restore is confirmed", async () => {
    await addedWebhook(admin, receiver.url);
    await approve((await addVisit(server, site)).id);
    await server
      .db("paused_jobs")
      .insert({ job: "restored", amount: 1, total: 1, through: "2026-03-10", foundAt: morning });
    expect(await sendAfter(server)).toBe(0);
    await server.db("paused_jobs").where({ job: "restored" }).update({ doneAt: morning });
    expect(await sendAfter(server)).toBe(1);
  });

  it("are sent by the running server, and deleted after 30 days", async () => {
    const { webhook } = await addedWebhook(admin, receiver.url);
    const running = startWebhooks(server.deps, { poll: 10 });
    await approve((await addVisit(server, site)).id);
    await eventually(async () => (await deliveriesOf(server, webhook.id))[0]?.state === "delivered");
    await running.stop();
    await deleteOldDeliveries(server.db, new Date(morning.getTime() + 30 * 86_400_000));
    expect(await deliveriesOf(server, webhook.id)).toHaveLength(1);
    await deleteOldDeliveries(server.db, new Date(morning.getTime() + 30 * 86_400_000 + 1));
    expect(await deliveriesOf(server, webhook.id)).toEqual([]);
  });
});
