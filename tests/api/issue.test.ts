import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StatusCode } from "#contract/status.ts";
import { startTestServer, type TestServer } from "../support/api.ts";
import { type Site, seedSite } from "../support/site.ts";
import { addCrew, type Crew } from "../support/staff.ts";
import {
  type AddedVisit,
  addParty,
  addPass,
  addVisit,
  logsOf,
  passOf,
  statusOf,
  visitOf,
} from "../support/visits.ts";

const morning = new Date("2026-03-10T01:00:00Z");
let server: TestServer;
let site: Site;
let crew: Crew;

beforeAll(async () => {
  server = await startTestServer();
  site = await seedSite(server.db);
  crew = await addCrew(server, site.company);
});
beforeEach(() => {
  server.now = morning;
});
afterAll(() => server.close());

const later = (minutes: number) => {
  server.now = new Date(server.now.getTime() + minutes * 60_000);
};
const visitAt = (statusCode: StatusCode, more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode, ...more });
const pathOf = (id: number, action = "issue") => `/dash/visits/${id}/${action}`;
const issue = (id: number, body: Record<string, unknown>) =>
  crew.desk.post(pathOf(id), { body: { visitID: id, ...body } });
const recover = (id: number, body: Record<string, unknown> = {}) =>
  crew.desk.put(pathOf(id, "recovery"), { body });
const revert = (id: number, body: Record<string, unknown> = { reason: "다른 분에게 발급함" }) =>
  crew.desk.put(pathOf(id, "revert"), { body });
/** What open consoles hear of, since `make` began. */
async function heardOf(make: () => Promise<unknown>) {
  const last = (await server.db("changes").max("id as id").first())?.id ?? 0;
  await make();
  const changes = await server.db("changes").where("id", ">", last).orderBy("id");
  return changes.map(({ kind, visitId }) => (kind === "visit" ? visitId : kind)).sort();
}
const free = { status: "available", visitId: null, issuedAt: null };

/** A visitor inside on a pass that was issued through the API. */
async function inside(more: AddedVisit = {}) {
  const visit = await visitAt("approved", more);
  const passNo = await addPass(server);
  const answer = await issue(visit.id, { passNo });
  expect(answer.status, answer.text).toBe(200);
  return { id: visit.id, passNo };
}

describe.each([
  ["POST", "issue"],
  ["PUT", "recovery"],
  ["PUT", "revert"],
])("%s /dash/visits/{id}/%s", (method, action) => {
  it("needs a session; hosts and the privacy officer may not; an unknown visit is not found", async () => {
    const statusCode = action === "issue" ? "approved" : "entered";
    const { id } = await visitAt(statusCode, { hostUserId: crew.host.id });
    const passNo = await addPass(server);
    const body = { issue: { visitID: id, passNo }, recovery: {}, revert: { reason: "잘못" } }[action];
    const path = pathOf(id, action);
    expect((await server.send(method, path, { body })).status).toBe(401);
    expect((await crew.host.send(method, path, { body })).status).toBe(403);
    expect((await crew.privacy.send(method, path, { body })).status).toBe(403);
    expect((await crew.desk.send(method, pathOf(2_000_000_000, action), { body })).status).toBe(404);
    expect(await statusOf(server.db, id)).toBe(statusCode);
    expect(await passOf(server.db, passNo)).toMatchObject(free);
  });
});

describe("POST /dash/visits/{id}/issue — invalid", () => {
  it("names another id, an unknown pass and unknown fields", async () => {
    const { id } = await visitAt("approved");
    const answer = await issue(id, { visitID: id + 1, passNo: "none", carPassNo: "V-none", x: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      x: "알 수 없는 항목입니다.",
      visitID: "올바른 값이 아닙니다.",
      passNo: "등록되지 않은 출입증입니다.",
      carPassNo: "등록되지 않은 출입증입니다.",
    });
    expect(await statusOf(server.db, id)).toBe("approved");
  });

  it.each([{}, { passNo: "" }, { passNo: null }])("needs a pass: %j", async (body) => {
    const { id } = await visitAt("approved");
    expect((await issue(id, body)).body).toEqual({ passNo: "필수 입력 항목입니다" });
  });

  it("does not take a vehicle's pass for a person's", async () => {
    const { id } = await visitAt("approved");
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    expect((await issue(id, { passNo: carPassNo, carPassNo: passNo })).body).toEqual({
      passNo: "등록되지 않은 출입증입니다.",
      carPassNo: "등록되지 않은 출입증입니다.",
    });
  });

  it("takes only companions of this visit into the party, each once, and each pass once", async () => {
    const { leader, companions } = await addParty(server, site, 2, { statusCode: "approved" });
    const stranger = await visitAt("approved");
    const [one, two] = companions.map(({ id }) => id);
    const [passNo, other] = [await addPass(server), await addPass(server)];
    const answer = await issue(leader.id, {
      passNo,
      party: [
        { visitID: stranger.id, passNo: other },
        { visitID: one, passNo },
        { visitID: one, passNo: other },
        { visitID: leader.id, passNo: other },
        { visitID: two },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      "party.0.visitID": "이 방문의 동행이 아닙니다.",
      "party.1.passNo": "같은 출입증을 두 번 적었습니다.",
      "party.2.visitID": "올바른 값이 아닙니다.",
      "party.3.visitID": "이 방문의 동행이 아닙니다.",
      "party.4.passNo": "필수 입력 항목입니다",
    });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
  });
});

describe("POST /dash/visits/{id}/issue — refused", () => {
  const statuses = ["applied", "rejected", "cancelled", "ended"] as const;
  it.each(statuses)("an %s visit", async (statusCode) => {
    const { id } = await visitAt(statusCode);
    const answer = await issue(id, { passNo: await addPass(server) });
    expect(answer.status).toBe(405);
    expect(answer.text).toMatch(/^지금 상태\(.{2}\)에서는 할 수 없는 작업입니다\.$/);
  });

  it.each([
    ["2026-03-10 11:10", "2026-03-10 12:00"],
    ["2026-03-08 10:00", "2026-03-09 18:00"],
  ])("outside of the visit's days: %s to %s", async (startDate, endDate) => {
    const { id } = await visitAt("approved", { startDate, endDate });
    const answer = await issue(id, { passNo: await addPass(server) });
    expect(`${answer.status} ${answer.text}`).toBe(
      "405 방문 시작 1시간 전부터 방문 기간 안에만 출입증을 발급할 수 있습니다.",
    );
  });

  it.each([
    ["lost", false, "은 분실로 처리되어 있습니다."],
    ["retired", false, "은 더 이상 쓰지 않는 출입증입니다."],
    ["lost", true, "은 분실로 처리되어 있습니다."],
  ] as const)("a %s pass, by its number", async (status, vehicle, sentence) => {
    const { id } = await visitAt("approved");
    const bad = await addPass(server, { status, vehicle });
    const good = await addPass(server);
    const answer = await issue(id, vehicle ? { passNo: good, carPassNo: bad } : { passNo: bad });
    expect(answer.status).toBe(405);
    expect(answer.text).toBe(`${bad} ${vehicle ? "차량출입증" : "출입증"}${sentence}`);
    expect(await passOf(server.db, good)).toMatchObject(free);
    expect(await statusOf(server.db, id)).toBe("approved");
  });

  it("a pass that is out with somebody else, in the reader's language", async () => {
    const { passNo, id: holder } = await inside();
    const { id } = await visitAt("approved");
    const answer = await issue(id, { passNo });
    expect(`${answer.status} ${answer.text}`).toBe(
      `405 ${passNo} 출입증은 이미 다른 방문객에게 발급되어 있습니다.`,
    );
    const english = await crew.desk.post(pathOf(id), { body: { visitID: id, passNo }, lang: "en" });
    expect(english.text).toBe(`Pass ${passNo} is already out with another visitor.`);
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "issued", visitId: holder });
  });

  it("another pass while one is still out, unless that was marked as lost", async () => {
    const { id } = await visitAt("exited");
    const old = await addPass(server, { visitId: id });
    const passNo = await addPass(server);
    const answer = await issue(id, { passNo });
    expect(answer.status).toBe(405);
    expect(answer.text).toContain(`${old} 출입증을 아직 반납하지 않은 방문객입니다.`);
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    await server
      .db("passes")
      .where({ passNo: old })
      .update({ status: "lost", visitId: null, issuedAt: null });
    expect((await issue(id, { passNo })).body[0]).toMatchObject({ statusCode: "entered", pass: { passNo } });
  });
});

describe("POST /dash/visits/{id}/issue — success", () => {
  it("lets the visitor in: status, pass, vehicle pass, who escorts, and a log row that names them", async () => {
    const { id } = await visitAt("approved");
    const [passNo, carPassNo] = [await addPass(server), await addPass(server, { vehicle: true })];
    const answer = await issue(id, { passNo, carPassNo, guide: "  김안내  대리 " });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toHaveLength(1);
    expect(answer.body[0]).toMatchObject({
      id,
      statusCode: "entered",
      enteredAt: "2026-03-10 10:00",
      exitedAt: null,
      guide: "김안내 대리",
      pass: { passNo },
      carPass: { passNo: carPassNo },
      actions: ["recovery", "revert", "edit"],
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

  it("does not wait for a consent that is missing, and shows that it is", async () => {
    const { id } = await visitAt("approved", { origin: "console" });
    const { body } = await issue(id, { passNo: await addPass(server) });
    expect(body[0]).toMatchObject({ statusCode: "entered", consentMissing: true });
  });

  it("lets in again on the pass still held, named or not", async () => {
    for (const isNamed of [true, false]) {
      const { id } = await visitAt("exited", { exitedAt: morning });
      const passNo = await addPass(server, { visitId: id, issuedAt: new Date(0) });
      const { body } = await issue(id, isNamed ? { passNo } : {});
      expect(body[0]).toMatchObject({ statusCode: "entered", pass: { passNo }, exitedAt: null });
      expect((await passOf(server.db, passNo)).issuedAt).toEqual(new Date(0));
      expect(await logsOf(server.db, id)).toMatchObject([{ fromCode: "exited", passNo }]);
    }
  });

  it("lets a party in together", async () => {
    const { leader, companions } = await addParty(server, site, 3, { statusCode: "approved" });
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
    const seen = answer.body.map((row: { id: number; guide: string; pass: { passNo: string } }) => [
      row.id,
      row.guide,
      row.pass.passNo,
    ]);
    expect(seen).toEqual([
      [leader.id, "이안내", passNos[0]],
      [two, "이안내", passNos[2]],
      [one, "이안내", passNos[1]],
    ]);
    expect(await statusOf(server.db, three ?? 0)).toBe("approved");
    expect(await logsOf(server.db, one ?? 0)).toMatchObject([{ action: "issue", passNo: passNos[1] }]);
  });

  it.each(["a pass that is out", "a member who is inside already"])(
    "lets nobody of a party in where there is %s",
    async (what) => {
      const { leader, companions } = await addParty(server, site, 2, { statusCode: "approved" });
      const [one, two] = companions.map(({ id }) => id);
      const passNos = [await addPass(server), await addPass(server), await addPass(server)];
      const taken = await inside();
      if (what.includes("member")) expect((await issue(two ?? 0, { passNo: passNos[2] })).status).toBe(200);
      const answer = await issue(leader.id, {
        passNo: passNos[0],
        party: [
          { visitID: one, passNo: passNos[1] },
          { visitID: two, passNo: what.includes("member") ? passNos[2] : taken.passNo },
        ],
      });
      expect(answer.status).toBe(405);
      expect(answer.text).toBe(
        what.includes("member")
          ? "이미 처리된 방문입니다."
          : `${taken.passNo} 출입증은 이미 다른 방문객에게 발급되어 있습니다.`,
      );
      expect(await statusOf(server.db, leader.id)).toBe("approved");
      expect(await statusOf(server.db, one ?? 0)).toBe("approved");
      expect(await passOf(server.db, passNos[0] ?? "")).toMatchObject(free);
      expect(await logsOf(server.db, leader.id)).toEqual([]);
    },
  );
});

describe("open consoles", () => {
  it("hear of the visit, and of passes where some moved", async () => {
    const { id } = await visitAt("approved");
    const passNo = await addPass(server);
    expect(await heardOf(() => issue(id, { passNo }))).toEqual([id, "pass"]);
    expect(await heardOf(() => recover(id, { passReturned: false }))).toEqual([id]);
    expect(await heardOf(() => issue(id, {}))).toEqual([id]);
    expect(await heardOf(() => recover(id))).toEqual([id, "pass"]);
    expect(await heardOf(() => recover(id))).toEqual([]);
  });
});

describe("POST /dash/visits/{id}/issue — repeated", () => {
  it("is refused, and changes nothing", async () => {
    const { id, passNo } = await inside();
    for (const body of [{ passNo }, {}, { passNo: await addPass(server) }]) {
      const answer = await issue(id, body);
      expect(`${answer.status} ${answer.text}`).toBe("405 이미 처리된 방문입니다.");
    }
    expect(await logsOf(server.db, id)).toHaveLength(1);
  });
});

describe("PUT /dash/visits/{id}/recovery", () => {
  it("refuses another id and what is no yes or no", async () => {
    const { id } = await inside();
    expect((await recover(id, { id: id + 1 })).body).toEqual({ id: "올바른 값이 아닙니다." });
    expect((await recover(id, { passReturned: "yes" })).body).toEqual({
      passReturned: "올바른 값이 아닙니다.",
    });
    expect(await statusOf(server.db, id)).toBe("entered");
  });

  it("records the exit and takes the passes back", async () => {
    const { id, passNo } = await inside();
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

  it("keeps out what did not come back, each kind for itself, until it does", async () => {
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

  it("takes a pass back after the visit ended, and leaves why it ended", async () => {
    const { id } = await visitAt("ended", { endedBecause: "done" });
    const passNo = await addPass(server, { visitId: id });
    const { body } = await recover(id);
    expect(body).toMatchObject({ statusCode: "ended", endedBecause: "done", pass: null });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
  });

  it("is refused where nothing is out, or nothing comes back", async () => {
    const exited = await visitAt("exited");
    const ended = await visitAt("ended");
    const holding = await visitAt("exited");
    await addPass(server, { visitId: holding.id });
    const answers = [
      await recover(exited.id),
      await recover(ended.id),
      await recover(holding.id, { passReturned: false }),
    ];
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(3).fill("405 이미 처리된 방문입니다."),
    );
    expect((await recover((await visitAt("approved")).id)).text).toBe(
      "지금 상태(승인)에서는 할 수 없는 작업입니다.",
    );
  });

  it("records the exit of who lost the pass", async () => {
    const { id, passNo } = await inside();
    await server.db("passes").where({ passNo }).update({ status: "lost", visitId: null, issuedAt: null });
    expect((await recover(id)).body).toMatchObject({ statusCode: "exited", pass: null });
    expect(await passOf(server.db, passNo)).toMatchObject({ status: "lost" });
  });
});

describe("PUT /dash/visits/{id}/revert", () => {
  it("needs a reason, and the same id", async () => {
    const { id } = await inside();
    expect((await revert(id, {})).body).toEqual({ reason: "필수 입력 항목입니다" });
    expect((await revert(id, { id: id + 1, reason: "잘못" })).body).toEqual({ id: "올바른 값이 아닙니다." });
    expect(await statusOf(server.db, id)).toBe("entered");
  });

  it("takes a first issue back within 15 minutes: as before, its passes free", async () => {
    const { id, passNo } = await inside();
    later(15);
    const { body } = await revert(id);
    expect(body).toMatchObject({ statusCode: "approved", enteredAt: null, pass: null });
    expect(await visitOf(server.db, id)).toMatchObject({
      enteredAt: null,
      enteredFrom: null,
      exitedAt: null,
    });
    expect(await passOf(server.db, passNo)).toMatchObject(free);
    expect((await logsOf(server.db, id)).at(-1)).toMatchObject({
      action: "revert",
      fromCode: "entered",
      toCode: "approved",
      note: "다른 분에게 발급함",
      passNo,
    });
    expect((await issue(id, { passNo })).status).toBe(200);
  });

  it("takes a second entry back to the exit before it; a pass held since then stays held", async () => {
    const { id, passNo } = await inside();
    later(30);
    await recover(id, { passReturned: false });
    const exited = await visitOf(server.db, id);
    later(30);
    const carPassNo = await addPass(server, { vehicle: true });
    expect((await issue(id, { carPassNo })).status).toBe(200);
    later(5);
    const { body } = await revert(id);
    expect(body).toMatchObject({
      statusCode: "exited",
      enteredAt: "2026-03-10 10:00",
      exitedAt: "2026-03-10 10:30",
      pass: { passNo },
      carPass: null,
    });
    const restored = await visitOf(server.db, id);
    expect({ ...restored, updatedAt: null }).toEqual({ ...exited, updatedAt: null });
    expect(await passOf(server.db, carPassNo)).toMatchObject(free);
    expect((await logsOf(server.db, id)).at(-1)).toMatchObject({ toCode: "exited", passNo: carPassNo });
  });

  it("finds the stay before, past a pass that came back later and an issue that was itself taken back", async () => {
    const { id } = await inside();
    later(30);
    await recover(id, { passReturned: false });
    later(5);
    await recover(id);
    for (const minutes of [10, 20]) {
      later(minutes);
      await issue(id, { passNo: await addPass(server) });
      expect((await revert(id)).body).toMatchObject({
        statusCode: "exited",
        enteredAt: "2026-03-10 10:00",
        exitedAt: "2026-03-10 10:30",
      });
    }
  });

  it("is refused after 15 minutes, and where nobody is inside", async () => {
    const { id } = await inside();
    later(16);
    const late = await revert(id);
    expect(late.status).toBe(405);
    expect(late.text).toMatch(/^발급 후 15분이 지나/);
    expect((await revert((await visitAt("applied")).id)).status).toBe(405);
  });

  it("is refused the second time", async () => {
    const { id } = await inside();
    await revert(id);
    const again = await revert(id);
    expect(`${again.status} ${again.text}`).toBe("405 이미 처리된 방문입니다.");
    expect(await logsOf(server.db, id)).toHaveLength(2);
  });
});
