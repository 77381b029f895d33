import { beforeEach, describe, expect, it } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { type StatusCode, statusCodes } from "#contract/visits/status.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { signedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { lastAccess } from "../../support/console/tables.ts";
import { idsOf, type ListQuery, listPath, searchPath, shownIn } from "../../support/visits/visit-lists.ts";
import { type AddedVisit, addGroup, addPass, addVisit, seoul } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("passes").del();
  await server.db("visits").whereNotNull("leaderId").del();
  await server.db("visits").del();
});

const add = (more: AddedVisit = {}) => addVisit(server, site, more);
const toHost = (more: AddedVisit = {}) => add({ hostUserId: crew.host.id, ...more });

const notReturned = "/api/visit/not-returns";
const reserved = "/dash/visits/reserved";
const active = "/dash/visits/active";
const undecided = "/dash/visits/undecided";
const requests = "/dash/user/requests";
const visited = "/dash/user/visited";

const lists = [searchPath, notReturned, reserved, active, undecided, requests, visited];

async function addListed(list: string, more: AddedVisit = {}): Promise<Visit> {
  const statuses: Record<string, StatusCode> = {
    [reserved]: "approved",
    [active]: "entered",
    [undecided]: "applied",
    [requests]: "applied",
  };
  const visit = await toHost({ statusCode: statuses[list] ?? "exited", ...more });
  if (list === notReturned) await addPass(server, { visitId: visit.id });
  return visit;
}

const readerOf = (list: string) => (list === requests || list === visited ? crew.host : crew.desk);

describe.each(lists)("GET %s", (list) => {
  it("returns the same fields as a single visit, masked, with actions", async () => {
    const visit = await addListed(list, { cellphone: "010-1234-5678" });
    const reader = readerOf(list);
    const answer = await reader.get(list);
    expect(answer.body).toEqual({ rows: [expect.anything()], total: 1, totalCapped: false });
    expect(answer.body.rows[0]).toEqual((await reader.get(`/dash/visits/${visit.id}`)).body);
    expect(answer.body.rows[0]).toMatchObject({ id: visit.id, cellPhone: "010-12**-*678" });
    expect(answer.text).not.toContain("010-1234-5678");
    expect(answer.body.rows[0].actions).toContain("reveal");
  });

  it("pages, with the total", async () => {
    const visits = [];
    for (let hour = 10; hour < 15; hour++)
      visits.push(await addListed(list, { startDate: `2026-03-10 ${hour}:00`, endDate: "2026-03-10 18:00" }));
    const reader = readerOf(list);
    const ascending = { sort: "startDate", size: 2 };
    expect(await shownIn(reader, list, { ...ascending, page: 1 })).toEqual(idsOf(visits.slice(0, 2)));
    expect(await shownIn(reader, list, { ...ascending, page: 3 })).toEqual(idsOf(visits.slice(4)));
    const beyond = await reader.get(listPath(list, { ...ascending, page: 4 }));
    expect(beyond.body).toEqual({ rows: [], total: 5, totalCapped: false });
  });

  it("writes one access-log row for each page, none for an empty page", async () => {
    const visits = [await addListed(list), await addListed(list)];
    const last = (await lastAccess(server.db))?.id ?? 0;
    const reader = readerOf(list);
    await shownIn(reader, list, { sort: "startDate" });
    await shownIn(reader, list, { page: 2 });
    const rows = await server.db("accessLog").where("id", ">", last);
    expect(rows).toMatchObject([
      {
        hostUserId: reader.id,
        action: list,
        address: "127.0.0.1",
        at: server.now,
        reason: "",
        personHash: null,
      },
    ]);
    expect(rows[0].visitIds).toEqual(idsOf(visits));
  });

  it("rejects each invalid parameter", async () => {
    for (const [name, value] of [
      ["page", "0"],
      ["size", "201"],
      ["size", "1.5"],
      ["sort", "cellPhone"],
      ["sort", "--startDate"],
      ["status", "applied,lost"],
      ["host", "abc"],
      ["location", "0"],
      ["from", "2026-02-30"],
      ["to", "2026-03-10 10:00"],
      ["q", "x".repeat(101)],
      ["cellPhone", "010-1234-5678"],
    ] as const) {
      const answer = await readerOf(list).get(listPath(list, { [name]: value }));
      expect([answer.status, Object.keys(answer.body)], `${name}=${value}`).toEqual([400, [name]]);
    }
  });

  it("pages up to 10,000 rows", async () => {
    expect((await readerOf(list).get(listPath(list, { page: 50, size: 200 }))).status).toBe(200);
    const answer = await readerOf(list).get(listPath(list, { page: 51, size: 200 }));
    expect(answer.body).toEqual({ page: "올바른 값이 아닙니다." });
  });

  it("ignores an empty parameter", async () => {
    const visit = await addListed(list);
    expect(await shownIn(readerOf(list), list, { q: " ", status: "", host: "", from: "", sort: "" })).toEqual(
      [visit.id],
    );
  });

  it("filters by status, host, place, purpose, period and text", async () => {
    const place = await server
      .db("userCodes")
      .insert({ kind: 9002, name: `별관${Math.random()}` })
      .returning("id");
    const purpose = await server
      .db("userCodes")
      .insert({ kind: 9003, name: `점검${Math.random()}` })
      .returning("id");
    const other = await addListed(list);
    const visit = await addListed(list, {
      locationId: place[0].id,
      purposeId: purpose[0].id,
      name: "남궁민수",
      startDate: "2026-03-12 10:00",
      endDate: "2026-03-13 10:00",
    });
    const reader = readerOf(list);
    const narrow = (query: ListQuery) => shownIn(reader, list, query);
    expect(await narrow({ location: place[0].id })).toEqual([visit.id]);
    expect(await narrow({ purpose: purpose[0].id })).toEqual([visit.id]);
    expect(await narrow({ from: "2026-03-12" })).toEqual([visit.id]);
    expect(await narrow({ from: "2026-03-13", to: "2026-03-13" })).toEqual([visit.id]);
    expect(await narrow({ from: "2026-03-14" })).toEqual([]);
    expect(await narrow({ to: "2026-03-11" })).toEqual([other.id]);
    expect(await narrow({ from: "2026-03-13", to: "2026-03-12" })).toEqual([]);
    expect(await narrow({ q: "궁민" })).toEqual([visit.id]);
    expect(await narrow({ q: "궁민", location: site.place })).toEqual([]);
    expect(await narrow({ q: "궁민", purpose: purpose[0].id, from: "2026-03-12", to: "2026-03-12" })).toEqual(
      [visit.id],
    );
    expect(await narrow({ host: crew.host.id, status: visit.statusCode, sort: "startDate" })).toEqual(
      idsOf([other, visit]),
    );
    expect(await narrow({ host: site.otherHost })).toEqual([]);
    expect(await narrow({ status: "rejected,cancelled" })).toEqual([]);
  });
});

describe("GET /api/visit/not-returns", () => {
  it("lists visitors who left with a pass, the earliest end first", async () => {
    const out = await add({ statusCode: "ended", endDate: "2026-03-10 12:00" });
    const car = await add({ statusCode: "exited", endDate: "2026-03-10 11:00" });
    const inside = await add({ statusCode: "entered" });
    await add({ statusCode: "exited" });
    await addPass(server, { visitId: out.id });
    await addPass(server, { visitId: car.id, vehicle: true });
    await addPass(server, { visitId: inside.id });
    await addPass(server, { status: "lost" });
    const { body } = await crew.desk.get(notReturned);
    expect(idsOf(body.rows)).toEqual(idsOf([car, out]));
    expect(body.total).toBe(2);
    expect(body.rows[0].carPass).toMatchObject({ passNo: expect.stringMatching(/^V-/) });
    expect(await shownIn(crew.desk, notReturned, { status: "ended,entered" })).toEqual([out.id]);
  });

  it("lists a visit with two passes once", async () => {
    const both = await add({ statusCode: "exited" });
    await addPass(server, { visitId: both.id });
    await addPass(server, { visitId: both.id, vehicle: true });
    expect(await shownIn(crew.desk, notReturned)).toEqual([both.id]);
  });
});

describe("GET /dash/visits/reserved", () => {
  it("lists approved visits that are not over before today, earliest first", async () => {
    const approved = (startDate: string, endDate: string) =>
      add({ statusCode: "approved", startDate, endDate });
    const tomorrow = await approved("2026-03-11 09:00", "2026-03-11 10:00");
    const thisMorning = await approved("2026-03-10 07:00", "2026-03-10 08:00");
    const sinceMonday = await approved("2026-03-09 07:00", "2026-03-12 08:00");
    await approved("2026-03-09 07:00", "2026-03-09 23:50");
    await add({ statusCode: "applied" });
    await add({ statusCode: "entered" });
    expect(await shownIn(crew.desk, reserved)).toEqual(idsOf([sinceMonday, thisMorning, tomorrow]));
    expect(await shownIn(crew.desk, reserved, { from: "2026-03-01", to: "2026-03-10" })).toEqual(
      idsOf([sinceMonday, thisMorning]),
    );
    expect(await shownIn(crew.desk, reserved, { status: "applied" })).toEqual([]);
  });

  it("includes visitors expected again on a later day", async () => {
    const addExited = (startDate: string, endDate: string, exitedAt: string, more: AddedVisit = {}) =>
      add({ statusCode: "exited", startDate, endDate, exitedAt: toInstant(exitedAt, seoul), ...more });
    const overnight = await addExited("2026-03-09 14:10", "2026-03-10 10:10", "2026-03-09 18:00");
    const approved = await add({ statusCode: "approved", startDate: "2026-03-10 07:00" });
    const further = await addExited("2026-03-10 08:00", "2026-03-12 18:00", "2026-03-10 09:00", {
      name: "남궁민수",
    });
    await addExited("2026-03-09 14:10", "2026-03-10 10:10", "2026-03-10 09:00");
    await addExited("2026-03-10 08:00", "2026-03-10 23:50", "2026-03-10 09:00");
    await addExited("2026-03-07 09:00", "2026-03-09 18:00", "2026-03-08 18:00");
    await add({ statusCode: "entered", startDate: "2026-03-09 07:00", endDate: "2026-03-12 08:00" });
    expect(await shownIn(crew.desk, reserved)).toEqual(idsOf([overnight, approved, further]));
    expect(await shownIn(crew.desk, reserved, { status: "exited" })).toEqual(idsOf([overnight, further]));
    expect(await shownIn(crew.desk, reserved, { status: "approved" })).toEqual([approved.id]);
    expect(await shownIn(crew.desk, reserved, { from: "2026-03-11" })).toEqual([further.id]);
    expect(await shownIn(crew.desk, reserved, { q: "궁민" })).toEqual([further.id]);
    expect(await shownIn(crew.desk, reserved, { host: site.otherHost })).toEqual([]);
    const page = await crew.desk.get(listPath(reserved, { size: 1, page: 2 }));
    expect(page.body).toMatchObject({ rows: [{ id: approved.id, expectedAgain: false }], total: 3 });
  });

  it("changes the day at midnight in the site's time zone", async () => {
    const visit = await add({ statusCode: "approved", endDate: "2026-03-10 23:50" });
    const now = server.now;
    server.now = new Date("2026-03-10T14:59:00Z");
    expect(await shownIn(crew.desk, reserved)).toEqual([visit.id]);
    server.now = new Date("2026-03-10T15:00:00Z");
    const desk = await signedIn(server, site.company, "desk");
    expect(await shownIn(desk, reserved)).toEqual([]);
    server.now = now;
  });
});

describe("GET /dash/visits/undecided", () => {
  it("lists requests, and approved visits of resigned hosts, of any day", async () => {
    const { id: resigned } = await signedIn(server, site.company, "host");
    await server.db("hostUsers").where({ id: resigned }).update({ status: "resigned" });
    const tomorrow = { startDate: "2026-03-11 09:00", endDate: "2026-03-11 18:00" };
    const nextWeek = { startDate: "2026-03-17 09:00", endDate: "2026-03-17 18:00" };
    const applied = await add({ ...tomorrow });
    const left = await add({ hostUserId: resigned, statusCode: "approved", ...nextWeek });
    const unassigned = await add({ hostUserId: resigned });
    await add({ statusCode: "approved" });
    for (const statusCode of ["rejected", "cancelled", "entered", "exited", "ended"] as const)
      await add({ hostUserId: resigned, statusCode });
    const { body } = await crew.desk.get(undecided);
    expect(idsOf(body.rows)).toEqual(idsOf([unassigned, applied, left]));
    expect(body.total).toBe(3);
    expect(body.rows.map((row: { hostUser: { resigned: boolean } }) => row.hostUser.resigned)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await shownIn(crew.desk, undecided, { status: "approved" })).toEqual([left.id]);
    expect(await shownIn(crew.desk, undecided, { from: "2026-03-17" })).toEqual([left.id]);
    await server.db("visits").where({ id: left.id }).update({ hostUserId: site.host });
    expect(await shownIn(crew.desk, undecided)).toEqual(idsOf([unassigned, applied]));
  });
});

describe("GET /dash/visits/active", () => {
  it("lists visitors inside, the earliest end first", async () => {
    const inside = await add({ statusCode: "entered", endDate: "2026-03-10 18:00" });
    const overdue = await add({
      statusCode: "entered",
      startDate: "2026-03-08 09:00",
      endDate: "2026-03-09 18:00",
    });
    await add({ statusCode: "exited" });
    await add({ statusCode: "approved" });
    const { body } = await crew.desk.get(active);
    expect(body.rows.map(({ id, overdue: is }: { id: number; overdue: boolean }) => [id, is])).toEqual([
      [overdue.id, true],
      [inside.id, false],
    ]);
    expect(await shownIn(crew.desk, active, { q: "나래", sort: "startDate" })).toEqual(
      idsOf([overdue, inside]),
    );
  });
});

describe.each([
  { list: requests, holds: ["applied", "approved"] },
  { list: visited, holds: ["entered", "exited", "ended"] },
])("GET $list", ({ list, holds }) => {
  it(`lists own visits with the status ${holds.join(", ")}`, async () => {
    const ownVisits = [];
    for (const statusCode of statusCodes) ownVisits.push(await toHost({ statusCode }));
    const expected = idsOf(ownVisits.filter(({ statusCode }) => holds.includes(statusCode)));
    expect((await shownIn(crew.host, list)).sort()).toEqual(expected.sort());
  });

  it("does not list another host's visits, for any role", async () => {
    const visit = await addListed(list);
    for (const user of [crew.otherHost, crew.desk, crew.admin, crew.privacy]) {
      expect(await shownIn(user, list)).toEqual([]);
      expect(await shownIn(user, list, { host: crew.host.id })).toEqual([]);
      expect(await shownIn(user, list, { q: "나래" })).toEqual([]);
      expect(await shownIn(user, list, { q: visit.reserveNo })).toEqual([]);
    }
  });

  it("lists companions as separate visits", async () => {
    const { leader, companions } = await addGroup(server, site, 2, {
      hostUserId: crew.host.id,
      statusCode: list === requests ? "applied" : "exited",
    });
    const { body } = await crew.host.get(listPath(list, { sort: "startDate" }));
    expect(idsOf(body.rows)).toEqual(idsOf([leader, ...companions]));
    expect(body.rows[0].followersCnt).toBe(2);
    expect(body.rows[1].leaderName).toBe(leader.name);
  });
});

describe("GET /dash/user/requests", () => {
  it("leaves out past visits, and lists the next visit first", async () => {
    const later = await toHost({ startDate: "2026-03-12 09:00", endDate: "2026-03-12 10:00" });
    const going = await toHost({
      statusCode: "approved",
      startDate: "2026-03-10 09:00",
      endDate: "2026-03-10 10:10",
    });
    await toHost({ startDate: "2026-03-10 09:00", endDate: "2026-03-10 10:00" });
    expect(await shownIn(crew.host, requests)).toEqual(idsOf([going, later]));
    expect(await shownIn(crew.host, requests, { status: "approved" })).toEqual([going.id]);
  });
});
