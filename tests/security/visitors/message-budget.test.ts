/** Text messages caused by the public site: site-wide limits (OWASP ASVS 5.0, 2.4.1) and allowed countries. */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { watchEvents } from "#api/features/events/alerts.ts";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import { Message } from "#db/models/message.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { koreanApplication } from "../../support/site.ts";
import { postSolved } from "../../support/visitor/challenge.ts";
import { sendingDeps } from "../../support/visits/visit-links.ts";

const { server, site, crew } = await staffedSite();
const other = await startTestServer({ sameDatabaseAs: server });
afterAll(() => other.close());

const morning = new Date("2026-03-10T01:00:00Z");
const minute = 60_000;
const sent: Outgoing[] = [];

beforeEach(async () => {
  server.now = other.now = morning;
  sent.length = 0;
  await truncate(server.db, "messages", "message_counts", "lookup_codes", "rate_limits", "visits");
  await server.db("configuration").update({
    autoApprove: true,
    submitCode: false,
    lookupCode: true,
    publicMessagesPerHour: 300,
    publicMessagesPerDay: 2000,
    messageCountries: ["+82"],
  });
});

const period = { startDate: "2026-03-20 14:00", endDate: "2026-03-20 16:00" };
const submit = (cellphone: string) =>
  answered(
    server.post("/api/request/simple/save/", { body: koreanApplication(site, { ...period, cellphone }) }),
  );
const number = (n: number) => `010-0000-${String(1000 + n)}`;
const send = () => Promise.all([server, other].map((one) => sendDue(sendingDeps(one, sent))));
const errors = async () =>
  (await Message.query(server.db).where({ status: "failed" }).orderBy("id")).map(({ error }) => error);
const advance = (ms: number) => {
  server.now = other.now = new Date(server.now.getTime() + ms);
};
const configure = (body: object) => crew.admin.put("/dash/config", { body });
const left = async () => (await crew.admin.get("/dash/config")).body.publicMessages;
const lookUp = (cellPhone: string, lang = "ko") =>
  server.post("/api/request/code", { body: { name: "홍길동", cellPhone }, lang });
const requestCode = (cellphone: string) =>
  postSolved(server, "/api/request/simple/code", { body: { cellphone } });

describe("message limits of the site", () => {
  it("count over all processes, by hour and by day", async () => {
    await answered(configure({ publicMessagesPerHour: 3, publicMessagesPerDay: 5 }));
    for (let n = 0; n < 5; n++) await submit(number(n));
    await send();
    expect([sent.length, await errors()]).toEqual([3, ["budget", "budget"]]);
    expect(await left()).toMatchObject({ leftThisHour: 0, leftToday: 2 });
    advance(60 * minute);
    for (let n = 5; n < 9; n++) await submit(number(n));
    await send();
    expect([sent.length, (await errors()).length]).toEqual([5, 4]);
    expect(await left()).toMatchObject({ leftThisHour: expect.any(Number), leftToday: 0 });
    advance(23 * 60 * minute);
    expect(await left()).toMatchObject({ leftThisHour: 3, leftToday: 5 });
  });

  it("do not count messages of staff, who can resend rejected ones", async () => {
    await answered(configure({ publicMessagesPerHour: 1 }));
    for (const n of [1, 2]) await submit(number(n));
    await send();
    const { id } = await Message.query(server.db).findOne({ status: "failed" }).throwIfNotFound();
    await answered(crew.desk.post(`/dash/sms/${id}/retry`, { body: {} }));
    const body = { to: [{ cellPhone: number(3) }], text: "안내데스크로 오십시오." };
    await answered(crew.desk.post("/dash/sms/send", { body }));
    await send();
    expect(sent.map(({ to }) => to).sort()).toEqual([1, 2, 3].map(number));
  });

  it("reject codes with 429 when used up, for known and unknown numbers", async () => {
    await server.db("configuration").update({ submitCode: true, publicMessagesPerHour: 1 });
    await answered(requestCode(number(1)), 204);
    await send();
    advance(15 * minute);
    for (const call of [() => requestCode(number(2)), () => lookUp(number(1)), () => lookUp(number(9))]) {
      const refused = await answered(call(), 429);
      expect([refused.body.id, refused.headers.get("Retry-After")]).toEqual(["codesPaused", "2700"]);
      expect(refused.body.message).toMatch(
        /^지금은 인증번호를 .* 45분 뒤에 .* 담당자에게 연락해 주십시오\.$/,
      );
    }
    advance(45 * minute);
    await answered(requestCode(number(2)), 204);
  });

  it("alert administrators once when used up", async () => {
    await answered(configure({ publicMessagesPerHour: 1 }));
    await server.db("hostUsers").where({ id: crew.admin.id }).update({ cellPhone: "010-0000-7401" });
    const alerts = () => server.db("events").where({ kind: "alert", detail: "messageBudget" });
    await submit(number(1));
    await watchEvents(server.deps);
    expect(await alerts()).toEqual([]);
    await send();
    for (let n = 0; n < 2; n++) await watchEvents(server.deps);
    expect(await alerts()).toHaveLength(1);
    const [message] = await Message.query(server.db).where({ event: "account" });
    expect(message?.text).toContain("문자가 발송 한도에 이르러 더 보내지 않습니다.");
    expect((await left()).usedUpAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });
});

describe("allowed countries", () => {
  const abroad = "+22507000000";

  it("default to Korea for messages and codes of requests, and can be extended", async () => {
    await server.db("configuration").update({ submitCode: true });
    const refused = await answered(requestCode(abroad), 400);
    expect(refused.body.cellphone).toContain("이 국가의 번호로는 인증번호를 보내지 않습니다.");
    expect(Object.keys((await answered(lookUp(abroad), 400)).body)).toEqual(["cellPhone"]);
    await server.db("configuration").update({ submitCode: false });
    await submit(abroad);
    await send();
    expect([sent.length, await errors()]).toEqual([0, ["country"]]);
    expect(await left()).toMatchObject({ leftThisHour: 300, leftToday: 2000 });
    await answered(configure({ messageCountries: ["+82", "+225"] }));
    await submit(abroad);
    await send();
    expect(sent.map(({ to }) => to)).toEqual([abroad]);
  });

  it("do not limit messages of staff", async () => {
    const body = { to: [{ cellPhone: abroad }], text: "Please come to the front desk." };
    await answered(crew.desk.post("/dash/sms/send", { body }));
    await send();
    expect(sent).toHaveLength(1);
  });
});
