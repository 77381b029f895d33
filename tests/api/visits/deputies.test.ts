/** Rights of deputies (docs/behaviour.md, "Deputies and absence"). */
import { beforeEach, describe, expect, it } from "vitest";
import { addDelegation } from "../../support/console/delegations.ts";
import { addStaff, type SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const morning = server.now;
const { host, otherHost: deputy, desk, admin, privacy } = crew;
const chained = await addStaff(server, site.company, "host");

beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "messages", "visits", "access_log", "delegations");
  await server.db("hostUsers").where({ id: host.id }).update({ status: "active" });
});

const hostVisit = (more: object = {}) => addVisit(server, site, { hostUserId: host.id, ...more });
const decide = (by: SignedIn, id: number, action = "approve") =>
  by.put(`/dash/user/${action}/${id}`, { body: action === "reject" ? { id, reason: "일정 변경" } : { id } });
const idsIn = async (by: SignedIn, path: string) =>
  (await by.get(path)).body.rows.map(({ id }: { id: number }) => id);
const logs = (visitId: number) =>
  server.db("visitLogs").where({ visitId }).orderBy("id").select("action", "actorId", "onBehalfOfId");

describe("deputy of a host", () => {
  it("sees the host's requests and visits with actions, and no other host's", async () => {
    const own = await addVisit(server, site, { hostUserId: deputy.id });
    const requested = await hostVisit();
    const attended = await hostVisit({ statusCode: "ended" });
    await addVisit(server, site, { hostUserId: chained.id });
    expect(await idsIn(deputy, "/dash/user/requests")).toEqual([own.id]);
    expect((await deputy.get(`/dash/visits/${requested.id}`)).status).toBe(404);
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    expect((await idsIn(deputy, "/dash/user/requests")).sort()).toEqual([own.id, requested.id].sort());
    expect(await idsIn(deputy, `/dash/user/requests?host=${host.id}`)).toEqual([requested.id]);
    expect(await idsIn(deputy, `/dash/user/requests?host=${chained.id}`)).toEqual([]);
    expect(await idsIn(deputy, "/dash/user/visited")).toEqual([attended.id]);
    const { status, body } = await deputy.get(`/dash/visits/${requested.id}`);
    expect([status, body.hostUser.id]).toEqual([200, host.id]);
    expect(body.actions).toEqual(expect.arrayContaining(["approve", "reject", "edit"]));
    expect((await deputy.get("/dash/user/current")).body.deputyFor).toEqual([
      { id: host.id, name: "한주인" },
    ]);
  });

  it("decides, with both names in activity and events", async () => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    const visit = await hostVisit();
    expect((await decide(deputy, visit.id)).status).toBe(200);
    expect(await logs(visit.id)).toEqual([{ action: "approve", actorId: deputy.id, onBehalfOfId: host.id }]);
    const [entry] = (await host.get(`/dash/visits/${visit.id}/logs`, { lang: "en" })).body;
    expect(entry.actor).toEqual({ kind: "staff", name: expect.any(String), onBehalfOf: "Juin Han" });
    const events = await admin.get(`/dash/events?subject=visits&subjectId=${visit.id}&kind=call`);
    expect(events.body.rows).toMatchObject([
      { hostUser: { id: deputy.id }, onBehalfOf: { id: host.id, name: "한주인" }, detail: "" },
    ]);
    const file = await admin.post("/dash/events/export", {
      body: { reason: "점검", subject: "visits", subjectId: visit.id },
    });
    expect(file.body.csv).toMatch(/"직원\d+\(한주인 대리\)"/);
  });

  it("acts in the own name on own visits, and at the desk by role", async () => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id, desk.id] });
    const own = await addVisit(server, site, { hostUserId: deputy.id });
    const other = await hostVisit();
    await decide(deputy, own.id);
    await decide(desk, other.id);
    expect([...(await logs(own.id)), ...(await logs(other.id))]).toEqual([
      { action: "approve", actorId: deputy.id, onBehalfOfId: null },
      { action: "approve", actorId: desk.id, onBehalfOfId: null },
    ]);
  });

  it("can undo, edit, reveal, send messages and reserve like the host", async () => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    const visit = await hostVisit({ cellphone: "010-0000-4321", statusCode: "approved" });
    const edited = await deputy.put(`/dash/visits/${visit.id}`, { body: { note: "현관에서" } });
    expect(edited.status).toBe(200);
    const refused = await deputy.put(`/dash/visits/${visit.id}`, { body: { cellphone: "010-0000-1111" } });
    expect(refused.headers.get("X-Field-Errors")).toContain("deskOnly");
    const reveal = { body: { reason: "도착 확인" } };
    expect((await deputy.post(`/dash/visits/${visit.id}/reveal`, reveal)).status).toBe(200);
    expect((await decide(deputy, visit.id, "undo")).status).toBe(200);
    const sent = await deputy.post("/dash/sms/send", {
      body: { to: [{ visitID: visit.id }], text: "안녕하세요" },
      headers: { "Idempotency-Key": "deputy-0000001" },
    });
    expect(sent.status).toBe(200);
    const [{ id: message }] = await server.db("messages").where({ visitId: visit.id, event: "manual" });
    await server.db("messages").where({ id: message }).update({ status: "failed", nextAttemptAt: null });
    expect((await deputy.post(`/dash/sms/${message}/retry`, { body: {} })).status).toBe(200);
    const events = await admin.get(`/dash/events?kind=call&hostUser=${deputy.id}`);
    const calls = new Map<string, number>(
      events.body.rows.map((row: { call: string; onBehalfOf: { id: number } | null }) => [
        row.call,
        row.onBehalfOf?.id,
      ]),
    );
    for (const call of ["POST /dash/sms/send", "POST /dash/sms/:id/retry", "POST /dash/visits/:id/reveal"])
      expect([call, calls.get(call)]).toEqual([call, host.id]);
    const reserved = await deputy.post("/dash/visits/reserve", {
      body: {
        name: "이방문",
        purpose: site.purpose,
        location: site.place,
        hostUser: host.id,
        startDate: "2026-03-11 10:00",
        endDate: "2026-03-11 12:00",
      },
      headers: { "Idempotency-Key": "deputy-0000002" },
    });
    expect(reserved.status, reserved.text).toBe(200);
    expect(await logs(reserved.body.id)).toEqual([
      { action: "reserve", actorId: deputy.id, onBehalfOfId: host.id },
    ]);
    expect(new Set((await logs(visit.id)).map(({ onBehalfOfId }) => onBehalfOfId))).toEqual(
      new Set([host.id]),
    );
    const previous = await hostVisit({ statusCode: "ended", name: "박지난", enteredAt: morning });
    const found = await deputy.get(`/dash/visits/previous-visitors?name=${encodeURIComponent("박지난")}`);
    expect(found.body).toMatchObject([{ id: previous.id }]);
  });

  it("cannot make themselves or another user the host", async () => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    const visit = await hostVisit();
    for (const hostUser of [deputy.id, chained.id]) {
      const { status, body } = await deputy.put(`/dash/visits/${visit.id}`, {
        body: { hostUser, note: "대신" },
      });
      expect([status, Object.keys(body)]).toEqual([400, ["hostUser"]]);
    }
    expect(await server.db("visits").where({ id: visit.id }).first()).toMatchObject({
      hostUserId: host.id,
      note: "",
    });
    expect(
      (await deputy.put(`/dash/visits/${visit.id}`, { body: { hostUser: host.id, note: "대신" } })).status,
    ).toBe(200);
    expect((await host.put(`/dash/visits/${visit.id}`, { body: { hostUser: chained.id } })).status).toBe(200);
  });

  it("with any role has the host's rights on the host's visits only", async () => {
    await addDelegation(server, { host: host.id, deputies: [privacy.id] });
    const visit = await hostVisit();
    const other = await addVisit(server, site);
    expect((await privacy.get(`/dash/visits/${visit.id}`)).body.actions).toContain("approve");
    expect((await privacy.get(`/dash/visits/${other.id}`)).body.actions).not.toContain("approve");
    const own = await addVisit(server, site, { hostUserId: privacy.id });
    for (const { id } of [other, own]) expect((await decide(privacy, id)).status).toBe(404);
    expect((await decide(privacy, visit.id)).status).toBe(200);
    expect(await logs(visit.id)).toMatchObject([{ actorId: privacy.id, onBehalfOfId: host.id }]);
    expect((await privacy.get("/dash/visits/progress")).status).toBe(403);
    const { permissions } = (await privacy.get("/dash/user/current")).body;
    expect([permissions["visits.decide"], permissions.desk]).toEqual(["own", undefined]);
  });

  it("has access exactly within the dates", async () => {
    await addDelegation(server, {
      host: host.id,
      deputies: [deputy.id],
      start: "2026-03-10 11:00",
      end: "2026-03-10 12:00",
    });
    const visit = await hostVisit();
    const at = async (time: string) => {
      server.now = new Date(`2026-03-10T${time}+09:00`);
      return (await deputy.get(`/dash/visits/${visit.id}`)).status;
    };
    expect([await at("10:59:59"), await at("11:00:00"), await at("11:59:59"), await at("12:00:00")]).toEqual([
      404, 200, 200, 404,
    ]);
  });

  it("has no access to visits of the host's own hosts (no chains)", async () => {
    await addDelegation(server, { host: host.id, deputies: [chained.id] });
    await addDelegation(server, { host: chained.id, deputies: [deputy.id] });
    const [own, ofChained] = [await hostVisit(), await addVisit(server, site, { hostUserId: chained.id })];
    expect((await decide(deputy, own.id)).status).toBe(404);
    expect((await decide(deputy, ofChained.id)).status).toBe(200);
  });

  it("has no access after the host resigned", async () => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    const visit = await hostVisit();
    await server.db("hostUsers").where({ id: host.id }).update({ status: "resigned" });
    expect((await decide(deputy, visit.id)).status).toBe(404);
  });
});

describe("simultaneous decisions of host and deputy", () => {
  it.each(["approve", "reject"])("are made once, naming the first user to the other (%s)", async (action) => {
    await addDelegation(server, { host: host.id, deputies: [deputy.id] });
    for (let n = 0; n < 5; n++) {
      const visit = await hostVisit();
      const answers = await Promise.all([decide(host, visit.id), decide(deputy, visit.id, action)]);
      const won = answers.findIndex(({ status }) => status === 200);
      const [refused] = answers.filter(({ status }) => status !== 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
      expect(refused?.text).toContain(won === 0 ? "한주인" : "(한주인 대리)");
      expect(await logs(visit.id)).toHaveLength(1);
    }
  });

  it("are made once when the delegation ends meanwhile", async () => {
    const id = (
      await host.post("/dash/delegations", {
        body: { from: "2026-03-10", to: "2026-03-11", deputies: [deputy.id], isAway: false },
      })
    ).body.id;
    const visit = await hostVisit();
    const [ended, decided] = await Promise.all([
      host.send("DELETE", `/dash/delegations/${id}`),
      decide(deputy, visit.id),
    ]);
    expect(ended.status).toBe(204);
    expect([200, 404]).toContain(decided.status);
    expect(await logs(visit.id)).toHaveLength(decided.status === 200 ? 1 : 0);
    expect((await decide(deputy, visit.id, "undo")).status).toBe(404);
  });
});
