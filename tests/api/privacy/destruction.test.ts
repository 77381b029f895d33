import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { addDueVisit, over, putTrash, removeVisits } from "../../support/visits/trash.ts";
import { type AddedVisit, addGroup, addPass, addVisit, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  server.now = new Date("2026-03-10T01:00:00Z");
  await removeVisits(server);
});

const due = (destroyOn: string, more?: AddedVisit) => addDueVisit(server, site, destroyOn, more);
const put = (action: "soft" | "hard" | "restore", ids: number[]) => putTrash(crew.privacy, action, ids);
const register = () => server.db("destructionRegister").orderBy("id");

describe("PUT /dash/trash-privacy/hard", () => {
  it("destroys due visits, with a register row without personal data", async () => {
    const one = await due("2026-03-10", { cellphone: "010-0000-4321" });
    const same = await due("2026-03-08", { cellphone: "010-0000-4321" });
    const other = await due("2026-03-10");
    const lines = (await register()).length;
    expect((await answered(put("hard", [one.id, same.id, other.id]))).body).toEqual({ count: 3 });
    expect(await server.db("visits").select("id")).toEqual([]);
    const all = await register();
    expect(all).toHaveLength(lines + 1);
    const { id: _, ...line } = all.at(-1);
    expect(line).toEqual({
      at: server.now,
      actorKind: "staff",
      hostUserId: crew.privacy.id,
      reason: "officer",
      visitIds: [one.id, same.id, other.id].sort((a, b) => a - b),
      persons: 2,
      messages: 0,
      retentionDays: [372, 374],
    });
    expect(await server.db("changes").where({ kind: "visit" })).toHaveLength(3);
    expect(await server.db("changes").where({ kind: "sms" })).toMatchObject([{ hostUserId: site.host }]);
    expect((await put("hard", [one.id])).body).toEqual({ "ids.0": "찾을 수 없는 방문입니다." });
  });

  it("destroys hidden visits before they are due, and returns 405 for others", async () => {
    const { id } = await addVisit(server, site, over);
    expect((await answered(put("hard", [id]), 405)).text).toMatch(/파기 예정일/);
    await put("soft", [id]);
    expect((await put("hard", [id])).status).toBe(200);
    expect(await visitOf(server.db, id)).toBeUndefined();
  });

  it("returns 405 for all if one visit is open, holds a pass or leads an open visit", async () => {
    const good = await due("2026-03-01");
    const entered = await due("2026-03-01", { statusCode: "entered" });
    const holder = await due("2026-03-01");
    await addPass(server, { visitId: holder.id });
    const leader = await due("2026-03-01");
    await due("2026-03-01", { leaderId: leader.id, statusCode: "approved" });
    const before = await contentOfTables(server.db);
    for (const bad of [entered, holder, leader]) {
      expect((await put("hard", [good.id, bad.id])).status).toBe(405);
    }
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("destroys companions with their leader, and a companion alone", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { ...over, destroyOn: "2026-03-01" });
    const [alone] = companions as [(typeof companions)[number]];
    expect((await put("hard", [alone.id])).body).toEqual({ count: 1 });
    expect((await put("hard", [leader.id])).body).toEqual({ count: 2 });
    expect(await server.db("visits").select("id")).toEqual([]);
  });

  it("destroys once for simultaneous calls, with correct register rows", async () => {
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

  it("keeps statistics by day, place, purpose and department", async () => {
    await server.db("hostUsers").where({ id: site.host }).update({ department: "설계팀" });
    const times = { enteredAt: new Date("2025-03-01T01:00:00Z"), exitedAt: new Date("2025-03-01T02:30:00Z") };
    const leader = await due("2026-03-01", {
      ...times,
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
      locationKind: 9002,
      purposeId: site.purpose,
      purposeKind: 9003,
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

  it("lists time, user, reason and number, newest first, filtered by day, reason and name", async () => {
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

  it("is append-only", async () => {
    for (const statement of [
      "DELETE FROM destruction_register",
      "UPDATE destruction_register SET persons = 0",
      "TRUNCATE destruction_register",
    ]) {
      await expect(server.db.raw(statement)).rejects.toMatchObject({ code: "23000" });
    }
  });
});
