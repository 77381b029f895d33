import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { deskPath, letIn } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { messagesOf } from "../../support/messages.ts";
import { addPass, addVisit, logsOf, statusOf, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const path = "/dash/day-closings";

/** Local time on 10 March 2026 by default. */
const at = (time: string, day = "2026-03-10") => new Date(`${day}T${time}:00+09:00`);

beforeEach(async () => {
  server.now = at("10:00");
  await truncate(server.db, "messages", "sms_templates", "passes", "day_closings", "visits");
  await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "010-0000-7777" });
});

const current = async (user = crew.desk) => (await user.get(`${path}/current`)).body;
const close = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  crew.desk.post(path, { body, headers });
const reopen = (id: number, body: Record<string, unknown> = { reason: "아직 남은 방문객 확인" }) =>
  crew.desk.put(`${path}/${id}/reopen`, { body });
const remind = () => crew.desk.post(`${path}/reminders`, { body: {} });
const recover = (id: number, body: Record<string, unknown>) =>
  crew.desk.put(deskPath(id, "recovery"), { body });
const setOvernight = (id: number, overnight: unknown = true) =>
  crew.desk.put(deskPath(id, "overnight"), { body: { overnight } });

describe("PUT /dash/visits/{id}/recovery with leftAt", () => {
  it("records the exit at that time, and the time of recording in the log", async () => {
    const { id, passNo } = await letIn({ server, site, crew });
    server.now = at("19:00");
    const { body } = await answered(recover(id, { leftAt: "2026-03-10 17:30", passReturned: false }));
    expect(body).toMatchObject({ statusCode: "exited", exitedAt: "2026-03-10 17:30", pass: { passNo } });
    const { body: logs } = await crew.desk.get(deskPath(id, "logs"));
    expect(logs.at(-1)).toMatchObject({
      action: "recovery",
      at: "2026-03-10 19:00",
      effectiveAt: "2026-03-10 17:30",
    });
    expect(logs[0].effectiveAt).toBeNull();
  });

  it("accepts times from the entry to the present", async () => {
    server.now = new Date(at("10:00").getTime() + 40_000);
    const first = await letIn({ server, site, crew });
    server.now = at("19:00");
    expect(await recover(first.id, { leftAt: "2026-03-10 09:59" })).toMatchObject({
      status: 400,
      body: { leftAt: "입문 시각보다 빠를 수 없습니다." },
    });
    expect(await recover(first.id, { leftAt: "2026-03-10 19:01" })).toMatchObject({
      status: 400,
      body: { leftAt: "현재 시각 이후로는 기록할 수 없습니다." },
    });
    expect(await recover(first.id, { leftAt: "2026-03-10 25:00" })).toMatchObject({ status: 400 });
    expect(await statusOf(server.db, first.id)).toBe("entered");
    expect((await recover(first.id, { leftAt: "2026-03-10 10:00" })).status).toBe(200);
    const { enteredAt, exitedAt } = await visitOf(server.db, first.id);
    expect(exitedAt).toEqual(enteredAt);
    server.now = at("10:00");
    const second = await letIn({ server, site, crew });
    server.now = new Date(at("19:00").getTime() + 30_000);
    expect((await recover(second.id, { leftAt: "2026-03-10 19:00" })).status).toBe(200);
    expect((await visitOf(server.db, second.id)).exitedAt).toEqual(server.now);
  });

  it("returns 405 when the exit is already recorded", async () => {
    const { id } = await letIn({ server, site, crew });
    server.now = at("19:00");
    await recover(id, { passReturned: false });
    expect((await recover(id, { leftAt: "2026-03-10 18:00" })).status).toBe(405);
    expect((await visitOf(server.db, id)).exitedAt).toEqual(server.now);
  });
});

describe("PUT /dash/visits/{id}/overnight", () => {
  it("marks a visitor inside with user and time, and removes the mark; the status stays", async () => {
    const { id } = await letIn({ server, site, crew });
    server.now = at("18:30");
    expect((await setOvernight(id)).body).toMatchObject({
      statusCode: "entered",
      overnight: { at: "2026-03-10 18:30", by: "안내원" },
    });
    const byAnother = (overnight: boolean) =>
      crew.admin.put(deskPath(id, "overnight"), { body: { overnight } });
    expect([(await setOvernight(id)).status, (await byAnother(true)).status]).toEqual([200, 405]);
    const board = await crew.desk.get("/dash/visits/progress");
    expect(board.body.rows[0].overnight).toEqual({ at: "2026-03-10 18:30", by: "안내원" });
    expect((await setOvernight(id, false)).body.overnight).toBeNull();
    expect([(await setOvernight(id, false)).status, (await byAnother(false)).status]).toEqual([200, 405]);
    const actions = (await logsOf(server.db, id)).map(({ action }) => action);
    expect(actions).toEqual(["issue", "overnight", "overnightEnd"]);
  });

  it("is removed at check-out", async () => {
    const { id } = await letIn({ server, site, crew });
    await setOvernight(id);
    expect((await recover(id, {})).body).toMatchObject({ statusCode: "exited", overnight: null });
    expect(await visitOf(server.db, id)).toMatchObject({ overnightAt: null, overnightBy: null });
  });

  it("returns 405 for a visitor who is not inside, 400 for an invalid value", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    expect((await setOvernight(id)).status).toBe(405);
    expect((await setOvernight(id, "yes")).status).toBe(400);
    expect((await setOvernight(2_000_000_000)).status).toBe(404);
  });
});

describe("GET /dash/day-closings/current", () => {
  it("lists visitors inside and passes out of any day, and logs the access", async () => {
    const inside = await letIn({ server, site, crew });
    const old = await addVisit(server, site, {
      statusCode: "ended",
      endDate: "2026-03-01 18:00",
      startDate: "2026-03-01 10:00",
    });
    const carPassNo = await addPass(server, { vehicle: true, visitId: old.id });
    await addVisit(server, site, { statusCode: "exited" });
    const body = await current();
    const rows: { visit: { id: number }; passes: unknown[] }[] = body.visits;
    expect(rows.map(({ visit, passes }) => [visit.id, passes.length])).toEqual([
      [old.id, 1],
      [inside.id, 1],
    ]);
    expect(body.visits[0].passes[0]).toMatchObject({
      passNo: carPassNo,
      vehicle: true,
      issuedAt: "2026-03-10 10:00",
    });
    const log = await server.db("accessLog").orderBy("id", "desc").first();
    expect(log).toMatchObject({ action: `${path}/current`, visitIds: [old.id, inside.id] });
  });

  it("reports yesterday as left open until closed", async () => {
    const { id } = await letIn({ server, site, crew });
    server.now = at("23:59");
    expect((await current()).yesterday.leftOpen).toBe(false);
    server.now = at("00:00", "2026-03-11");
    expect(await current()).toMatchObject({
      today: { day: "2026-03-11", closing: null },
      yesterday: { day: "2026-03-10", closing: null, leftOpen: true },
    });
    expect((await crew.desk.get("/dash/visits/progress")).body.dayLeftOpen).toBe("2026-03-10");
    // A visitor who leaves in the morning was inside at midnight.
    server.now = at("08:00", "2026-03-11");
    await recover(id, {});
    expect((await current()).yesterday.leftOpen).toBe(true);
    expect((await close({ day: "2026-03-10" })).status).toBe(200);
    expect(await current()).toMatchObject({ yesterday: { closing: { day: "2026-03-10" }, leftOpen: false } });
    expect((await crew.desk.get("/dash/visits/progress")).body.dayLeftOpen).toBeNull();
  });

  it("does not report a day on which all left and returned their passes", async () => {
    const { id } = await letIn({ server, site, crew });
    server.now = at("17:00");
    await recover(id, {});
    server.now = at("09:00", "2026-03-11");
    expect((await current()).yesterday.leftOpen).toBe(false);
  });

  it("reports a day with an issued pass", async () => {
    const { id } = await letIn({ server, site, crew });
    await recover(id, { passReturned: false });
    server.now = at("09:00", "2026-03-11");
    expect((await current()).yesterday.leftOpen).toBe(true);
  });
});

describe("POST /dash/day-closings", () => {
  it("stores user, time and open visits, and checks no visitor out", async () => {
    const inside = await letIn({ server, site, crew });
    const overnight = await letIn({ server, site, crew });
    await setOvernight(overnight.id);
    const leftWithPass = await letIn({ server, site, crew });
    await recover(leftWithPass.id, { passReturned: false });
    const car = await addVisit(server, site, { statusCode: "ended" });
    await addPass(server, { vehicle: true, visitId: car.id });
    server.now = at("20:00");
    const { body } = await answered(close());
    const idsOf = ({ count, visits }: { count: number; visits: { id: number }[] }) => {
      expect(count).toBe(visits.length);
      return visits.map(({ id }) => id).sort();
    };
    expect(body).toMatchObject({
      day: "2026-03-10",
      closedAt: "2026-03-10 20:00",
      closedBy: { name: "안내원" },
      reopened: null,
    });
    expect(idsOf(body.inside)).toEqual([inside.id, overnight.id]);
    expect(idsOf(body.overnight)).toEqual([overnight.id]);
    expect(idsOf(body.passesOut)).toEqual([inside.id, overnight.id, leftWithPass.id]);
    expect(idsOf(body.carPassesOut)).toEqual([car.id]);
    const { reserveNo, name } = await visitOf(server.db, inside.id);
    expect(JSON.stringify(body)).toContain(reserveNo);
    expect(JSON.stringify(body)).not.toContain(name);
    expect(await statusOf(server.db, inside.id)).toBe("entered");
    const list = await crew.admin.get(path);
    expect(list.body).toEqual({ rows: [body], total: 1, totalCapped: false });
    const { body: ofDay } = await crew.admin.get(`${path}?from=2026-03-10&to=2026-03-10&q=안내`);
    expect(ofDay.total).toBe(1);
    for (const query of ["to=2026-03-09", "from=2026-03-11", "q=다른이"])
      expect((await crew.admin.get(`${path}?${query}`)).body.total).toBe(0);
  });

  it("returns 405 for a closed day, and 400 for days before yesterday", async () => {
    expect((await close()).status).toBe(200);
    expect(await close()).toMatchObject({ status: 405, text: "이미 마감된 날입니다." });
    expect((await close({ day: "2026-03-09" })).status).toBe(200);
    for (const day of ["2026-03-08", "2026-03-11"])
      expect(await close({ day })).toMatchObject({
        status: 400,
        body: { day: "오늘과 어제만 마감할 수 있습니다." },
      });
  });

  it("replays the same report for a repeated call", async () => {
    const headers = { "Idempotency-Key": "closing-0001-aaaa" };
    const first = await close({}, headers);
    const again = await close({}, headers);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await server.db("dayClosings")).toHaveLength(1);
  });

  it("closes the day once for simultaneous calls", async () => {
    const answers = await Promise.all([close(), crew.admin.post(path, { body: {} })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405]);
    expect(await server.db("dayClosings")).toHaveLength(1);
  });
});

describe("PUT /dash/day-closings/{id}/reopen", () => {
  it("reopens the day with a reason and keeps the report; the day can be closed again", async () => {
    const { body: closing } = await close();
    server.now = at("21:00");
    const { body } = await reopen(closing.id, { reason: "010-1234-5678 방문객 확인" });
    expect(body).toMatchObject({
      id: closing.id,
      reopened: { by: { name: "안내원" }, at: "2026-03-10 21:00" },
    });
    expect(body.reopened.reason).not.toContain("5678");
    expect((await current()).today.closing).toBeNull();
    expect((await reopen(closing.id)).status).toBe(405);
    expect((await close()).status).toBe(200);
    expect((await crew.desk.get(path)).body.total).toBe(2);
  });

  it("returns 400 without a reason and 404 for an unknown report", async () => {
    const { body: closing } = await close();
    expect(await reopen(closing.id, {})).toMatchObject({
      status: 400,
      body: { reason: "필수 입력 항목입니다" },
    });
    expect((await reopen(2_000_000_000)).status).toBe(404);
  });

  it("a report is otherwise append-only", async () => {
    const { body: closing } = await close();
    const row = () => server.db("dayClosings").where({ id: closing.id });
    await expect(row().update({ day: "2026-03-01" })).rejects.toThrow("append-only");
    await expect(row().delete()).rejects.toThrow("append-only");
    await reopen(closing.id);
    await expect(row().update({ reopenedAt: null, reopenedBy: null, reopenReason: null })).rejects.toThrow(
      "append-only",
    );
  });
});

describe("POST /dash/day-closings/reminders", () => {
  it("sends messages to visitor and host of each open visit, once a day", async () => {
    const inside = await letIn({ server, site, crew }, { cellphone: "010-0000-1234", name: "홍길동" });
    const { id: hostOnly } = await addVisit(server, site, { statusCode: "entered" });
    const overnight = await letIn({ server, site, crew }, { cellphone: "010-0000-1234" });
    await setOvernight(overnight.id);
    server.now = at("18:00");
    expect((await remind()).body).toEqual({
      reminded: expect.arrayContaining([inside.id, hostOnly]),
      messages: 3,
      already: [],
      unreachable: [],
    });
    const messages = await messagesOf(server.db, inside.id);
    expect(messages.map(({ event, hostUserId }) => [event, hostUserId])).toEqual([
      ["remind", null],
      ["remindHost", site.host],
    ]);
    expect(messages[0]?.text).toContain("홍길동 님, 출문 또는 출입증 반납이 아직 확인되지 않았습니다.");
    expect(await messagesOf(server.db, overnight.id)).toEqual([]);
    server.now = at("23:59");
    const again = (await remind()).body;
    expect(again).toMatchObject({ reminded: [], messages: 0 });
    expect(again.already).toContainEqual({ visitID: inside.id, at: "2026-03-10 18:00" });
    const { visits } = await current();
    const rows: { visit: { id: number }; remindedAt: string | null }[] = visits;
    expect(rows.find(({ visit }) => visit.id === inside.id)?.remindedAt).toBe("2026-03-10 18:00");
    server.now = at("00:00", "2026-03-11");
    expect((await remind()).body.reminded).toContain(inside.id);
  });

  it("returns visits without a reachable recipient", async () => {
    await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "" });
    const { id } = await addVisit(server, site, { statusCode: "entered" });
    expect((await remind()).body).toEqual({ reminded: [], messages: 0, already: [], unreachable: [id] });
  });

  it("sends once for simultaneous calls", async () => {
    const { id } = await letIn({ server, site, crew }, { cellphone: "010-0000-1234" });
    const answers = await Promise.all([remind(), remind()]);
    expect(answers.flatMap(({ body }) => body.reminded)).toEqual([id]);
    expect(await messagesOf(server.db, id)).toHaveLength(2);
  });
});
