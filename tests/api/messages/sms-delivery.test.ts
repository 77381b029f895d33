import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { leaseMs, sendDue } from "#api/features/messages/delivery.ts";
import type { Outcome, SmsDriver } from "#api/sms/driver.ts";
import { solapiDriver } from "#api/sms/solapi.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { addMessage, forgetMessage, messageOf } from "../../support/messages.ts";
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
/** The server's parts with a driver whose every answer is given. */
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

describe("what is due", () => {
  it("is handed over and marked as sent, with the provider's id", async () => {
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

  it("is only what waits and whose time has come", async () => {
    for (const status of ["sent", "kept", "failed", "unknown", "withdrawn"] as const) {
      await addMessage(server, { status });
    }
    await addMessage(server, { nextAttemptAt: seconds(1) });
    expect(await sendDue(server.deps)).toBe(0);
    expect(provider.received).toEqual([]);
    later(1);
    expect(await sendDue(server.deps)).toBe(1);
  });

  it("is kept where there is no provider", async () => {
    const { id } = await addMessage(server);
    await sendDue(answering({ state: "kept" }).deps);
    expect(await messageOf(server.db, id)).toMatchObject({
      ...{ status: "kept", sentAt: null, error: "noSmsProvider" },
    });
  });

  it("goes out whatever becomes of the one before", async () => {
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

  it("notifies open consoles", async () => {
    await addMessage(server);
    await server.db("changes").del();
    await sendDue(server.deps);
    expect(await server.db("changes")).toMatchObject([{ kind: "sms", visitId: null }]);
  });

  it("says nothing personal in the log", async () => {
    server.log.length = 0;
    await addMessage(server);
    provider.next.push(solapiRefusal("1030", "잘못된 수신번호"));
    await sendDue(server.deps);
    expect(server.log.join("")).toContain("message was not sent");
    expect(server.log.join("")).not.toMatch(/1234|홍길동|승인/);
  });
});

describe("what goes wrong", () => {
  it("a refusal is final, with the provider's reason", async () => {
    const { id } = await addMessage(server);
    provider.next.push(solapiRefusal("1030", "잘못된 수신번호"));
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "failed", error: "1030 잘못된 수신번호" });
    later(86_400);
    expect(await sendDue(server.deps)).toBe(0);
  });

  it("a busy provider is asked again, each time later, and at last no more", async () => {
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

  it("a busy provider is given the time that it asks for", async () => {
    const { id } = await addMessage(server);
    provider.next.push({ status: 429, headers: { "Retry-After": "45" }, body: {} });
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "queued", nextAttemptAt: seconds(45) });
  });

  it("a silent provider leaves unknown, and only a person has it sent once more", async () => {
    const visit = await addVisit(server, site, { hostUserId: crew.host.id });
    const { id } = await addMessage(server, { visitId: visit.id });
    const impatient = solapiDriver({ ...solapiKey, from: "021", url: provider.url, timeoutMs: 1_000 });
    provider.next.push("acceptAndSilence");
    await sendDue({ ...server.deps, sms: impatient });
    expect(await messageOf(server.db, id)).toMatchObject({ status: "unknown", error: "noAnswer" });
    later(86_400);
    expect(await sendDue(server.deps)).toBe(0);
    expect((await crew.host.post(`/dash/sms/${id}/retry`, { body: {} })).status).toBe(200);
    expect(await sendDue(server.deps)).toBe(1);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "sent", attempts: 2 });
    expect(provider.accepted).toHaveLength(2);
  });

  it("a number whose key is missing waits until the key is there, and says which", async () => {
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
    const seen = await crew.host.get("/dash/sms");
    expect(seen.body.rows).toMatchObject([{ to: { cellPhone: "읽을 수 없음" } }]);
    expect(seen.body.rows[0].error).toContain('암호화 키 "away"');
    await server.db("messages").where({ id }).update({ cellKey: "d1" });
    later(24 * 3_600);
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "sent", attempts: 1, error: "" });
  });

  it("a code whose number cannot be opened fails: it would be too old", async () => {
    const { id } = await addMessage(server, { event: "lookupCode" });
    await server.db("messages").where({ id }).update({ ref: randomUUID() });
    await sendDue(server.deps);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "failed", error: "numberSealed" });
    expect(provider.received).toEqual([]);
  });

  it("what the provider took is stored as sent once the database takes writes again", async () => {
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

  it("what the database kept from being handed over is sent later", async () => {
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

  it("a driver that throws leaves unknown", async () => {
    const { id } = await addMessage(server);
    const sms: SmsDriver = { name: "twilio", send: () => Promise.reject(new Error("broken")) };
    await sendDue({ ...server.deps, sms });
    expect(await messageOf(server.db, id)).toMatchObject({ status: "unknown" });
  });
});

describe("a sender that never said how it went", () => {
  it("leaves unknown when its time has run out, and never sends again", async () => {
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

  /** Hands over, and while it is under way does something else. */
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

  it("and says so late after all is believed", async () => {
    expect(await meanwhile(giveUp, sent)).toMatchObject({ status: "sent", providerMessageId: "SM1" });
  });

  it("and says late that it was not taken is not a reason to send by itself", async () => {
    expect(await meanwhile(giveUp, { state: "busy", error: "x" })).toMatchObject({ status: "unknown" });
  });

  it("does not count for another attempt that staff started meanwhile", async () => {
    const retried = await meanwhile(async (id) => {
      await giveUp();
      expect((await crew.desk.post(`/dash/sms/${id}/retry`, { body: {} })).status).toBe(200);
      await sendDue(answering({ state: "unknown", error: "noAnswer" }).deps);
    }, sent);
    expect(retried).toMatchObject({ status: "unknown", attempts: 2 });
  });

  it("brings nothing of a message back that was erased meanwhile", async () => {
    const erase = (id: number) => forgetMessage(server, id);
    expect(await meanwhile(erase, sent)).toMatchObject({ status: "sent", providerMessageId: "" });
    expect(await meanwhile(erase, { state: "busy", error: "x" })).toMatchObject({ status: "sending" });
  });
});
