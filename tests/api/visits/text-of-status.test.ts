/** A text narrowed by a status: the index of letters holds some statuses (db/migrations/07_visit_search.ts). */
import { beforeEach, describe, expect, it } from "vitest";
import { endVisits } from "#api/jobs/end-visits.ts";
import { type StatusCode, statusCodes } from "#contract/visits/status.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { removeVisits } from "../../support/visits/trash.ts";
import { searchPath, shownIn } from "../../support/visits/visit-lists.ts";
import { type AddedVisit, addPass, addVisit, statusOf } from "../../support/visits/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, site, crew } = await staffedSite({ now: morning });

beforeEach(async () => {
  await removeVisits(server);
  server.now = morning;
});

const add = (statusCode: StatusCode, more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode, hostUserId: crew.host.id, name: "노을빛", ...more });

const found = (q: string, status: string, more = {}) =>
  shownIn(crew.desk, searchPath, { q, status, ...more });

/** That a visit is found by its name and its status, alone and among others, and by no other status. */
async function expectFound(
  { id }: Pick<Visit, "id">,
  status: StatusCode,
  { name = "노을", hidden = false } = {},
) {
  expect(await statusOf(server.db, id)).toBe(status);
  const all = hidden ? [] : [id];
  for (const one of statusCodes) {
    const ofThis = one === status ? all : [];
    expect(await found(name, one), one).toEqual(ofThis);
    expect(await found(name, one, { location: site.place }), `${one}, of a place`).toEqual(ofThis);
  }
  const isOver = ["rejected", "cancelled"].includes(status);
  expect(await found(name, "rejected,cancelled")).toEqual(isOver ? all : []);
  expect(await found(name, "rejected,cancelled,ended")).toEqual(isOver || status === "ended" ? all : []);
  expect(await found(name, statusCodes.join())).toEqual(all);
}

const act = async (action: string, id: number, body = {}) => {
  const { status, text } = await crew.host.put(`/dash/user/${action}/${id}`, { body });
  expect(status, text).toBe(200);
};

describe("a text of a status", () => {
  it("finds a visit as it is rejected, asked for again, approved and cancelled", async () => {
    const visit = await add("applied");
    await expectFound(visit, "applied");
    await act("reject", visit.id, { reason: "일정이 맞지 않습니다" });
    await expectFound(visit, "rejected");
    await act("undo", visit.id);
    await expectFound(visit, "applied");
    await act("approve", visit.id);
    await expectFound(visit, "approved");
    await act("undo", visit.id);
    await act("reject", visit.id, { reason: "일정이 맞지 않습니다" });
    await expectFound(visit, "rejected");
    await act("undo", visit.id);
    await act("cancel", visit.id);
    await expectFound(visit, "cancelled");
  });

  it("finds a visit that comes, goes and is closed", async () => {
    const visit = await add("approved");
    const passNo = await addPass(server);
    const body = { visitID: visit.id, passNo };
    expect((await crew.desk.post(`/dash/visits/${visit.id}/issue`, { body })).status).toBe(200);
    await expectFound(visit, "entered");
    await crew.desk.put(`/dash/visits/${visit.id}/recovery`, { body: {} });
    await expectFound(visit, "exited");
    await act("close", visit.id);
    await expectFound(visit, "ended");
  });

  it.each(["applied", "approved", "rejected", "cancelled"] as const)(
    "finds a visit that was %s after the night",
    async (status) => {
      const visit = await add(status);
      server.now = new Date("2026-03-11T01:00:00Z");
      await endVisits(server.deps);
      await expectFound(visit, status === "applied" || status === "approved" ? "ended" : status);
    },
  );

  it.each(["rejected", "cancelled", "ended"] as const)(
    "finds a visit that was %s not while it is hidden, again once it is restored, and never once it is destroyed",
    async (status) => {
      const visit = await add(status, { destroyOn: "2026-03-09" });
      const put = (way: string) =>
        crew.privacy.put(`/dash/trash-privacy/${way}`, { body: { ids: [visit.id] } });
      expect((await put("soft")).status).toBe(200);
      await expectFound(visit, status, { hidden: true });
      expect((await put("restore")).status).toBe(200);
      await expectFound(visit, status);
      expect((await put("hard")).status).toBe(200);
      expect(await found("노을", statusCodes.join())).toEqual([]);
    },
  );

  it.each(["applied", "rejected", "cancelled"] as const)(
    "finds a visit that was %s by its new name, place and week",
    async (status) => {
      const visit = await add(status, { locationId: null });
      await server
        .db("visits")
        .where({ id: visit.id })
        .update({
          ...{ name: "새벽별", locationId: site.place },
          ...{ startAt: new Date("2026-05-10T01:00:00Z"), endAt: new Date("2026-05-10T02:00:00Z") },
        });
      await expectFound(visit, status, { name: "새벽" });
      expect(await found("노을", status)).toEqual([]);
    },
  );

  it("finds a visit that is written with its status, as an import is", async () => {
    for (const status of statusCodes) {
      await removeVisits(server);
      await expectFound(await add(status), status);
    }
  });
});
