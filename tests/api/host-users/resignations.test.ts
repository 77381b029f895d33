import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { addStaff, password, signedIn, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";
import { eventually, readLive } from "../../support/events.ts";
import { addMessage, messageOf, messagesOf } from "../../support/messages.ts";
import { addHost, koreanApplication } from "../../support/site.ts";
import { addGroup, addVisit, logsOf, statusOf, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(() => server.db("changes").del());

const resign = (id: number, body: object = {}, by = crew.admin) =>
  by.post(`/dash/hostusers/resign/${id}`, { body });
const join = (id: number) => crew.admin.post(`/dash/hostusers/join/${id}`, { body: {} });
const stored = (id: number) => server.db("hostUsers").where({ id }).first();
const logIn = (loginId: string) => server.post("/dash/login", { body: { loginId, password } });
const encoded = encodeURIComponent;

describe("POST /dash/hostusers/resign/{id}", () => {
  it("ends open sessions and rejects new ones", { timeout: 15_000 }, async () => {
    const me = await signedIn(server, site.company, "host");
    const elsewhere = await signIn(server, me.loginId);
    const stream = await readLive(server, me.cookie);
    await stream.until(({ event }) => event === "reset");
    const startedAt = performance.now();
    const answer = await answered(resign(me.id));
    expect(answer.body).toMatchObject({
      id: me.id,
      status: "resigned",
      hasPassword: false,
      invited: false,
      reassigned: 0,
      leftOpen: 0,
    });
    for (const { get } of [me, elsewhere]) expect((await get("/dash/user/current")).status).toBe(401);
    expect((await logIn(me.loginId)).status).toBe(400);
    // Polling takes up to two seconds.
    await stream.ended;
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await stored(me.id)).toMatchObject({ status: "resigned", passwordHash: null });
    expect(await server.db("sessions").where({ hostUserId: me.id })).toEqual([]);
  });

  it("removes the host from searches and rejects visits to them", async () => {
    const host = await addHost(server.db, site.company, { name: "마지막날" });
    const search = () =>
      server.get(`/visitor/findHostUsers?s=${encoded("마지막날")}&company=${site.company}`);
    const options = () => crew.desk.get(`/dash/hostusers/select-options?name=${encoded("마지막날")}`);
    const apply = () =>
      server.post("/api/request/simple/save/", { body: koreanApplication(site, { hostUser: host.id }) });
    expect([(await search()).body.length, (await options()).body.length]).toEqual([1, 1]);
    expect((await apply()).status).toBe(200);
    await resign(host.id);
    expect([(await search()).body, (await options()).body]).toEqual([[], []]);
    expect(Object.keys((await answered(apply(), 400)).body)).toEqual(["hostUser"]);
    const listed = await crew.admin.get(`/dash/hostusers?q=${encoded("마지막날")}`);
    expect(listed.body.rows).toMatchObject([{ id: host.id, status: "resigned" }]);
  });

  it("reassigns open visits unchanged, with a log row, and notifies both hosts and the desk", async () => {
    const host = await signedIn(server, site.company, "host");
    const next = await signedIn(server, site.otherCompany, "host", { name: "후임자" });
    const add = (statusCode: "applied" | "approved" | "entered" | "exited" | "ended" | "rejected") =>
      addVisit(server, site, { hostUserId: host.id, statusCode });
    const open = [await add("applied"), await add("approved"), await add("entered"), await add("exited")];
    const closed = [await add("ended"), await add("rejected")];
    const foreign = await addVisit(server, site, { hostUserId: site.host });
    const group = await addGroup(server, site, 2, { hostUserId: host.id, statusCode: "approved" });
    const moving = [...open, group.leader, ...group.companions];
    const answer = await answered(resign(host.id, { reassignTo: next.id }));
    expect(answer.body).toMatchObject({ reassigned: 7, leftOpen: 0 });
    for (const { id, statusCode } of moving) {
      expect(await visitOf(server.db, id)).toMatchObject({ hostUserId: next.id, statusCode });
      expect(await logsOf(server.db, id)).toMatchObject([
        {
          action: "edit",
          fromCode: statusCode,
          toCode: statusCode,
          actorKind: "staff",
          actorId: crew.admin.id,
          note: "hostUser",
          at: server.now,
        },
      ]);
    }
    for (const { id } of closed) {
      expect((await visitOf(server.db, id)).hostUserId).toBe(host.id);
      expect(await logsOf(server.db, id)).toEqual([]);
    }
    expect((await visitOf(server.db, foreign.id)).hostUserId).toBe(site.host);
    const noted = await server.db("changes").where({ kind: "visit" });
    const eventsOf = (hostUserId: number) =>
      noted.filter((change) => change.hostUserId === hostUserId).map(({ visitId }) => visitId);
    for (const id of [host.id, next.id]) {
      expect(eventsOf(id).sort()).toEqual(moving.map((visit) => visit.id).sort());
    }
    const requests = await next.get("/dash/user/requests");
    expect(requests.body.total).toBe(5);
    const [applied] = open;
    expect((await next.put(`/dash/user/approve/${applied?.id}`, { body: {} })).status).toBe(200);
  });

  it("sends the new host to visitors and requests to the successor, and withdraws messages to the resigned host", async () => {
    const host = await addHost(server.db, site.company, { cellPhone: "010-0000-1111" });
    const next = await addHost(server.db, site.company, { name: "후임자", cellPhone: "010-0000-2222" });
    const common = { hostUserId: host.id, cellphone: "010-0000-1234" };
    const group = await addGroup(server, site, 1, common);
    const approved = await addVisit(server, site, { ...common, statusCode: "approved" });
    const inside = await addVisit(server, site, { ...common, statusCode: "entered" });
    const period = { startDate: "2026-03-09 10:00", endDate: "2026-03-09 12:00" };
    const past = await addVisit(server, site, { ...common, ...period });
    const waiting = await addMessage(server, { visitId: past.id, hostUserId: host.id, event: "apply" });
    const sent = await addMessage(server, { hostUserId: host.id, event: "apply", status: "sent" });
    expect((await resign(host.id, { reassignTo: next.id })).status).toBe(200);
    const changesOf = async (visitId: number) =>
      (await messagesOf(server.db, visitId)).map(({ event, hostUserId }) => [event, hostUserId]);
    expect(await changesOf(group.leader.id)).toEqual([
      ["change", null],
      ["apply", next.id],
    ]);
    for (const { id } of [...group.companions, approved])
      expect(await changesOf(id)).toEqual([["change", null]]);
    expect((await messagesOf(server.db, approved.id))[0]?.variables).toMatchObject({ host: "후임자" });
    expect(await changesOf(inside.id)).toEqual([]);
    expect(await changesOf(past.id)).toEqual([["apply", host.id]]);
    expect((await messageOf(server.db, waiting.id)).status).toBe("withdrawn");
    expect((await messageOf(server.db, sent.id)).status).toBe("sent");
  });

  it("leaves open visits to the desk, which sees the resigned host and decides", async () => {
    const host = await addHost(server.db, site.company, { name: "떠난이" });
    const applied = await addVisit(server, site, { hostUserId: host.id });
    const inside = await addVisit(server, site, { hostUserId: host.id, statusCode: "entered" });
    const answer = await resign(host.id);
    expect(answer.body).toMatchObject({ reassigned: 0, leftOpen: 2 });
    const found = await crew.desk.get(`/api/visit?q=${encoded("떠난이")}`);
    const board = await crew.desk.get("/dash/visits/progress");
    for (const { body } of [found, board]) {
      for (const { id } of [applied, inside]) {
        expect(body.rows.find((row: { id: number }) => row.id === id)).toMatchObject({
          hostUser: { id: host.id, name: "떠난이", resigned: true },
        });
      }
    }
    const changes = await server.db("changes").where({ kind: "visit", hostUserId: host.id });
    expect(changes.map(({ visitId }) => visitId).sort()).toEqual([applied.id, inside.id].sort());
    expect((await crew.desk.put(`/dash/user/approve/${applied.id}`, { body: {} })).status).toBe(200);
    const edited = await crew.desk.put(`/dash/visits/${applied.id}`, {
      body: { hostUser: site.host, keepApproval: true },
    });
    expect(edited.body).toMatchObject({
      statusCode: "approved",
      hostUser: { id: site.host, resigned: false },
    });
  });

  it("rejects a successor who is unknown, resigned or the same user", async () => {
    const host = await addHost(server.db, site.company);
    await addVisit(server, site, { hostUserId: host.id });
    const before = await contentOfTables(server.db);
    const refusals = [
      await resign(host.id, { reassignTo: 2_000_000_000 }),
      await resign(host.id, { reassignTo: host.id }),
      await resign(host.id, { reassignTo: site.resigned }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(refusals.map(({ body }) => body)).toEqual([
      { reassignTo: "올바른 값이 아닙니다." },
      { reassignTo: "올바른 값이 아닙니다." },
      { reassignTo: "퇴사한 직원이어서 선택할 수 없습니다." },
    ]);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  it("returns 405 for the last active administrator, for oneself and when repeated", async () => {
    const last = await resign(crew.admin.id);
    expect([last.status, last.text]).toEqual([
      405,
      "로그인할 수 있는 마지막 관리자입니다. 다른 관리자를 먼저 지정해 주십시오.",
    ]);
    const second = await signedIn(server, site.company, "admin");
    expect((await resign(second.id, {}, second)).text).toMatch(/^본인 계정에는 할 수 없는 작업입니다/);
    expect(await stored(second.id)).toMatchObject({ status: "active" });
    expect((await resign(second.id)).status).toBe(200);
    expect((await answered(resign(second.id), 405)).text).toBe("이미 퇴사한 직원입니다.");
    expect((await resign(2_000_000_000)).status).toBe(404);
  });

  it("leaves one administrator when two resign each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "host" });
      const one = await signedIn(server, site.company, "admin");
      const other = await signedIn(server, site.company, "admin");
      await Promise.all([resign(one.id, {}, other), resign(other.id, {}, one)]);
      const left = await server.db("hostUsers").where({ role: "admin", status: "active" });
      await server.db("hostUsers").where({ id: crew.admin.id }).update({ role: "admin" });
      await server.db("hostUsers").whereIn("id", [one.id, other.id]).update({ role: "host" });
      expect(left).toHaveLength(1);
    }
  });

  it("reassigns each visit once for simultaneous calls", async () => {
    const host = await addHost(server.db, site.company);
    const visit = await addVisit(server, site, { hostUserId: host.id });
    const answers = await Promise.all([1, 2, 3, 4].map(() => resign(host.id, { reassignTo: site.host })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405, 405]);
    expect(await logsOf(server.db, visit.id)).toHaveLength(1);
  });

  it("does not deadlock with the host's own decisions", async () => {
    const host = await signedIn(server, site.company, "host");
    const visits = [];
    for (let n = 0; n < 10; n++) visits.push(await addVisit(server, site, { hostUserId: host.id }));
    const [resignation, ...decisions] = await Promise.all([
      resign(host.id, { reassignTo: site.host }),
      ...visits.map(({ id }) => host.put(`/dash/user/approve/${id}`, { body: {} })),
    ]);
    expect(resignation?.status, resignation?.text).toBe(200);
    for (const { status, text } of decisions) expect([200, 401, 404], text).toContain(status);
    for (const [index, { id }] of visits.entries()) {
      expect((await visitOf(server.db, id)).hostUserId).toBe(site.host);
      const isApproved = decisions[index]?.status === 200;
      expect(await statusOf(server.db, id)).toBe(isApproved ? "approved" : "applied");
    }
  });

  it("waits for a decision in progress without deadlock", async () => {
    const host = await addHost(server.db, site.company);
    const { id } = await addVisit(server, site, { hostUserId: host.id });
    // Like a decision of the host: lock, change and log the visit.
    const started = await server.db.transaction(async (trx) => {
      await trx("visits").where({ id }).forUpdate().first("id");
      const resigning = resign(host.id, { reassignTo: site.host });
      await waitUntilBlocked(server.db);
      await trx("visits").where({ id }).update({ statusCode: "approved" });
      await trx("visitLogs").insert({
        visitId: id,
        action: "approve",
        fromCode: "applied",
        toCode: "approved",
        actorKind: "staff",
        actorId: host.id,
        at: server.now,
      });
      return { resigning };
    });
    await answered(started.resigning);
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "approved", hostUserId: site.host });
  });

  it("leaves no session when the user signs in at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, loginId } = await addStaff(server, site.company, "host");
      await Promise.all([logIn(loginId), resign(id), logIn(loginId)]);
      await eventually(async () => (await stored(id)).status === "resigned");
      expect(await server.db("sessions").where({ hostUserId: id })).toEqual([]);
    }
  });
});

describe("POST /dash/hostusers/join/{id}", () => {
  it("reinstates a user, who is searchable again and signs in by a new invitation only", async () => {
    const { id, loginId } = await addStaff(server, site.company, "desk", { name: "돌아온이" });
    await resign(id);
    const answer = await answered(join(id));
    expect(answer.body).toMatchObject({
      id,
      status: "active",
      role: "desk",
      hasPassword: false,
      invited: true,
      invitation: { url: expect.stringMatching(/\/dash\/invitation#[\w-]{43}$/) },
    });
    const found = await server.get(`/visitor/findHostUsers?s=${encoded("돌아온")}&company=${site.company}`);
    expect(found.body).toMatchObject([{ id }]);
    expect((await logIn(loginId)).status).toBe(400);
    const token = answer.body.invitation.url.split("#").at(-1);
    const chosen = { token, newPassword: "a new beginning", confirmPassword: "a new beginning" };
    expect((await server.post("/dash/invitation", { body: chosen })).status).toBe(204);
    expect((await signIn(server, loginId, "a new beginning")).cookie).not.toBe("");
  });

  it("returns 405 for an active user and 404 for an unknown one", async () => {
    expect((await answered(join(site.host), 405)).text).toBe("이미 재직 중인 직원입니다.");
    expect((await join(2_000_000_000)).status).toBe(404);
    const resigned = await addHost(server.db, site.company, { status: "resigned" });
    const answers = await Promise.all([join(resigned.id), join(resigned.id), join(resigned.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
  });
});
