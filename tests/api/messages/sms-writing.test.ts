import { beforeEach, describe, expect, it } from "vitest";
import { disabledByDefault, templateEvents } from "#contract/messages/sms.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { answered } from "../../support/api.ts";
import type { SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson, lastAccess } from "../../support/console/tables.ts";
import { recipientOf, renewCorrespondents } from "../../support/messages.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
let own: number;
let theirs: number;

beforeEach(async () => {
  ({ own, theirs } = await renewCorrespondents({ server, site, crew }));
});

const messages = () => server.db("messages").orderBy("id");

describe("POST /dash/sms/send", () => {
  const send = (body: unknown, by: SignedIn = crew.desk, headers: Record<string, string> = {}, lang = "ko") =>
    by.post("/dash/sms/send", { body, headers, lang });

  it("sends to visitors, with variables and particles filled in for each", async () => {
    const english = await addVisit(server, site, {
      name: "Jane",
      lang: "en",
      cellphone: "+12025550100",
      locationId: null,
    });
    const answer = await send({
      to: [{ visitID: own }, { visitID: english.id }],
      text: "{name}님, {startDate}에 {place}(으로/로) 오십시오. {host}(이/가) 기다립니다.",
    });
    expect(answer.status, answer.text).toBe(200);
    const [first, second, ...others] = await messages();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      event: "manual",
      status: "queued",
      visitId: own,
      toName: "홍길동",
      sentBy: crew.desk.id,
      text: "홍길동님, 2026-03-10 10:00에 본관으로 오십시오. 한주인이 기다립니다.",
    });
    expect(second).toMatchObject({ lang: "en", text: expect.stringContaining("Cheolsu Kim이") });
    expect(recipientOf(server, second)).toBe("+12025550100");
    expect(answer.body).toEqual({ queued: 2, ids: [first.id, second.id], kind: "sms", bytes: 79 });
    expect(await lastAccess(server.db)).toMatchObject({
      action: "/dash/sms/send",
      visitIds: [own, english.id],
    });
  });

  it("sends to phone numbers without a visit", async () => {
    const answer = await send({
      to: [
        { cellPhone: "+82 10 0000 4321", name: "이몽룡" },
        { cellPhone: "+1 202 555 0100", name: "Joe" },
      ],
      text: "[{company}] {name}(은/는) 안내데스크로 와 주십시오.",
    });
    expect(answer.status, answer.text).toBe(200);
    const [first, second] = await messages();
    expect(first).toMatchObject({ text: "[가온정밀] 이몽룡은 안내데스크로 와 주십시오.", visitId: null });
    expect(recipientOf(server, first)).toBe("010-0000-4321");
    expect(second).toMatchObject({ lang: "en", text: expect.stringMatching(/^\[Gaon Precision\] Joe/) });
  });

  it("returns the longest length in bytes and the kind lms", async () => {
    const { body } = await send({ to: [{ visitID: own }], text: "가".repeat(46) });
    const [message] = await messages();
    expect(body).toEqual({ queued: 1, ids: [message.id], kind: "lms", bytes: 92 });
    expect(message.kind).toBe("lms");
  });

  it("uses a template instead of a text", async () => {
    expect((await send({ to: [{ visitID: own }], template: "approve" })).status).toBe(200);
    expect((await messages())[0]).toMatchObject({
      event: "manual",
      text: expect.stringContaining("방문이 승인되었습니다"),
    });
    expect((await send({ to: [{ visitID: own }] })).body).toEqual({ text: "필수 입력 항목입니다" });
    expect((await send({ to: [{ visitID: own }], template: "reject" })).status).toBe(400);
  });

  it("rejects unreachable recipients and sends nothing", async () => {
    const unreachable = await addVisit(server, site, { name: "이몽룡" });
    const { status, body } = await send({
      to: [
        { visitID: own },
        { visitID: unreachable.id },
        { visitID: 2_000_000_000 },
        { visitID: own },
        { cellPhone: "010-0000-1111", name: "가" },
        { cellPhone: "01000001111", name: "나" },
        { cellPhone: "010-0000-2222" },
      ],
      text: "{name}님",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      "to.1.visitID": "휴대전화번호가 없는 방문객입니다.",
      "to.2.visitID": "메시지를 보낼 수 있는 방문이 아닙니다.",
      "to.3.visitID": "같은 수신자가 중복되었습니다.",
      "to.5.cellPhone": "같은 수신자가 중복되었습니다.",
      "to.6.name": "필수 입력 항목입니다",
    });
    expect(await messages()).toEqual([]);
  });

  it.each([
    [{ to: [] }, "to"],
    [{ to: [{ cellPhone: "12" }] }, "to.0.cellPhone"],
    [{ to: [{ visitID: 1, cellPhone: "010-0000-1111" }] }, "to.0"],
    [{ to: [{ name: "홍길동" }] }, "to.0"],
    [{ text: "{nonsense}" }, "text"],
    [{ text: "{reason}" }, "text"],
    [{ text: "😀" }, "text"],
    [{ text: "가".repeat(1001) }, "text"],
    [{ template: "lookupCode" }, "template"],
  ])("rejects %j with an error on %s", async (more, field) => {
    const answer = await answered(send({ to: [{ visitID: own }], text: "안녕하십니까", ...more }), 400);
    expect(Object.keys(answer.body)).toEqual([field]);
  });

  it("reports unsupported characters, unknown variables and excessive length", async () => {
    const wrong = async (text: string) => (await send({ to: [{ visitID: own }], text })).body.text;
    expect(await wrong("😀 안녕")).toBe("문자 메시지로 보낼 수 없는 글자입니다: 😀");
    expect(await wrong("{nonsense}")).toBe("사용할 수 없는 변수입니다: {nonsense}");
    expect(await wrong("가".repeat(1001))).toBe("메시지는 2000바이트까지 보낼 수 있습니다.");
  });

  it("rejects visit variables for a number without a visit", async () => {
    const { body } = await send({ to: [{ cellPhone: "010-0000-1111" }], text: "{reserveNo}" });
    expect(body).toEqual({
      "to.0.cellPhone": "방문 정보가 없는 번호에는 {reserveNo} 변수를 사용할 수 없습니다.",
    });
  });

  it("lets a host write to visitors of own visits only; other visits are answered as unknown", async () => {
    expect((await send({ to: [{ visitID: own }], text: "x" }, crew.host)).status).toBe(200);
    const { status, body } = await send(
      { to: [{ visitID: theirs }, { visitID: 2_000_000_000 }, { cellPhone: "010-0000-1111" }], text: "x" },
      crew.host,
    );
    expect(status).toBe(400);
    expect(body["to.0.visitID"]).toBe(body["to.1.visitID"]);
    expect(body["to.2.cellPhone"]).toBe("본인 방문객에게만 보낼 수 있습니다. 방문을 선택해 주십시오.");
    expect(await messages()).toHaveLength(1);
  });

  it("accepts up to 500 recipients", async () => {
    const to = Array.from({ length: 501 }, (_, n) => ({
      cellPhone: `010-0001-${String(n).padStart(4, "0")}`,
    }));
    expect(Object.keys((await answered(send({ to, text: "안내" }), 400)).body)).toEqual(["to"]);
    expect((await send({ to: to.slice(1), text: "안내" })).body.queued).toBe(500);
    expect(await messages()).toHaveLength(500);
  });

  it("sends once for an idempotency key, rejects another body, and separates users", async () => {
    const headers = { "Idempotency-Key": "sms-key-0001" };
    const body = { to: [{ visitID: own }], text: "한 번씩" };
    const answers = await Promise.all([1, 2, 3].map(() => send(body, crew.desk, headers)));
    const ids = (await messages()).map(({ id }) => id);
    for (const answer of answers) expect(answer.body).toEqual({ queued: 1, ids, kind: "sms", bytes: 7 });
    expect(await messages()).toHaveLength(1);
    expect((await send({ ...body, text: "다른 글" }, crew.desk, headers)).status).toBe(422);
    expect((await send(body, crew.host, headers)).status).toBe(200);
    expect(await messages()).toHaveLength(2);
    const stored = await server.db("idempotencyKeys").where({ key: "sms-key-0001" });
    expect(decodedJson(stored)).not.toContain("한 번씩");
  });
});

describe("GET and PUT /dash/sms/templates", () => {
  const change = (event: string, body: unknown, by: SignedIn = crew.admin) =>
    by.put(`/dash/sms/templates/${event}`, { body });

  it("return the default templates in both languages, with their length and variables", async () => {
    const { body } = await crew.host.get("/dash/sms/templates");
    expect(body.map(({ event }: { event: string }) => event)).toEqual([...templateEvents]);
    for (const row of body) {
      const enabled = !disabledByDefault.includes(row.event);
      expect(row).toMatchObject({ enabled, text: row.defaultText, enText: row.defaultEnText });
      expect(row.bytes).toBeGreaterThan(30);
      expect(row.enText).not.toMatch(/\p{Script=Hangul}/u);
      expect(row.blanks.includes("reason")).toBe(row.event === "reject");
    }
  });

  it("change one language of a template", async () => {
    const answer = await change("approve", { text: "{name}(은/는) 환영합니다." });
    expect(answer.body).toMatchObject({ text: "{name}(은/는) 환영합니다.", enabled: true });
    expect(answer.body.enText).toBe(answer.body.defaultEnText);
    await crew.desk.put(`/dash/user/approve/${own}`, { body: {} });
    expect((await messages())[0].text).toBe("홍길동은 환영합니다.");
  });

  it("disable and enable a template, and keep its text", async () => {
    await change("approve", { text: "승인" });
    expect((await change("approve", { enabled: false })).body).toMatchObject({
      enabled: false,
      text: "승인",
    });
    expect((await change("approve", { enabled: true })).body).toMatchObject({ enabled: true, text: "승인" });
  });

  it("reset a template when the text is empty or equals the default", async () => {
    await change("approve", { text: "승인" });
    expect((await change("approve", { text: "" })).body.text).toBe(ko.message.approve);
    await change("approve", { text: ko.message.approve });
    expect(await server.db("smsTemplates").first()).toMatchObject({ text: "" });
  });

  it("accept a template as returned by GET", async () => {
    const [row] = (await crew.admin.get("/dash/sms/templates")).body;
    expect((await change(row.event, { ...row, enabled: false })).body).toEqual({ ...row, enabled: false });
  });

  it("reject invalid variables and characters in both languages at once", async () => {
    const { body } = await answered(change("approve", { text: "{reason}", enText: "{who}" }), 400);
    expect(body).toEqual({
      text: "사용할 수 없는 변수입니다: {reason}",
      enText: "사용할 수 없는 변수입니다: {who}",
    });
    expect((await change("reject", { text: "{reason}" })).status).toBe(200);
    expect(Object.keys((await change("approve", { text: "😀" })).body)).toEqual(["text"]);
    expect((await change("manual", { text: "x" })).status).toBe(400);
  });
});
