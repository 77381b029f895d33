import { beforeEach, describe, expect, it } from "vitest";
import { answered, startOwnServer } from "../../support/api.ts";
import { signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { koreanApplication } from "../../support/site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const path = "/dash/config";
const submission = "/api/request/simple/save/";
const { server, site, crew } = await staffedSite();

const usual = {
  maxRequestDays: 7,
  requestInputUserCompany: true,
  requestInputPlace: true,
  requestInputVisitorCompany: true,
  useCar: true,
  autoApprove: false,
  retentionDays: 365,
  lookupCode: false,
  submitCode: false,
  companions: false,
  requireConsent: false,
  decideByLink: false,
  quietFrom: "",
  quietUntil: "",
  remindAt: "",
  publicMessagesPerHour: 300,
  publicMessagesPerDay: 2000,
  messageCountries: ["+82"],
  escalateAfterHours: 0,
  workFrom: "09:00",
  workUntil: "18:00",
  workDays: [1, 2, 3, 4, 5],
  koreanHolidays: true,
  customerCompany: { ko: "가온정밀", en: "Gaon Precision" },
  timezone: "Asia/Seoul",
  homepage: "",
  brandColor: "#1d3f8f",
  secondFactorRoles: [],
  companyAddresses: [],
};

beforeEach(async () => {
  expect((await crew.admin.put(path, { body: usual })).status).toBe(200);
  await server.db("changes").del();
});

const publicMessages = { leftThisHour: 300, leftToday: 2000, usedUpAt: null };
const stored = () => server.db("configuration").first();
const put = (body: unknown, user = crew.admin) => user.put(path, { body });

describe("GET /dash/config", () => {
  it("returns all settings", async () => {
    const { idleMinutes } = await stored();
    expect((await crew.desk.get(path)).body).toEqual({
      ...usual,
      idleMinutes,
      publicMessages,
      logos: { ko: false, en: false },
      updatedAt: "2026-03-10 10:00",
    });
  });
});

describe("PUT /dash/config", () => {
  it("changes every field and notifies open consoles", async () => {
    const all = {
      maxRequestDays: 365,
      requestInputUserCompany: false,
      requestInputPlace: false,
      requestInputVisitorCompany: false,
      useCar: false,
      autoApprove: true,
      retentionDays: 3650,
      lookupCode: true,
      submitCode: true,
      companions: true,
      requireConsent: true,
      decideByLink: true,
      quietFrom: "22:00",
      quietUntil: "08:00",
      remindAt: "20:30",
      publicMessagesPerHour: 100_000,
      publicMessagesPerDay: 1,
      messageCountries: ["+82", "+1415"],
      escalateAfterHours: 80,
      workFrom: "00:00",
      workUntil: "23:59",
      workDays: [7],
      koreanHolidays: false,
      customerCompany: { ko: "나래상사", en: "" },
      timezone: "America/New_York",
      homepage: "https://www.provider.example/visit?a=1",
      brandColor: "#ABCdef",
      idleMinutes: { host: 1, desk: 720, admin: 45, privacy: 10 },
      secondFactorRoles: ["desk", "admin"],
      companyAddresses: ["203.0.113.0/24", "2001:db8::1"],
    };
    const answer = await answered(put(all));
    expect(answer.body).toEqual({
      ...all,
      publicMessages: { leftThisHour: 100_000, leftToday: 1, usedUpAt: null },
      logos: { ko: false, en: false },
      updatedAt: "2026-03-09 21:00",
    });
    expect(await stored()).toMatchObject({
      ...all,
      customerCompany: "나래상사",
      enCustomerCompany: "",
      updatedAt: server.now,
    });
    expect((await server.db("changes")).map(({ kind }) => kind)).toEqual(["configuration"]);
    await put({ idleMinutes: { host: 720, admin: 720, privacy: 720 } });
  });

  it("accepts the record as returned by GET", async () => {
    await put({ idleMinutes: { host: 30, desk: 30, admin: 30, privacy: 30 } });
    const read = (await crew.admin.get(path)).body;
    expect((await answered(put({ ...read, errors: {}, createdAt: "x" }))).body).toEqual(read);
  });

  it("keeps omitted fields, also within names and idle minutes", async () => {
    await put({ idleMinutes: { host: 30, desk: 30, admin: 30, privacy: 30 } });
    await put({ customerCompany: { en: "Narae" }, idleMinutes: { desk: 60 } });
    expect(await stored()).toMatchObject({
      customerCompany: "가온정밀",
      enCustomerCompany: "Narae",
      idleMinutes: { host: 30, desk: 60, admin: 30, privacy: 30 },
      maxRequestDays: 7,
    });
    expect((await put({})).status).toBe(200);
  });

  it("saves simultaneous changes of different fields", async () => {
    await Promise.all([
      put({ maxRequestDays: 3 }),
      put({ homepage: "https://example.com" }),
      put({ idleMinutes: { desk: 70 } }),
      put({ idleMinutes: { host: 80 } }),
      put({ customerCompany: { ko: "동시" } }),
      put({ customerCompany: { en: "Together" } }),
    ]);
    const { idleMinutes, ...row } = await stored();
    expect(row).toMatchObject({
      maxRequestDays: 3,
      homepage: "https://example.com",
      customerCompany: "동시",
      enCustomerCompany: "Together",
    });
    expect(idleMinutes).toMatchObject({ desk: 70, host: 80 });
  });

  const bad: [field: string, value: unknown, sentence: RegExp, named?: string][] = [
    ["maxRequestDays", 0, /1–365 사이/],
    ["maxRequestDays", 366, /1–365 사이/],
    ["maxRequestDays", "7", /올바른 값/],
    ["retentionDays", 0, /1–3650 사이/],
    ["retentionDays", 3651, /1–3650 사이/],
    ["publicMessagesPerHour", 0, /1–100000 사이/],
    ["publicMessagesPerDay", 1.5, /올바른 값/],
    ["messageCountries", ["+82", "KR"], /\+82처럼/],
    ["messageCountries", [], /필수/],
    ["useCar", "true", /올바른 값/],
    ["lookupCode", 1, /올바른 값/],
    ["timezone", "Asia/Nowhere", /시간대/],
    ["timezone", "+09:00", /시간대/],
    ["timezone", "", /시간대/],
    ["timezone", "Asia/Seoul; DROP TABLE visits", /시간대/],
    ["homepage", "javascript:alert(1)", /https/],
    ["homepage", "  JavaScript:alert(1)", /https/],
    ["homepage", "data:text/html,x", /https/],
    ["homepage", "//example.com", /https/],
    ["homepage", "example.com", /https/],
    ["homepage", "https://", /https/],
    ["homepage", "https://admin:secret@example.com", /https/],
    ["homepage", `https://example.com/${"x".repeat(300)}`, /300자/],
    ["brandColor", "red", /형식/],
    ["brandColor", "#fff", /형식/],
    ["brandColor", "#1d3f8f;}", /형식/],
    ["customerCompany", "가온", /올바른 값/],
    ["customerCompany", { ko: "x".repeat(101) }, /100자/, "customerCompany.ko"],
    ["customerCompany", { ja: "x" }, /알 수 없는/, "customerCompany.ja"],
    ["secondFactorRoles", ["visitor"], /올바른 값/, "secondFactorRoles.0"],
    ["companyAddresses", ["회사"], /IP 주소/],
    ["companyAddresses", ["203.0.113.0/33"], /IP 주소/],
    ["idleMinutes", { host: 0 }, /1–720 사이/, "idleMinutes.host"],
    ["idleMinutes", { desk: 721 }, /1–720 사이/, "idleMinutes.desk"],
    ["idleMinutes", { visitor: 5 }, /알 수 없는/, "idleMinutes.visitor"],
    ["single", true, /알 수 없는/],
  ];
  it.each(bad)("rejects %s %j and stores nothing", async (field, value, sentence, named = field) => {
    const before = await stored();
    const answer = await put({
      [field]: value,
      maxRequestDays: 5,
      ...(field === "maxRequestDays" && { [field]: value }),
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([named]);
    expect(answer.body[named]).toMatch(sentence);
    expect(await stored()).toEqual(before);
  });

  it("normalizes the name of a time zone", async () => {
    expect((await put({ timezone: "asia/tokyo" })).body.timezone).toBe("Asia/Tokyo");
    expect((await put({ timezone: "UTC" })).body.timezone).toBe("UTC");
  });
});

describe("changed configuration", () => {
  it("applies to the public site immediately, also on another process", async () => {
    const other = await startOwnServer({ sameDatabaseAs: server });
    expect((await other.get("/api/config")).body.maxRequestDays).toBe(7);
    const change = {
      maxRequestDays: 2,
      useCar: false,
      lookupCode: true,
      brandColor: "#aa0000",
      homepage: "https://example.com",
      customerCompany: { ko: "새 이름", en: "New name" },
    };
    await put(change);
    for (const process of [server, other]) {
      expect((await process.get("/api/config")).body).toMatchObject(change);
      const { body } = await process.post(submission, {
        body: koreanApplication(site, { endDate: "2026-03-12 10:00" }),
      });
      expect(body).toEqual({ endDate: "방문 기간은 최대 2일입니다." });
    }
  });

  it("of retentionDays applies to new visits only", async () => {
    const submit = async () => {
      const { body } = await server.post(submission, { body: koreanApplication(site) });
      return server.db("visits").where({ reserveNo: body.reserveNo }).first();
    };
    const before = await submit();
    await put({ retentionDays: 30 });
    expect((await submit()).destroyOn).toBe("2026-04-09");
    expect((await server.db("visits").where({ id: before.id }).first()).destroyOn).toBe("2027-03-10");
  });

  it("of the time zone keeps instants of visits and changes displayed times", async () => {
    const visit = await addVisit(server, site, { statusCode: "approved" });
    await put({ timezone: "Asia/Tokyo" });
    expect((await crew.desk.get(`/dash/visits/${visit.id}`)).body.startDate).toBe("2026-03-10 10:00");
    await put({ timezone: "UTC" });
    expect((await crew.desk.get(`/dash/visits/${visit.id}`)).body).toMatchObject({
      startDate: "2026-03-10 01:00",
      endDate: "2026-03-10 09:00",
    });
    expect((await server.db("visits").where({ id: visit.id }).first()).startAt).toEqual(visit.startAt);
  });

  it("of idle minutes applies to open sessions", async () => {
    const person = await signedIn(server, site.company, "desk");
    server.now = new Date("2026-03-10T01:20:00Z");
    await put({ idleMinutes: { desk: 10 } });
    expect((await person.get("/dash/user/current")).status).toBe(401);
    await put({ idleMinutes: { desk: 720 } });
    expect((await person.get("/dash/user/current")).status).toBe(200);
    server.now = new Date("2026-03-10T01:00:00Z");
  });
});
