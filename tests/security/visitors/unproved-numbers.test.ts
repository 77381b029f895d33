/** Messages caused by unproved callers: few (OWASP ASVS 5.0, 2.4.1), with only a short name of their text (1.3.3). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { cleanUp } from "#api/jobs/clean-up.ts";
import { sendNotices } from "#api/jobs/notices.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import { Message } from "#db/models/message.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { recipientOf } from "../../support/messages.ts";
import { koreanApplication } from "../../support/site.ts";
import { linkTo, sendingDeps } from "../../support/visits/visit-links.ts";

const { server, site, crew } = await staffedSite();
const other = await startTestServer({ sameDatabaseAs: server });
afterAll(() => other.close());

const morning = new Date("2026-03-10T01:00:00Z");
const victim = "010-0000-1234";
const advert = "(광고) 긴급 대출 http://evil.example/x 010-9999-8888 카톡";

beforeEach(async () => {
  server.now = other.now = morning;
  await truncate(server.db, "messages", "message_counts", "lookup_codes", "lookup_code_tries", "visits");
  await server.db("configuration").update({ lookupCode: false, autoApprove: false });
  await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "010-7777-0001" });
});

const period = { startDate: "2026-03-20 14:00", endDate: "2026-03-20 16:00" };
const submit = (more: object = {}, by = server) =>
  by.post("/api/request/simple/save/", {
    body: koreanApplication(site, { ...period, cellphone: victim, ...more }),
  });
const cancel = (reserveNo: string, name = "홍길동", by = server) =>
  by.post("/api/request/cancel", { body: { reserveNo, name, cellPhone: victim } });
async function submitAndCancel(name = "홍길동", by = server) {
  expect((await cancel((await answered(submit({ name }, by))).body.reserveNo, name, by)).status).toBe(200);
}
const toVictim = async () =>
  (await Message.query(server.db).orderBy("id")).filter((message) => recipientOf(server, message) === victim);
const toHost = () => Message.query(server.db).where({ hostUserId: site.host }).orderBy("id");
const times = async (count: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work(n);
};

describe("message to an unproved number", () => {
  it("contains the site's text and only a short name of the visitor", async () => {
    await submitAndCancel(advert);
    const [message] = await toVictim();
    expect(message?.text).toMatch(
      /^\[가온정밀\] 광고 긴급 대출 카톡 님의 2026-03-20 14:00 방문이 취소되었습니다\./,
    );
    expect(message?.variables).toMatchObject({ name: "광고 긴급 대출 카톡" });
    const [notice] = await toHost();
    expect(notice?.text).not.toMatch(/evil|9999|http/);
  });

  it("says visitor when nothing of the name is left", async () => {
    await submitAndCancel("http://evil.example");
    expect((await toVictim())[0]?.text).toContain("방문객 님의");
  });

  it("is sent at most three times a day", async () => {
    await times(10, () => submitAndCancel());
    expect(await toVictim()).toHaveLength(3);
    server.now = new Date(morning.getTime() + 24 * 3_600_000 - 1);
    await submitAndCancel();
    expect(await toVictim()).toHaveLength(3);
    server.now = new Date(morning.getTime() + 24 * 3_600_000);
    await submitAndCancel();
    expect(await toVictim()).toHaveLength(4);
  });

  it("is counted over all processes, simultaneous calls and restarts", async () => {
    await server.db("configuration").update({ autoApprove: true });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => submit({}, n % 2 ? server : other)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await toVictim()).toHaveLength(3);
    await truncate(server.db, "rate_limits");
    expect((await submit()).status).toBe(200);
    expect(await toVictim()).toHaveLength(3);
  });

  it("is not counted when staff decide", async () => {
    const visits = await Promise.all(Array.from({ length: 4 }, () => submit()));
    for (const { body } of visits) {
      const { id } = await server.db("visits").where({ reserveNo: body.reserveNo }).first("id");
      expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
    }
    expect(await toVictim()).toHaveLength(4);
  });
});

describe("unproved e-mail address", () => {
  const email = "victim@example.com";
  const mailed: OutgoingMail[] = [];
  const mail = {
    name: "smtp" as const,
    sender: "visit@example.com",
    send: async (one: OutgoingMail) => {
      mailed.push(one);
      return { state: "sent" as const, providerMessageId: one.ref };
    },
  };
  beforeEach(async () => {
    mailed.length = 0;
    await server.db("configuration").update({ autoApprove: true });
  });
  /** Applies with one number, and adds another person's address by the link. */
  async function nameAddress(name: string, address = email) {
    const { body } = await submit({ name, cellphone: "010-9999-0001" });
    const token = await linkTo(
      server,
      await server.db("visits").where({ reserveNo: body.reserveNo }).first(),
    );
    await answered(server.post("/api/visit-link/complete", { body: { token, email: address } }));
  }

  it("gets only the short name, also in headers and calendar", async () => {
    await nameAddress(advert);
    await sendDue({ ...sendingDeps(server, []), mail });
    expect(mailed).toMatchObject([{ to: email, toName: "광고 긴급 대출 카톡" }]);
    const content = JSON.stringify(mailed).replaceAll("\\r\\n ", "");
    expect(content).toContain("BEGIN:VCALENDAR");
    expect(content).not.toMatch(/evil|9999|http:/);
  });

  it("gets at most three messages a day, ignoring case", async () => {
    for (const address of [email, email, "Victim@Example.com", "VICTIM@example.com", email])
      await nameAddress("홍길동", address);
    expect(await Message.query(server.db).where({ kind: "email" })).toHaveLength(3);
  });
});

describe("companions named by an unproved caller", () => {
  const tomorrow = { startDate: "2026-03-12 14:00", endDate: "2026-03-12 16:00" };
  const companions = Array.from({ length: 5 }, (_, n) => ({ name: advert, cellphone: `010-0000-990${n}` }));
  const toCompanions = async () =>
    (await Message.query(server.db).orderBy("id")).filter((message) =>
      recipientOf(server, message).startsWith("010-0000-990"),
    );
  const apply = async () => (await answered(submit({ ...tomorrow, companions }))).body.reserveNo as string;
  beforeEach(async () => {
    await server.db("configuration").update({ companions: true, submitCode: false });
    await crew.admin.put("/dash/sms/templates/dayBefore", { body: { enabled: true } });
  });

  it.each([true, false])("get no cancellation before approval (auto: %s)", async (autoApprove) => {
    await server.db("configuration").update({ autoApprove });
    expect((await cancel(await apply())).status).toBe(200);
    expect((await toVictim()).at(-1)?.event).toBe("cancel");
    expect(await toCompanions()).toEqual([]);
  });

  it("get no reminder before staff approve", async () => {
    await server.db("configuration").update({ autoApprove: true });
    await apply();
    server.now = new Date("2026-03-11T06:00:00Z");
    await sendNotices(server.deps);
    expect((await toVictim()).at(-1)?.event).toBe("dayBefore");
    expect(await toCompanions()).toEqual([]);
  });

  it("get no e-mail at an address that the leader adds", async () => {
    await server.db("configuration").update({ autoApprove: true });
    const unreachable = [{ name: "동행" }];
    const { body } = await submit({ ...tomorrow, companions: unreachable });
    const own = { reserveNo: body.reserveNo, name: "홍길동", cellPhone: victim };
    const { reserveNo: companion } = await server.db("visits").whereNotNull("leaderId").first("reserveNo");
    const handed = await server.post("/api/request/companion-link", { body: { ...own, companion } });
    expect(handed.status, handed.text).toBe(200);
    const token = handed.body.link.split("#")[1];
    const complete = () =>
      server.post("/api/visit-link/complete", { body: { token, email: "victim@example.com" } });
    expect((await complete()).status).toBe(200);
    expect(await Message.query(server.db).where({ kind: "email" })).toEqual([]);
  });

  it("get a cancellation after approval by staff, with a short name", async () => {
    const reserveNo = await apply();
    const { id } = await server.db("visits").where({ reserveNo }).first("id");
    expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
    await sendDue(sendingDeps(server, []));
    expect((await cancel(reserveNo)).status).toBe(200);
    const events = (await toCompanions()).map(({ event }) => event);
    expect(events).toEqual([...Array(5).fill("approve"), ...Array(5).fill("cancel")]);
    expect((await toCompanions()).map(({ text }) => text).join()).not.toMatch(/evil|9999|http:/);
  });
});

describe("reminder of the day before", () => {
  const tomorrow = { startDate: "2026-03-12 14:00", endDate: "2026-03-12 16:00" };
  const reminded = async () => (await toVictim()).filter(({ event }) => event === "dayBefore").length;
  beforeEach(async () => {
    await crew.admin.put("/dash/sms/templates/dayBefore", { body: { enabled: true } });
  });

  it("is sent at most three times a day for requests not approved by staff", async () => {
    await server.db("configuration").update({ autoApprove: true });
    await times(6, () => submit(tomorrow));
    server.now = new Date("2026-03-11T06:00:00Z");
    await sendNotices(server.deps);
    expect(await reminded()).toBe(3);
  });

  it("is sent for each request approved by staff", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(tomorrow)));
    for (const { body } of answers) {
      const { id } = await server.db("visits").where({ reserveNo: body.reserveNo }).first("id");
      expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
    }
    server.now = new Date("2026-03-11T06:00:00Z");
    await sendNotices(server.deps);
    expect(await reminded()).toBe(5);
  });
});

describe("lookup code messages", () => {
  it("are sent at most ten times a day to a number, not counting unknown names", async () => {
    await server.db("configuration").update({ lookupCode: true });
    await submit();
    const apply = async (name: string) => {
      server.now = new Date(server.now.getTime() + 5 * 60_000);
      await answered(server.post("/api/request/code", { body: { name, cellPhone: victim } }), 204);
    };
    await times(12, () => apply("성춘향"));
    await times(12, () => apply("홍길동"));
    expect(await toVictim()).toHaveLength(10);
    server.now = new Date(server.now.getTime() + 24 * 3_600_000);
    await apply("홍길동");
    expect(await toVictim()).toHaveLength(11);
  });
});

describe("host with many public requests", () => {
  it("gets 20 messages an hour, then one summary", async () => {
    await times(25, (n) => submit({ cellphone: `010-1111-${1000 + n}` }, n % 2 ? server : other));
    const messages = await toHost();
    expect(messages.map(({ event }) => event)).toEqual([...Array(20).fill("apply"), "applyMany"]);
    expect(messages.at(-1)).toMatchObject({ visitId: null, text: expect.stringContaining("승인함") });
    // Messages without a visit go to users who read all messages.
    const changes = await server.db("changes").where({ kind: "sms" }).orderBy("id").select("hostUserId");
    expect(changes.slice(-21).map(({ hostUserId }) => hostUserId)).toEqual([
      ...Array(20).fill(site.host),
      null,
    ]);
    const { body } = await crew.desk.get("/dash/sms?size=100");
    expect(body.rows[0]).toMatchObject({ event: "applyMany", to: { kind: "host" }, visit: null });
  });

  it("gets messages again an hour later, counted separately for each host", async () => {
    await server.db("hostUsers").where({ id: site.namesake }).update({ cellPhone: "010-7777-0002" });
    await times(22, () => submit());
    await submit({ hostUser: site.namesake });
    expect(await Message.query(server.db).where({ hostUserId: site.namesake })).toHaveLength(1);
    server.now = new Date(morning.getTime() + 3_600_000);
    await submit();
    expect((await toHost()).map(({ event }) => event).slice(-2)).toEqual(["applyMany", "apply"]);
  });
});

it("message counts are deleted after their window", async () => {
  await submitAndCancel();
  expect(await server.db("messageCounts")).toHaveLength(2);
  server.now = new Date(morning.getTime() + 24 * 3_600_000);
  await cleanUp(server.deps);
  expect(await server.db("messageCounts")).toEqual([]);
});
