import { describe, expect, it } from "vitest";
import { answered, startOwnServer } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { koreanApplication } from "../../support/site.ts";
import { searchPath } from "../../support/visits/visit-lists.ts";
import { addVisit } from "../../support/visits/visits.ts";

const search = "/api/request/search";
const cancel = "/api/request/cancel";
const { server, site, crew } = await staffedSite();

let people = 0;
const person = () => ({
  name: `방문객${++people}`,
  cellPhone: `010-0000-${String(people).padStart(4, "0")}`,
});
type Person = ReturnType<typeof person>;

async function apply(visitor: Person, more: Record<string, unknown> = {}): Promise<string> {
  const body = koreanApplication(site, { name: visitor.name, cellphone: visitor.cellPhone, ...more });
  return (await answered(server.post("/api/request/simple/save/", { body }))).body.reserveNo;
}

const find = (visitor: Person, lang?: string) =>
  server.post(search, { body: visitor, ...(lang && { lang }) });

/** Makes a visit a companion's, in the leader's status. */
async function addToGroup(companionNo: string, leaderNo: string) {
  const leader = await server.db("visits").where({ reserveNo: leaderNo }).first("id", "statusCode");
  await server
    .db("visits")
    .where({ reserveNo: companionNo })
    .update({ leaderId: leader.id, statusCode: leader.statusCode });
}

const statusOf = async (reserveNo: string) =>
  (await server.db("visits").where({ reserveNo }).first()).statusCode;

describe("POST /api/request/search: success", () => {
  it("returns the visitor's visits, newest first, masked, in the site's time zone", async () => {
    const visitor = person();
    const first = await apply(visitor);
    server.now = new Date(server.now.getTime() + 60_000);
    const second = await apply(visitor, { startDate: "2026-03-11 14:00", endDate: "2026-03-12 16:00" });
    const { body } = await answered(find(visitor));
    expect(body.map((row: { reserveNo: string }) => row.reserveNo)).toEqual([second, first]);
    expect(body[1]).toEqual({
      reserveNo: first,
      leaderName: "",
      followersCnt: 0,
      name: visitor.name,
      company: "나래상사",
      position: "",
      phone: "",
      cellPhone: visitor.cellPhone.replace(/^(010-00)00-0(\d{3})$/, "$1**-*$2"),
      accessiblePlace: { name: "본관" },
      purpose: { name: "회의" },
      startDate: "2026-03-10 14:00",
      endDate: "2026-03-10 16:00",
      hostUser: { name: "김철수", position: "책임" },
      statusCode: "applied",
      status: { code: "applied", name: "신청" },
      reason: "",
      actions: ["cancel"],
      companions: [],
    });
  });

  it("returns English names", async () => {
    const visitor = person();
    await apply(visitor);
    const { body } = await find(visitor, "en");
    expect(body[0]).toMatchObject({
      accessiblePlace: { name: "Main building" },
      purpose: { name: "Meeting" },
      hostUser: { name: "Cheolsu Kim" },
      status: { name: "Applied" },
    });
  });

  it("accepts every notation of the number, and ignores spaces and case of the name", async () => {
    const visitor = { name: "Jane Visitor", cellPhone: "010-0000-9999" };
    await apply(visitor);
    for (const cellPhone of ["01000009999", "+82 10 0000 9999"]) {
      expect((await find({ name: " jane  VISITOR", cellPhone })).body).toHaveLength(1);
    }
  });

  it("returns the leader's name to companions, and the number of companions to leaders", async () => {
    const [leader, companion] = [person(), person()];
    const leaderNo = await apply(leader);
    await addToGroup(await apply(companion), leaderNo);
    const otherNo = await apply(person());
    await addToGroup(otherNo, leaderNo);
    await server.db("visits").where({ reserveNo: otherNo }).update({ statusCode: "cancelled" });
    expect((await find(leader)).body[0]).toMatchObject({ leaderName: "", followersCnt: 1 });
    expect((await find(companion)).body[0]).toMatchObject({ leaderName: leader.name, followersCnt: 0 });
  });

  it("masks the company's number, and returns the position", async () => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    await server.db("visits").where({ reserveNo }).update({ phone: "02-123-4567", position: "부장" });
    expect((await find(visitor)).body[0]).toMatchObject({ phone: "***", position: "부장" });
  });

  it("returns visits of the last 12 months only", async () => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    for (const [day, length] of [
      ["09", 0],
      ["11", 1],
    ] as const) {
      const createdAt = new Date(`2025-03-${day}T00:00:00Z`);
      await server.db("visits").where({ reserveNo }).update({ createdAt });
      expect((await find(visitor)).body).toHaveLength(length);
    }
  });
});

describe("POST /api/request/search: another visitor's", () => {
  it("returns the same response for a wrong name and an unknown number", async () => {
    const visitor = person();
    await apply(visitor);
    const wrongName = await find({ ...visitor, name: "다른이름" });
    const unknownNumber = await find({ ...visitor, cellPhone: "010-9999-0000" });
    expect(wrongName.status).toBe(200);
    expect(wrongName.text).toBe("[]");
    expect(unknownNumber.text).toBe(wrongName.text);
    const headersOf = ({ headers }: typeof wrongName) =>
      [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    expect(headersOf(unknownNumber)).toEqual(headersOf(wrongName));
  });
});

describe("visits without a Korean mobile number", () => {
  const reserved = async (cellphone: string | undefined) => {
    const name = `무번호${++people}`;
    const visit = await addVisit(server, site, {
      name,
      statusCode: "approved",
      ...(cellphone && { cellphone }),
    });
    return { name, reserveNo: visit.reserveNo };
  };

  it.each([undefined, "+12025550100"])("are found by name and reservation number: %s", async (cellphone) => {
    const visitor = await reserved(cellphone);
    const { body } = await server.post(search, {
      body: { ...visitor, reserveNo: visitor.reserveNo.replace("-", "").toLowerCase() },
    });
    expect(body).toMatchObject([
      { reserveNo: visitor.reserveNo, name: visitor.name, cellPhone: cellphone ? "***" : "" },
    ]);
  });

  it("are found by their own name and number only; a Korean number must be given when known", async () => {
    const visitor = await reserved(undefined);
    const known = await reserved("010-0000-9999");
    for (const body of [
      { ...visitor, name: "다른이름" },
      { ...visitor, reserveNo: known.reserveNo },
      known,
    ]) {
      expect((await server.post(search, { body })).body).toEqual([]);
    }
  });

  it("are cancelled by name and reservation number", async () => {
    const visitor = await reserved("+12025550100");
    expect((await answered(server.post(cancel, { body: visitor }))).body.statusCode).toBe("cancelled");
  });

  it("return the same error as unknown ones when the number is missing", async () => {
    const known = await reserved("010-0000-9998");
    const expected = [400, { cellPhone: "필수 입력 항목입니다" }];
    for (const body of [known, { ...known, name: "다른이름" }, { ...known, reserveNo: "260310-ZZZZZ" }]) {
      const answer = await server.post(cancel, { body });
      expect([answer.status, answer.body]).toEqual(expected);
    }
    expect(await statusOf(known.reserveNo)).toBe("approved");
  });

  it("are rate-limited by reservation number", async () => {
    const own = await startOwnServer({ limits: { lookupNumber: 2 } });
    const body = { name: "아무개", reserveNo: "260310-AAAAA" };
    const answers = [1, 2, 3].map(() => own.post(search, { body }));
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 429]);
  });
});

describe("reason of a rejection", () => {
  const rejected = async (more: object) => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    const { id } = await server.db("visits").where({ reserveNo }).first("id");
    const body = { reason: "시설 점검 중입니다.", ...more };
    await answered(crew.desk.put(`/dash/user/reject/${id}`, { body }));
    return { visitor, id };
  };

  it("is shown to the visitor if the staff chose so, until the rejection is undone", async () => {
    const { visitor, id } = await rejected({ showReason: true });
    expect((await find(visitor)).body).toMatchObject([
      { statusCode: "rejected", reason: "시설 점검 중입니다." },
    ]);
    await crew.desk.put(`/dash/user/undo/${id}`, { body: { note: "다시" } });
    expect((await find(visitor)).body).toMatchObject([{ statusCode: "applied", reason: "" }]);
  });

  it.each([{}, { showReason: false }])("is hidden from the visitor otherwise: %j", async (more) => {
    const { visitor } = await rejected(more);
    expect((await find(visitor)).body).toMatchObject([{ statusCode: "rejected", reason: "" }]);
  });
});

describe("foreign phone numbers", () => {
  it("can be used to apply, search in every notation, and cancel; they are shown as ***", async () => {
    const visitor = { name: `Jane${++people}`, cellPhone: "+1 (415) 555-0100" };
    const reserveNo = await apply(visitor);
    const stored = await server.db("visits").where({ reserveNo }).first();
    expect(server.cipher.decrypt(stored, reserveNo)).toBe("+14155550100");
    const spelt = { ...visitor, cellPhone: "+14155550100" };
    for (const spelling of [visitor, spelt]) {
      expect((await find(spelling)).body).toMatchObject([{ reserveNo, cellPhone: "***" }]);
    }
    expect((await find({ ...visitor, cellPhone: "+1 415 555 0101" })).body).toEqual([]);
    const answer = await server.post(cancel, { body: { ...spelt, reserveNo } });
    expect([answer.status, answer.body.statusCode]).toEqual([200, "cancelled"]);
  });

  it("are found by the desk by full number and last four digits", async () => {
    const reserveNo = await apply({ name: `Jane${++people}`, cellPhone: "+49 151 2345 7788" });
    for (const q of ["+49 151 2345 7788", "+4915123457788", "7788"]) {
      const { body } = await crew.desk.get(`${searchPath}?q=${encodeURIComponent(q)}`);
      expect(body.rows, q).toMatchObject([{ reserveNo, cellPhone: "***" }]);
    }
  });

  it("are rejected on their field when invalid", async () => {
    const body = koreanApplication(site, { name: "Jane", cellphone: "+1 415" });
    const answer = await server.post("/api/request/simple/save/", { body });
    expect([answer.status, answer.body]).toEqual([400, { cellphone: "올바른 형식이 아닙니다." }]);
  });
});

describe("POST /api/request/search: invalid", () => {
  it("reports both missing fields", async () => {
    const { body } = await answered(server.post(search, { body: {} }), 400);
    expect(body).toEqual({ name: "필수 입력 항목입니다", cellPhone: "필수 입력 항목입니다" });
  });

  it("rejects GET with name and number in the query", async () => {
    expect((await server.get(`${search}?name=a&cellPhone=b`)).status).toBe(405);
  });
});

describe("POST /api/request/cancel: success", () => {
  it.each(["applied", "approved"])("cancels an %s visit and logs it", async (from) => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    await server.db("visits").where({ reserveNo }).update({ statusCode: from });
    const answer = await server.post(cancel, { body: { reserveNo: reserveNo.toLowerCase(), ...visitor } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      reserveNo,
      statusCode: "cancelled",
      status: { code: "cancelled", name: "취소" },
    });
    expect((await find(visitor)).body[0]).toMatchObject({ statusCode: "cancelled", actions: [] });
    const logs = await server
      .db("visitLogs")
      .join("visits", "visits.id", "visitId")
      .where({ reserveNo })
      .orderBy("visitLogs.id");
    expect(logs.at(-1)).toMatchObject({
      action: "cancel",
      fromCode: from,
      toCode: "cancelled",
      actorKind: "visitor",
    });
  });

  it("cancels companions in the same status only", async () => {
    const leader = person();
    const leaderNo = await apply(leader);
    const [same, other] = [await apply(person()), await apply(person())];
    await addToGroup(same, leaderNo);
    await addToGroup(other, leaderNo);
    await server.db("visits").where({ reserveNo: other }).update({ statusCode: "rejected" });
    await server.post(cancel, { body: { reserveNo: leaderNo, ...leader } });
    expect(await statusOf(same)).toBe("cancelled");
    expect(await statusOf(other)).toBe("rejected");
  });

  it("cancels only the companion's visit when a companion calls it", async () => {
    const companion = person();
    const leaderNo = await apply(person());
    const companionNo = await apply(companion);
    await addToGroup(companionNo, leaderNo);
    await server.post(cancel, { body: { reserveNo: companionNo, ...companion } });
    expect([await statusOf(leaderNo), await statusOf(companionNo)]).toEqual(["applied", "cancelled"]);
  });
});

describe("POST /api/request/cancel: another visitor's", () => {
  it("returns the same 404 for an unknown reservation, a wrong name and a wrong phone number", async () => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    const answers = await Promise.all([
      server.post(cancel, { body: { reserveNo: "260310-ZZZZZ", ...visitor } }),
      server.post(cancel, { body: { reserveNo, ...visitor, name: "다른이름" } }),
      server.post(cancel, { body: { reserveNo, ...visitor, cellPhone: "010-9999-0000" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await statusOf(reserveNo)).toBe("applied");
  });
});

describe("POST /api/request/cancel: invalid", () => {
  it("reports all invalid fields", async () => {
    const { status, body } = await server.post(cancel, {
      body: { reserveNo: "x", name: "", cellPhone: "1" },
    });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["cellPhone", "name", "reserveNo"]);
  });

  it("returns 405 with a sentence for a rejected visit", async () => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    await server.db("visits").where({ reserveNo }).update({ statusCode: "rejected" });
    const answer = await server.post(cancel, { body: { reserveNo, ...visitor } });
    expect(`${answer.status} ${answer.text}`).toBe("405 지금 상태(반려)에서는 할 수 없는 작업입니다.");
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await statusOf(reserveNo)).toBe("rejected");
  });
});

describe("POST /api/request/cancel: repeated", () => {
  it("returns the same success and cancels once for simultaneous calls", async () => {
    const visitor = person();
    const reserveNo = await apply(visitor);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.post(cancel, { body: { reserveNo, ...visitor } })),
    );
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { reserveNo, statusCode: "cancelled" }]);
    const logs = await server
      .db("visitLogs")
      .where({ action: "cancel" })
      .join("visits", "visits.id", "visitId")
      .where({ reserveNo });
    expect(logs).toHaveLength(1);
  });
});
