import { beforeEach, describe, expect, it } from "vitest";
import type { CallOptions } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { englishApplication, koreanApplication } from "../../support/site.ts";
import { applicationPath, refusedApplication } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();

const refused = (body: unknown, options?: Omit<CallOptions, "body">) =>
  refusedApplication(server, body, options);

describe("POST /api/request/simple/save/: consent", () => {
  it.each(["ko", "en"])("requires the mandatory texts of the form's language: %s", async (lang) => {
    const form = lang === "en" ? englishApplication(site) : koreanApplication(site);
    expect(await refused({ ...form, agreements: [] }, { lang })).toEqual({
      _: lang === "en" ? "You need to agree to the terms." : "약관에 동의가 필요합니다",
    });
  });

  it("ignores drafts of terms", async () => {
    await server.db("termsVersions").insert({ termsId: site.terms.use.id, version: 9, body: "초안" });
    expect((await server.post(applicationPath, { body: koreanApplication(site) })).status).toBe(200);
  });

  it("is rejected while the site is not set up", async () => {
    await server.db("privacyPolicies").update({ applied: false });
    expect(await refused(koreanApplication(site))).toEqual({ _: "접수 준비 중입니다." });
    await server.db("privacyPolicies").update({ applied: true });
  });
});

describe("POST /api/request/simple/save/: settings", () => {
  const switches = [
    "requestInputUserCompany",
    "requestInputPlace",
    "requestInputVisitorCompany",
    "useCar",
  ] as const;
  beforeEach(async () => {
    await server.db("configuration").update(Object.fromEntries(switches.map((name) => [name, true])));
  });

  it.each([
    ["requestInputUserCompany", "userCompany"],
    ["requestInputPlace", "location"],
    ["requestInputVisitorCompany", "company"],
  ] as const)("%s enabled requires %s, disabled ignores it", async (name, field) => {
    expect(await refused(koreanApplication(site, { [field]: undefined }))).toEqual({
      [field]: "필수 입력 항목입니다",
    });
    await server.db("configuration").update({ [name]: false });
    const without = await server.post(applicationPath, {
      body: koreanApplication(site, { [field]: undefined }),
    });
    expect(without.status, without.text).toBe(200);
    const answer = await server.post(applicationPath, {
      body: koreanApplication(site, { [field]: { a: 1 } }),
    });
    expect(answer.status, answer.text).toBe(200);
    const visit = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
    if (field === "location") expect(visit.locationId).toBeNull();
    if (field === "company") expect(visit.company).toBe("");
    if (field === "userCompany") expect(visit.hostUserId).toBe(site.host);
  });

  it("useCar enabled accepts a vehicle number, disabled ignores it", async () => {
    expect(
      (await server.post(applicationPath, { body: koreanApplication(site, { carNumber: undefined }) }))
        .status,
    ).toBe(200);
    await server.db("configuration").update({ useCar: false });
    const { body } = await server.post(applicationPath, {
      body: koreanApplication(site, { carNumber: "1".repeat(99) }),
    });
    expect((await server.db("visits").where({ reserveNo: body.reserveNo }).first()).carNumber).toBe("");
  });

  it("maxRequestDays limits the end", async () => {
    await server.db("configuration").update({ maxRequestDays: 1 });
    expect(await refused(koreanApplication(site, { endDate: "2026-03-11 00:00" }))).toEqual({
      endDate: "방문 기간은 최대 1일입니다.",
    });
    await server.db("configuration").update({ maxRequestDays: 7 });
  });

  it("timezone rejects a visit within the hour skipped by daylight saving", async () => {
    await server.db("configuration").update({ timezone: "America/New_York" });
    const body = koreanApplication(site, { startDate: "2027-03-14 02:30", endDate: "2027-03-14 03:30" });
    const answer = await server.post(applicationPath, { body });
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body)).toEqual(["endDate"]);
  });

  it("timezone is that of the given times", async () => {
    await server.db("configuration").update({ timezone: "America/New_York" });
    const form = koreanApplication(site, { startDate: "2026-03-09 21:00", endDate: "2026-03-09 23:00" });
    const { body } = await server.post(applicationPath, { body: form });
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    const visit = await server.db("visits").where({ reserveNo: body.reserveNo }).first();
    expect(visit.startAt).toEqual(new Date("2026-03-10T01:00:00Z"));
    expect(body.reserveNo).toMatch(/^260309-/);
  });
});
