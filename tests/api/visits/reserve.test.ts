import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import type { SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { logsOf, visitOf } from "../../support/visits/visits.ts";

const path = "/dash/visits/reserve";
const { server, site, crew } = await staffedSite();

const reservation = (more: Record<string, unknown> = {}) => ({
  hostUser: crew.host.id,
  location: site.place,
  purpose: site.purpose,
  startDate: "2026-03-11 14:00",
  endDate: "2026-03-11 16:00",
  name: "홍길동",
  cellphone: "010-1234-5678",
  company: "나래상사",
  position: "부장",
  carNumber: "12가 3456",
  ...more,
});

const reserve = (by: SignedIn, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  by.post(path, { body: reservation(more), headers });
const countVisits = async () => Number((await server.db("visits").count("* as n").first())?.n);

describe("POST /dash/visits/reserve: roles", () => {
  it("lets a host reserve for own visitors only, approved immediately", async () => {
    const before = await countVisits();
    const other = await answered(reserve(crew.host, { hostUser: crew.otherHost.id }), 400);
    expect(other.body).toEqual({ hostUser: "본인 방문만 예약할 수 있습니다." });
    expect((await reserve(crew.host, { askHost: true })).body).toEqual({ askHost: "올바른 값이 아닙니다." });
    expect(await countVisits()).toBe(before);
    expect((await reserve(crew.host)).status).toBe(200);
  });
});

describe("POST /dash/visits/reserve: invalid", () => {
  it("reports every invalid field at once, those of companions by position", async () => {
    const before = await countVisits();
    const { status, body } = await reserve(crew.desk, {
      hostUser: site.resigned,
      location: site.closedPlace,
      purpose: site.closedPurpose,
      startDate: "2026-03-10 09:20",
      endDate: "2026-03-10 09:00",
      name: " ",
      cellphone: "12",
      companions: [{ name: "김동행" }, { cellphone: "+1 202 555 0100", age: 3 }],
      statusCode: "entered",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      hostUser: "퇴사한 직원이어서 선택할 수 없습니다.",
      location: "지금은 선택할 수 없는 장소입니다.",
      purpose: "지금은 선택할 수 없는 방문 목적입니다.",
      startDate: "시작일시가 이미 지났습니다.",
      endDate: "종료일시는 시작일시보다 커야합니다.",
      name: "필수 입력 항목입니다",
      cellphone: "올바른 형식이 아닙니다.",
      "companions.1.name": "필수 입력 항목입니다",
      "companions.1.age": "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
      statusCode: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
    expect(await countVisits()).toBe(before);
  });

  it.each([
    [{ hostUser: 2_000_000_000 }, "hostUser"],
    [{ endDate: "2027-03-11 14:00" }, "endDate"],
    [{ startDate: "2026-03-11 14:05" }, "startDate"],
    [{ companions: Array(51).fill({ name: "동행" }) }, "companions"],
    [{ purpose: undefined }, "purpose"],
    [{ location: null }, "location"],
  ])("rejects %j", async (more, field) => {
    expect(Object.keys((await answered(reserve(crew.desk, more), 400)).body)).toEqual([field]);
  });
});

describe("POST /dash/visits/reserve: success", () => {
  it("requires no place when the site disables it", async () => {
    await server.db("configuration").update({ requestInputPlace: false });
    expect((await answered(reserve(crew.desk, { location: null }))).body.accessiblePlace).toBeNull();
    await server.db("configuration").update({ requestInputPlace: true });
  });

  it("approves immediately, encrypts the number, and logs the user", async () => {
    const answer = await reserve(crew.host, { note: "노트북 반입\n출입문 B", phone: "02-123-4567" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      reserveNo: expect.stringMatching(/^260310-[0-9A-Z]{5}$/),
      statusCode: "approved",
      name: "홍길동",
      cellPhone: "010-12**-*678",
      phone: "***",
      position: "부장",
      startDate: "2026-03-11 14:00",
      endDate: "2026-03-11 16:00",
      note: "노트북 반입\n출입문 B",
      origin: "console",
      consentMissing: true,
      followersCnt: 0,
      actions: ["undo", "cancel", "close", "edit", "reveal"],
    });
    const stored = await visitOf(server.db, answer.body.id);
    expect(stored).toMatchObject({
      hostUserId: crew.host.id,
      leaderId: null,
      lang: "ko",
      destroyOn: "2027-03-11",
      createdAt: server.now,
      carNumber: "12가 3456",
    });
    expect(decodedJson(stored)).not.toContain("5678");
    expect(server.cipher.decrypt(stored, stored.reserveNo)).toBe("010-1234-5678");
    expect(await logsOf(server.db, answer.body.id)).toMatchObject([
      { action: "reserve", fromCode: null, toCode: "approved", actorKind: "staff", actorId: crew.host.id },
    ]);
    expect(await server.db("visitConsents").where({ visitId: answer.body.id })).toEqual([]);
  });

  it("asks the host for approval on request", async () => {
    const { body } = await reserve(crew.desk, { askHost: true });
    expect(body).toMatchObject({ statusCode: "applied", hostUser: { id: crew.host.id } });
    expect((await crew.host.put(`/dash/user/approve/${body.id}`, { body: {} })).status).toBe(200);
  });

  it("accepts walk-ins that started 30 minutes ago, and visits of a year", async () => {
    const walkIn = { startDate: "2026-03-10 09:30", endDate: "2026-03-10 12:00" };
    expect((await reserve(crew.desk, walkIn)).status).toBe(200);
    const year = { startDate: "2026-03-11 14:00", endDate: "2027-03-10 18:00" };
    expect((await reserve(crew.desk, year)).status).toBe(200);
  });

  it("accepts foreign numbers and none", async () => {
    const foreign = await reserve(crew.desk, { cellphone: "+1 (202) 555-0100" });
    const stored = await visitOf(server.db, foreign.body.id);
    expect(server.cipher.decrypt(stored, stored.reserveNo)).toBe("+12025550100");
    expect(stored.lang).toBe("en");
    const none = await reserve(crew.desk, { cellphone: "", company: null });
    expect(none.body).toMatchObject({ cellPhone: "", company: "" });
    expect(await visitOf(server.db, none.body.id)).toMatchObject({ cellCipher: null, cellHash: null });
  });

  it("creates a visit for each companion, without the leader's personal data", async () => {
    const { body } = await reserve(crew.desk, {
      note: "대표만",
      phone: "02-123-4567",
      companions: [{ name: "김동행" }, { name: "John", cellphone: "+12025550101", company: "Acme" }],
    });
    expect(body.followersCnt).toBe(2);
    const companions = await server.db("visits").where({ leaderId: body.id }).orderBy("id");
    expect(companions).toMatchObject([
      {
        name: "김동행",
        company: "나래상사",
        position: "",
        carNumber: "",
        note: "",
        phone: "",
        cellCipher: null,
        statusCode: "approved",
      },
      { name: "John", company: "Acme", lang: "en", hostUserId: crew.host.id, locationId: site.place },
    ]);
    expect(server.cipher.decrypt(companions[1], companions[1].reserveNo)).toBe("+12025550101");
    expect(await logsOf(server.db, companions[0].id)).toMatchObject([
      { action: "reserve", toCode: "approved" },
    ]);
  });

  it("draws another reservation number when one is taken", async () => {
    const { random } = server;
    const draws = [0, 0, 0, 7].map((byte) => Buffer.alloc(5, byte));
    server.random = (size) => draws.shift() ?? random(size);
    const stored = [await reserve(crew.desk), await reserve(crew.desk)];
    expect(stored.map(({ body }) => body.reserveNo)).toEqual(["260310-00000", "260310-77777"]);
    const second = await visitOf(server.db, stored[1]?.body.id);
    expect(server.cipher.decrypt(second, "260310-77777")).toBe("010-1234-5678");
    expect(draws).toEqual([]);
    const before = await countVisits();
    server.random = () => Buffer.alloc(5, 0);
    expect((await reserve(crew.desk, { companions: [{ name: "김동행" }] })).status).toBe(500);
    server.random = random;
    expect(await countVisits()).toBe(before);
  });
});
