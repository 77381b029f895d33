import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { addDueVisit, over, putTrash, removeVisits, trashPath } from "../../support/visits/trash.ts";
import {
  type AddedVisit,
  addGroup,
  addPass,
  addVisit,
  logsOf,
  visitOf,
} from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  server.now = new Date("2026-03-10T01:00:00Z");
  await removeVisits(server);
});

const due = (destroyOn: string, more?: AddedVisit) => addDueVisit(server, site, destroyOn, more);
const put = (action: "soft" | "hard" | "restore", ids: number[]) => putTrash(crew.privacy, action, ids);
const rowsOf = async (query = "") => (await answered(crew.privacy.get(`${trashPath}${query}`))).body.rows;
const idsOf = async (query = ""): Promise<number[]> =>
  (await rowsOf(query)).map(({ id }: { id: number }) => id);

describe("GET /dash/trash-privacy", () => {
  it("lists visits from their destruction date, with days left from 5 to 0, and overdue ones", async () => {
    await due("2026-03-11");
    for (const day of ["2026-03-10", "2026-03-08", "2026-03-05", "2026-03-01"]) await due(day);
    expect(await rowsOf()).toMatchObject([
      { destroyOn: "2026-03-01", erasedOn: "2026-03-06", daysLeft: -4, overdue: true, state: "due" },
      { destroyOn: "2026-03-05", erasedOn: "2026-03-10", daysLeft: 0, overdue: false },
      { destroyOn: "2026-03-08", daysLeft: 3 },
      { destroyOn: "2026-03-10", erasedOn: "2026-03-15", daysLeft: 5, hiddenAt: null, blocked: null },
    ]);
  });

  it("names the leader of companions", async () => {
    const { leader, companions } = await addGroup(server, site, 1, {
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

  it("uses the site's time zone", async () => {
    const { id } = await due("2026-03-11");
    server.now = new Date("2026-03-10T14:59:59Z");
    expect(await idsOf()).toEqual([]);
    server.now = new Date("2026-03-10T15:00:00Z");
    expect(await idsOf()).toEqual([id]);
  });

  it("masks names, returns no number, and logs the access", async () => {
    const { id, reserveNo } = await due("2026-03-10", { name: "홍길동", cellphone: "010-0000-4321" });
    const [row] = await rowsOf();
    expect(row).toMatchObject({ id, reserveNo, name: "홍*동", company: "나래상사", statusCode: "ended" });
    expect(JSON.stringify(row)).not.toMatch(/길동|4321/);
    expect(
      await server.db("accessLog").where({ action: trashPath }).orderBy("id", "desc").first(),
    ).toMatchObject({ hostUserId: crew.privacy.id, visitIds: [id] });
  });

  it("filters by state, period and text, sorts and pages", async () => {
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
    const page = await crew.admin.get(`${trashPath}?size=1&page=2`);
    expect(page.body).toMatchObject({ total: 3, totalCapped: false, rows: [{ id: second.id }] });
    expect((await crew.admin.get(`${trashPath}?state=hard`)).body).toHaveProperty("state");
  });

  it("returns what blocks the destruction", async () => {
    await due("2026-03-01", { statusCode: "entered" });
    const holder = await due("2026-03-02");
    await addPass(server, { visitId: holder.id });
    const leader = await due("2026-03-03");
    await due("2026-04-01", { leaderId: leader.id, statusCode: "approved" });
    expect((await rowsOf()).map(({ blocked }: { blocked: string }) => blocked)).toEqual([
      "open",
      "passOut",
      "companion",
    ]);
  });
});

describe.each(["soft", "hard", "restore"] as const)("PUT /dash/trash-privacy/%s", (action) => {
  it("rejects unknown ids and changes no other visit", async () => {
    const { id } = await due("2026-03-01");
    if (action === "restore") await put("soft", [id]);
    const before = await contentOfTables(server.db);
    const answer = await answered(put(action, [2_000_000_000, id, 2_000_000_001]), 400);
    expect(answer.body).toEqual({ "ids.0": "찾을 수 없는 방문입니다.", "ids.2": "찾을 수 없는 방문입니다." });
    expect(await contentOfTables(server.db)).toEqual(before);
  });
});

describe("PUT /dash/trash-privacy/soft", () => {
  it.each(["ended", "cancelled", "rejected", "exited"] as const)(
    "hides an %s visit before it is due, and logs the user",
    async (statusCode) => {
      const { id } = await addVisit(server, site, { statusCode });
      expect((await answered(put("soft", [id, id]))).body).toEqual({ count: 1 });
      expect(await visitOf(server.db, id)).toMatchObject({ hiddenAt: server.now, statusCode });
      expect(await logsOf(server.db, id)).toMatchObject([
        { action: "hide", fromCode: statusCode, toCode: statusCode, actorId: crew.privacy.id },
      ]);
      expect(await rowsOf("?state=soft")).toMatchObject([
        { id, state: "soft", hiddenAt: "2026-03-10 10:00", destroyOn: "2027-03-10" },
      ]);
    },
  );

  it.each(["applied", "approved", "entered"] as const)("returns 405 for an %s visit", async (statusCode) => {
    const [open, good] = [await addVisit(server, site, { statusCode }), await addVisit(server, site, over)];
    expect((await answered(put("soft", [good.id, open.id]), 405)).text).toMatch(/종료하고/);
    expect(await visitOf(server.db, good.id)).toMatchObject({ hiddenAt: null });
  });

  it("returns 405 while a pass is issued, and when repeated", async () => {
    const { id } = await addVisit(server, site, over);
    const passNo = await addPass(server, { visitId: id });
    expect((await put("soft", [id])).status).toBe(405);
    await server
      .db("passes")
      .where({ passNo })
      .update({ status: "available", visitId: null, issuedAt: null });
    expect((await put("soft", [id])).status).toBe(200);
    expect((await answered(put("soft", [id]), 405)).text).toBe("이미 처리된 방문입니다.");
  });

  it("hides companions with their leader, and returns 405 if one is open", async () => {
    const { leader, companions } = await addGroup(server, site, 2, over);
    expect((await put("soft", [leader.id])).body).toEqual({ count: 3 });
    for (const { id } of companions)
      expect(await visitOf(server.db, id)).toMatchObject({ hiddenAt: server.now });
    const other = await addVisit(server, site, over);
    await addVisit(server, site, { leaderId: other.id, statusCode: "approved" });
    expect((await put("soft", [other.id])).status).toBe(405);
  });
});

describe("PUT /dash/trash-privacy/restore", () => {
  it("restores companions hidden with the leader, and no others", async () => {
    const { leader, companions } = await addGroup(server, site, 2, over);
    const [earlier, along] = companions.map(({ id }) => id) as [number, number];
    await put("soft", [earlier]);
    server.now = new Date("2026-03-10T02:00:00Z");
    await put("soft", [leader.id]);
    expect((await put("restore", [leader.id])).body).toEqual({ count: 2 });
    expect(await visitOf(server.db, along)).toMatchObject({ hiddenAt: null });
    expect(await visitOf(server.db, earlier)).toMatchObject({ hiddenAt: expect.any(Date) });
  });

  it("returns 405 for a visit that is not hidden", async () => {
    const { id } = await due("2026-03-01");
    expect((await put("restore", [id])).status).toBe(405);
  });
});
