/** Several sending processes, stopped and killed ones. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaseMs, sendDue, startDelivery } from "#api/features/messages/delivery.ts";
import type { SmsDriver } from "#api/sms/driver.ts";
import type { Worker } from "#api/worker.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { startOwnServer } from "../../support/api.ts";
import { sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { truncate } from "../../support/database/truncate.ts";
import { eventually } from "../../support/events.ts";
import { addMessage, messageOf, messagesOf } from "../../support/messages.ts";
import { solapiKey } from "../../support/services/provider.ts";
import { sendingSite } from "../../support/services/sending-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew, provider, driver } = await sendingSite();

beforeEach(() => truncate(server.db, "messages", "visits"));

describe("two sending processes", () => {
  it("send each of 200 messages once", async () => {
    const second = await startOwnServer({ sameDatabaseAs: server, sms: driver, now: server.now });
    for (let n = 0; n < 200; n++) await addMessage(server, { text: `${n}번` });
    const handed = await Promise.all([
      sendDue(server.deps),
      sendDue(second.deps),
      sendDue(server.deps),
      sendDue(second.deps),
    ]);
    expect(handed.reduce((sum, count) => sum + count)).toBe(200);
    expect(provider.received).toHaveLength(200);
    expect(new Set(provider.accepted.map(({ text }) => text)).size).toBe(200);
    const rows = await server.db("messages").select("status", "attempts");
    expect(rows.every(({ status, attempts }) => status === "sent" && attempts === 1)).toBe(true);
  });
});

describe("sending process", () => {
  let delivery: Pick<Worker, "stop"> | undefined;
  afterEach(async () => {
    await delivery?.stop();
    delivery = undefined;
  });
  const never = { poll: 3_600_000 };

  it("sends within a second of the commit, by notification", async () => {
    delivery = startDelivery(server.deps, never);
    const { id } = await addVisit(server, site, { cellphone: "010-0000-1234" });
    const startedAt = performance.now();
    expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
    await eventually(() => provider.accepted.length === 1);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await eventually(async () => (await messagesOf(server.db, id))[0]?.status === "sent");
  });

  it("sends nothing of a rolled back or open transaction", async () => {
    delivery = startDelivery(server.deps, never);
    const { id } = await addVisit(server, site, { cellphone: "010-0000-1234", statusCode: "ended" });
    expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(405);
    const other = await addVisit(server, site, { cellphone: "010-0000-5678" });
    await crew.desk.put(`/dash/user/approve/${other.id}`, { body: {} });
    await eventually(() => provider.accepted.length > 0);
    expect(provider.received.map(({ to }) => to)).toEqual(["01000005678"]);
  });

  it("finds messages of other processes by polling", async () => {
    await addMessage(server);
    delivery = startDelivery(server.deps, never);
    await eventually(() => provider.accepted.length === 1);
    await delivery.stop();
    delivery = startDelivery(server.deps, { poll: 20 });
    await addMessage(server);
    await eventually(() => provider.accepted.length === 2);
  });

  it("finishes current messages when stopped, and starts no new ones", async () => {
    for (let n = 0; n < 15; n++) await addMessage(server);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let handed = 0;
    const sms: SmsDriver = {
      name: "twilio",
      async send() {
        handed++;
        await answered;
        return { state: "sent", providerMessageId: "SM1" };
      },
    };
    const slow = startDelivery({ ...server.deps, sms }, never);
    await eventually(() => handed === 10);
    const stopped = slow.stop();
    answer();
    await stopped;
    const rows = await server.db("messages").select("status");
    expect(rows.filter(({ status }) => status === "sent")).toHaveLength(10);
    expect(rows.filter(({ status }) => status === "queued")).toHaveLength(5);
  });

  it("when killed leaves the message unknown, and it is not sent twice", async () => {
    const shared = sharedEnv(server.databaseUrl);
    const env = {
      ...shared,
      SMS_DRIVER: "solapi",
      SMS_FROM: "0212345678",
      SMS_URL: provider.url,
      SMS_TIMEOUT: "60",
      SOLAPI_API_KEY: solapiKey.apiKey,
      SOLAPI_API_SECRET: solapiKey.apiSecret,
    };
    const cipher = new FieldCipher({
      data: parseKeys(String(shared.DATA_KEYS)),
      hash: parseKeys(String(shared.HASH_KEYS)),
    });
    const now = new Date();
    const { id } = await addMessage({ db: server.db, cipher, now });
    provider.next.push("acceptAndSilence");
    const child = await startApiProcess(env);
    await eventually(() => provider.received.length === 1);
    await child.kill();
    expect((await messageOf(server.db, id)).status).toBe("sending");
    const clock = () => new Date(now.getTime() + leaseMs + 60_000);
    const after = { ...server.deps, cipher, clock };
    await Promise.all([sendDue(after), sendDue(after)]);
    expect(await messageOf(server.db, id)).toMatchObject({ status: "unknown", error: "interrupted" });
    expect(provider.received).toHaveLength(1);
  });
});
