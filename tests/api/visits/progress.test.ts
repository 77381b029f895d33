import { beforeEach, describe, expect, it } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { idsOf } from "../../support/visits/visit-lists.ts";
import { type AddedVisit, addGroup, addPass, addVisit, seoul } from "../../support/visits/visits.ts";

const path = "/dash/visits/progress";
const { server, site, crew } = await staffedSite();

beforeEach(() => truncate(server.db, "visits"));

const add = (more: AddedVisit = {}) => addVisit(server, site, more);
const board = async () => (await answered(crew.desk.get(path))).body;
const none = Object.fromEntries(
  "applied approved entered exited ended overdue expectedAgain notReturned".split(" ").map((key) => [key, 0]),
);
const yesterday = { startDate: "2026-03-09 09:00", endDate: "2026-03-09 18:00" };
const tomorrow = { startDate: "2026-03-11 09:00", endDate: "2026-03-11 18:00" };
const sinceMonday = { startDate: "2026-03-08 09:00", endDate: "2026-03-12 18:00" };

const hours = (body: { byHour: { hour: number; expected: number; entered: number }[] }) =>
  body.byHour.filter(({ expected, entered }) => expected + entered > 0);

describe("GET /dash/visits/progress", () => {
  it("returns an empty day", async () => {
    const body = await board();
    expect(body.counts).toEqual(none);
    expect(body.rows).toEqual([]);
    expect(body.byHour.map(({ hour }: { hour: number }) => hour)).toEqual([...Array(24).keys()]);
    expect(hours(body)).toEqual([]);
  });

  it("counts visits of today, and all visitors inside", async () => {
    for (const period of [{}, sinceMonday, yesterday, tomorrow])
      for (const statusCode of ["applied", "approved", "entered", "exited", "ended", "rejected"] as const)
        await add({ statusCode, ...period });
    const body = await board();
    expect(body.counts).toEqual({
      ...none,
      applied: 2,
      approved: 2,
      entered: 4,
      exited: 2,
      ended: 2,
      overdue: 1,
      expectedAgain: 1,
    });
    expect(body.rows).toHaveLength(14);
  });

  it("marks visitors expected again who left on a day before their last", async () => {
    const addExited = (startDate: string, endDate: string, exitedAt: string) =>
      add({ statusCode: "exited", startDate, endDate, exitedAt: toInstant(exitedAt, seoul) });
    const overnight = await addExited("2026-03-09 14:10", "2026-03-10 10:10", "2026-03-09 18:00");
    const untilTomorrow = await addExited("2026-03-10 08:00", "2026-03-11 18:00", "2026-03-10 09:00");
    // not expected again: left on the last day, one-day visit, past visit, inside again
    await addExited("2026-03-09 14:10", "2026-03-10 10:10", "2026-03-10 09:00");
    await addExited("2026-03-10 08:00", "2026-03-10 23:50", "2026-03-10 09:00");
    await addExited("2026-03-07 09:00", "2026-03-09 18:00", "2026-03-08 18:00");
    await add({ statusCode: "entered", ...sinceMonday });
    const { counts, rows } = await board();
    expect(counts).toMatchObject({ exited: 4, expectedAgain: 2 });
    const again = rows.filter(({ expectedAgain }: { expectedAgain: boolean }) => expectedAgain);
    expect(idsOf(again)).toEqual(idsOf([overnight, untilTomorrow]));
  });

  it("counts companions without cancelled ones", async () => {
    const { leader, companions } = await addGroup(server, site, 2);
    await server.db("visits").where({ id: companions[0]?.id }).update({ statusCode: "cancelled" });
    const { rows } = await board();
    expect(rows.find(({ id }: { id: number }) => id === leader.id)).toMatchObject({ followersCnt: 1 });
    expect((await crew.desk.get(`/dash/visits/${leader.id}`)).body).toMatchObject({ followersCnt: 1 });
  });

  it("sorts by start, with the same fields as a single visit", async () => {
    const late = await add({ startDate: "2026-03-10 15:00" });
    const overdue = await add({ statusCode: "entered", ...yesterday });
    const early = await add({
      statusCode: "approved",
      startDate: "2026-03-10 09:00",
      cellphone: "010-1234-5678",
    });
    await add({ statusCode: "approved", ...tomorrow });
    const { rows } = await board();
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([overdue.id, early.id, late.id]);
    expect(rows[1]).toEqual((await crew.desk.get(`/dash/visits/${early.id}`)).body);
    expect(rows[1].cellPhone).toBe("010-12**-*678");
  });

  it("counts visitors who left with a pass on any day, like the list", async () => {
    const ended = await add({ statusCode: "ended", ...yesterday });
    const today = await add({ statusCode: "exited" });
    const inside = await add({ statusCode: "entered" });
    const hidden = await add({ statusCode: "exited", hiddenAt: server.now });
    await addPass(server, { visitId: ended.id });
    await addPass(server, { visitId: ended.id, vehicle: true });
    await addPass(server, { visitId: today.id });
    await addPass(server, { visitId: inside.id });
    await addPass(server, { visitId: hidden.id });
    expect((await board()).counts).toMatchObject({ notReturned: 2, entered: 1 });
    const list = await crew.desk.get("/api/visit/not-returns");
    expect(list.body.total).toBe(2);
    expect(idsOf(list.body.rows)).toEqual(idsOf([ended, today]));
  });

  it("counts approved visits that start today by hour", async () => {
    const at = (hour: string, statusCode: AddedVisit["statusCode"]) =>
      add({ statusCode, startDate: `2026-03-10 ${hour}:30`, endDate: "2026-03-10 23:50" });
    await at("00", "approved");
    await at("09", "entered");
    await at("09", "exited");
    await at("23", "ended");
    await at("14", "applied");
    await at("14", "rejected");
    await at("14", "cancelled");
    await add({ statusCode: "approved", ...sinceMonday });
    expect(hours(await board())).toEqual([
      { hour: 0, expected: 1, entered: 0 },
      { hour: 9, expected: 2, entered: 0 },
      { hour: 23, expected: 1, entered: 0 },
    ]);
  });

  it("counts first entries of today by hour of the valid check-in", async () => {
    server.now = toInstant("2026-03-10 09:40", seoul);
    const again = await add({ statusCode: "approved", ...sinceMonday });
    const visit = await add({ statusCode: "approved", startDate: "2026-03-10 10:00" });
    const [first, second] = [await addPass(server), await addPass(server)];
    const issue = (id: number, passNo?: string) =>
      crew.desk.post(`/dash/visits/${id}/issue`, { body: { visitID: id, passNo } });
    const entered = async () => hours(await board()).filter((counted) => counted.entered > 0);

    await server.db("visitLogs").insert({
      visitId: again.id,
      action: "issue",
      fromCode: "approved",
      toCode: "entered",
      actorKind: "job",
      at: toInstant("2026-03-09 09:00", seoul),
    });
    await server
      .db("visits")
      .where({ id: again.id })
      .update({ statusCode: "exited", enteredAt: server.now, enteredFrom: "exited" });
    expect((await issue(again.id, first)).status).toBe(200);
    expect(await entered()).toEqual([]);

    expect((await issue(visit.id, second)).status).toBe(200);
    expect(await entered()).toEqual([{ hour: 9, expected: 0, entered: 1 }]);
    await crew.desk.put(`/dash/visits/${visit.id}/revert`, { body: { reason: "잘못 발급" } });
    expect(await entered()).toEqual([]);
    server.now = toInstant("2026-03-10 10:05", seoul);
    await issue(visit.id, second);
    expect(await entered()).toEqual([{ hour: 10, expected: 1, entered: 1 }]);
    await crew.desk.put(`/dash/visits/${visit.id}/recovery`, { body: {} });
    server.now = toInstant("2026-03-10 11:05", seoul);
    await issue(visit.id, second);
    expect(await entered()).toEqual([{ hour: 10, expected: 1, entered: 1 }]);
    server.now = new Date("2026-03-10T01:00:00Z");
  });

  it("returns at most 500 visits: inside and expected ones first", async () => {
    const inside = await add({ statusCode: "entered", startDate: "2026-03-10 17:00" });
    const expected = await add({ statusCode: "approved", startDate: "2026-03-10 17:10" });
    await server.db.raw(
      `INSERT INTO visits (reserve_no, status_code, host_user_id, purpose_id, start_at, end_at, name, origin, lang, destroy_on)
       SELECT '270101-' || lpad(n::text, 5, '0'), 'cancelled', ?, ?, '2026-03-10 00:00Z', '2026-03-10 09:00Z',
         '취소', 'public', 'ko', '2028-01-01' FROM generate_series(1, 510) AS n`,
      [crew.host.id, site.purpose],
    );
    const { rows } = await board();
    expect(rows).toHaveLength(500);
    expect(rows.slice(-2).map(({ id }: { id: number }) => id)).toEqual([inside.id, expected.id]);
  });
});
