import { describe, expect, it } from "vitest";
import type { StatusCode } from "#contract/visits/status.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import {
  type AddedVisit,
  addGroup,
  addPass,
  addVisit,
  logsOf,
  statusOf,
  visitOf,
} from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

const own = (statusCode: StatusCode, more: AddedVisit = {}) =>
  addVisit(server, site, { hostUserId: crew.host.id, statusCode, ...more });

const pathOf = (action: string, id: number | string) => `/dash/user/${action}/${id}`;
const bodyOf = (action: string) => (action === "reject" ? { reason: "일정이 맞지 않습니다" } : {});

const decisions = [
  { action: "approve", from: ["applied"], to: "approved" },
  { action: "reject", from: ["applied"], to: "rejected" },
  { action: "undo", from: ["approved", "rejected"], to: "applied" },
  { action: "cancel", from: ["applied", "approved"], to: "cancelled" },
  { action: "close", from: ["approved", "exited"], to: "ended" },
] as const;

describe.each(decisions)("PUT /dash/user/$action/{id}", ({ action, from, to }) => {
  const body = bodyOf(action);
  const first = from[0] as StatusCode;

  it.each(from)(`changes %s to ${to}, logs user and time, and returns the visit`, async (status) => {
    const { id } = await own(status);
    const answer = await answered(crew.host.put(pathOf(action, id), { body: { ...body, id } }));
    expect(answer.body).toMatchObject({ id, statusCode: to, hostUser: { id: crew.host.id } });
    expect(await visitOf(server.db, id)).toMatchObject({
      statusCode: to,
      endedBecause: to === "ended" ? "closed" : null,
      updatedAt: server.now,
    });
    expect(await logsOf(server.db, id)).toMatchObject([
      {
        action,
        fromCode: status,
        toCode: to,
        actorKind: "staff",
        actorId: crew.host.id,
        note: action === "reject" ? "일정이 맞지 않습니다" : "",
        at: server.now,
      },
    ]);
  });

  it.each(["desk", "admin"] as const)("is allowed for %s on any host's visit", async (role) => {
    const { id } = await own(first);
    expect((await crew[role].put(pathOf(action, id), { body })).body.statusCode).toBe(to);
  });

  it("returns 405 for a cancelled visit", async () => {
    const { id } = await own("cancelled");
    const answer = await answered(crew.host.put(pathOf(action, id), { body }), 405);
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(answer.text).toMatch(
      /^(이미 처리된 방문입니다\.|지금 상태\(취소\)에서는 할 수 없는 작업입니다\.)$/,
    );
    expect(await statusOf(server.db, id)).toBe("cancelled");
    expect(await logsOf(server.db, id)).toEqual([]);
  });

  it("returns 405 with the first user's name to the second", async () => {
    const { id } = await own(first);
    await crew.desk.put(pathOf(action, id), { body });
    const second = await crew.host.put(pathOf(action, id), { body });
    const isDecision = to === "approved" || to === "rejected";
    expect(`${second.status} ${second.text}`).toMatch(
      isDecision
        ? /^405 안내원 님이 이미 처리한 방문입니다\. 현재 상태: (승인|반려)$/
        : /^405 이미 처리된 방문입니다\.$/,
    );
    expect((await crew.host.put(pathOf(action, id), { body, lang: "en" })).text).toMatch(/already/);
    expect(await logsOf(server.db, id)).toHaveLength(1);
  });

  it("returns success when repeated by the same user with the same note", async () => {
    const { id } = await own(first);
    for (let n = 0; n < 2; n++)
      expect((await crew.host.put(pathOf(action, id), { body })).body).toMatchObject({ statusCode: to });
    expect(await logsOf(server.db, id)).toHaveLength(1);
    const otherNote = action === "reject" ? { reason: "다른 이유" } : { note: "다른 메모" };
    expect((await crew.host.put(pathOf(action, id), { body: otherNote })).status).toBe(405);
  });

  it("includes the leader's companions in the same status only", async () => {
    const more = { hostUserId: crew.host.id, statusCode: first };
    const { leader, companions } = await addGroup(server, site, 2, more);
    const companion = await own("entered", { leaderId: leader.id });
    const answer = await crew.host.put(pathOf(action, leader.id), { body });
    // cancelled companions do not count
    const followersCnt = to === "cancelled" ? 1 : 3;
    expect(answer.body).toMatchObject({ statusCode: to, followersCnt });
    for (const { id } of companions) {
      expect(await statusOf(server.db, id)).toBe(to);
      expect(await logsOf(server.db, id)).toMatchObject([{ action, fromCode: first, toCode: to }]);
    }
    expect(await statusOf(server.db, companion.id)).toBe("entered");
  });

  it("called for a companion does not change the leader and other companions", async () => {
    const more = { hostUserId: crew.host.id, statusCode: first };
    const { leader, companions } = await addGroup(server, site, 2, more);
    const [one, two] = companions;
    expect((await crew.host.put(pathOf(action, one?.id ?? 0), { body })).body.leader.id).toBe(leader.id);
    expect(await statusOf(server.db, leader.id)).toBe(first);
    expect(await statusOf(server.db, two?.id ?? 0)).toBe(first);
  });
});

describe("PUT /dash/user/approve/{id}", () => {
  it("returns 405 after the end of the visit", async () => {
    const { id } = await own("applied", { startDate: "2026-03-09 10:00", endDate: "2026-03-10 10:00" });
    const answer = await crew.host.put(pathOf("approve", id), { body: {} });
    expect(`${answer.status} ${answer.text}`).toBe("405 방문 기간이 이미 끝났습니다.");
  });

  it("skips a companion whose own visit has ended", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { hostUserId: crew.host.id });
    const late = companions[0]?.id ?? 0;
    await server
      .db("visits")
      .where({ id: late })
      .update({ startAt: new Date(0), endAt: server.now });
    await crew.host.put(pathOf("approve", leader.id), { body: {} });
    expect(await statusOf(server.db, late)).toBe("applied");
    expect(await statusOf(server.db, companions[1]?.id ?? 0)).toBe("approved");
  });

  it("skips a companion of another host when a host approves", async () => {
    const { leader, companions } = await addGroup(server, site, 1, { hostUserId: crew.host.id });
    const id = companions[0]?.id ?? 0;
    await server.db("visits").where({ id }).update({ hostUserId: crew.otherHost.id });
    await crew.host.put(pathOf("approve", leader.id), { body: {} });
    expect(await statusOf(server.db, id)).toBe("applied");
  });

  it("logs the note and returns the new actions", async () => {
    const { id } = await own("applied");
    const { body } = await crew.host.put(pathOf("approve", id), { body: { note: "2층 회의실" } });
    expect(body.actions).toEqual(["undo", "cancel", "close", "edit"]);
    expect(await logsOf(server.db, id)).toMatchObject([{ note: "2층 회의실" }]);
  });
});

describe("PUT /dash/user/reject/{id}", () => {
  it.each([{}, { reason: "" }, { reason: "  " }, { reason: null }])("requires a reason: %j", async (body) => {
    const { id } = await own("applied");
    const answer = await answered(crew.host.put(pathOf("reject", id), { body }), 400);
    expect(answer.body).toEqual({ reason: "필수 입력 항목입니다" });
    expect(await statusOf(server.db, id)).toBe("applied");
  });
});

describe("PUT /dash/user/close/{id}", () => {
  it("keeps an issued pass with the visit, to be returned later", async () => {
    const { id } = await own("exited");
    const passNo = await addPass(server, { visitId: id });
    const { body } = await crew.host.put(pathOf("close", id), { body: {} });
    expect(body).toMatchObject({ statusCode: "ended", pass: { passNo }, actions: [] });
    const later = await crew.desk.put(`/dash/visits/${id}/recovery`, { body: {} });
    expect(later.body).toMatchObject({ statusCode: "ended", endedBecause: "closed", pass: null });
  });
});

describe("GET /dash/visits/{id}, logs and followers", () => {
  const accessOf = (action: string, hostUserId: number) =>
    server.db("accessLog").where({ action, hostUserId }).orderBy("id");

  it("returns the visit masked, with actions, and logs the access", async () => {
    const { id, reserveNo } = await own("applied", { cellphone: "010-1234-5678", phone: "02-123-4567" });
    const { body } = await crew.host.get(`/dash/visits/${id}`);
    expect(body).toMatchObject({
      id,
      reserveNo,
      cellPhone: "010-12**-*678",
      phone: "***",
      leader: null,
      accessiblePlace: { id: site.place, name: "본관" },
      purpose: { id: site.purpose, name: "회의" },
      hostUser: { id: crew.host.id, name: "한주인", company: { name: "가온정밀" }, resigned: false },
      startDate: "2026-03-10 10:00",
      endDate: "2026-03-10 18:00",
      status: { code: "applied", name: "신청" },
      pass: null,
      actions: ["approve", "reject", "cancel", "edit", "reveal"],
    });
    const rows = await accessOf("/dash/visits/:id", crew.host.id);
    expect(rows.at(-1)).toMatchObject({
      visitIds: [id],
      address: "127.0.0.1",
      reason: "",
      personHash: null,
      at: server.now,
    });
  });

  it('returns only "reveal" as action to a privacy officer', async () => {
    const { id } = await own("approved", { cellphone: "010-1234-5678" });
    expect((await crew.privacy.get(`/dash/visits/${id}`)).body.actions).toEqual(["reveal"]);
  });

  it("returns the activity with names in the user's language, oldest first", async () => {
    const { id } = await own("applied");
    await crew.host.put(pathOf("approve", id), { body: {} });
    await crew.desk.put(pathOf("undo", id), { body: { note: "시간이 바뀜" } });
    const { body } = await crew.privacy.get(`/dash/visits/${id}/logs`, { lang: "en" });
    expect(body).toEqual([
      {
        id: expect.any(Number),
        action: "approve",
        fromCode: "applied",
        toCode: "approved",
        actor: { kind: "staff", name: "Juin Han", onBehalfOf: null },
        note: "",
        passNo: "",
        at: "2026-03-10 10:00",
        effectiveAt: null,
        byLink: false,
      },
      expect.objectContaining({
        action: "undo",
        actor: { kind: "staff", name: "안내원", onBehalfOf: null },
        note: "시간이 바뀜",
      }),
    ]);
    expect((await accessOf("/dash/visits/:id/logs", crew.privacy.id)).at(-1)).toMatchObject({
      visitIds: [id],
    });
  });

  it("returns a leader's companions, and logs the access to them", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { hostUserId: crew.host.id });
    const ids = companions.map(({ id }) => id);
    const { body } = await crew.host.get(`/api/visitor/${leader.id}/followers`);
    expect(body.map((row: { id: number; leaderName: string }) => [row.id, row.leaderName])).toEqual(
      ids.map((id) => [id, leader.name]),
    );
    const action = "/api/visitor/:id/followers";
    expect((await accessOf(action, crew.host.id)).at(-1)).toMatchObject({ visitIds: ids });
    expect((await crew.host.get(`/api/visitor/${ids[0]}/followers`)).body).toEqual([]);
  });

  it("leaves out companions of another host when a host reads", async () => {
    const { leader, companions } = await addGroup(server, site, 1, { hostUserId: crew.host.id });
    await server.db("visits").where({ id: companions[0]?.id }).update({ hostUserId: crew.otherHost.id });
    const path = `/api/visitor/${leader.id}/followers`;
    expect((await crew.host.get(path)).body).toEqual([]);
    expect((await crew.desk.get(path)).body).toHaveLength(1);
  });
});
