import { beforeEach, describe, expect, it } from "vitest";
import { statusCodes } from "#contract/visits/status.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson, lastAccess } from "../../support/console/tables.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addHost } from "../../support/site.ts";
import { idsOf, type ListQuery, listPath, searchPath, shownIn } from "../../support/visits/visit-lists.ts";
import { type AddedVisit, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("visits").del();
});

const add = (more?: AddedVisit) => addVisit(server, site, more);

describe("GET /api/visit", () => {
  it("lists visits of every status and host, latest start first", async () => {
    const visits = [];
    for (const [n, statusCode] of statusCodes.entries())
      visits.push(
        await add({ statusCode, startDate: `2026-0${n + 1}-10 10:00`, endDate: "2026-12-31 18:00" }),
      );
    expect(await shownIn(crew.desk, searchPath)).toEqual(idsOf(visits).reverse());
    expect(await shownIn(crew.privacy, searchPath, { status: "ended,applied", sort: "startDate" })).toEqual(
      idsOf(visits.filter(({ statusCode }) => ["ended", "applied"].includes(statusCode))),
    );
  });

  it.each(["startDate", "endDate", "createdAt", "name", "company", "reserveNo"])(
    "sorts by %s",
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
      expect(await shownIn(crew.desk, searchPath, { sort })).toEqual(idsOf(visits));
      expect(await shownIn(crew.desk, searchPath, { sort: `-${sort}` })).toEqual(idsOf(visits).reverse());
      expect(
        await shownIn(crew.desk, searchPath, { sort: `-${sort}`, q: "가나", status: "applied" }),
      ).toEqual(idsOf(visits).reverse());
    },
  );

  it("sorts visits with equal start consistently, so that pages do not overlap", async () => {
    const visits = [];
    for (let n = 0; n < 7; n++) visits.push(await add());
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => shownIn(crew.desk, searchPath, { page, size: 2 })),
    );
    expect(pages.flat()).toEqual(idsOf(visits).reverse());
  });

  it("filters by whole days in the site's time zone", async () => {
    const on = (startDate: string, endDate: string) => add({ startDate, endDate });
    const before = await on("2026-03-09 10:00", "2026-03-10 00:00");
    const across = await on("2026-03-08 10:00", "2026-03-10 00:10");
    const first = await on("2026-03-10 00:00", "2026-03-10 00:10");
    const last = await on("2026-03-10 23:50", "2026-03-11 09:00");
    const after = await on("2026-03-11 00:00", "2026-03-11 09:00");
    const day = { from: "2026-03-10", to: "2026-03-10" };
    expect(await shownIn(crew.desk, searchPath, day)).toEqual(idsOf([last, first, across]));
    expect(await shownIn(crew.desk, searchPath, { ...day, sort: "startDate" })).toEqual(
      idsOf([across, first, last]),
    );
    expect(await shownIn(crew.desk, searchPath, { ...day, status: "applied", q: "나래" })).toEqual(
      idsOf([last, first, across]),
    );
    expect(await shownIn(crew.desk, searchPath, { from: "2026-03-11" })).toEqual(idsOf([after, last]));
    expect(await shownIn(crew.desk, searchPath, { to: "2026-03-09" })).toEqual(idsOf([before, across]));
  });

  const text = (q: string, more: ListQuery = {}) =>
    shownIn(crew.desk, searchPath, { q, sort: "startDate", ...more });

  it.each([
    ..."홍길 길동 ㅎㄱ ㅎㄱㄷ 홍ㄱ 홍기 나래 ㄴㄹㅅ 상사 NARAE 12가 가3456".split(" "),
    "홍 길동",
    "12가 3456",
  ])("finds name, company or vehicle number by %j", async (q) => {
    await add({ name: "이몽룡", company: "", carNumber: "" });
    const { id } = await add({ name: "홍길동", company: "나래상사 Narae", carNumber: "12가 3456" });
    expect(await text(q)).toEqual([id]);
  });

  it.each(["홍", "ㅎ", "a", "홍동", "동나", "사12", "%%", "..", "홍_"])("finds nothing by %j", async (q) => {
    await add({ name: "홍길동", company: "나래상사", carNumber: "12가 3456" });
    const answer = await crew.desk.get(listPath(searchPath, { q }));
    expect(answer.body).toEqual({ rows: [], total: 0, totalCapped: false });
  });

  it("finds a changed visit by its new values only", async () => {
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

  it("finds by the host's name in both languages, including resigned hosts", async () => {
    const host = await addHost(server.db, site.company, { name: "독고탁", enName: "Tak Dokgo" });
    const visit = await add({ hostUserId: host.id });
    const both = await add({ hostUserId: host.id, name: "독고진", startDate: "2026-03-10 11:00" });
    for (const q of ["독고탁", "ㄷㄱㅌ", "dokgo"]) expect(await text(q)).toEqual(idsOf([visit, both]));
    await server.db("hostUsers").where({ id: host.id }).update({ status: "resigned" });
    expect(await text("독고")).toEqual(idsOf([visit, both]));
    expect(await text("독고", { status: "applied", host: host.id })).toEqual(idsOf([visit, both]));
  });

  it("searches visitors only when a text matches more than 100 hosts", async () => {
    const hosts = [];
    for (let n = 0; n < 101; n++) hosts.push(await addHost(server.db, site.company, { name: `제갈량${n}` }));
    await add({ hostUserId: hosts[0]?.id ?? 0 });
    const visit = await add({ name: "제갈공명" });
    expect(await text("제갈")).toEqual([visit.id]);
    await server.db("visits").del();
    await server.db("hostUsers").where("name", "like", "제갈량%").del();
  });

  it("finds by last four digits of phone or vehicle number, and logs the search", async () => {
    const visit = await add({ cellphone: "010-1234-9876", startDate: "2026-03-10 10:00" });
    const car = await add({ carNumber: "12가 9876", startDate: "2026-03-10 11:00" });
    await add({ cellphone: "010-9876-1234" });
    expect(await text("9876")).toEqual(idsOf([visit, car]));
    expect(await text("9876", { status: "applied", location: site.place })).toEqual(idsOf([visit, car]));
    const trace = await lastAccess(server.db);
    expect(trace.personHash).toEqual(server.cipher.lastFourHashes("9876")[0]);
    expect(await text("987")).toEqual([car.id]);
  });

  it("logs a search for a number without a match", async () => {
    const traces = async () => (await server.db("accessLog").select("id")).length;
    const before = await traces();
    expect(await text("0000")).toEqual([]);
    expect(await traces()).toBe(before + 1);
  });

  it.each(["010-4321-8765", "01043218765", "+82 10 4321 8765"])(
    "finds by the complete number %j",
    async (q) => {
      const visit = await add({ cellphone: "010-4321-8765" });
      await add({ cellphone: "010-4321-8766" });
      expect(await text(q)).toEqual([visit.id]);
      const trace = await lastAccess(server.db);
      expect(trace.personHash).toEqual(server.cipher.hashes("010-4321-8765")[0]);
      expect(decodedJson(trace)).not.toContain("8765");
    },
  );

  it.each(["260821-7KQ2M", "260821-7kq2m", "2608217KQ2M", "260821-7KQ", "260821-", "260821"])(
    "finds by the reservation number %j",
    async (q) => {
      const visit = await add({ reserveNo: "260821-7KQ2M" });
      await add({ reserveNo: "260822-7KQ2M" });
      expect(await text(q)).toEqual([visit.id]);
      expect(await text(q, { status: "rejected" })).toEqual([]);
    },
  );

  it("reads O, I and L in a reservation number as digits", async () => {
    const visit = await add({ reserveNo: "260823-01100" });
    expect(await text("260823-Oilo")).toEqual([visit.id]);
  });

  it("counts up to 1,000 or to the end of the page, and then returns totalCapped", {
    timeout: 60_000,
  }, async () => {
    const { id } = await add();
    await server.db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
       SELECT '270101-' || lpad(n::text, 5, '0'), 'applied', ?, ?, '2027-01-01'::timestamptz + n * interval '10 minutes',
         '2027-12-31', '흔한', 'public', 'ko', '2028-01-01' FROM generate_series(1, 10000) AS n`,
      [crew.host.id, site.purpose],
    );
    const total = async (query: ListQuery) => {
      const { body } = await crew.desk.get(listPath(searchPath, { size: 1, ...query }));
      return [body.total, body.totalCapped];
    };
    expect(await total({})).toEqual([1_000, true]);
    expect(await total({ q: "흔한" })).toEqual([1_000, true]);
    expect(await total({ status: "applied" })).toEqual([1_000, true]);
    expect(await total({ from: "2027-12-01" })).toEqual([1_000, true]);
    expect(await total({ page: 6, size: 200 })).toEqual([1_200, true]);
    expect(await total({ page: 50, size: 200 })).toEqual([10_000, true]);
    expect(await total({ q: "흔한", page: 50, size: 200 })).toEqual([10_000, false]);
    expect(await total({ to: "2026-12-31" })).toEqual([1, false]);
    // Sorting is exact for any number of rows.
    expect(await shownIn(crew.desk, searchPath, { sort: "startDate", size: 1 })).toEqual([id]);
    expect(await shownIn(crew.desk, searchPath, { page: 50, size: 200 })).toHaveLength(200);
    const { id: first } = await server.db("visits").where({ name: "흔한" }).orderBy("id").first("id");
    expect(await shownIn(crew.desk, searchPath, { q: "흔한", page: 10_000, size: 1 })).toEqual([first]);
    expect(await shownIn(crew.desk, searchPath, { q: "흔한", sort: "startDate", size: 1 })).toEqual([first]);
    await truncate(server.db, "visits");
  });
});
