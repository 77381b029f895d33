import { describe, expect, it } from "vitest";
import { answered, type CallOptions } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { englishApplication, koreanApplication } from "../../support/site.ts";
import { applicationPath, refusedApplication } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();

const refused = (body: unknown, options?: Omit<CallOptions, "body">) =>
  refusedApplication(server, body, options);

describe("POST /api/request/simple/save/: success", () => {
  it("returns the reservation number and stores visit, log and consents", async () => {
    const answer = await answered(server.post(applicationPath, { body: koreanApplication(site) }));
    expect(answer.body).toEqual({
      reserveNo: expect.stringMatching(/^260310-[0-9A-HJKMNP-TV-Z]{5}$/),
      statusCode: "applied",
      status: { code: "applied", name: "신청" },
    });
    const visit = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
    expect(visit).toMatchObject({
      statusCode: "applied",
      hostUserId: site.host,
      locationId: site.place,
      purposeId: site.purpose,
      startAt: new Date("2026-03-10T05:00:00Z"),
      endAt: new Date("2026-03-10T07:00:00Z"),
      name: "홍길동",
      company: "나래상사",
      carNumber: "12가 3456",
      origin: "public",
      lang: "ko",
      destroyOn: "2027-03-10",
    });
    expect(await server.db("visitLogs").where({ visitId: visit.id })).toMatchObject([
      { action: "apply", fromCode: null, toCode: "applied", actorKind: "visitor", at: server.now },
    ]);
    const consents = await server.db("visitConsents").where({ visitId: visit.id }).orderBy("id");
    expect(consents).toMatchObject([
      { termsVersionId: site.terms.use.versionId, agreed: true, lang: "ko", agreedAt: server.now },
      { termsVersionId: site.terms.required.versionId, agreed: true },
      { termsVersionId: site.terms.optional.versionId, agreed: false },
      { termsVersionId: site.terms.checklist.versionId, agreed: true },
      { privacyPolicyId: site.policy, agreed: true },
    ]);
  });

  it("encrypts the phone number and does not log it", async () => {
    const { body } = await server.post(applicationPath, {
      body: koreanApplication(site, { cellphone: "01098761234" }),
    });
    const visit = await server.db("visits").where({ reserveNo: body.reserveNo }).first();
    expect(decodedJson(visit)).not.toMatch(/9876/);
    expect(visit.cellCipher.toString("latin1")).not.toContain("9876");
    expect(server.cipher.decrypt(visit, body.reserveNo)).toBe("010-9876-1234");
    expect(server.log.join()).not.toMatch(/9876|홍길동/);
  });

  it("accepts an English request with policy and checklists", async () => {
    const answer = await server.post(applicationPath, { body: englishApplication(site), lang: "en-US" });
    expect(answer.body).toMatchObject({ statusCode: "applied", status: { name: "Applied" } });
    const visit = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
    expect(visit.lang).toBe("en");
  });

  it("ignores read-only fields, and accepts the path without trailing slash", async () => {
    const form = koreanApplication(site, { days: { from: "x" }, errors: {}, createdAt: 1, updatedAt: 1 });
    expect((await server.post("/api/request/simple/save", { body: form })).status).toBe(200);
  });

  it("stores HTML as text", async () => {
    const html = "<img src=x onerror=alert(1)>";
    const form = koreanApplication(site, { name: html, company: html, carNumber: "<b>1</b>" });
    const { body } = await server.post(applicationPath, { body: form });
    expect(await server.db("visits").where({ reserveNo: body.reserveNo }).first()).toMatchObject({
      name: html,
      company: html,
      carNumber: "<b>1</b>",
    });
  });

  it("approves automatically with autoApprove", async () => {
    await server.db("configuration").update({ autoApprove: true });
    const { body } = await server.post(applicationPath, { body: koreanApplication(site) });
    await server.db("configuration").update({ autoApprove: false });
    expect(body).toMatchObject({ statusCode: "approved", status: { name: "승인" } });
  });
});

describe("POST /api/request/simple/save/: invalid", () => {
  it("reports every invalid field at once, by format and by database", async () => {
    const errors = await refused({
      ...koreanApplication(site),
      hostUser: site.resigned,
      location: site.closedPlace,
      purpose: "회의",
      startDate: "2026-03-10 09:00",
      name: "",
      cellphone: "010-12",
      unknown: 1,
    });
    expect(errors).toEqual({
      hostUser: "퇴사한 직원이어서 선택할 수 없습니다.",
      location: "지금은 선택할 수 없는 장소입니다.",
      purpose: "올바른 값이 아닙니다.",
      startDate: "시작일시가 이미 지났습니다.",
      name: "필수 입력 항목입니다",
      cellphone: "올바른 형식이 아닙니다.",
      unknown: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
  });

  it("returns English errors on request", async () => {
    const errors = await refused(englishApplication(site, { hostUser: null, cellphone: "x" }), {
      lang: "en",
    });
    expect(errors).toEqual({ hostUser: "This field is required.", cellphone: "The format is not correct." });
  });

  it.each<[string, string, () => unknown, RegExp]>([
    ["hostUser", "with an unknown id", () => 999_999, /선택할 수 없는 담당자/],
    ["hostUser", "of a resigned user", () => site.resigned, /퇴사/],
    ["hostUser", "of another company", () => site.otherHost, /소속된 직원이 아닙니다/],
    ["userCompany", "not in use", () => site.closedCompany, /회사/],
    ["location", "not in use", () => site.closedPlace, /장소/],
    ["location", "that is a purpose", () => site.purpose, /장소/],
    ["purpose", "not in use", () => site.closedPurpose, /방문 목적/],
    ["startDate", "in the past", () => "2026-03-10 09:20", /이미 지났/],
    ["endDate", "at the start", () => "2026-03-10 14:00", /종료일시는 시작일시보다 커야합니다\./],
    ["endDate", "beyond the limit", () => "2026-03-17 00:00", /최대 7일/],
  ])("rejects %s %s", async (field, _what, value, message) => {
    const errors = await refused(koreanApplication(site, { [field]: value() }));
    const expected = field === "userCompany" ? ["hostUser", "userCompany"] : [field];
    expect(Object.keys(errors).sort()).toEqual(expected);
    expect(errors[field]).toMatch(message);
  });

  it("accepts the last minute of the last day, and a start 30 minutes ago", async () => {
    const form = koreanApplication(site, { startDate: "2026-03-10 09:30", endDate: "2026-03-16 23:50" });
    expect((await server.post(applicationPath, { body: form })).status).toBe(200);
  });

  it("rejects invalid UTF-8 with the field", async () => {
    const text = JSON.stringify(koreanApplication(site, { name: "@@" }));
    const bytes = Buffer.from(text);
    bytes.fill(0xff, bytes.indexOf("@@"), bytes.indexOf("@@") + 2);
    expect(Object.keys(await refused(new Uint8Array(bytes)))).toEqual(["name"]);
  });

  it("returns 403 for a missing or foreign Origin before reading the body", async () => {
    for (const headers of [{ Origin: "" }, { Origin: "https://evil.example" }, { Origin: "null" }]) {
      const answer = await answered(server.post(applicationPath, { body: "{", headers }), 403);
      expect(answer.body.id).toBe("wrongOrigin");
    }
  });
});
