import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/api.ts";
import { type Site, seedSite } from "../support/site.ts";
import { addCrew, type Crew } from "../support/staff.ts";
import { contentOfTables } from "../support/tables.ts";
import { type AddedVisit, addParty, addPass, addVisit, logsOf, visitOf } from "../support/visits.ts";

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
  server.now = new Date("2026-03-10T01:00:00Z");
  await server.db.raw("TRUNCATE visits, changes, passes, visit_statistics, visit_hour_statistics CASCADE");
});

const path = "/dash/trash-privacy";
const over = { statusCode: "ended" } as const;
const due = (destroyOn: string, more: AddedVisit = {}) =>
  addVisit(server, site, {
    ...over,
    startDate: "2025-03-01 10:00",
    endDate: "2025-03-01 12:00",
    destroyOn,
    ...more,
  });
const rowsOf = async (query = "") => {
  const answer = await crew.privacy.get(`${path}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.rows;
};
const idsOf = async (query = ""): Promise<number[]> =>
  (await rowsOf(query)).map(({ id }: { id: number }) => id);
const put = (way: "soft" | "hard" | "restore", ids: number[]) =>
  crew.privacy.put(`${path}/${way}`, { body: { ids } });
const register = () => server.db("destructionRegister").orderBy("id");

describe("GET /dash/trash-privacy", () => {
  it("needs the permission: administrators and the privacy officer may read it", async () => {
    expect((await server.get(path)).status).toBe(401);
    for (const role of ["host", "desk"] as const) expect((await crew[role].get(path)).status).toBe(403);
    for (const role of ["admin", "privacy"] as const) expect((await crew[role].get(path)).status).toBe(200);
  });

  it("shows what is due from its day on, counted down from D-5 to D-0, and what is overdue", async () => {
    await due("2026-03-11");
    for (const day of ["2026-03-10", "2026-03-08", "2026-03-05", "2026-03-01"]) await due(day);
    expect(await rowsOf()).toMatchObject([
      { destroyOn: "2026-03-01", erasedOn: "2026-03-06", daysLeft: -4, overdue: true, state: "due" },
      { destroyOn: "2026-03-05", erasedOn: "2026-03-10", daysLeft: 0, overdue: false },
      { destroyOn: "2026-03-08", daysLeft: 3 },
      { destroyOn: "2026-03-10", erasedOn: "2026-03-15", daysLeft: 5, hiddenAt: null, blocked: null },
    ]);
  });

  it("says who comes along with whom, so that people are counted once", async () => {
    const { leader, companions } = await addParty(server, site, 1, {
      ...over,
      startDate: "2025-03-01 10:00",
      endDate: "2025-03-01 12:00",
      destroyOn: "2026-03-01",
    });
    expect(await rowsOf()).toMatchObject([
      { id: leader.id, followersCnt: 1, leaderId: null },
      { id: companions[0]?.id, followersCnt: 0, leaderId: leader.id },
    ]);
  });

  it("goes by the site's calendar, not by UTC's", async () => {
    const { id } = await due("2026-03-11");
    server.now = new Date("2026-03-10T14:59:59Z");
    expect(await idsOf()).toEqual([]);
    server.now = new Date("2026-03-10T15:00:00Z");
    expect(await idsOf()).toEqual([id]);
  });

  it("masks names, shows no number, and keeps who read it", async () => {
    const { id, reserveNo } = await due("2026-03-10", { name: "홍길동", cellphone: "010-0000-4321" });
    const [row] = await rowsOf();
    expect(row).toMatchObject({ id, reserveNo, name: "홍*동", company: "나래상사", statusCode: "ended" });
    expect(JSON.stringify(row)).not.toMatch(/길동|4321/);
    expect(await server.db("accessLog").where({ what: path }).orderBy("id", "desc").first()).toMatchObject({
      hostUserId: crew.privacy.id,
      visitIds: [id],
    });
  });

  it("is narrowed by state, period and text, sorted and paged", async () => {
    const first = await due("2026-03-08", { name: "홍길동", cellphone: "010-0000-4321" });
    const second = await due("2026-03-09", {
      name: "김철수",
      startDate: "2025-04-01 10:00",
      endDate: "2025-04-01 12:00",
    });
    const soft = await addVisit(server, site, { ...over, name: "이영희", carNumber: "12가 3456" });
    await put("soft", [soft.id]);
    expect(await idsOf()).toEqual([first.id, second.id, soft.id]);
    expect(await idsOf("?state=soft")).toEqual([soft.id]);
    expect(await idsOf("?state=due")).toEqual([first.id, second.id]);
    expect(await idsOf("?state=due,soft&sort=-destroyOn")).toEqual([soft.id, second.id, first.id]);
    expect(await idsOf("?from=2025-03-31&to=2025-04-01")).toEqual([second.id]);
    expect(await idsOf("?from=2025-04-02&to=2025-04-01")).toEqual([]);
    expect(await idsOf("?q=ㅎㄱㄷ")).toEqual([first.id]);
    expect(await idsOf(`?q=${encodeURIComponent("010 0000 4321")}`)).toEqual([first.id]);
    expect(await idsOf("?q=4321")).toEqual([first.id]);
    expect(await idsOf("?q=3456")).toEqual([soft.id]);
    expect(await idsOf(`?q=${second.reserveNo}`)).toEqual([second.id]);
    expect(await idsOf("?q=가")).toEqual([]);
    const page = await crew.admin.get(`${path}?size=1&page=2`);
    expect(page.body).toMatchObject({ total: 3, totalCapped: false, rows: [{ id: second.id }] });
    expect((await crew.admin.get(`${path}?state=hard`)).body).toHaveProperty("state");
  });

  it("says what keeps a visit from being destroyed", async () => {
    await due("2026-03-01", { statusCode: "entered" });
    const holding = await due("2026-03-02");
    await addPass(server, { visitId: holding.id });
    const leader = await due("2026-03-03");
    await due("2026-04-01", { leaderId: leader.id, statusCode: "approved" });
    expect((await rowsOf()).map(({ blocked }: { blocked: string }) => blocked)).toEqual([
      "open",
      "passOut",
      "companion",
    ]);
  });
});

describe.each(["soft", "hard", "restore"] as const)("PUT /dash/trash-privacy/%s", (way) => {
  it("is the privacy officer's alone", async () => {
    const { id } = await due("2026-03-01");
    const body = { ids: [id] };
    expect((await server.send("PUT", `${path}/${way}`, { body })).status).toBe(401);
    for (const role of ["host", "desk", "admin"] as const) {
      expect((await crew[role].put(`${path}/${way}`, { body })).status).toBe(403);
    }
    expect(await visitOf(server.db, id)).toMatchObject({ hiddenAt: null });
  });

  it.each([
    [{}, "ids"],
    [{ ids: [] }, "ids"],
    [{ ids: Array.from({ length: 201 }, (_, n) => n + 1) }, "ids"],
    [{ ids: [1, "2"] }, "ids.1"],
    [{ ids: [0] }, "ids.0"],
    [{ ids: [1], all: true }, "all"],
  ])("names what is wrong with %j", async (body, field) => {
    const answer = await crew.privacy.put(`${path}/${way}`, { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
  });

  it("names every id that is not there, and does nothing with the others", async () => {
    const { id } = await due("2026-03-01");
    if (way === "restore") await put("soft", [id]);
    const before = await contentOfTables(server.db);
    const answer = await put(way, [2_000_000_000, id, 2_000_000_001]);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ "ids.0": "찾을 수 없는 방문입니다.", "ids.2": "찾을 수 없는 방문입니다." });
    expect(await contentOfTables(server.db)).toEqual(before);
  });
});

describe("PUT /dash/trash-privacy/soft", () => {
  it.each(["ended", "cancelled", "rejected", "exited"] as const)(
    "hides an %s visit, before it is due too; its log says who did it",
    async (statusCode) => {
      const { id } = await addVisit(server, site, { statusCode });
      const answer = await put("soft", [id, id]);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual({ count: 1 });
      expect(await visitOf(server.db, id)).toMatchObject({ hiddenAt: server.now, statusCode });
      expect(await logsOf(server.db, id)).toMatchObject([
        { action: "hide", fromCode: statusCode, toCode: statusCode, actorId: crew.privacy.id },
      ]);
      expect(await rowsOf("?state=soft")).toMatchObject([
        { id, state: "soft", hiddenAt: "2026-03-10 10:00", destroyOn: "2027-03-10" },
      ]);
    },
  );

  it.each(["applied", "approved", "entered"] as const)(
    "refuses an %s one, and the others with it",
    async (statusCode) => {
      const [open, good] = [await addVisit(server, site, { statusCode }), await addVisit(server, site, over)];
      const answer = await put("soft", [good.id, open.id]);
      expect(answer.status).toBe(405);
      expect(answer.text).toMatch(/끝내고/);
      expect(await visitOf(server.db, good.id)).toMatchObject({ hiddenAt: null });
    },
  );

  it("refuses while a pass is out, and a second time", async () => {
    const { id } = await addVisit(server, site, over);
    const passNo = await addPass(server, { visitId: id });
    expect((await put("soft", [id])).status).toBe(405);
    await server
      .db("passes")
      .where({ passNo })
      .update({ status: "available", visitId: null, issuedAt: null });
    expect((await put("soft", [id])).status).toBe(200);
    const again = await put("soft", [id]);
    expect(again.status).toBe(405);
    expect(again.text).toBe("이미 처리된 방문입니다.");
  });

  it("takes the companions along, and is refused where one of them is not over", async () => {
    const { leader, companions } = await addParty(server, site, 2, over);
    expect((await put("soft", [leader.id])).body).toEqual({ count: 3 });
    for (const { id } of companions)
      expect(await visitOf(server.db, id)).toMatchObject({ hiddenAt: server.now });
    const other = await addVisit(server, site, over);
    await addVisit(server, site, { leaderId: other.id, statusCode: "approved" });
    expect((await put("soft", [other.id])).status).toBe(405);
  });
});

describe("a hidden visit", () => {
  const cellphone = "010-0000-4321";
  const person = { name: "홍길동", cellphone, company: "가림상사", carNumber: "12가 3456" };

  /** Everything that staff and visitors can read of today's visits. */
  async function everywhere(id: number, reserveNo: string): Promise<string> {
    const day = "?from=2026-03-10&to=2026-03-10";
    const answers = await Promise.all([
      ...[
        "",
        day,
        "?q=홍길동",
        "?q=ㅎㄱㄷ",
        "?q=4321",
        `?q=${cellphone}`,
        `?q=${reserveNo}`,
        "?q=가림상사",
        "?status=ended",
        "?status=ended,rejected",
        `?host=${crew.host.id}`,
        `?location=${site.place}`,
        `?purpose=${site.purpose}`,
        `${day}&q=홍길동`,
        "?q=한주인",
        "?sort=name",
        "?status=exited",
      ].map((query) => crew.desk.get(`/api/visit${query}`)),
      crew.desk.get("/api/visit/not-returns"),
      crew.desk.get("/dash/visits/reserved"),
      crew.desk.get("/dash/visits/active"),
      crew.desk.get("/dash/visits/progress"),
      crew.host.get("/dash/user/visited"),
      crew.host.get("/dash/user/requests"),
      crew.desk.get(`/dash/visits/${id}`),
      crew.host.get(`/dash/visits/${id}`),
      crew.privacy.get(`/dash/visits/${id}`),
      crew.desk.get(`/dash/visits/${id}/logs`),
      crew.desk.get("/api/pass"),
      server.post("/api/request/search", { body: { name: person.name, cellPhone: cellphone } }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    return answers.map(({ text }) => text).join("\n");
  }

  it.each(["ended", "exited", "cancelled", "rejected"] as const)(
    "is nowhere while it is hidden, %s as it is, and everywhere again once it is restored",
    async (statusCode) => {
      const { id, reserveNo } = await addVisit(server, site, {
        ...person,
        hostUserId: crew.host.id,
        statusCode,
      });
      const before = await everywhere(id, reserveNo);
      expect(before.split(reserveNo).length).toBeGreaterThan(14);
      expect((await put("soft", [id])).status).toBe(200);
      const hidden = await everywhere(id, reserveNo);
      expect(hidden).not.toContain(reserveNo);
      expect(hidden).not.toContain(person.name);
      expect((await put("restore", [id])).body).toEqual({ count: 1 });
      expect((await everywhere(id, reserveNo)).split(reserveNo)).toHaveLength(before.split(reserveNo).length);
      expect((await logsOf(server.db, id)).map(({ action }) => action)).toEqual(["hide", "restore"]);
    },
  );

  it("is not found by anybody who wants to do something with it", async () => {
    const { id, reserveNo } = await addVisit(server, site, { ...person, statusCode: "rejected" });
    await put("soft", [id]);
    const calls = [
      crew.desk.put(`/dash/user/undo/${id}`, { body: {} }),
      crew.desk.put(`/dash/visits/${id}`, { body: { name: "다른이름" } }),
      crew.desk.put(`/dash/visits/${id}/recovery`, { body: {} }),
      crew.desk.post(`/dash/visits/${id}/reveal`, { body: { reason: "확인" } }),
      crew.privacy.get(`/api/visitor/${id}/followers`),
      server.post("/api/request/cancel", { body: { reserveNo, name: person.name, cellPhone: cellphone } }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status, answer.text).toBe(404);
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "rejected", name: person.name });
  });

  it("is no longer named by its companions, nor counted by its leader", async () => {
    const { leader, companions } = await addParty(server, site, 2, { ...over, cellphone });
    const [first, second] = companions.map(({ id }) => id) as [number, number];
    await put("soft", [first]);
    expect((await crew.desk.get(`/dash/visits/${leader.id}`)).body.followersCnt).toBe(1);
    expect((await crew.desk.get(`/api/visitor/${leader.id}/followers`)).body).toMatchObject([{ id: second }]);
    await put("soft", [leader.id]);
    await put("restore", [second]);
    const shown = await crew.desk.get(`/dash/visits/${second}`);
    expect(shown.body).toMatchObject({ leader: null, leaderName: "" });
    const looked = await server.post("/api/request/search", {
      body: { name: companions[1]?.name, cellPhone: cellphone },
    });
    expect(looked.body).toMatchObject([{ leaderName: "" }]);
  });

  it("takes its messages along: they are neither listed, nor sent again, nor is it written to", async () => {
    const { id } = await addVisit(server, site, { ...person, statusCode: "ended" });
    const [message] = await server
      .db("smsMessages")
      .insert({
        ref: "hidden-message",
        visitId: id,
        toName: person.name,
        ...server.cipher.seal(cellphone, "hidden-message"),
        kind: "sms",
        event: "apply",
        text: "홍길동 님",
        lang: "ko",
        status: "failed",
        createdAt: server.now,
        updatedAt: server.now,
      })
      .returning("id");
    const list = async () => (await crew.desk.get("/dash/sms")).body.rows;
    expect(await list()).toMatchObject([{ id: message.id }]);
    await put("soft", [id]);
    expect(await list()).toEqual([]);
    expect((await crew.desk.post(`/dash/sms/${message.id}/retry`, { body: {} })).status).toBe(404);
    const sent = await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: id }], text: "안내" } });
    expect(sent.status).toBe(400);
    await put("restore", [id]);
    expect(await list()).toMatchObject([{ id: message.id }]);
  });

  it("gets nobody a code for the lookup, as if it were not there", async () => {
    await server.db("configuration").update({ lookupCode: true });
    const { id } = await addVisit(server, site, { ...person, statusCode: "ended" });
    const codes = async () =>
      Number((await server.db("smsMessages").where({ event: "lookupCode" }).count("* as n"))[0]?.n);
    const ask = () => server.post("/api/request/code", { body: { name: person.name, cellPhone: cellphone } });
    await put("soft", [id]);
    const hidden = await ask();
    expect(await codes()).toBe(0);
    await put("restore", [id]);
    await server.db("lookupCodes").del();
    expect((await ask()).status).toBe(hidden.status);
    expect(await codes()).toBe(1);
    await server.db("configuration").update({ lookupCode: false });
  });

  it("is still ended at night, and stays hidden", async () => {
    const { endVisits } = await import("#api/jobs/end-visits.ts");
    const { id } = await addVisit(server, site, { ...person, statusCode: "exited" });
    await put("soft", [id]);
    expect(await endVisits({ db: server.db, clock: () => new Date("2026-03-10T15:00:00Z") })).toBe(1);
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "ended", hiddenAt: server.now });
    expect((await crew.desk.get("/api/visit?q=홍길동")).body.total).toBe(0);
    await put("restore", [id]);
    expect((await crew.desk.get("/api/visit?q=홍길동")).body.rows).toMatchObject([
      { id, statusCode: "ended" },
    ]);
  });

  it("cannot be one that is not over, whoever writes it", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    await expect(server.db("visits").where({ id }).update({ hiddenAt: server.now })).rejects.toMatchObject({
      code: "23514",
    });
  });
});

describe("PUT /dash/trash-privacy/restore", () => {
  it("brings back with a leader those that were hidden with it, and no others", async () => {
    const { leader, companions } = await addParty(server, site, 2, over);
    const [earlier, along] = companions.map(({ id }) => id) as [number, number];
    await put("soft", [earlier]);
    server.now = new Date("2026-03-10T02:00:00Z");
    await put("soft", [leader.id]);
    expect((await put("restore", [leader.id])).body).toEqual({ count: 2 });
    expect(await visitOf(server.db, along)).toMatchObject({ hiddenAt: null });
    expect(await visitOf(server.db, earlier)).toMatchObject({ hiddenAt: expect.any(Date) });
  });

  it("refuses what is not hidden", async () => {
    const { id } = await due("2026-03-01");
    expect((await put("restore", [id])).status).toBe(405);
  });
});

describe("PUT /dash/trash-privacy/hard", () => {
  it("destroys what is due, with a line in the register that holds nothing personal", async () => {
    const one = await due("2026-03-10", { cellphone: "010-0000-4321" });
    const same = await due("2026-03-08", { cellphone: "010-0000-4321" });
    const other = await due("2026-03-10");
    const lines = (await register()).length;
    const answer = await put("hard", [one.id, same.id, other.id]);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ count: 3 });
    expect(await server.db("visits").select("id")).toEqual([]);
    const all = await register();
    expect(all).toHaveLength(lines + 1);
    const { id: _, ...line } = all.at(-1);
    expect(line).toEqual({
      at: server.now,
      actorKind: "staff",
      hostUserId: crew.privacy.id,
      why: "officer",
      visitIds: [one.id, same.id, other.id].sort((a, b) => a - b),
      persons: 2,
      messages: 0,
      retentionDays: [372, 374],
    });
    expect(await server.db("changes").where({ kind: "visit" })).toHaveLength(3);
    expect((await put("hard", [one.id])).body).toEqual({ "ids.0": "찾을 수 없는 방문입니다." });
  });

  it("destroys what was hidden, though it is not due; what is neither is refused", async () => {
    const { id } = await addVisit(server, site, over);
    const refused = await put("hard", [id]);
    expect(refused.status).toBe(405);
    expect(refused.text).toMatch(/파기 예정일/);
    await put("soft", [id]);
    expect((await put("hard", [id])).status).toBe(200);
    expect(await visitOf(server.db, id)).toBeUndefined();
  });

  it("refuses all where one is not over, holds a pass, or leads somebody who is not over", async () => {
    const good = await due("2026-03-01");
    const entered = await due("2026-03-01", { statusCode: "entered" });
    const holding = await due("2026-03-01");
    await addPass(server, { visitId: holding.id });
    const leader = await due("2026-03-01");
    await due("2026-03-01", { leaderId: leader.id, statusCode: "approved" });
    const before = await contentOfTables(server.db);
    for (const bad of [entered, holding, leader]) {
      expect((await put("hard", [good.id, bad.id])).status).toBe(405);
    }
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("takes companions along with their leader, and a companion alone", async () => {
    const { leader, companions } = await addParty(server, site, 2, { ...over, destroyOn: "2026-03-01" });
    const [alone] = companions as [(typeof companions)[number]];
    expect((await put("hard", [alone.id])).body).toEqual({ count: 1 });
    expect((await put("hard", [leader.id])).body).toEqual({ count: 2 });
    expect(await server.db("visits").select("id")).toEqual([]);
  });

  it("is done once by several at once, and each line of the register is true", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await due("2026-03-01")).id);
    const lines = (await register()).length;
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids.slice(0, 3)].map((some) => put("hard", some)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([200, 400]));
    const added = (await register()).slice(lines).flatMap(({ visitIds }) => visitIds);
    expect(new Set(added).size).toBe(added.length);
    expect(await server.db("visits").whereIn("id", added)).toEqual([]);
  });

  it("leaves a count of the day, its place, purpose and department", async () => {
    await server.db("hostUsers").where({ id: site.host }).update({ department: "설계팀" });
    const stay = { enteredAt: new Date("2025-03-01T01:00:00Z"), exitedAt: new Date("2025-03-01T02:30:00Z") };
    const leader = await due("2026-03-01", {
      ...stay,
      enteredFrom: "approved",
      createdAt: new Date("2025-02-28T15:00:00Z"),
    });
    const another = await due("2026-03-01", { leaderId: leader.id });
    const cancelled = await due("2026-03-01", { statusCode: "cancelled", endedBecause: null });
    await put("hard", [leader.id, another.id]);
    await put("hard", [cancelled.id]);
    const common = {
      day: "2025-03-01",
      locationId: site.place,
      purposeId: site.purpose,
      companyId: site.company,
      department: "설계팀",
      origin: "public",
    };
    expect(await server.db("visitStatistics").orderBy("visits")).toEqual([
      {
        ...common,
        statusCode: "cancelled",
        endedBecause: null,
        visits: 1,
        companions: 0,
        stays: 0,
        stayMinutes: 0,
        sameDay: 0,
      },
      {
        ...common,
        statusCode: "ended",
        endedBecause: "done",
        visits: 2,
        companions: 1,
        stays: 1,
        stayMinutes: 90,
        sameDay: 1,
      },
    ]);
    expect(await server.db("visitHourStatistics")).toEqual([{ day: "2025-03-01", hour: 10, arrived: 1 }]);
    await put("hard", [(await due("2026-03-01")).id]);
    expect(await server.db("visitStatistics").where({ statusCode: "ended" })).toMatchObject([{ visits: 3 }]);
  });
});

describe("GET /dash/destruction-register", () => {
  const registerPath = "/dash/destruction-register";

  it("needs the permission", async () => {
    expect((await server.get(registerPath)).status).toBe(401);
    for (const role of ["host", "desk"] as const)
      expect((await crew[role].get(registerPath)).status).toBe(403);
    expect((await crew.admin.get(registerPath)).status).toBe(200);
  });

  it("tells when, by whom, why and how much, newest first, by day, reason and name", async () => {
    await server
      .db("hostUsers")
      .where({ id: crew.privacy.id })
      .update({ name: "한보호", enName: "Boho Han" });
    server.now = new Date("2026-04-02T01:00:00Z");
    const { id } = await due("2026-03-01", { startDate: "2025-03-01 10:00", endDate: "2025-03-01 12:00" });
    await put("hard", [id]);
    const answer = await crew.privacy.get(`${registerPath}?from=2026-04-02&to=2026-04-02`);
    expect(answer.body).toMatchObject({
      total: 1,
      totalCapped: false,
      rows: [
        {
          at: "2026-04-02 10:00",
          by: { kind: "staff", id: crew.privacy.id, name: "한보호" },
          why: "officer",
          visitIds: [id],
          visits: 1,
          persons: 1,
          messages: 0,
          retentionDays: [365],
        },
      ],
    });
    const english = await crew.privacy.get(`${registerPath}?q=boho&from=2026-04-01`, { lang: "en" });
    expect(english.body.rows[0].by.name).toBe("Boho Han");
    for (const query of ["?why=due", "?q=없는사람", "?from=2026-04-03", "?from=2026-04-03&to=2026-04-01"]) {
      expect((await crew.admin.get(`${registerPath}${query}`)).body.rows).toEqual([]);
    }
  });

  it("can be neither changed nor emptied", async () => {
    for (const statement of [
      "DELETE FROM destruction_register",
      "UPDATE destruction_register SET persons = 0",
      "TRUNCATE destruction_register",
    ]) {
      await expect(server.db.raw(statement)).rejects.toMatchObject({ code: "23000" });
    }
  });
});
