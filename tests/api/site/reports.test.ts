/** Reports of visits, also after their destruction. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { VisitReport } from "#contract/visits/reports.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { answered } from "../../support/api.ts";
import { type SignedIn, signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addGroup, addVisit } from "../../support/visits/visits.ts";

const { server, site } = await seededSite();
let desk: SignedIn;
let officer: SignedIn;
beforeAll(async () => {
  desk = await signedIn(server, site.company, "desk");
  officer = await signedIn(server, site.company, "privacy");
});
beforeEach(async () => {
  await truncate(server.db, "visits", "passes", "visit_statistics", "visit_hour_statistics");
});

const report = async (from: string, to: string, lang = "ko") =>
  (await answered(desk.get(`/dash/reports/visits?from=${from}&to=${to}`, { lang }))).body;

/** An ended visit of an hour, in times of Seoul. */
const add = (startDate: string, more: AddedVisit = {}) =>
  addVisit(server, site, {
    statusCode: "ended",
    startDate,
    endDate: startDate.replace(/ .*/, " 23:59"),
    createdAt: new Date("2026-01-01T00:00:00Z"),
    ...more,
  });
const seoul = (wall: string) => new Date(`${wall.replace(" ", "T")}:00+09:00`);
const stay = (entered: string, exited: string) =>
  ({ enteredFrom: "approved", enteredAt: seoul(entered), exitedAt: seoul(exited) }) as const;

describe("GET /dash/reports/visits", () => {
  it("rejects invalid dates, reversed periods and periods over a year", async () => {
    const refused = async (query: string) => (await desk.get(`/dash/reports/visits?${query}`)).body;
    expect(await refused("")).toEqual({ from: "필수 입력 항목입니다", to: "필수 입력 항목입니다" });
    expect(await refused("from=2026-02-29&to=2026-03-01")).toEqual({
      from: "날짜와 시간이 올바르지 않습니다.",
    });
    expect(await refused("from=2026-03-02&to=2026-03-01")).toEqual({
      to: "종료일은 시작일과 같거나 그 뒤여야 합니다.",
    });
    expect(await refused("from=2026-01-01&to=2027-01-02")).toEqual({ to: "기간은 최대 366일입니다." });
    expect((await desk.get("/dash/reports/visits?from=2026-01-01&to=2027-01-01")).status).toBe(200);
  });

  it("returns zeros for every day and hour of an empty period", async () => {
    const none = { visits: 0, arrived: 0, noShow: 0, dropped: 0, open: 0 };
    const body = await report("2026-02-27", "2026-03-01");
    expect(body).toEqual({
      totals: { ...none, averageStay: null, companions: 0, sameDay: 0, online: 0 },
      byDay: ["2026-02-27", "2026-02-28", "2026-03-01"].map((day) => ({ day, ...none })),
      byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, arrived: 0 })),
      byPlace: [],
      byPurpose: [],
      byDepartment: [],
    });
  });

  it("counts a visit on its starting day in the site's time zone", async () => {
    await add("2026-03-01 23:50");
    await add("2026-03-02 00:00");
    await add("2026-03-02 23:50");
    await add("2026-03-03 00:00");
    const { byDay, totals } = await report("2026-03-02", "2026-03-02");
    expect(byDay).toEqual([{ day: "2026-03-02", visits: 2, arrived: 0, noShow: 0, dropped: 2, open: 0 }]);
    expect(totals.visits).toBe(2);
  });

  it("uses the site's time zone", async () => {
    await add("2026-03-02 08:00", stay("2026-03-02 08:10", "2026-03-02 09:00"));
    await server.db("configuration").update({ timezone: "America/New_York" });
    const { byDay, byHour } = await report("2026-03-01", "2026-03-02");
    await server.db("configuration").update({ timezone: "Asia/Seoul" });
    expect(byDay.map(({ visits }: { visits: number }) => visits)).toEqual([1, 0]);
    expect(byHour.filter(({ arrived }: { arrived: number }) => arrived > 0)).toEqual([
      { hour: 18, arrived: 1 },
    ]);
  });

  it("counts arrived, no-show, dropped and open visits", async () => {
    await add("2026-03-02 09:00", stay("2026-03-02 08:55", "2026-03-02 10:25"));
    await add("2026-03-02 09:00", { ...stay("2026-03-02 09:00", "2026-03-02 09:30"), statusCode: "exited" });
    await add("2026-03-02 10:00", { statusCode: "entered", enteredAt: seoul("2026-03-02 10:59") });
    await add("2026-03-02 10:00", { endedBecause: "noShow" });
    await add("2026-03-02 10:00", { endedBecause: "expired" });
    await add("2026-03-02 10:00", { endedBecause: "closed" });
    await add("2026-03-02 10:00", {
      ...stay("2026-03-02 11:00", "2026-03-02 11:00"),
      endedBecause: "closed",
    });
    await add("2026-03-02 10:00", { statusCode: "cancelled" });
    await add("2026-03-02 10:00", { statusCode: "rejected" });
    await add("2026-03-02 10:00", { statusCode: "applied" });
    await add("2026-03-02 10:00", { statusCode: "approved" });
    const { totals, byHour } = await report("2026-03-01", "2026-03-31");
    expect(totals).toMatchObject({ visits: 11, arrived: 4, noShow: 1, dropped: 4, open: 2 });
    // 90, 30 and 0 minutes, without visitors inside
    expect(totals.averageStay).toBe(40);
    expect(byHour.filter(({ arrived }: { arrived: number }) => arrived > 0)).toEqual([
      { hour: 8, arrived: 1 },
      { hour: 9, arrived: 1 },
      { hour: 10, arrived: 1 },
      { hour: 11, arrived: 1 },
    ]);
  });

  it("counts companions, visits of several days once, and same-day requests", async () => {
    await addGroup(server, site, 2, {
      startDate: "2026-03-02 10:00",
      endDate: "2026-03-04 18:00",
      origin: "console",
      createdAt: seoul("2026-03-02 00:00"),
      ...stay("2026-03-04 09:00", "2026-03-04 10:00"),
      statusCode: "exited",
    });
    await add("2026-03-03 10:00", { createdAt: seoul("2026-03-02 23:59") });
    const { totals, byDay, byHour } = await report("2026-03-01", "2026-03-05");
    expect(totals).toMatchObject({ visits: 4, arrived: 3, companions: 2, sameDay: 3, online: 1 });
    expect(byDay.map(({ visits }: { visits: number }) => visits)).toEqual([0, 3, 1, 0, 0]);
    expect(byHour[9]).toEqual({ hour: 9, arrived: 3 });
    expect((await report("2026-03-03", "2026-03-05")).totals.visits).toBe(1);
  });

  it("groups by place, purpose and department, largest first, in the user's language", async () => {
    await HostUser.query(server.db).findById(site.otherHost).patch({ department: "설계팀" });
    const attended = stay("2026-03-02 10:00", "2026-03-02 11:00");
    await add("2026-03-02 10:00", attended);
    await add("2026-03-02 10:00", { hostUserId: site.namesake });
    await add("2026-03-02 10:00", { hostUserId: site.namesake, locationId: null });
    await add("2026-03-02 10:00", { hostUserId: site.otherHost, purposeId: site.closedPurpose });
    await add("2026-03-02 10:00", { hostUserId: site.resigned });
    const { byPlace, byPurpose, byDepartment } = await report("2026-03-01", "2026-03-31");
    const counts = (visits: number, arrived = 0) => ({
      visits,
      arrived,
      noShow: 0,
      dropped: visits - arrived,
      open: 0,
      averageStay: arrived > 0 ? 60 : null,
    });
    expect(byPlace).toEqual([
      { id: site.place, name: "본관", ...counts(4, 1) },
      { id: null, name: "", ...counts(1) },
    ]);
    expect(byPurpose).toEqual([
      { id: site.purpose, name: "회의", ...counts(4, 1) },
      { id: site.closedPurpose, name: "견학", ...counts(1) },
    ]);
    // none of the four has three visits
    const closed = { arrived: null, noShow: null, dropped: null, open: null, averageStay: null };
    expect(byDepartment).toEqual([{ company: "", department: "", others: 4, visits: 5, ...closed }]);
    const english = await report("2026-03-01", "2026-03-31", "en");
    expect(english.byPlace[0].name).toBe("Main building");
  });

  it("names departments with three or more visits, and groups the others", async () => {
    await HostUser.query(server.db).findById(site.otherHost).patch({ department: "설계팀" });
    for (const hostUserId of [site.namesake, site.otherHost]) {
      for (const hour of ["09", "10", "11"]) await add(`2026-03-02 ${hour}:00`, { hostUserId });
    }
    await add("2026-03-02 10:00", { hostUserId: site.namesake });
    for (let n = 0; n < 3; n += 1) await add("2026-03-02 12:00", { hostUserId: site.resigned });
    const none = { arrived: 0, noShow: 0, open: 0, averageStay: null };
    const { byDepartment } = await report("2026-03-01", "2026-03-31");
    const named = byDepartment.map(
      ({ company, department, visits }: VisitReport["byDepartment"][number]) => ({
        company,
        department,
        visits,
      }),
    );
    expect(byDepartment[0]).toEqual({
      company: named[0].company,
      department: named[0].department,
      others: 0,
      visits: 4,
      dropped: 4,
      ...none,
    });
    expect(named.map(({ visits }: { visits: number }) => visits)).toEqual([4, 3, 3]);
    expect(named.map(({ department }: { department: string }) => department)).toContain("설계팀");
    const english = await report("2026-03-01", "2026-03-31", "en");
    expect(english.byDepartment[0].company).toMatch(/^Gaon/);
  });

  it("returns the same figures after visits are hidden and destroyed", async () => {
    const day = "2026-03-02";
    const { leader, companions } = await addGroup(server, site, 1, {
      ...stay(`${day} 10:00`, `${day} 11:30`),
      statusCode: "ended",
      startDate: `${day} 10:00`,
      endDate: `${day} 12:00`,
      createdAt: seoul(`${day} 09:00`),
      destroyOn: "2026-03-05",
    });
    const others = [
      await add(`${day} 00:00`, { endedBecause: "noShow", locationId: null, hostUserId: site.otherHost }),
      await add(`${day} 23:50`, { statusCode: "cancelled", origin: "console" }),
      await add(`${day} 13:00`, { endedBecause: "closed", ...stay(`${day} 13:00`, `${day} 13:20`) }),
      await add(`${day} 13:00`, { endedBecause: "closed" }),
      await add(`${day} 13:00`, {
        statusCode: "exited",
        ...stay(`${day} 23:30`, "2026-03-03 00:10"),
        purposeId: site.closedPurpose,
      }),
    ];
    await add(`${day} 15:00`);
    const before = await report("2026-03-01", "2026-03-31");
    expect(before.totals).toEqual({
      visits: 8,
      arrived: 4,
      noShow: 1,
      dropped: 3,
      open: 0,
      // 90, 90, 20 and 40 minutes
      averageStay: 60,
      companions: 1,
      sameDay: 2,
      online: 7,
    });
    const ids = [leader, ...companions, ...others].map(({ id }) => id);
    await server.db("visits").whereIn("id", ids).update({ hiddenAt: server.now });
    expect(await report("2026-03-01", "2026-03-31")).toEqual(before);

    await server.db("visits").whereIn("id", ids).update({ hiddenAt: null, destroyOn: "2026-03-05" });
    await answered(officer.put("/dash/trash-privacy/hard", { body: { ids } }));
    expect(await server.db("visits").count("* as left").first()).toEqual({ left: 1 });
    expect(await report("2026-03-01", "2026-03-31")).toEqual(before);
  });
});
