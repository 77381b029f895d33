import { beforeEach, describe, expect, it } from "vitest";
import { disabledByDefault, type TemplateEvent, templateEvents } from "#contract/messages/sms.ts";
import type { Message } from "#db/models/message.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addMessage, eraseMessage, messageOf, messagesOf, recipientOf } from "../../support/messages.ts";
import { addHost, englishApplication, koreanApplication } from "../../support/site.ts";
import { addGroup, addVisit, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await truncate(server.db, "messages", "sms_templates", "visits");
  await server.db("configuration").update({ autoApprove: false });
  await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "010-0000-7777" });
});

const apply = async (body: unknown, lang = "ko"): Promise<number> => {
  const answer = await answered(server.post("/api/request/simple/save/", { lang, body }));
  return (await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first()).id;
};

const decide = async (action: string, id: number, body: unknown = {}) => {
  await answered(crew.desk.put(`/dash/user/${action}/${id}`, { body }));
};

const withNumber = { cellphone: "010-0000-1234", name: "홍길동" };
const eventsOf = async (visitId: number) =>
  (await messagesOf(server.db, visitId)).map(({ event, status }) => `${event} ${status}`);
const latest = async (visitId: number) => (await messagesOf(server.db, visitId)).at(-1) as Message;
const switchOff = (event: string) =>
  server.db("smsTemplates").insert({ event, enabled: false, updatedAt: server.now });

describe("applying", () => {
  it("queues a message to the host in the same transaction, with the number encrypted", async () => {
    const id = await apply(koreanApplication(site));
    const [message, ...others] = await messagesOf(server.db, id);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      event: "apply",
      status: "queued",
      hostUserId: site.host,
      toName: "김철수",
      lang: "ko",
      kind: "lms",
      createdAt: server.now,
      nextAttemptAt: server.now,
    });
    const { reserveNo } = await visitOf(server.db, id);
    expect(message?.text).toBe(
      `[가온정밀] 홍길동 님이 2026-03-10 14:00 방문을 신청했습니다. 확인해 주십시오. 예약번호 ${reserveNo}\n확인하고 승인하기: {link}`,
    );
    expect(recipientOf(server, message as Message)).toBe("010-0000-7777");
    expect(decodedJson(message)).not.toMatch(/7777|0000-7/);
  });

  it("writes in English to a host with a foreign number", async () => {
    await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "+1 202 555 0100" });
    expect(await latest(await apply(koreanApplication(site)))).toMatchObject({
      lang: "en",
      text: expect.stringMatching(
        /^\[Gaon Precision\] 홍길동 requests a visit with you on 2026-03-10 14:00\./,
      ),
    });
  });

  it.each(["", "내선 1234"])("sends nothing when the host's number is %j", async (cellPhone) => {
    await server.db("hostUsers").where({ id: site.host }).update({ cellPhone });
    expect(await messagesOf(server.db, await apply(koreanApplication(site)))).toEqual([]);
  });

  it("sends the visitor an approval and the host nothing, with auto-approve", async () => {
    await server.db("configuration").update({ autoApprove: true });
    const id = await apply(englishApplication(site), "en");
    const [message, ...others] = await messagesOf(server.db, id);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ event: "approve", hostUserId: null, toName: "홍길동", lang: "en" });
    expect(message?.text).toMatch(/^\[Gaon Precision\] Your visit on 2026-03-10 14:00 is approved, 홍길동\./);
    expect(message?.text).toContain("Please come to: Main building.");
    expect(recipientOf(server, message as Message)).toBe("010-1234-5678");
  });

  it("sends nothing when the request is rejected as invalid", async () => {
    const answer = await server.post("/api/request/simple/save/", {
      body: koreanApplication(site, { name: "" }),
    });
    expect(answer.status).toBe(400);
    expect(await server.db("messages")).toEqual([]);
  });
});

describe("deciding", () => {
  it.each([
    ["approve", "applied", "ko", /방문이 승인되었습니다\. 본관으로 오십시오\./],
    ["approve", "applied", "en", /^\[Gaon Precision\] Your visit on 2026-03-10 10:00 is approved/],
    ["cancel", "approved", "ko", /방문이 취소되었습니다/],
    ["cancel", "applied", "en", /is cancelled, 홍길동/],
  ] as const)("%s of an %s visit sends a message in %s", async (action, statusCode, lang, text) => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode, lang });
    await decide(action, id);
    expect(await latest(id)).toMatchObject({ event: action, lang, text: expect.stringMatching(text) });
  });

  it.each([
    ["ko", true, "사유: 시설 점검 중입니다. 다음 주에 와 주십시오."],
    ["en", true, "Reason: 시설 점검 중입니다. 다음 주에 와 주십시오."],
    ["ko", false, "사유: 담당자에게 문의해 주십시오."],
    ["en", false, "Reason: Please ask your host."],
  ] as const)("sends a rejection in %s, with the reason: %s", async (lang, showReason, sentence) => {
    const { id } = await addVisit(server, site, { ...withNumber, lang });
    await decide("reject", id, { reason: "시설 점검 중입니다.\n다음 주에 와 주십시오.", showReason });
    const { text } = await latest(id);
    expect(text).toContain(sentence);
    expect(text.includes("시설")).toBe(showReason);
  });

  it("sends a message to each group member with a number, by name", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { statusCode: "applied" });
    const encrypted = (reserveNo: string) => server.cipher.encryptContact("010-0000-1111", reserveNo);
    await server.db("visits").where({ id: leader.id }).update(encrypted(leader.reserveNo));
    const [first, second] = companions;
    if (!first || !second) throw new Error("two companions");
    await server.db("visits").where({ id: first.id }).update(encrypted(first.reserveNo));
    await decide("approve", leader.id);
    expect((await latest(leader.id)).text).toContain(leader.name);
    expect((await latest(first.id)).text).toContain(first.name);
    expect(await messagesOf(server.db, second.id)).toEqual([]);
  });

  it("sends one message for two simultaneous decisions", async () => {
    const { id } = await addVisit(server, site, withNumber);
    const answers = await Promise.all(
      [crew.desk, crew.admin].map((one) => one.put(`/dash/user/approve/${id}`, { body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(await eventsOf(id)).toEqual(["approve queued"]);
  });

  it("sends nothing when a visit is closed", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
    await decide("close", id);
    expect(await messagesOf(server.db, id)).toEqual([]);
  });

  it("confirms a visitor's own cancellation", async () => {
    const { id, reserveNo } = await addVisit(server, site, withNumber);
    const body = { reserveNo, name: "홍길동", cellPhone: "010-0000-1234" };
    expect((await server.post("/api/request/cancel", { body })).status).toBe(200);
    expect(await eventsOf(id)).toEqual(["cancel queued"]);
  });

  it.each([
    ["an approval names the front desk without a place", { locationId: null }, "안내데스크로 오십시오."],
    ["an approval replaces characters of a name that carriers cannot show", { name: "Zoë ไ" }, "Zoe ? 님의"],
  ])("%s", async (_, more, sentence) => {
    const { id } = await addVisit(server, site, { ...withNumber, ...more });
    await decide("approve", id);
    expect((await latest(id)).text).toContain(sentence);
  });
});

async function approveAndUndo(): Promise<number> {
  const { id } = await addVisit(server, site, withNumber);
  await decide("approve", id);
  await decide("undo", id);
  expect(await eventsOf(id)).toEqual(["approve withdrawn"]);
  return id;
}

describe("undoing a decision", () => {
  it("withdraws a queued message and sends no correction", async () => {
    expect(await latest(await approveAndUndo())).toMatchObject({ nextAttemptAt: null });
  });

  it.each(["sent", "kept", "sending", "unknown"] as const)(
    "sends a correction when the approval is %s",
    async (status) => {
      const visit = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
      await addMessage(server, { visitId: visit.id, status });
      await decide("undo", visit.id);
      expect(await eventsOf(visit.id)).toEqual([`approve ${status}`, "undo queued"]);
      expect((await latest(visit.id)).text).toContain("앞서 보낸 안내를 정정합니다.");
    },
  );

  it("sends no correction when the message failed", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "rejected" });
    await addMessage(server, { visitId: id, event: "reject", status: "failed" });
    await decide("undo", id);
    expect(await eventsOf(id)).toEqual(["reject failed"]);
  });

  it("sends one correction when the second decision was never sent", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
    await addMessage(server, { visitId: id, status: "sent" });
    await decide("undo", id);
    await server
      .db("messages")
      .where({ status: "queued" })
      .update({ status: "sent", nextAttemptAt: null, sentAt: server.now });
    await decide("approve", id);
    await decide("undo", id);
    expect(await eventsOf(id)).toEqual(["approve sent", "undo sent", "approve withdrawn"]);
  });

  it("lists the sent message that a correction would refer to", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
    await addMessage(server, { visitId: id, status: "sent", text: "승인되었습니다." });
    const { body } = await crew.desk.get(`/dash/sms?visit=${id}&status=sent,kept,sending,unknown`);
    expect(body.rows).toMatchObject([{ event: "approve", text: "승인되었습니다.", status: "sent" }]);
  });

  it("keeps the host's own message", async () => {
    const id = await apply(koreanApplication(site));
    await decide("approve", id);
    await decide("undo", id);
    expect(await eventsOf(id)).toEqual(["apply queued", "approve withdrawn"]);
  });
});

describe("cancelling", () => {
  it("withdraws a queued approval and sends the cancellation", async () => {
    const { id } = await addVisit(server, site, withNumber);
    await decide("approve", id);
    await decide("cancel", id);
    expect(await eventsOf(id)).toEqual(["approve withdrawn", "cancel queued"]);
  });
});

describe("editing", () => {
  const edit = async (id: number, body: unknown) => {
    await answered(crew.desk.put(`/dash/visits/${id}`, { body }));
  };

  it("sends changes of host, place and time", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
    await edit(id, { startDate: "2026-03-11 10:00", endDate: "2026-03-11 12:00", keepApproval: true });
    expect(await eventsOf(id)).toEqual(["change queued"]);
    expect((await latest(id)).text).toContain("2026-03-11 10:00 본관, 담당자 김철수.");
    await edit(id, { hostUser: site.otherHost, keepApproval: true });
    expect((await latest(id)).text).toContain("담당자 이영희.");
  });

  it.each([
    [{ note: "x" }, "approved"],
    [{ name: "성춘향" }, "approved"],
    [{ carNumber: "12가 3456" }, "approved"],
    [{ endDate: "2026-03-10 19:00" }, "entered"],
  ] as const)("sends nothing for %j of a visit with the status %s", async (body, statusCode) => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode });
    await edit(id, body);
    expect(await messagesOf(server.db, id)).toEqual([]);
  });

  it("sends a correction when an approval is needed again, and asks the host", async () => {
    const { id } = await addVisit(server, site, { ...withNumber, statusCode: "approved" });
    await addMessage(server, { visitId: id, status: "sent" });
    await edit(id, { endDate: "2026-03-10 19:00" });
    expect((await visitOf(server.db, id)).statusCode).toBe("applied");
    expect(await eventsOf(id)).toEqual(["approve sent", "undo queued", "change queued", "apply queued"]);
  });

  it("asks the new host of a request", async () => {
    const other = await addHost(server.db, site.company, { cellPhone: "010-0000-8888" });
    const { id } = await addVisit(server, site, withNumber);
    await edit(id, { hostUser: other.id });
    expect(await eventsOf(id)).toEqual(["change queued", "apply queued"]);
    expect(await latest(id)).toMatchObject({ hostUserId: other.id });
  });
});

describe("reserving", () => {
  const reservation = (more: Record<string, unknown> = {}) => ({
    name: "홍길동",
    cellphone: "010-0000-1234",
    hostUser: site.host,
    purpose: site.purpose,
    location: site.place,
    startDate: "2026-03-10 14:00",
    endDate: "2026-03-10 16:00",
    companions: [{ name: "John Doe", cellphone: "+1 202 555 0100" }, { name: "이몽룡" }],
    ...more,
  });

  it("sends messages to leader and companions with numbers, in their languages", async () => {
    await answered(crew.desk.post("/dash/visits/reserve", { body: reservation() }));
    const rows = await server.db("messages").orderBy("id");
    expect(rows.map(({ event, toName, lang }) => [event, toName, lang])).toEqual([
      ["approve", "홍길동", "ko"],
      ["approve", "John Doe", "en"],
    ]);
  });

  it("sends a message only to the host when approval is needed", async () => {
    const answer = await crew.desk.post("/dash/visits/reserve", { body: reservation({ askHost: true }) });
    expect(await eventsOf(answer.body.id)).toEqual(["apply queued"]);
    expect(await server.db("messages")).toHaveLength(1);
  });
});

describe("disabled templates", () => {
  /** Time-dependent ones are in escalation.test.ts, arrivals in notices.test.ts. */
  const others: readonly TemplateEvent[] = [...disabledByDefault, "applyDeputy", "applyDesk", "arriveHost"];
  const events = templateEvents.filter((event) => !others.includes(event));

  it.each(events)("send nothing: %s", async (event) => {
    await switchOff(event);
    const applied = await apply(koreanApplication(site));
    await decide("approve", applied);
    await server
      .db("messages")
      .where({ event: "approve" })
      .update({ status: "sent", nextAttemptAt: null, sentAt: server.now });
    await addMessage(server, { visitId: applied, status: "sent", event: "approve" });
    await decide("undo", applied);
    await crew.desk.put(`/dash/visits/${applied}`, { body: { endDate: "2026-03-10 17:00" } });
    await decide("reject", applied, { reason: "x" });
    const other = await addVisit(server, site, withNumber);
    await decide("cancel", other.id);
    await addVisit(server, site, { ...withNumber, statusCode: "entered" });
    await crew.desk.post("/dash/day-closings/reminders", { body: {} });
    const unsent = await server.db("messages").whereNot({ status: "sent" }).distinct("event");
    const found = unsent.map((row) => row.event).sort();
    expect(found).toEqual(events.filter((one) => one !== event && one !== "approve").sort());
    if (event === "approve") expect(await server.db("messages").where({ event })).toHaveLength(1);
  });

  it("still withdraw a queued message", async () => {
    await switchOff("undo");
    await approveAndUndo();
  });
});

describe("erased messages", () => {
  it("keep no personal data, enforced by a constraint", async () => {
    const { id } = await addMessage(server, { status: "sent" });
    const erase = (more: object) => eraseMessage(server, id, more);
    for (const left of [{ text: "x" }, { toName: "x" }, { variables: '{"name":"x"}' }]) {
      await expect(erase(left)).rejects.toMatchObject({ code: "23514" });
    }
    await erase({});
    expect(await messageOf(server.db, id)).toMatchObject({ text: "", status: "sent", erasedAt: server.now });
  });
});
