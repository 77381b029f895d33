import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "#contract/roles.ts";
import { type StatusCode, statusCodes } from "#contract/status.ts";
import type { Visit } from "#db/models/visit.ts";
import { startTestServer, type TestServer } from "../support/api.ts";
import { addHost, type Site, seedSite } from "../support/site.ts";
import { addCrew, type Crew, type SignedIn, signedIn } from "../support/staff.ts";
import { type AddedVisit, addParty, addPass, addVisit } from "../support/visits.ts";

let server: TestServer;
let site: Site;
let crew: Crew;

beforeAll(async () => {
  server = await startTestServer();
  site = await seedSite(server.db);
  crew = await addCrew(server, site.company);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db("passes").del();
  await server.db("visits").whereNotNull("leaderId").del();
  await server.db("visits").del();
});

const add = (more: AddedVisit = {}) => addVisit(server, site, more);
const toHost = (more: AddedVisit = {}) => add({ hostUserId: crew.host.id, ...more });
const ids = (visits: readonly { id: number }[]) => visits.map(({ id }) => id);

const path = (list: string, query: Record<string, string | number> = {}) =>
  `${list}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]))}`;

/** Ids of a list as it is shown. */
async function shown(who: SignedIn, list: string, query: Record<string, string | number> = {}) {
  const answer = await who.get(path(list, query));
  expect(answer.status, answer.text).toBe(200);
  return ids(answer.body.rows);
}

const search = "/api/visit";
const notReturned = "/api/visit/not-returns";
const reserved = "/dash/visits/reserved";
const active = "/dash/visits/active";
const requests = "/dash/user/requests";
const visited = "/dash/user/visited";

const everybody: Role[] = ["host", "desk", "admin", "privacy"];
const lists: { list: string; readers: Role[] }[] = [
  { list: search, readers: ["desk", "admin", "privacy"] },
  { list: notReturned, readers: ["desk", "admin"] },
  { list: reserved, readers: ["desk", "admin"] },
  { list: active, readers: ["desk", "admin"] },
  { list: requests, readers: everybody },
  { list: visited, readers: everybody },
];

/** A visit that every one of the lists would show, were it in that list's status. */
async function fitting(list: string, more: AddedVisit = {}): Promise<Visit> {
  const statuses: Record<string, StatusCode> = {
    [reserved]: "approved",
    [active]: "entered",
    [requests]: "applied",
  };
  const visit = await toHost({ statusCode: statuses[list] ?? "exited", ...more });
  if (list === notReturned) await addPass(server, { visitId: visit.id });
  return visit;
}

/** Somebody who may read the list, and sees that visit in it. */
const readerOf = (list: string) => (list === requests || list === visited ? crew.host : crew.desk);

describe.each(lists)("GET $list", ({ list, readers }) => {
  it("needs a session", async () => {
    expect((await server.get(list)).status).toBe(401);
  });

  it.each(everybody)("answers %s as the roles say", async (role) => {
    expect((await crew[role].get(list)).status).toBe(readers.includes(role) ? 200 : 403);
  });

  it("shows a visit as one visit is shown, masked, with what may be done", async () => {
    const visit = await fitting(list, { cellphone: "010-1234-5678" });
    const reader = readerOf(list);
    const answer = await reader.get(list);
    expect(answer.body).toEqual({ rows: [expect.anything()], total: 1, totalCapped: false });
    expect(answer.body.rows[0]).toEqual((await reader.get(`/dash/visits/${visit.id}`)).body);
    expect(answer.body.rows[0]).toMatchObject({ id: visit.id, cellPhone: "010-12**-*678" });
    expect(answer.text).not.toContain("010-1234-5678");
    expect(answer.body.rows[0].actions).toContain("reveal");
  });

  it("pages, and says how many there are", async () => {
    const visits = [];
    for (let hour = 10; hour < 15; hour++)
      visits.push(await fitting(list, { startDate: `2026-03-10 ${hour}:00`, endDate: "2026-03-10 18:00" }));
    const reader = readerOf(list);
    const ascending = { sort: "startDate", size: 2 };
    expect(await shown(reader, list, { ...ascending, page: 1 })).toEqual(ids(visits.slice(0, 2)));
    expect(await shown(reader, list, { ...ascending, page: 3 })).toEqual(ids(visits.slice(4)));
    const beyond = await reader.get(path(list, { ...ascending, page: 4 }));
    expect(beyond.body).toEqual({ rows: [], total: 5, totalCapped: false });
  });

  it("leaves one row in the access log for each page, and none for an empty one", async () => {
    const visits = [await fitting(list), await fitting(list)];
    const last = (await server.db("accessLog").orderBy("id", "desc").first())?.id ?? 0;
    const reader = readerOf(list);
    await shown(reader, list, { sort: "startDate" });
    await shown(reader, list, { page: 2 });
    const rows = await server.db("accessLog").where("id", ">", last);
    expect(rows).toMatchObject([
      {
        hostUserId: reader.id,
        what: list,
        address: "127.0.0.1",
        at: server.now,
        reason: "",
        personHash: null,
      },
    ]);
    expect(rows[0].visitIds).toEqual(ids(visits));
  });

  it.each([
    ["page", "0"],
    ["page", "x"],
    ["size", "201"],
    ["size", "1.5"],
    ["sort", "cellPhone"],
    ["sort", "--startDate"],
    ["status", "applied,lost"],
    ["host", "abc"],
    ["location", "0"],
    ["purpose", "-1"],
    ["from", "2026-02-30"],
    ["to", "2026-03-10 10:00"],
    ["q", "x".repeat(101)],
    ["q", "a\u0000b"],
    ["cellPhone", "010-1234-5678"],
  ])("refuses %s=%j, naming it", async (name, value) => {
    const answer = await readerOf(list).get(path(list, { [name]: value }));
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body)).toEqual([name]);
  });

  it("goes no deeper than 10,000 rows", async () => {
    expect((await readerOf(list).get(path(list, { page: 50, size: 200 }))).status).toBe(200);
    const answer = await readerOf(list).get(path(list, { page: 51, size: 200 }));
    expect(answer.body).toEqual({ page: "올바른 값이 아닙니다." });
  });

  it("takes a parameter left empty for none", async () => {
    const visit = await fitting(list);
    expect(await shown(readerOf(list), list, { q: " ", status: "", host: "", from: "", sort: "" })).toEqual([
      visit.id,
    ]);
  });

  it("is narrowed by status, host, place, purpose, period and text", async () => {
    const place = await server
      .db("userCodes")
      .insert({ kind: 9002, name: `별관${Math.random()}` })
      .returning("id");
    const purpose = await server
      .db("userCodes")
      .insert({ kind: 9003, name: `점검${Math.random()}` })
      .returning("id");
    const other = await fitting(list);
    const visit = await fitting(list, {
      locationId: place[0].id,
      purposeId: purpose[0].id,
      name: "남궁민수",
      startDate: "2026-03-12 10:00",
      endDate: "2026-03-13 10:00",
    });
    const reader = readerOf(list);
    const narrow = (query: Record<string, string | number>) => shown(reader, list, query);
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
      ids([other, visit]),
    );
    expect(await narrow({ host: site.otherHost })).toEqual([]);
    expect(await narrow({ status: "rejected,cancelled" })).toEqual([]);
  });
});

describe("GET /api/visit", () => {
  it("holds visits of every status, to whomever, latest start first", async () => {
    const visits = [];
    for (const [n, statusCode] of statusCodes.entries())
      visits.push(
        await add({ statusCode, startDate: `2026-0${n + 1}-10 10:00`, endDate: "2026-12-31 18:00" }),
      );
    expect(await shown(crew.desk, search)).toEqual(ids(visits).reverse());
    expect(await shown(crew.privacy, search, { status: "ended,applied", sort: "startDate" })).toEqual(
      ids(visits.filter(({ statusCode }) => ["ended", "applied"].includes(statusCode))),
    );
  });

  it.each(["startDate", "endDate", "createdAt", "name", "company", "reserveNo"])(
    "is sorted by %s",
    async (sort) => {
      const visits = [];
      for (const n of [1, 2, 3])
        visits.push(
          await add({
            name: `가나${n}`,
            company: `회사${n}`,
            reserveNo: `26031${n}-00000`,
            createdAt: new Date(Date.UTC(2026, 1, n)),
            startDate: `2026-03-0${n} 10:00`,
            endDate: `2026-04-0${n} 10:00`,
          }),
        );
      expect(await shown(crew.desk, search, { sort })).toEqual(ids(visits));
      expect(await shown(crew.desk, search, { sort: `-${sort}` })).toEqual(ids(visits).reverse());
      expect(await shown(crew.desk, search, { sort: `-${sort}`, q: "가나", status: "applied" })).toEqual(
        ids(visits).reverse(),
      );
    },
  );

  it("gives visits of one start always in the same order, so that pages do not overlap", async () => {
    const visits = [];
    for (let n = 0; n < 7; n++) visits.push(await add());
    const pages = await Promise.all([1, 2, 3, 4].map((page) => shown(crew.desk, search, { page, size: 2 })));
    expect(pages.flat()).toEqual(ids(visits).reverse());
  });

  it("takes the days of a period by the site's clock, from the first instant to the last", async () => {
    const on = (startDate: string, endDate: string) => add({ startDate, endDate });
    const before = await on("2026-03-09 10:00", "2026-03-10 00:00");
    const across = await on("2026-03-08 10:00", "2026-03-10 00:10");
    const first = await on("2026-03-10 00:00", "2026-03-10 00:10");
    const last = await on("2026-03-10 23:50", "2026-03-11 09:00");
    const after = await on("2026-03-11 00:00", "2026-03-11 09:00");
    const day = { from: "2026-03-10", to: "2026-03-10" };
    expect(await shown(crew.desk, search, day)).toEqual(ids([last, first, across]));
    expect(await shown(crew.desk, search, { ...day, sort: "startDate" })).toEqual(ids([across, first, last]));
    expect(await shown(crew.desk, search, { ...day, status: "applied", q: "나래" })).toEqual(
      ids([last, first, across]),
    );
    expect(await shown(crew.desk, search, { from: "2026-03-11" })).toEqual(ids([after, last]));
    expect(await shown(crew.desk, search, { to: "2026-03-09" })).toEqual(ids([before, across]));
  });

  const text = (q: string, more: Record<string, string | number> = {}) =>
    shown(crew.desk, search, { q, sort: "startDate", ...more });

  it.each([
    "홍길",
    "길동",
    "ㅎㄱ",
    "ㅎㄱㄷ",
    "홍ㄱ",
    "홍기",
    "홍 길동",
    "나래",
    "ㄴㄹㅅ",
    "상사",
    "NARAE",
    "12가",
    "가3456",
    "12가 3456",
  ])("finds by %j a name, a company or a car", async (q) => {
    await add({ name: "이몽룡", company: "", carNumber: "" });
    const { id } = await add({ name: "홍길동", company: "나래상사 Narae", carNumber: "12가 3456" });
    expect(await text(q)).toEqual([id]);
  });

  it.each(["홍", "ㅎ", "a", "홍동", "동나", "사12", "%%", "..", "홍_"])("does not find by %j", async (q) => {
    await add({ name: "홍길동", company: "나래상사", carNumber: "12가 3456" });
    const answer = await crew.desk.get(path(search, { q }));
    expect(answer.body).toEqual({ rows: [], total: 0, totalCapped: false });
  });

  it("finds a visit under its new name, company, car, place and time, and no longer under the old", async () => {
    const { id } = await add({ name: "홍길동" });
    await server
      .db("visits")
      .where({ id })
      .update({
        name: "성춘향",
        statusCode: "approved",
        startAt: new Date("2027-01-01"),
        endAt: new Date("2027-01-02"),
      });
    expect(await text("홍길")).toEqual([]);
    expect(await text("성춘", { status: "approved", from: "2027-01-01" })).toEqual([id]);
    await server.db("visits").where({ id }).del();
    expect(await server.db("visitSearch").where({ visitId: id })).toEqual([]);
  });

  it("finds by the host's name in both languages, also when the host has resigned", async () => {
    const host = await addHost(server.db, site.company, { name: "독고탁", enName: "Tak Dokgo" });
    const visit = await add({ hostUserId: host.id });
    const both = await add({ hostUserId: host.id, name: "독고진", startDate: "2026-03-10 11:00" });
    for (const q of ["독고탁", "ㄷㄱㅌ", "dokgo"]) expect(await text(q)).toEqual(ids([visit, both]));
    await server.db("hostUsers").where({ id: host.id }).update({ status: "resigned" });
    expect(await text("독고")).toEqual(ids([visit, both]));
    expect(await text("독고", { status: "applied", host: host.id })).toEqual(ids([visit, both]));
  });

  it("looks at visitors only where a text fits more than a hundred hosts", async () => {
    const hosts = [];
    for (let n = 0; n < 101; n++) hosts.push(await addHost(server.db, site.company, { name: `제갈량${n}` }));
    await add({ hostUserId: hosts[0]?.id ?? 0 });
    const visit = await add({ name: "제갈공명" });
    expect(await text("제갈")).toEqual([visit.id]);
    await server.db("visits").del();
    await server.db("hostUsers").where("name", "like", "제갈량%").del();
  });

  it("finds by the last four digits of the mobile number or car, and keeps a trace", async () => {
    const visit = await add({ cellphone: "010-1234-9876", startDate: "2026-03-10 10:00" });
    const car = await add({ carNumber: "12가 9876", startDate: "2026-03-10 11:00" });
    await add({ cellphone: "010-9876-1234" });
    expect(await text("9876")).toEqual(ids([visit, car]));
    expect(await text("9876", { status: "applied", location: site.place })).toEqual(ids([visit, car]));
    const trace = await server.db("accessLog").orderBy("id", "desc").first();
    expect(trace.personHash).toEqual(server.cipher.lastFourHashes("9876")[0]);
    expect(await text("987")).toEqual([car.id]);
  });

  it("keeps a trace of a number that found nobody", async () => {
    const traces = async () => (await server.db("accessLog").select("id")).length;
    const before = await traces();
    expect(await text("0000")).toEqual([]);
    expect(await traces()).toBe(before + 1);
  });

  it.each(["010-4321-8765", "01043218765", "+82 10 4321 8765"])("finds by the whole number %j", async (q) => {
    const visit = await add({ cellphone: "010-4321-8765" });
    await add({ cellphone: "010-4321-8766" });
    expect(await text(q)).toEqual([visit.id]);
    const trace = await server.db("accessLog").orderBy("id", "desc").first();
    expect(trace.personHash).toEqual(server.cipher.hashes("010-4321-8765")[0]);
    expect(JSON.stringify(trace)).not.toContain("8765");
  });

  it.each(["260821-7KQ2M", "260821-7kq2m", "2608217KQ2M", "260821-7KQ", "260821-", "260821"])(
    "finds by the reservation number %j",
    async (q) => {
      const visit = await add({ reserveNo: "260821-7KQ2M" });
      await add({ reserveNo: "260822-7KQ2M" });
      expect(await text(q)).toEqual([visit.id]);
      expect(await text(q, { status: "rejected" })).toEqual([]);
    },
  );

  it("takes the letters O, I and L of a reservation number for the digits they look like", async () => {
    const visit = await add({ reserveNo: "260823-01100" });
    expect(await text("260823-Oilo")).toEqual([visit.id]);
  });

  it("counts to 10,000 and says that there are more", async () => {
    const { id } = await add();
    await server.db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
       SELECT '270101-' || lpad(n::text, 5, '0'), 'applied', ?, ?, '2027-01-01'::timestamptz + n * interval '10 minutes',
         '2027-12-31', '흔한', 'public', 'ko', '2028-01-01' FROM generate_series(1, 10000) AS n`,
      [crew.host.id, site.purpose],
    );
    const total = async (query: Record<string, string | number>) => {
      const { body } = await crew.desk.get(path(search, { ...query, size: 1 }));
      return [body.total, body.totalCapped];
    };
    expect(await total({})).toEqual([10_000, true]);
    expect(await total({ q: "흔한" })).toEqual([10_000, false]);
    expect(await total({ status: "applied" })).toEqual([10_000, true]);
    expect(await total({ from: "2027-12-01" })).toEqual([10_000, false]);
    expect(await total({ to: "2026-12-31" })).toEqual([1, false]);
    // The start is exact both ways however many there are.
    expect(await shown(crew.desk, search, { sort: "startDate", size: 1 })).toEqual([id]);
    expect(await shown(crew.desk, search, { page: 50, size: 200 })).toHaveLength(200);
    const { id: first } = await server.db("visits").where({ name: "흔한" }).orderBy("id").first("id");
    expect(await shown(crew.desk, search, { q: "흔한", page: 10_000, size: 1 })).toEqual([first]);
    expect(await shown(crew.desk, search, { q: "흔한", sort: "startDate", size: 1 })).toEqual([first]);
    await server.db.raw("TRUNCATE visits CASCADE");
  }, 60_000);
});

describe("GET /api/visit/not-returns", () => {
  it("holds who left while a pass is out, and nobody else; who should have left first comes first", async () => {
    const out = await add({ statusCode: "ended", endDate: "2026-03-10 12:00" });
    const car = await add({ statusCode: "exited", endDate: "2026-03-10 11:00" });
    const inside = await add({ statusCode: "entered" });
    await add({ statusCode: "exited" });
    await addPass(server, { visitId: out.id });
    await addPass(server, { visitId: car.id, vehicle: true });
    await addPass(server, { visitId: inside.id });
    await addPass(server, { status: "lost" });
    const { body } = await crew.desk.get(notReturned);
    expect(ids(body.rows)).toEqual(ids([car, out]));
    expect(body.total).toBe(2);
    expect(body.rows[0].carPass).toMatchObject({ passNo: expect.stringMatching(/^V-/) });
    expect(await shown(crew.desk, notReturned, { status: "ended,entered" })).toEqual([out.id]);
  });

  it("shows a visit with two passes out once", async () => {
    const both = await add({ statusCode: "exited" });
    await addPass(server, { visitId: both.id });
    await addPass(server, { visitId: both.id, vehicle: true });
    expect(await shown(crew.desk, notReturned)).toEqual([both.id]);
  });
});

describe("GET /dash/visits/reserved", () => {
  it("holds what is approved and not over before today, earliest first", async () => {
    const approved = (startDate: string, endDate: string) =>
      add({ statusCode: "approved", startDate, endDate });
    const tomorrow = await approved("2026-03-11 09:00", "2026-03-11 10:00");
    const thisMorning = await approved("2026-03-10 07:00", "2026-03-10 08:00");
    const sinceMonday = await approved("2026-03-09 07:00", "2026-03-12 08:00");
    await approved("2026-03-09 07:00", "2026-03-09 23:50");
    await add({ statusCode: "applied" });
    await add({ statusCode: "entered" });
    expect(await shown(crew.desk, reserved)).toEqual(ids([sinceMonday, thisMorning, tomorrow]));
    expect(await shown(crew.desk, reserved, { from: "2026-03-01", to: "2026-03-10" })).toEqual(
      ids([sinceMonday, thisMorning]),
    );
    expect(await shown(crew.desk, reserved, { status: "applied" })).toEqual([]);
  });

  it("changes its day at the site's midnight", async () => {
    const visit = await add({ statusCode: "approved", endDate: "2026-03-10 23:50" });
    const now = server.now;
    server.now = new Date("2026-03-10T14:59:00Z");
    expect(await shown(crew.desk, reserved)).toEqual([visit.id]);
    server.now = new Date("2026-03-10T15:00:00Z");
    const desk = await signedIn(server, site.company, "desk");
    expect(await shown(desk, reserved)).toEqual([]);
    server.now = now;
  });
});

describe("GET /dash/visits/active", () => {
  it("holds who is inside, whoever should have left first", async () => {
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
    expect(await shown(crew.desk, active, { q: "나래", sort: "startDate" })).toEqual(ids([overdue, inside]));
  });
});

describe.each([
  { list: requests, holds: ["applied", "approved"] },
  { list: visited, holds: ["entered", "exited", "ended"] },
])("GET $list", ({ list, holds }) => {
  it(`holds one's own visits that are ${holds.join(", ")}`, async () => {
    const mine = [];
    for (const statusCode of statusCodes) mine.push(await toHost({ statusCode }));
    const expected = ids(mine.filter(({ statusCode }) => holds.includes(statusCode)));
    expect((await shown(crew.host, list)).sort()).toEqual(expected.sort());
  });

  it("never holds somebody else's, whoever reads", async () => {
    const theirs = await fitting(list);
    for (const who of [crew.otherHost, crew.desk, crew.admin, crew.privacy]) {
      expect(await shown(who, list)).toEqual([]);
      expect(await shown(who, list, { host: crew.host.id })).toEqual([]);
      expect(await shown(who, list, { q: "나래" })).toEqual([]);
      expect(await shown(who, list, { q: theirs.reserveNo })).toEqual([]);
    }
  });

  it("holds companions as visits of their own", async () => {
    const { leader, companions } = await addParty(server, site, 2, {
      hostUserId: crew.host.id,
      statusCode: list === requests ? "applied" : "exited",
    });
    const { body } = await crew.host.get(path(list, { sort: "startDate" }));
    expect(ids(body.rows)).toEqual(ids([leader, ...companions]));
    expect(body.rows[0].followersCnt).toBe(2);
    expect(body.rows[1].leaderName).toBe(leader.name);
  });
});

describe("GET /dash/user/requests", () => {
  it("leaves out what is over, and begins with what is next", async () => {
    const later = await toHost({ startDate: "2026-03-12 09:00", endDate: "2026-03-12 10:00" });
    const going = await toHost({
      statusCode: "approved",
      startDate: "2026-03-10 09:00",
      endDate: "2026-03-10 10:10",
    });
    await toHost({ startDate: "2026-03-10 09:00", endDate: "2026-03-10 10:00" });
    expect(await shown(crew.host, requests)).toEqual(ids([going, later]));
    expect(await shown(crew.host, requests, { status: "approved" })).toEqual([going.id]);
  });
});
