import { beforeEach, describe, expect, it } from "vitest";
import type { StatusCode } from "#contract/visits/status.ts";
import { deskPath, free, issueTo, letIn } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { type AddedVisit, addPass, addVisit, logsOf, passOf } from "../../support/visits/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, site, crew } = await staffedSite();

beforeEach(() => {
  server.now = morning;
});

const later = (minutes: number) => {
  server.now = new Date(server.now.getTime() + minutes * 60_000);
};
const visitAt = (statusCode: StatusCode, more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode, ...more });
const issue = (id: number, body: Record<string, unknown>) => issueTo(crew.desk, id, body);
const recover = (id: number, body: Record<string, unknown> = {}) =>
  crew.desk.put(deskPath(id, "recovery"), { body });
async function eventsOf(make: () => Promise<unknown>) {
  const last = (await server.db("changes").max("id as id").first())?.id ?? 0;
  await make();
  const changes = await server.db("changes").where("id", ">", last).orderBy("id");
  return changes.map(({ kind, visitId }) => (kind === "visit" ? visitId : kind)).sort();
}

describe("live events", () => {
  it("report changes of the visit, and of passes issued or returned", async () => {
    const { id } = await visitAt("approved");
    const passNo = await addPass(server);
    expect(await eventsOf(() => issue(id, { passNo }))).toEqual([id, "pass"]);
    expect(await eventsOf(() => recover(id, { passReturned: false }))).toEqual([id]);
    expect(await eventsOf(() => issue(id, {}))).toEqual([id]);
    expect(await eventsOf(() => recover(id))).toEqual([id, "pass"]);
    expect(await eventsOf(() => recover(id))).toEqual([]);
  });
});

describe("PUT /dash/visits/{id}/recovery", () => {
  it("records the exit and the return of the passes", async () => {
    const { id, passNo } = await letIn({ server, site, crew });
    later(30);
    const { body } = await recover(id, { id });
    expect(body).toMatchObject({ statusCode: "exited", exitedAt: "2026-03-10 10:30", pass: null });
    expect(await passOf(server.db, passNo)).toMatchObject({ ...free, updatedAt: server.now });
    expect((await logsOf(server.db, id)).at(-1)).toMatchObject({
      action: "recovery",
      fromCode: "entered",
      toCode: "exited",
      passNo,
    });
  });

  it("keeps each pass issued until it is returned", async () => {
    const { id } = await visitAt("approved");
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    await issue(id, { passNo, carPassNo });
    const first = await recover(id, { passReturned: false });
    expect(first.body).toMatchObject({ statusCode: "exited", pass: { passNo }, carPass: null });
    expect(first.body.actions).toContain("recovery");
    expect(await passOf(server.db, carPassNo)).toMatchObject(free);
    later(60);
    const second = await recover(id);
    expect(second.body).toMatchObject({ statusCode: "exited", pass: null, exitedAt: "2026-03-10 10:00" });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    expect((await logsOf(server.db, id)).map((row) => [row.fromCode, row.toCode, row.passNo])).toEqual([
      ["approved", "entered", `${passNo}, ${carPassNo}`],
      ["entered", "exited", carPassNo],
      ["exited", "exited", passNo],
    ]);
  });

  it("records a return after the visit ended", async () => {
    const { id } = await visitAt("ended", { endedBecause: "done" });
    const passNo = await addPass(server, { visitId: id });
    const { body } = await recover(id);
    expect(body).toMatchObject({ statusCode: "ended", endedBecause: "done", pass: null });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
  });

  it("returns 405 when no pass is out, or none is returned", async () => {
    const exited = await visitAt("exited");
    const ended = await visitAt("ended");
    const holder = await visitAt("exited");
    await addPass(server, { visitId: holder.id });
    const answers = [
      await recover(exited.id),
      await recover(ended.id),
      await recover(holder.id, { passReturned: false }),
    ];
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(3).fill("405 이미 처리된 방문입니다."),
    );
    expect((await recover((await visitAt("approved")).id)).text).toBe(
      "지금 상태(승인)에서는 할 수 없는 작업입니다.",
    );
  });

  it("returns the same success when repeated by the same user with the same time", async () => {
    const { id } = await letIn({ server, site, crew });
    for (const body of [{ leftAt: "2026-03-10 10:00" }, { leftAt: "2026-03-10 10:00" }, {}])
      expect((await recover(id, body)).body).toMatchObject({ statusCode: "exited", pass: null });
    expect((await logsOf(server.db, id)).map(({ action }) => action)).toEqual(["issue", "recovery"]);
    expect((await recover(id, { leftAt: "2026-03-10 09:00" })).status).toBe(405);
    expect((await crew.admin.put(`/dash/visits/${id}/recovery`, { body: {} })).status).toBe(405);
  });

  it("records the exit of a visitor who lost the pass", async () => {
    const { id, passNo } = await letIn({ server, site, crew });
    await server.db("passes").where({ passNo }).update({ status: "lost", visitId: null, issuedAt: null });
    expect((await recover(id)).body).toMatchObject({ statusCode: "exited", pass: null });
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "lost" });
  });
});
