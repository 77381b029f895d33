import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { destroyDue } from "#api/jobs/destroy-due.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addPass, addVisit, passOf, visitOf } from "../../support/visits/visits.ts";

const { server, site } = await seededSite();

beforeEach(async () => {
  server.log.length = 0;
  await truncate(server.db, "visits", "changes", "passes", "visit_statistics", "paused_jobs");
});

const at = (instant: string) => ({ ...server.deps, clock: () => new Date(instant) });
const noon = "2026-03-10T03:00:00Z";
const past = (destroyOn: string, more: AddedVisit = {}) =>
  addVisit(server, site, {
    statusCode: "ended",
    startDate: "2025-03-01 10:00",
    endDate: "2025-03-01 12:00",
    destroyOn,
    ...more,
  });
const left = async (): Promise<number[]> =>
  (await server.db("visits").orderBy("id").select("id")).map(({ id }) => id);
const lastLine = () => server.db("destructionRegister").orderBy("id", "desc").first();

describe("automatic destruction", () => {
  it("destroys visits five days after their destruction date, with a register row", async () => {
    const { id } = await past("2026-03-05");
    const later = await past("2026-03-06");
    expect(await destroyDue(at("2026-03-09T14:59:00Z"))).toBe(0);
    expect(await left()).toEqual([id, later.id]);
    expect(await destroyDue(at("2026-03-09T15:00:00Z"))).toBe(1);
    expect(await left()).toEqual([later.id]);
    expect(await lastLine()).toMatchObject({
      at: new Date("2026-03-09T15:00:00Z"),
      actorKind: "job",
      hostUserId: null,
      reason: "due",
      visitIds: [id],
      persons: 1,
    });
    expect(await server.db("changes").orderBy("id")).toMatchObject([
      { kind: "sms", hostUserId: site.host },
      { kind: "visit", visitId: id, hostUserId: site.host },
    ]);
  });

  it("destroys e-mail addresses and links of the visit only", async () => {
    const due = await past("2026-03-01", { cellphone: "010-0000-4321", email: "gone@example.com" });
    const retained = await past("2026-12-31", { cellphone: "010-0000-4321", email: "kept@example.com" });
    for (const { id } of [due, retained])
      await server
        .db("visitLinks")
        .insert({ visitId: id, tokenHash: randomBytes(32), createdAt: new Date(noon) });
    expect(await destroyDue(at(noon))).toBe(1);
    for (const table of ["visitEmails", "visitLinks"])
      expect(await server.db(table), table).toMatchObject([{ visitId: retained.id }]);
  });

  it("includes hidden visits, and companions with their leader", async () => {
    const leader = await past("2026-03-01", { hiddenAt: new Date(noon) });
    await past("2026-12-31", { leaderId: leader.id });
    expect(await destroyDue(at(noon))).toBe(2);
    expect(await left()).toEqual([]);
  });

  it.each(["applied", "approved", "entered"] as const)("skips and logs an %s visit", async (statusCode) => {
    const open = await past("2026-03-01", { statusCode });
    const leader = await past("2026-03-01");
    const companion = await past("2026-04-01", { leaderId: leader.id, statusCode });
    const free = await past("2026-03-01");
    expect(await destroyDue(at(noon))).toBe(1);
    expect(await left()).toEqual([open.id, leader.id, companion.id]);
    expect(await visitOf(server.db, free.id)).toBeUndefined();
    expect(server.log.join("\n")).toMatch(/"count":2.*past their destruction/);
  });

  it("skips a visit with an issued pass until it is returned", async () => {
    const { id } = await past("2026-03-01");
    const passNo = await addPass(server, { visitId: id });
    expect(await destroyDue(at(noon))).toBe(0);
    const { id: passId } = await passOf(server.db, passNo);
    await server.db("passes").where({ id: passId }).update({ status: "lost", visitId: null, issuedAt: null });
    expect(await destroyDue(at(noon))).toBe(1);
  });

  it("skips a locked visit and its group without waiting", async () => {
    const leader = await past("2026-03-01");
    const busy = await past("2026-03-09", { leaderId: leader.id });
    const handling = await server.db.transaction();
    await handling.raw("SELECT FROM visits WHERE id = ? FOR UPDATE", [busy.id]);
    expect(await destroyDue(at(noon))).toBe(0);
    await handling.rollback();
    expect(await destroyDue(at(noon))).toBe(2);
  });

  it("rolls back a failed batch completely", async () => {
    const { id } = await past("2026-03-01");
    const before = await lastLine();
    await server.db.raw("ALTER TABLE destruction_register ADD CONSTRAINT closed CHECK (false) NOT VALID");
    await expect(destroyDue(at(noon))).rejects.toThrow();
    await server.db.raw("ALTER TABLE destruction_register DROP CONSTRAINT closed");
    expect(await left()).toEqual([id]);
    expect(await server.db("visitStatistics")).toEqual([]);
    expect(await lastLine()).toEqual(before);
    expect(await destroyDue(at(noon))).toBe(1);
  });
});
