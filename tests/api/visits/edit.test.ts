import { describe, expect, it } from "vitest";
import { toInstant } from "#contract/dates.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addGroup, editsAt, expectUntouched, logsOf, seoul, visitOf } from "../../support/visits/visits.ts";

const staffed = await staffedSite();
const { server, site, crew } = staffed;
const { visitAt, edit, approvalFields } = editsAt(staffed);
const at = (wall: string) => toInstant(wall, seoul);

describe("PUT /dash/visits/{id}: invalid", () => {
  it("reports every invalid field at once", async () => {
    const visit = await visitAt("applied");
    const { status, body } = await edit(visit.id, {
      id: visit.id + 1,
      name: "",
      company: "가".repeat(101),
      hostUser: site.resigned,
      location: site.closedPlace,
      purpose: site.closedPurpose,
      startDate: "2026-03-10 09:20",
      endDate: "2026-03-10 09:10",
      cellphone: "010-000",
      phone2: "010-0000-0000",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      id: "올바른 값이 아닙니다.",
      name: "필수 입력 항목입니다",
      company: "100자까지 입력할 수 있습니다.",
      hostUser: "퇴사한 직원이어서 선택할 수 없습니다.",
      location: "지금은 선택할 수 없는 장소입니다.",
      purpose: "지금은 선택할 수 없는 방문 목적입니다.",
      startDate: "시작일시가 이미 지났습니다.",
      endDate: "종료일시는 시작일시보다 커야합니다.",
      cellphone: "올바른 형식이 아닙니다.",
      phone2: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
    await expectUntouched(server.db, visit);
  });

  it.each([
    [{ startDate: "2026-03-10 18:00" }, { endDate: "종료일시는 시작일시보다 커야합니다." }],
    [{ endDate: "2027-03-10 10:00" }, { endDate: "방문 기간은 최대 365일입니다." }],
    [{ startDate: null }, { startDate: "필수 입력 항목입니다" }],
  ])("rejects %j", async (body, errors) => {
    const visit = await visitAt("approved");
    expect((await edit(visit.id, body)).body).toEqual(errors);
    await expectUntouched(server.db, visit);
  });

  it("rejects an end in the past, and another start once the visitor was inside", async () => {
    const early = { startDate: "2026-03-10 08:00" };
    const visit = await visitAt("entered", early);
    expect((await edit(visit.id, { endDate: "2026-03-10 10:00" })).body).toEqual({
      endDate: "종료일시가 이미 지났습니다.",
    });
    expect((await edit(visit.id, { startDate: "2026-03-10 11:00" })).body).toEqual({
      startDate: "이미 입문한 방문의 시작일시는 바꿀 수 없습니다.",
    });
    await expectUntouched(server.db, visit);
    const exited = await visitAt("exited", early);
    expect((await edit(exited.id, { startDate: "2026-03-10 11:00" })).status).toBe(400);
  });

  it.each(["ended", "cancelled"] as const)("returns 405 with the status %s", async (statusCode) => {
    const visit = await visitAt(statusCode);
    const answer = await answered(edit(visit.id, { name: "새이름" }), 405);
    expect(answer.text).toMatch(/^지금 상태\((종료|취소)\)에서는 할 수 없는 작업입니다\.$/);
    await expectUntouched(server.db, visit);
  });
});

describe("PUT /dash/visits/{id}: success", () => {
  it("changes the given fields, and logs field names without values", async () => {
    const visit = await visitAt("applied", { note: "옛 메모", carNumber: "12가 3456" });
    const answer = await edit(visit.id, {
      id: visit.id,
      name: "  김새롬 ",
      company: "",
      position: "과장",
      carNumber: "",
      note: "새 메모\n둘째 줄",
      purpose: site.purpose,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      name: "김새롬",
      company: "",
      position: "과장",
      statusCode: "applied",
    });
    expect(await visitOf(server.db, visit.id)).toEqual({
      ...visit,
      name: "김새롬",
      company: "",
      position: "과장",
      carNumber: "",
      note: "새 메모\n둘째 줄",
      updatedAt: server.now,
    });
    expect(await logsOf(server.db, visit.id)).toMatchObject([
      {
        action: "edit",
        fromCode: "applied",
        toCode: "applied",
        actorKind: "staff",
        actorId: crew.desk.id,
        note: "name, company, position, carNumber, note",
      },
    ]);
  });

  it.each(["approved", "entered", "exited"] as const)(
    "corrects the phone number with the status %s, encrypted and masked in the log",
    async (statusCode) => {
      const visit = await visitAt(statusCode, { cellphone: "010-1111-2222" });
      const answer = await answered(edit(visit.id, { name: "바른이름", cellphone: "01033334444" }));
      expect(answer.body).toMatchObject({ statusCode, cellPhone: "010-33**-*444" });
      const row = await visitOf(server.db, visit.id);
      expect(server.cipher.decryptContact(row, row.reserveNo)).toBe("010-3333-4444");
      expect(server.cipher.hashes("010-3333-4444")).toContainEqual(row.cellHash);
      expect(await logsOf(server.db, visit.id)).toMatchObject([
        { action: "edit", note: "name, cellphone 010-11**-*222 → 010-33**-*444" },
      ]);
      expect((await edit(visit.id, { cellphone: "010-3333-4444" })).status).toBe(200);
      expect(await logsOf(server.db, visit.id)).toHaveLength(1);
    },
  );

  it("removes and adds a phone number", async () => {
    const visit = await visitAt("approved", { cellphone: "010-1111-2222" });
    expect((await edit(visit.id, { cellphone: "" })).body.cellPhone).toBe("");
    expect(await visitOf(server.db, visit.id)).toMatchObject({
      cellCipher: null,
      cellHash: null,
      cellHashKey: null,
    });
    expect((await edit(visit.id, { cellphone: "+1 202 555 0100" })).body.cellPhone).toBe("***");
    expect((await logsOf(server.db, visit.id)).map(({ note }) => note)).toEqual([
      "cellphone 010-11**-*222 → -",
      "cellphone - → ***",
    ]);
  });

  it("sends queued messages to the corrected number, or withdraws them", async () => {
    const visit = await visitAt("applied", { cellphone: "010-1111-2222" });
    await crew.desk.put(`/dash/user/approve/${visit.id}`, { body: {} });
    const message = () => server.db("messages").where({ visitId: visit.id }).first();
    await server
      .db("messages")
      .where({ visitId: visit.id })
      .update({ status: "queued", nextAttemptAt: server.now });
    await edit(visit.id, { cellphone: "010-3333-4444" });
    const { ref, ...encrypted } = await message();
    expect(server.cipher.decryptContact(encrypted, ref)).toBe("010-3333-4444");
    await edit(visit.id, { cellphone: "" });
    expect(await message()).toMatchObject({ status: "withdrawn", nextAttemptAt: null });
  });

  it("accepts the visit as returned by GET, with host and purpose as objects", async () => {
    for (const statusCode of ["applied", "entered", "exited"] as const) {
      const visit = await visitAt(statusCode, { startDate: "2026-03-10 09:03", endDate: "2026-03-10 23:59" });
      const read = (await crew.desk.get(`/dash/visits/${visit.id}`)).body;
      await answered(edit(visit.id, read));
      await expectUntouched(server.db, visit);
      const unknown = await edit(visit.id, { ...read, surprise: 1 });
      expect([unknown.status, unknown.body]).toEqual([
        400,
        { surprise: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오." },
      ]);
      const stepped = await edit(visit.id, { ...read, endDate: "2026-03-10 23:51" });
      expect([stepped.status, Object.keys(stepped.body)]).toEqual([400, ["endDate"]]);
      const other = await edit(visit.id, { ...read, hostUser: { id: crew.otherHost.id, name: "다른 이" } });
      expect(other.body.hostUser.id).toBe(crew.otherHost.id);
    }
  });

  it("keeps a disabled place or purpose, a resigned host and a past time", async () => {
    const visit = await visitAt("approved", {
      locationId: site.closedPlace,
      purposeId: site.closedPurpose,
      hostUserId: site.resigned,
      startDate: "2026-03-08 10:00",
    });
    const { status } = await edit(visit.id, {
      name: "새이름",
      location: site.closedPlace,
      purpose: site.closedPurpose,
      hostUser: site.resigned,
      startDate: "2026-03-08 10:00",
    });
    expect(status).toBe(200);
    expect(await logsOf(server.db, visit.id)).toMatchObject([{ note: "name", toCode: "approved" }]);
  });

  it.each(approvalFields)("needs a new approval when the %s changes, unless kept", async (field, value) => {
    const [reset, keptApproval] = [await visitAt("approved"), await visitAt("approved")];
    expect((await edit(reset.id, { [field]: value() })).body.statusCode).toBe("applied");
    expect(await logsOf(server.db, reset.id)).toMatchObject([
      { action: "edit", fromCode: "approved", toCode: "applied", note: field },
    ]);
    const answer = await edit(keptApproval.id, { [field]: value(), keepApproval: true });
    expect(answer.body.statusCode).toBe("approved");
  });

  it("notifies the former and the new host", async () => {
    const { id } = await visitAt("applied", { hostUserId: crew.host.id });
    await edit(id, { hostUser: crew.otherHost.id });
    const changes = await server.db("changes").where({ visitId: id }).orderBy("id");
    expect(changes.map(({ hostUserId }) => hostUserId)).toEqual([crew.host.id, crew.otherHost.id]);
  });

  it("needs no new approval for another purpose or name", async () => {
    const { id } = await visitAt("approved", { purposeId: site.closedPurpose });
    expect((await edit(id, { purpose: site.purpose, name: "새이름" })).body.statusCode).toBe("approved");
  });

  it("extends the end of a visitor who is inside", async () => {
    const { id } = await visitAt("entered");
    const { body } = await edit(id, { endDate: "2026-03-10 20:00" });
    expect(body).toMatchObject({ statusCode: "entered", endDate: "2026-03-10 20:00" });
  });

  it("moves the destruction date only to an earlier day, not before the visit's end", async () => {
    const { id } = await visitAt("applied", { destroyOn: "2026-03-20" });
    const destroyOn = async () => (await visitOf(server.db, id)).destroyOn;
    await edit(id, { endDate: "2026-03-12 18:00" });
    expect(await destroyOn()).toBe("2026-03-20");
    await edit(id, { endDate: "2026-04-01 18:00" });
    expect(await destroyOn()).toBe("2026-04-01");
    await server.db("configuration").update({ retentionDays: 10 });
    await edit(id, { endDate: "2026-03-11 18:00" });
    await server.db("configuration").update({ retentionDays: 365 });
    expect(await destroyOn()).toBe("2026-03-21");
  });
});

describe("PUT /dash/visits/{id}: group", () => {
  it("changes companions in the same status where they agreed with the leader", async () => {
    const { leader, companions } = await addGroup(server, site, 4, { statusCode: "approved" });
    const [same, ownPlace, ownTime, rejected] = companions as [Visit, Visit, Visit, Visit];
    const change = (id: number, more: Record<string, unknown>) =>
      server.db("visits").where({ id }).update(more);
    await change(ownPlace.id, { locationId: null });
    await change(ownTime.id, { endAt: at("2026-03-10 12:00") });
    await change(rejected.id, { statusCode: "rejected" });

    const { body } = await edit(leader.id, {
      name: "인솔자",
      hostUser: crew.otherHost.id,

      startDate: "2026-03-10 13:00",
      endDate: "2026-03-10 19:00",
    });
    expect(body).toMatchObject({ statusCode: "applied", name: "인솔자" });
    const period = { startAt: at("2026-03-10 13:00"), endAt: at("2026-03-10 19:00") };
    expect(await visitOf(server.db, same.id)).toMatchObject({
      ...period,
      hostUserId: crew.otherHost.id,
      statusCode: "applied",
      name: same.name,
    });
    expect(await logsOf(server.db, same.id)).toMatchObject([
      { action: "edit", toCode: "applied", note: "hostUser, startDate, endDate" },
    ]);
    expect(await visitOf(server.db, ownPlace.id)).toMatchObject({ ...period, locationId: null });
    expect(await visitOf(server.db, ownTime.id)).toMatchObject({
      startAt: ownTime.startAt,
      endAt: at("2026-03-10 12:00"),
      hostUserId: crew.otherHost.id,
      statusCode: "applied",
    });
    await expectUntouched(server.db, { ...rejected, statusCode: "rejected" } as Visit);
  });

  it("changes only the companion, or only the leader's personal data", async () => {
    const { leader, companions } = await addGroup(server, site, 1, { statusCode: "approved" });
    const [companion] = companions as [Visit];
    await edit(leader.id, { name: "인솔자", note: "메모" });
    await expectUntouched(server.db, companion);
    await edit(companion.id, { startDate: "2026-03-10 11:00" });
    expect(await visitOf(server.db, leader.id)).toMatchObject({
      startAt: leader.startAt,
      statusCode: "approved",
    });
  });
});

describe("PUT /dash/visits/{id}: repeated", () => {
  it("changes and logs once", async () => {
    const { id } = await visitAt("applied");
    for (let i = 0; i < 2; i++) expect((await edit(id, { name: "새이름" })).status).toBe(200);
    expect(await logsOf(server.db, id)).toHaveLength(1);
  });
});
