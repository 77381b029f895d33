import { beforeEach, describe, expect, it } from "vitest";
import type { StatusCode } from "#contract/visits/status.ts";
import { answered } from "../../support/api.ts";
import { deskPath, free, issueTo, letIn } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import {
  type AddedVisit,
  addGroup,
  addPass,
  addVisit,
  logsOf,
  passOf,
  statusOf,
  visitOf,
} from "../../support/visits/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, site, crew } = await staffedSite();

beforeEach(() => {
  server.now = morning;
});

const visitAt = (statusCode: StatusCode, more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode, ...more });
const issue = (id: number, body: Record<string, unknown>) => issueTo(crew.desk, id, body);

describe("POST /dash/visits/{id}/issue: invalid", () => {
  it("reports a different id, unknown passes and unknown fields", async () => {
    const { id } = await visitAt("approved");
    const answer = await issue(id, { visitID: id + 1, passNo: "none", carPassNo: "V-none", x: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      x: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
      visitID: "올바른 값이 아닙니다.",
      passNo: "등록되지 않은 출입증입니다.",
      carPassNo: "등록되지 않은 출입증입니다.",
    });
    expect(await statusOf(server.db, id)).toBe("approved");
  });

  it.each([{}, { passNo: "" }, { passNo: null }])("requires a pass: %j", async (body) => {
    const { id } = await visitAt("approved");
    expect((await issue(id, body)).body).toEqual({ passNo: "필수 입력 항목입니다" });
  });

  it("rejects a vehicle pass as pass, and vice versa", async () => {
    const { id } = await visitAt("approved");
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    expect((await issue(id, { passNo: carPassNo, carPassNo: passNo })).body).toEqual({
      passNo: "등록되지 않은 출입증입니다.",
      carPassNo: "등록되지 않은 출입증입니다.",
    });
  });

  it("rejects members of other visits, repeated members and repeated passes", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
    const outsider = await visitAt("approved");
    const [one, two] = companions.map(({ id }) => id);
    const [passNo, other] = [await addPass(server), await addPass(server)];
    const answer = await issue(leader.id, {
      passNo,
      party: [
        { visitID: outsider.id, passNo: other },
        { visitID: one, passNo },
        { visitID: one, passNo: other },
        { visitID: leader.id, passNo: other },
        { visitID: two },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      "party.0.visitID": "이 방문의 동행이 아닙니다.",
      "party.1.passNo": "같은 출입증이 중복되었습니다.",
      "party.2.visitID": "올바른 값이 아닙니다.",
      "party.3.visitID": "이 방문의 동행이 아닙니다.",
      "party.4.passNo": "필수 입력 항목입니다",
    });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
  });
});

describe("POST /dash/visits/{id}/issue: refused", () => {
  it("returns 405 for a visit in another status", async () => {
    const { id } = await visitAt("rejected");
    const answer = await issue(id, { passNo: await addPass(server) });
    expect(`${answer.status} ${answer.text}`).toBe("405 지금 상태(반려)에서는 할 수 없는 작업입니다.");
  });

  it.each([
    [
      "2026-03-10 11:10",
      "2026-03-10 12:00",
      "방문 시작 1시간 전인 2026-03-10 10:10부터 출입증을 발급할 수 있습니다. 지금 발급하려면 사유를 입력해 주십시오.",
    ],
    [
      "2026-03-11 10:00",
      "2026-03-11 12:00",
      "아직 방문일이 아닙니다. 2026-03-11 09:00부터 출입증을 발급할 수 있습니다.",
    ],
    [
      "2026-03-08 10:00",
      "2026-03-09 18:00",
      "방문 시작 1시간 전부터 방문 기간 안에만 출입증을 발급할 수 있습니다.",
    ],
  ])("returns 405 outside the visit's period: %s to %s", async (startDate, endDate, sentence) => {
    const { id } = await visitAt("approved", { startDate, endDate });
    const passNo = await addPass(server);
    const answer = await issue(id, {
      passNo,
      ...(startDate.includes("11:10") ? {} : { reason: "일찍 도착" }),
    });
    expect(`${answer.status} ${answer.text}`).toBe(`405 ${sentence}`);
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    expect(await statusOf(server.db, id)).toBe("approved");
  });

  it.each([
    ["lost", false, "은 분실로 처리되어 있습니다."],
    ["retired", false, "은 사용이 중지된 출입증입니다."],
    ["lost", true, "은 분실로 처리되어 있습니다."],
  ] as const)("returns 405 for a %s pass, with its number", async (status, vehicle, sentence) => {
    const { id } = await visitAt("approved");
    const bad = await addPass(server, { status, vehicle });
    const good = await addPass(server);
    const answer = await issue(id, vehicle ? { passNo: good, carPassNo: bad } : { passNo: bad });
    expect(answer.status).toBe(405);
    expect(answer.text).toBe(`${bad} ${vehicle ? "차량 출입증" : "출입증"}${sentence}`);
    expect(await passOf(server.db, good)).toMatchObject(free);
    expect(await statusOf(server.db, id)).toBe("approved");
  });

  it("returns 405 for a pass issued to another visitor, in the user's language", async () => {
    const { passNo, id: holder } = await letIn({ server, site, crew });
    const { id } = await visitAt("approved");
    const answer = await issue(id, { passNo });
    expect(`${answer.status} ${answer.text}`).toBe(
      `405 ${passNo} 출입증은 이미 다른 방문객에게 발급되어 있습니다.`,
    );
    const english = await crew.desk.post(deskPath(id), { body: { visitID: id, passNo }, lang: "en" });
    expect(english.text).toBe(`Pass ${passNo} is already issued to another visitor.`);
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "issued", visitId: holder });
  });

  it("returns 405 for a second pass while one is out, unless it was lost", async () => {
    const { id } = await visitAt("exited");
    const old = await addPass(server, { visitId: id });
    const passNo = await addPass(server);
    expect((await answered(issue(id, { passNo }), 405)).text).toContain(
      `${old} 출입증을 아직 반납하지 않은 방문객입니다.`,
    );
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    await server
      .db("passes")
      .where({ passNo: old })
      .update({ status: "lost", visitId: null, issuedAt: null });
    expect((await issue(id, { passNo })).body[0]).toMatchObject({ statusCode: "entered", pass: { passNo } });
  });
});

describe("POST /dash/visits/{id}/issue: success", () => {
  it("checks the visitor in with pass, vehicle pass, escort and log row", async () => {
    const { id } = await visitAt("approved");
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    const answer = await answered(issue(id, { passNo, carPassNo, guide: "  김안내  대리 " }));
    expect(answer.body).toHaveLength(1);
    expect(answer.body[0]).toMatchObject({
      id,
      statusCode: "entered",
      enteredAt: "2026-03-10 10:00",
      exitedAt: null,
      guide: "김안내 대리",
      pass: { passNo },
      carPass: { passNo: carPassNo },
      actions: ["recovery", "revert", "lost", "edit"],
    });
    expect(await visitOf(server.db, id)).toMatchObject({ enteredAt: morning, enteredFrom: "approved" });
    for (const no of [passNo, carPassNo]) {
      expect(await passOf(server.db, no)).toMatchObject({
        status: "issued",
        visitId: id,
        issuedAt: morning,
        updatedAt: morning,
      });
    }
    expect(await logsOf(server.db, id)).toMatchObject([
      {
        action: "issue",
        fromCode: "approved",
        toCode: "entered",
        actorId: crew.desk.id,
        passNo: `${passNo}, ${carPassNo}`,
        at: morning,
      },
    ]);
  });

  it("checks an early visitor in with a reason, kept in the log", async () => {
    const { leader, companions } = await addGroup(server, site, 1, {
      statusCode: "approved",
      startDate: "2026-03-10 14:00",
    });
    const onTime = companions[0]?.id ?? 0;
    await server.db("visits").where({ id: onTime }).update({ startAt: morning });
    const party = [{ visitID: onTime, passNo: await addPass(server) }];
    const body = { passNo: await addPass(server), party };
    expect((await answered(issue(leader.id, body), 405)).text).toContain("2026-03-10 13:00부터");
    expect(await statusOf(server.db, onTime)).toBe("approved");
    const read = (await crew.desk.get(`/dash/visits/${leader.id}`)).body;
    expect(read.actions).toContain("issue");
    await answered(issue(leader.id, { ...body, reason: " 담당자 요청 " }));
    expect(await logsOf(server.db, leader.id)).toMatchObject([{ action: "issue", note: "담당자 요청" }]);
    expect(await logsOf(server.db, onTime)).toMatchObject([{ action: "issue", note: "" }]);
  });

  it("stores the vehicle number given with the vehicle pass, for each member", async () => {
    const { leader, companions } = await addGroup(server, site, 1, { statusCode: "approved" });
    const one = companions[0]?.id ?? 0;
    await server.db("visits").where({ id: one }).update({ carNumber: "34나 5678" });
    const answer = await issue(leader.id, {
      passNo: await addPass(server),
      carPassNo: await addPass(server, { vehicle: true }),
      carNumber: " 12가  3456 ",
      party: [{ visitID: one, passNo: await addPass(server), carNumber: "34나 5678" }],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.map(({ carNumber }: { carNumber: string }) => carNumber)).toEqual([
      "12가 3456",
      "34나 5678",
    ]);
    expect((await logsOf(server.db, leader.id)).map(({ action, note }) => [action, note])).toEqual([
      ["edit", "carNumber"],
      ["issue", ""],
    ]);
    expect(await logsOf(server.db, one)).toHaveLength(1);
    const found = await crew.desk.get(`/api/visit?q=${encodeURIComponent("3456")}`);
    expect(found.body.rows.map(({ id }: { id: number }) => id)).toEqual([leader.id]);
  });

  it("checks in again with the pass still held, given or not", async () => {
    for (const isNamed of [true, false]) {
      const { id } = await visitAt("exited", { exitedAt: morning });
      const passNo = await addPass(server, { visitId: id, issuedAt: new Date(0) });
      const { body } = await issue(id, isNamed ? { passNo } : {});
      expect(body[0]).toMatchObject({ statusCode: "entered", pass: { passNo }, exitedAt: null });
      expect((await passOf(server.db, passNo)).issuedAt).toEqual(new Date(0));
      expect(await logsOf(server.db, id)).toMatchObject([{ fromCode: "exited", passNo }]);
    }
  });

  it("checks a group in together", async () => {
    const { leader, companions } = await addGroup(server, site, 3, { statusCode: "approved" });
    const [one, two, three] = companions.map(({ id }) => id);
    const passNos = [await addPass(server), await addPass(server), await addPass(server)];
    const answer = await issue(leader.id, {
      passNo: passNos[0],
      guide: "이안내",
      party: [
        { visitID: two, passNo: passNos[2] },
        { visitID: one, passNo: passNos[1] },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    const guides = answer.body.map((row: { id: number; guide: string; pass: { passNo: string } }) => [
      row.id,
      row.guide,
      row.pass.passNo,
    ]);
    expect(guides).toEqual([
      [leader.id, "이안내", passNos[0]],
      [two, "이안내", passNos[2]],
      [one, "이안내", passNos[1]],
    ]);
    expect(await statusOf(server.db, three ?? 0)).toBe("approved");
    expect(await logsOf(server.db, one ?? 0)).toMatchObject([{ action: "issue", passNo: passNos[1] }]);
  });

  it.each(["a pass issued to another visitor", "a member already inside"])(
    "checks no group member in with %s",
    async (scenario) => {
      const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
      const [one, two] = companions.map(({ id }) => id);
      const passNos = [await addPass(server), await addPass(server), await addPass(server)];
      const holder = await letIn({ server, site, crew });
      if (scenario.includes("member"))
        expect((await issue(two ?? 0, { passNo: passNos[2] })).status).toBe(200);
      const answer = await issue(leader.id, {
        passNo: passNos[0],
        party: [
          { visitID: one, passNo: passNos[1] },
          { visitID: two, passNo: scenario.includes("member") ? passNos[2] : holder.passNo },
        ],
      });
      expect(answer.status).toBe(405);
      expect(answer.text).toBe(
        scenario.includes("member")
          ? "이미 처리된 방문입니다."
          : `${holder.passNo} 출입증은 이미 다른 방문객에게 발급되어 있습니다.`,
      );
      expect(await statusOf(server.db, leader.id)).toBe("approved");
      expect(await statusOf(server.db, one ?? 0)).toBe("approved");
      expect(await passOf(server.db, passNos[0] ?? "")).toMatchObject(free);
      expect(await logsOf(server.db, leader.id)).toEqual([]);
    },
  );
});

it("check-in finds a pass by number, ignoring case and width", async () => {
  const { id } = await visitAt("approved");
  const passNo = await addPass(server);
  expect((await issue(id, { passNo: passNo.toLowerCase().replace("-", "－") })).body).toMatchObject([
    { statusCode: "entered", pass: { passNo } },
  ]);
});

describe("POST /dash/visits/{id}/issue: repeated", () => {
  it("returns success for the same pass and user, and 405 otherwise", async () => {
    const { id, passNo } = await letIn({ server, site, crew });
    for (const body of [{ passNo }, {}])
      expect((await issue(id, body)).body).toMatchObject([{ statusCode: "entered", pass: { passNo } }]);
    for (const answer of [
      await issue(id, { passNo: await addPass(server) }),
      await crew.admin.post(`/dash/visits/${id}/issue`, { body: { visitID: id, passNo } }),
    ])
      expect(`${answer.status} ${answer.text}`).toBe("405 이미 처리된 방문입니다.");
    expect(await logsOf(server.db, id)).toHaveLength(1);
  });
});
