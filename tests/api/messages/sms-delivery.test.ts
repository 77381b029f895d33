import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { leaseMs, sendDue } from "#api/features/messages/delivery.ts";
import type { Outcome, SmsDriver } from "#api/sms/driver.ts";
import { solapiDriver } from "#api/sms/solapi.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { addMessage, eraseMessage, messageOf } from "../../support/messages.ts";
import { solapiKey, solapiRefusal } from "../../support/services/provider.ts";
import { sendingSite } from "../../support/services/sending-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew, provider, driver } = await sendingSite();
const start = server.now;

beforeEach(async () => {
  server.now = start;
  await truncate(server.db, "messages", "visits");
});

const seconds = (count: number) => new Date(start.getTime() + count * 1000);
const later = (count: number) => {
  server.now = seconds(count);
};
/** The server's dependencies with a driver that returns these outcomes. */
const answering = (...outcomes: Outcome[]) => {
  const handed: string[] = [];
  const sms: SmsDriver = {
    name: "twilio",
    async send({ to }) {
      handed.push(to);
      return outcomes.shift() ?? { state: "sent", providerMessageId: "SM1" };
    },
  };
  return { deps: { ...server.deps, sms }, handed };
};

describe("queued messages", () => {
  it("are sent, with the provider's message id", async () => {
    const { id } = await addMessage(server);
    expect(await sendDue(server.deps)).toBe(1);
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "sent",
      attempts: 1,
      provider: "solapi",
      providerMessageId: "M4V20260310100000000001",
      sentAt: server.now,
      leasedUntil: null,
      nextAttemptAt: null,
      error: "",
    });
    expect(provider.accepted).toMatchObject([{ to: "01000001234", text: "방문이 승인되었습니다." }]);
    expect(await sendDue(server.deps)).toBe(0);
  });

  it("are sent only when queued and due", async () => {
    for (const status of ["sent", "kept", "failed", "unknown", "withdrawn"] as const) {
      await addMessage(server, { status });
    }
    await addMessage(server, { nextAttemptAt: seconds(1) });
    expect(await sendDue(server.deps)).toBe(0);
    expect(provider.received).toEqual([]);
    later(1);
    expect(await sendDue(server.deps)).toBe(1);
  });

  it("get the status kept without a provider", async () => {
    const { id } = await addMessage(server);
    await sendDue(answering({ state: "kept" }).deps);
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "kept",
      sentAt: null,
      error: "noSmsProvider",
    });
  });

  it("are sent in spite of failures of other messages", async () => {
    const { deps, handed } = answering({ state: "failed", error: "x" }, { state: "unknown", error: "y" });
    for (let n = 0; n < 25; n++) await addMessage(server);
    expect(await sendDue(deps)).toBe(25);
    expect(handed).toHaveLength(25);
    const counts = await server.db("messages").select("status").count("* as n").groupBy("status");
    expect(Object.fromEntries(counts.map(({ status, n }) => [status, Number(n)]))).toEqual({
      failed: 1,
      unknown: 1,
      sent: 23,
    });
  });

  it("notify open consoles when sent", async () => {
    await addMessage(server);
    await server.db("changes").del();
    await sendDue(server.deps);
    expect(await server.db("changes")).toMatchObject([{ kind: "sms", visitId: null }]);
  });

  it("log no personal data", async () => {
    server.log.length = 0;
    await addMessage(server);
    provider.next.push(solapiRefusal("1030", "잘못된 수신번호"));
    await sendDue(server.deps);
    expect(server.log.join("")).toContain("message was not sent");
    expect(server.log.join("")).not.toMatch(/1234|홍길동|승인/);
  });
});

describe("delivery failures", () => {
  it("fails for good when the provider rejects the message, with its reason", async () => {
    const { id } = await addMessage(server);
    provider.next.push(solapiRefusal("1030", "잘못된 수신번호"));
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "failed", error: "1030 잘못된 수신번호" });
    later(86_400);
    expect(await sendDue(server.deps)).toBe(0);
  });

  it("retries with growing delay when the provider is busy, then fails", async () => {
    const { id } = await addMessage(server);
    const busy = { state: "busy", error: "HTTP 503" } as const;
    const { deps, handed } = answering(busy, busy, busy, busy, busy, busy, busy);
    let at = 0;
    for (const [i, wait] of [10, 30, 120, 600, 1800].entries()) {
      expect(await sendDue(deps)).toBe(1);
      expect(await messageOf(server.db, id)).toMatchObject({
        status: "queued",
        attempts: i + 1,
        error: "HTTP 503",
        nextAttemptAt: seconds(at + wait),
      });
      later(at + wait - 1);
      expect(await sendDue(deps)).toBe(0);
      at += wait;
      later(at);
    }
    expect(await sendDue(deps)).toBe(1);
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "failed",
      attempts: 6,
      error: "HTTP 503",
    });
    expect(handed).toHaveLength(6);
  });

  it("respects Retry-After of a busy provider", async () => {
    const { id } = await addMessage(server);
    provider.next.push({ status: 429, headers: { "Retry-After": "45" }, body: {} });
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "queued", nextAttemptAt: seconds(45) });
  });

  it("becomes unknown when the provider does not respond, and is sent again only by staff", async () => {
    const visit = await addVisit(server, site, { hostUserId: crew.host.id });
    const { id } = await addMessage(server, { visitId: visit.id });
    const shortTimeout = solapiDriver({ ...solapiKey, from: "021", url: provider.url, timeoutMs: 1_000 });
    provider.next.push("acceptAndSilence");
    await sendDue({ ...server.deps, sms: shortTimeout });
    expect(await messageOf(server.db, id)).toMatchObject({ status: "unknown", error: "noAnswer" });
    later(86_400);
    expect(await sendDue(server.deps)).toBe(0);
    expect((await crew.host.post(`/dash/sms/${id}/retry`, { body: {} })).status).toBe(200);
    expect(await sendDue(server.deps)).toBe(1);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "sent", attempts: 2 });
    expect(provider.accepted).toHaveLength(2);
  });

  it("waits while the encryption key of a number is missing, and logs that key", async () => {
    const visit = await addVisit(server, site, { hostUserId: crew.host.id });
    const { id } = await addMessage(server, { visitId: visit.id });
    await server.db("messages").where({ id }).update({ cellKey: "away" });
    for (let hour = 0; hour < 24; hour += 1) {
      later(hour * 3_600);
      await sendDue(server.deps);
    }
    expect(provider.received).toEqual([]);
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "queued",
      attempts: 0,
      error: "numberWaits:away",
      nextAttemptAt: seconds(23 * 3_600 + 300),
    });
    const listed = await crew.host.get("/dash/sms");
    expect(listed.body.rows).toMatchObject([{ to: { cellPhone: "읽을 수 없음" } }]);
    expect(listed.body.rows[0].error).toContain('암호화 키 "away"');
    await server.db("messages").where({ id }).update({ cellKey: "d1" });
    later(24 * 3_600);
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "sent", attempts: 1, error: "" });
  });

  it("fails for a lookup code whose number cannot be decrypted", async () => {
    const { id } = await addMessage(server, { event: "lookupCode" });
    await server.db("messages").where({ id }).update({ ref: randomUUID() });
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "failed", error: "numberSealed" });
    expect(provider.received).toEqual([]);
  });

  it('stores "sent" after the database accepts writes again', async () => {
    const { id } = await addMessage(server);
    const sms: SmsDriver = {
      name: "twilio",
      async send() {
        const lock = await server.db.transaction();
        await lock.raw("LOCK TABLE messages");
        const waits = () => server.log.some((line) => line.includes("the outcome waits for the database"));
        void eventually(waits).then(() => lock.rollback());
        return { state: "sent", providerMessageId: "SM1" };
      },
    };
    await sendDue({ ...server.deps, sms });
    expect(await messageOf(server.db, id)).toMatchObject({ status: "sent", providerMessageId: "SM1" });
  });

  it("retries later when the database fails before sending", async () => {
    const { id } = await addMessage(server, { isPublic: true });
    const lock = await server.db.transaction();
    await lock.raw("LOCK TABLE message_counts");
    await sendDue(server.deps);
    await lock.rollback();
    const waiting = { status: "queued", error: "beforeSending", nextAttemptAt: seconds(10) };
    expect(await messageOf(server.db, id)).toMatchObject(waiting);
    expect(provider.received).toEqual([]);
    later(10);
    await sendDue(server.deps);
    expect((await messageOf(server.db, id)).status).toBe("sent");
  });

  it("becomes unknown when the driver throws", async () => {
    const { id } = await addMessage(server);
    const sms: SmsDriver = { name: "twilio", send: () => Promise.reject(new Error("broken")) };
    await sendDue({ ...server.deps, sms });
    expect(await messageOf(server.db, id)).toMatchObject({ status: "unknown" });
  });
});

describe("interrupted sending", () => {
  it("becomes unknown after its lease and is not sent again", async () => {
    const { id } = await addMessage(server, { status: "sending", attempts: 1, leasedUntil: seconds(90) });
    later(89);
    await sendDue(server.deps);
    expect((await messageOf(server.db, id)).status).toBe("sending");
    later(90);
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({
      status: "unknown",
      error: "interrupted",
      leasedUntil: null,
    });
    expect(provider.received).toEqual([]);
  });

  /** Does `work` while a message is being sent. */
  const meanwhile = async (work: (id: number) => Promise<unknown>, outcome: Outcome) => {
    const { id } = await addMessage(server);
    const sms: SmsDriver = {
      name: "twilio",
      async send() {
        await work(id);
        return outcome;
      },
    };
    await sendDue({ ...server.deps, sms });
    return messageOf(server.db, id);
  };
  const sent: Outcome = { state: "sent", providerMessageId: "SM1" };
  const giveUp = async () => {
    later(leaseMs / 1000 + 1);
    await sendDue({ ...server.deps, sms: driver });
  };

  it('accepts a late "sent" response', async () => {
    expect(await meanwhile(giveUp, sent)).toMatchObject({ status: "sent", providerMessageId: "SM1" });
  });

  it('does not resend after a late "busy" response', async () => {
    expect(await meanwhile(giveUp, { state: "busy", error: "x" })).toMatchObject({ status: "unknown" });
  });

  it("ignores a late response when staff started another attempt", async () => {
    const retried = await meanwhile(async (id) => {
      await giveUp();
      expect((await crew.desk.post(`/dash/sms/${id}/retry`, { body: {} })).status).toBe(200);
      await sendDue(answering({ state: "unknown", error: "noAnswer" }).deps);
    }, sent);
    expect(retried).toMatchObject({ status: "unknown", attempts: 2 });
  });

  it("restores no personal data of a message erased meanwhile", async () => {
    const erase = (id: number) => eraseMessage(server, id);
    expect(await meanwhile(erase, sent)).toMatchObject({ status: "sent", providerMessageId: "" });
    expect(await meanwhile(erase, { state: "busy", error: "x" })).toMatchObject({ status: "sending" });
  });
});
