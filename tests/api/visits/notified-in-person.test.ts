/** Visitors informed by voice (docs/behaviour.md, "E-mail"). */
import { beforeEach, describe, expect, it } from "vitest";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addVisit, logsOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(() => truncate(server.db, "visits"));

const own = (more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode: "approved", hostUserId: crew.host.id, ...more });
const markNotified = (id: number, by = crew.host, body: object = {}) =>
  by.put(`/dash/visits/${id}/told`, { body });
const nameOf = async (id: number) => (await server.db("hostUsers").where({ id }).first()).name;
const visitOf = async (id: number) => (await crew.desk.get(`/dash/visits/${id}`)).body;

describe("PUT /dash/visits/{id}/told", () => {
  it("stores user and time, shown with the visit and logged", async () => {
    const { id } = await own();
    expect(await visitOf(id)).toMatchObject({ unreachable: true, told: null });
    const answer = await markNotified(id);
    const told = { at: answer.body.updatedAt, by: await nameOf(crew.host.id) };
    expect(answer).toMatchObject({ status: 200, body: { statusCode: "approved", told } });
    expect((await visitOf(id)).told).toEqual(told);
    const board = (await crew.desk.get("/api/visit?status=approved")).body.rows;
    expect(board).toMatchObject([{ id, told }]);
    expect(await logsOf(server.db, id)).toMatchObject([
      { action: "told", actorId: crew.host.id, fromCode: "approved", toCode: "approved" },
    ]);
  });

  it("is reset by the next change of the visit, and can be repeated", async () => {
    const { id } = await own();
    await markNotified(id);
    server.now = new Date(server.now.getTime() + 60_000);
    await crew.desk.put(`/dash/visits/${id}`, {
      body: { startDate: "2026-03-10 15:00", keepApproval: true },
    });
    expect((await visitOf(id)).told).toBeNull();
    expect((await markNotified(id, crew.desk)).body.told.by).toBe(await nameOf(crew.desk.id));
  });

  it("is recorded once; another user's call returns 405", async () => {
    const { id } = await own();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => markNotified(id, i % 2 ? crew.host : crew.desk)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(25).fill(200),
      ...Array(25).fill(405),
    ]);
    expect(await logsOf(server.db, id)).toHaveLength(1);
  });

  it("does nothing for a reachable visitor, and returns 405 for a past visit", async () => {
    const reached = await own({ cellphone: "010-0000-1234" });
    expect((await markNotified(reached.id)).body.told).toBeNull();
    for (const statusCode of ["rejected", "cancelled", "ended", "exited"] as const)
      expect((await markNotified((await own({ statusCode })).id)).status).toBe(405);
  });
});
