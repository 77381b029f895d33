/** Deputies and absence (docs/behaviour.md, "Deputies and absence"). */
import { beforeEach, describe, expect, it } from "vitest";
import { awayHosts, deputiesOf } from "#api/features/delegations/deputies.ts";
import { maxDelegations } from "#contract/people/delegations.ts";
import { Delegation } from "#db/models/people/delegation.ts";
import { addDelegation } from "../../support/console/delegations.ts";
import { addStaff } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";

const { server, site, crew } = await staffedSite();
const morning = server.now;
const { host, otherHost, desk, admin, privacy } = crew;

beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "delegations");
});

const week = { from: "2026-03-10", to: "2026-03-13" };
const body = (more: object = {}) => ({ ...week, deputies: [otherHost.id], isAway: true, ...more });
const add = (more: object = {}, by = host) => by.post("/dash/delegations", { body: body(more) });
const stored = () =>
  Delegation.query(server.db).orderBy("id").select("hostUserId", "startAt", "endAt", "isAway");

describe("POST /dash/delegations", () => {
  it("stores days of the site's time zone; a first day of today starts now", async () => {
    const { status, body: made } = await add();
    expect(status).toBe(200);
    expect(made).toEqual({
      id: expect.any(Number),
      host: { id: host.id, name: "한주인" },
      ...week,
      isAway: true,
      deputies: [{ id: otherHost.id, name: expect.any(String), resigned: false }],
      state: "inForce",
      createdBy: { id: host.id, name: "한주인" },
    });
    expect(await stored()).toEqual([
      { hostUserId: host.id, startAt: morning, endAt: new Date("2026-03-13T15:00:00Z"), isAway: true },
    ]);
  });

  it("accepts overlapping delegations, absences without deputies, and deputies of any role", async () => {
    expect((await add()).status).toBe(200);
    const later = { from: "2026-03-12", to: "2026-03-20", deputies: [desk.id, admin.id, privacy.id] };
    expect((await add(later)).body).toMatchObject({ state: "coming", from: "2026-03-12" });
    expect((await add({ deputies: [] })).status).toBe(200);
    expect((await add({ isAway: false })).status).toBe(200);
    const { own, asDeputy } = (await host.get("/dash/delegations")).body;
    expect([own.length, asDeputy.length]).toEqual([4, 0]);
  });

  it("rejects every invalid field", async () => {
    const resigned = await addStaff(server, site.company, "host", { status: "resigned" });
    const wrong: [object, string, string][] = [
      [{ to: "2026-03-09", from: "2026-03-09" }, "to", "endPast"],
      [{ to: "2026-03-09" }, "to", "lastDayBefore"],
      [{ to: "2027-03-11" }, "to", "periodTooLong:366"],
      [{ deputies: [], isAway: false }, "deputies", "required"],
      [{ deputies: [host.id] }, "deputies", "invalid"],
      [{ deputies: [otherHost.id, otherHost.id] }, "deputies", "invalid"],
      [{ deputies: [resigned.id] }, "deputies", "hostResigned"],
      [{ deputies: [2_000_000_000] }, "deputies", "hostUnknown"],
      [{ deputies: [1, 2, 3, 4, 5, 6] }, "deputies", "tooMany"],
      [{ from: "2026-02-30" }, "from", "dateTime"],
    ];
    for (const [more, field, code] of wrong) {
      const { status, headers } = await add(more);
      expect([status, headers.get("X-Field-Errors")], code).toEqual([400, expect.stringContaining(code)]);
      expect(headers.get("X-Field-Errors")).toContain(field);
    }
    expect((await add({ to: "2027-03-10" })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it("allows 20 current and future delegations, also for simultaneous calls", async () => {
    for (let n = 1; n < maxDelegations; n++) await addDelegation(server, { host: host.id, isAway: true });
    await addDelegation(server, { host: host.id, isAway: true, end: "2026-03-09 12:00" });
    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });
});

describe("GET /dash/delegations", () => {
  it("lists own delegations and those as deputy, past ones for 30 days", async () => {
    const old = { start: "2026-01-01 00:00", isAway: true };
    await addDelegation(server, { host: host.id, ...old, end: "2026-02-08 00:00" });
    await addDelegation(server, { host: host.id, ...old, end: "2026-02-09 00:00" });
    await addDelegation(server, { host: otherHost.id, deputies: [host.id] });
    const { own, asDeputy } = (await host.get("/dash/delegations")).body;
    expect(own.map(({ state, to }: { state: string; to: string }) => [state, to])).toEqual([
      ["past", "2026-02-08"],
    ]);
    expect(asDeputy).toMatchObject([{ host: { id: otherHost.id }, state: "inForce" }]);
  });

  it("leaves out delegations of resigned hosts", async () => {
    const resigned = await addStaff(server, site.company, "host", { status: "resigned" });
    await addDelegation(server, { host: resigned.id, deputies: [host.id] });
    expect((await host.get("/dash/delegations")).body).toEqual({ own: [], asDeputy: [] });
  });

  it("is allowed for users who may decide on visits, by role or as deputy", async () => {
    expect((await privacy.get("/dash/delegations")).status).toBe(403);
    await addDelegation(server, { host: host.id, deputies: [privacy.id] });
    expect((await privacy.get("/dash/delegations")).status).toBe(200);
  });
});

describe("PUT and DELETE /dash/delegations/:id", () => {
  const move = (id: number, to: string, by = host) => by.put(`/dash/delegations/${id}`, { body: { to } });
  const end = (id: number, by = host) => by.send("DELETE", `/dash/delegations/${id}`);

  it("changes the last day", async () => {
    const { id } = (await add()).body;
    expect((await move(id, "2026-03-11")).body).toMatchObject({ to: "2026-03-11", state: "inForce" });
    expect((await move(id, "2026-03-09")).status).toBe(400);
    expect((await move(id, "2027-03-11")).status).toBe(400);
    server.now = new Date("2026-03-11T01:00:00Z");
    expect((await move(id, "2026-03-10")).headers.get("X-Field-Errors")).toContain("endPast");
  });

  it("ends a current delegation, deletes a future one, and returns 405 for a past one", async () => {
    const current = (await add()).body.id;
    const coming = (await add({ from: "2026-03-12" })).body.id;
    server.now = new Date("2026-03-10T03:00:00Z");
    expect([(await end(current)).status, (await end(coming)).status]).toEqual([204, 204]);
    expect(await stored()).toMatchObject([{ startAt: morning, endAt: server.now }]);
    const [past] = (await host.get("/dash/delegations")).body.own;
    expect(past).toMatchObject({ state: "past", from: "2026-03-10", to: "2026-03-10" });
    expect([(await end(current)).status, (await move(current, "2026-03-20")).status]).toEqual([405, 405]);
    expect((await end(coming)).status).toBe(404);
  });

  it("return 404 for another user's delegation, for every role", async () => {
    const { id } = (await add()).body;
    for (const other of [otherHost, desk, admin]) {
      expect((await move(id, "2026-03-11", other)).status).toBe(404);
      expect((await end(id, other)).status).toBe(404);
    }
    expect(await stored()).toMatchObject([{ endAt: new Date("2026-03-13T15:00:00Z") }]);
  });
});

describe("/dash/hostusers/:id/delegations", () => {
  const path = `/dash/hostusers/${host.id}/delegations`;

  it("lets an administrator create, change and end a host's delegation, logged with the host", async () => {
    const made = await admin.post(path, { body: body() });
    expect(made.body).toMatchObject({ host: { id: host.id }, createdBy: { id: admin.id } });
    const { id } = made.body;
    expect((await admin.put(`${path}/${id}`, { body: { to: "2026-03-12" } })).body.to).toBe("2026-03-12");
    expect((await admin.get(path)).body.own).toMatchObject([{ id, to: "2026-03-12" }]);
    expect((await host.get("/dash/delegations")).body.own).toMatchObject([{ createdBy: { id: admin.id } }]);
    expect((await admin.send("DELETE", `${path}/${id}`)).status).toBe(204);
    const events = await server
      .db("events")
      .where({ kind: "call", hostUserId: admin.id, subject: "host_users", subjectId: host.id })
      .orderBy("id")
      .select("call");
    expect(events.map(({ call }) => call.split(" ")[0])).toEqual(["POST", "PUT", "DELETE"]);
  });

  it("allows changes to administrators only, and returns 404 for another host's delegation", async () => {
    const { id } = (await add()).body;
    const others = `/dash/hostusers/${otherHost.id}/delegations/${id}`;
    expect((await admin.send("DELETE", others)).status).toBe(404);
    expect((await admin.put(others, { body: { to: "2026-03-12" } })).status).toBe(404);
    expect((await desk.get(path)).body.own).toHaveLength(1);
    expect((await desk.post(path, { body: body() })).status).toBe(403);
    expect((await host.get(path)).status).toBe(403);
    expect((await admin.get("/dash/hostusers/2000000000/delegations")).status).toBe(404);
    expect((await admin.post("/dash/hostusers/2000000000/delegations", { body: body() })).status).toBe(404);
  });
});

describe("current deputies", () => {
  const at = () => server.now;

  it("are listed once each, without deputies of ended or future delegations", async () => {
    const resigned = await addStaff(server, site.company, "host", { status: "resigned" });
    const coming = { start: "2026-03-11 00:00", end: "2026-03-12 00:00" };
    const expired = { start: "2026-03-08 00:00", end: "2026-03-10 10:00" };
    await addDelegation(server, { host: host.id, deputies: [otherHost.id, resigned.id, desk.id] });
    await addDelegation(server, { host: host.id, deputies: [otherHost.id], isAway: true });
    await addDelegation(server, { host: desk.id, deputies: [admin.id], isAway: true, ...coming });
    await addDelegation(server, { host: admin.id, deputies: [host.id], isAway: true, ...expired });
    await addDelegation(server, { host: resigned.id, deputies: [host.id], isAway: true });
    const hosts = [host.id, desk.id, admin.id, resigned.id];
    const found = await deputiesOf(server.db, hosts, at());
    expect(found.map(({ hostId, deputyId }) => [hostId, deputyId])).toEqual([
      [host.id, otherHost.id],
      [host.id, desk.id],
    ]);
    expect(found[0]).toMatchObject({ channel: "sms", lang: null, email: "", cellPhone: expect.any(String) });
    expect(await awayHosts(server.db, hosts, at())).toEqual([host.id]);
  });
});

describe("GET /dash/hostusers/select-options", () => {
  const options = async (query: string, by = desk) =>
    (await by.get(`/dash/hostusers/select-options?${query}`, { lang: "en" })).body;
  const named = `name=${encodeURIComponent("한주인")}`;
  const days = (from: string, to: string) => `&from=${from}&to=${to}`;

  it("shows hosts away during the visit or now, with their deputies", async () => {
    await addDelegation(server, {
      host: host.id,
      deputies: [otherHost.id],
      isAway: true,
      start: "2026-03-12 00:00",
      end: "2026-03-14 00:00",
    });
    const away = {
      from: "2026-03-12",
      to: "2026-03-13",
      deputies: [{ id: otherHost.id, name: expect.any(String) }],
    };
    expect((await options(named))[0]).not.toHaveProperty("away");
    expect((await options(named + days("2026-03-10", "2026-03-11")))[0]).not.toHaveProperty("away");
    expect((await options(named + days("2026-03-14", "2026-03-15")))[0]).not.toHaveProperty("away");
    expect((await options(named + days("2026-03-11", "2026-03-12")))[0]).toMatchObject({ id: host.id, away });
    expect(await options(`id=${host.id}${days("2026-03-13", "2026-03-13")}`, host)).toMatchObject([
      { id: host.id, away },
    ]);
    server.now = new Date("2026-03-12T01:00:00Z");
    expect((await options(named))[0]).toMatchObject({ away });
    expect(await options("id=2000000000")).toEqual([]);
  });

  it("shows no deputies without absence, and nothing in the public host search", async () => {
    await addDelegation(server, { host: host.id, deputies: [otherHost.id] });
    expect((await options(named))[0]).not.toHaveProperty("away");
    const find = () =>
      server.get(`/visitor/findHostUsers?s=${encodeURIComponent("김철")}&company=${site.company}`);
    const before = await find();
    await addDelegation(server, { host: site.host, deputies: [otherHost.id], isAway: true });
    const { text } = await find();
    expect(text).toContain("철수");
    expect(text).toBe(before.text);
    expect(text).not.toMatch(/away|2026|직원/);
  });
});
