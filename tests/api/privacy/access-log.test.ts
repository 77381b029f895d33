import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffMonth } from "#api/features/access-log/queries.ts";
import { unusual } from "#api/features/access-log/review.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeAll(async () => {
  // The tests' clock moves by years.
  await server.db("sessions").update({ activeAt: new Date("2090-01-01T00:00:00Z") });
});

/** The log is append-only, so each test has its own month. */
let month = 0;
let ym = "";
beforeEach(() => {
  ym = `${2030 + Math.floor(++month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
  server.now = new Date(`${ym}-12T03:00:00Z`);
});

const path = "/dash/access-log";
const inMonth = () => `from=${ym}-01&to=${ym}-28`;
const rowsOf = async (query = "") =>
  (await answered(crew.privacy.get(`${path}?${inMonth()}${query}`))).body.rows;
const cellphone = "010-0000-4321";

describe("GET /dash/access-log", () => {
  it("lists user, visits, time, address, call and reason of each access, newest first", async () => {
    const { id } = await addVisit(server, site, { cellphone });
    await crew.desk.get(`/dash/visits/${id}`);
    server.now = new Date(server.now.getTime() + 60_000);
    await crew.desk.post(`/dash/visits/${id}/reveal`, { body: { reason: "차를 빼 달라고 전화함" } });
    const common = {
      hostUser: { id: crew.desk.id, name: "안내원", role: "desk" },
      apiKey: null,
      address: "127.0.0.1",
      visitIds: [id],
      visits: 1,
    };
    expect(await rowsOf()).toEqual([
      {
        ...common,
        id: expect.any(Number),
        at: `${ym}-12 12:01`,
        what: "/dash/visits/:id/reveal",
        reason: "차를 빼 달라고 전화함",
        byNumber: true,
      },
      {
        ...common,
        id: expect.any(Number),
        at: `${ym}-12 12:00`,
        what: "/dash/visits/:id",
        reason: "",
        byNumber: false,
      },
    ]);
  });

  it("filters by day, user, name, call and visit, sorts and pages", async () => {
    const first = await addVisit(server, site);
    const second = await addVisit(server, site);
    await crew.desk.get(`/dash/visits/${first.id}`);
    await crew.privacy.get(`/dash/visits/${second.id}/logs`);
    server.now = new Date(`${ym}-13T03:00:00Z`);
    await crew.desk.get(`/dash/visits/${second.id}`);
    const visitsOf = async (query: string) =>
      (await rowsOf(query)).flatMap(({ visitIds }: { visitIds: number[] }) => visitIds);
    expect(await visitsOf("")).toEqual([second.id, second.id, first.id]);
    expect(await visitsOf("&sort=at")).toEqual([first.id, second.id, second.id]);
    expect(await visitsOf(`&hostUser=${crew.privacy.id}`)).toEqual([second.id]);
    expect(await visitsOf("&q=안내")).toEqual([second.id, first.id]);
    expect(await visitsOf("&q=없는이름")).toEqual([]);
    expect(await visitsOf("&q=안")).toEqual([]);
    expect(await visitsOf("&what=/dash/visits/:id")).toEqual([second.id, first.id]);
    expect(await visitsOf(`&visitId=${first.id}`)).toEqual([first.id]);
    const day = await crew.admin.get(`${path}?from=${ym}-13&to=${ym}-13`);
    expect(day.body).toMatchObject({ total: 1, totalCapped: false });
    const page = await crew.admin.get(`${path}?${inMonth()}&size=1&page=2`);
    expect(page.body).toMatchObject({ total: 3, rows: [{ hostUser: { id: crew.privacy.id } }] });
    const refused = await answered(crew.admin.get(`${path}?visitId=x&from=yesterday`), 400);
    expect(Object.keys(refused.body).sort()).toEqual(["from", "visitId"]);
  });

  it("contains no names and no phone numbers", async () => {
    await addVisit(server, site, { cellphone, name: "홍길동" });
    await crew.desk.get("/api/visit?q=홍길동");
    await crew.desk.get(`/api/visit?q=${cellphone}`);
    const { text } = await crew.privacy.get(`${path}?${inMonth()}`);
    expect(JSON.parse(text).rows.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toMatch(/홍길동|4321/);
  });
});

describe("POST /dash/access-log/search", () => {
  const search = (body: object) => crew.privacy.post(`${path}/search`, { body });

  it("finds who viewed visits with a number, revealed or searched it, and logs the search itself", async () => {
    const ownNumber = "010-0000-6543";
    const { id } = await addVisit(server, site, { cellphone: ownNumber });
    const other = await addVisit(server, site, { cellphone });
    await crew.desk.get(`/dash/visits/${id}`);
    await crew.desk.get(`/dash/visits/${other.id}`);
    await crew.desk.get("/api/visit?q=01000006543&status=rejected");
    await crew.admin.post(`/dash/visits/${id}/reveal`, { body: { reason: "확인" } });
    const answer = await answered(search({ cellPhone: "+82 10 0000 6543" }));
    expect(answer.body.total).toBe(3);
    expect(answer.body.rows.map(({ what }: { what: string }) => what)).toEqual([
      "/dash/visits/:id/reveal",
      "/api/visit",
      "/dash/visits/:id",
    ]);
    const again = await search({ cellPhone: ownNumber, size: 1 });
    expect(again.body).toMatchObject({
      total: 4,
      rows: [
        { what: "/dash/access-log/search", hostUser: { id: crew.privacy.id }, byNumber: true, visitIds: [] },
      ],
    });
    // random ids may contain the digits
    const log = server.log.join("\n").replaceAll(/"requestId":"[\w-]+"/g, "");
    expect(log).not.toMatch(/6543/);
  });
});

describe("GET and POST /dash/access-log/review", () => {
  const review = (reviewed = ym) => crew.privacy.get(`${path}/review?month=${reviewed}`);

  it.each(["", "2026", "2026-13", "2026-1", "x"])("require a month: %j", async (text) => {
    for (const answer of [
      await crew.privacy.get(`${path}/review?month=${text}`),
      await crew.privacy.post(`${path}/review`, { body: { month: text } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual(["month"]);
    }
  });

  it("total each user's month in the site's time zone: calls, people, revealed numbers, odd hours", async () => {
    const visits = [await addVisit(server, site, { cellphone }), await addVisit(server, site)];
    const [first, second] = visits.map(({ id }) => id) as [number, number];
    const at = (instant: string) => {
      server.now = new Date(instant);
    };
    const day = [10, 11, 12, 13, 14, 15, 16].find(
      (one) => new Date(`${ym}-${one}T00:00:00Z`).getUTCDay() === 2,
    );
    at(`${ym}-${day}T01:00:00Z`);
    await crew.desk.get(`/dash/visits/${first}`);
    await crew.desk.get(`/dash/visits/${first}`);
    await crew.desk.get(`/dash/visits/${second}`);
    await crew.privacy.get(`/dash/visits/${second}`);
    // 11 p.m. and 3 a.m. in Seoul
    at(`${ym}-${day}T14:00:00Z`);
    await crew.desk.post(`/dash/visits/${first}/reveal`, { body: { reason: "늦은 확인" } });
    at(`${ym}-${day}T18:00:00Z`);
    await crew.desk.get(`/dash/visits/${first}`);
    // the next month in Seoul
    const end = new Date(Date.UTC(Number(ym.slice(0, 4)), Number(ym.slice(5)), 1) - 9 * 3_600_000);
    server.now = end;
    await crew.desk.get(`/dash/visits/${second}`);
    const answer = await answered(review());
    expect(answer.body).toEqual({
      month: ym,
      reviews: [],
      failedLookups: { total: 0, many: [] },
      staff: [
        {
          hostUser: { id: crew.desk.id, name: "안내원", role: "desk" },
          apiKey: null,
          calls: 5,
          byWhat: [
            { what: "/dash/visits/:id", calls: 4 },
            { what: "/dash/visits/:id/reveal", calls: 1 },
          ],
          people: 2,
          outOfHours: 2,
          reveals: 1,
          numberSearches: 0,
          numberMisses: 0,
          latestReveals: [{ at: `${ym}-${day} 23:00`, visitIds: [first], reason: "늦은 확인" }],
          withoutConsent: 0,
          latestWithoutConsent: [],
          unusual: [],
        },
        expect.objectContaining({ calls: 1, people: 1, outOfHours: 0, reveals: 0, latestReveals: [] }),
      ],
    });
  });

  it("record the review of a past month, repeatedly, with numbers in the note masked", async () => {
    const early = await answered(crew.privacy.post(`${path}/review`, { body: { month: ym } }), 405);
    expect(early.text).toMatch(/끝나지 않은 달/);
    server.now = new Date(server.now.getTime() + 31 * 86_400_000);
    const note = "안내데스크 외 특이사항 없음 010-0000-1234";
    const answer = await answered(crew.privacy.post(`${path}/review`, { body: { month: ym, note } }));
    expect(answer.body.reviews).toMatchObject([
      { by: { id: crew.privacy.id }, note: "안내데스크 외 특이사항 없음 ***" },
    ]);
    await crew.privacy.post(`${path}/review`, { body: { month: ym } });
    expect((await review()).body.reviews).toHaveLength(2);
    await expect(server.db("accessReviews").del()).rejects.toMatchObject({ code: "23000" });
    await expect(server.db.raw("TRUNCATE access_reviews")).rejects.toMatchObject({ code: "23000" });
  });

  it("list the months, newest first, with their reviews", async () => {
    const months = async () => (await crew.admin.get(`${path}/months`)).body;
    const { id } = await addVisit(server, site);
    await crew.desk.get(`/dash/visits/${id}`);
    expect((await months())[0]).toEqual({ month: ym, isOver: false, reviews: 0, latest: null });
    server.now = new Date(server.now.getTime() + 31 * 86_400_000);
    for (const note of ["처음", "다시"])
      await crew.privacy.post(`${path}/review`, { body: { month: ym, note } });
    const [running, reviewed] = await months();
    expect(running).toMatchObject({ isOver: false, latest: null });
    expect(reviewed).toMatchObject({
      month: ym,
      isOver: true,
      reviews: 2,
      latest: { by: { id: crew.privacy.id } },
    });
  });

  it("flag unusual months: odd hours, more people than colleagues, many numbers", () => {
    const one = (hostUserId: number, more: Partial<StaffMonth> = {}): StaffMonth => ({
      hostUserId,
      hostName: "",
      hostEnName: "",
      role: "desk",
      apiKey: null,
      calls: 1,
      byAction: [],
      people: 50,
      outOfHours: 20,
      reveals: 20,
      numberSearches: 0,
      numberMisses: 20,
      latestReveals: [],
      withoutConsent: 0,
      latestWithoutConsent: [],
      ...more,
    });
    const others = [one(1), one(2, { people: 60 }), one(3, { people: 9_000, role: "host" })];
    const flagsOf = (more: Partial<StaffMonth>) => unusual(one(4, more), [...others, one(4, more)]);
    expect(flagsOf({})).toEqual([]);
    expect(flagsOf({ people: 150 })).toEqual([]);
    expect(flagsOf({ people: 151 })).toEqual(["manyPeople"]);
    expect(flagsOf({ people: 9_000, role: "admin" })).toEqual([]);
    expect(flagsOf({ outOfHours: 21, reveals: 21 })).toEqual(["outOfHours", "manyReveals"]);
    expect(flagsOf({ numberSearches: 900, numberMisses: 21 })).toEqual(["manyMisses"]);
    // absolute numbers count, too: a single user of a role, or as many as all others
    const alone = one(5, { role: "privacy", reveals: 21 });
    expect(unusual(alone, [alone])).toEqual(["manyReveals"]);
    const busy = [6, 7, 8].map((id) => one(id, { reveals: 300 }));
    expect(busy.map((month) => unusual(month, busy))).toEqual([
      ["manyReveals"],
      ["manyReveals"],
      ["manyReveals"],
    ]);
  });
});
