import { describe, expect, it } from "vitest";
import type { Visit } from "#db/models/visits/visit.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addGroup, editsAt, expectUntouched, logsOf, visitOf } from "../../support/visits/visits.ts";

const staffed = await staffedSite();
const { server, site, crew } = staffed;
const { own, edit, hostEdits, approvalFields } = editsAt(staffed);

describe("PUT /dash/visits/{id} by the host", () => {
  it("changes the same fields as the desk, and writes log and access log", async () => {
    const visit = await own("applied");
    const answer = await hostEdits(visit.id, {
      name: "김새롬",
      company: "",
      carNumber: "12가 3456",
      note: "정문에서 전화",
      purpose: site.purpose,
      location: null,
      startDate: "2026-03-10 11:00",
      endDate: "2026-03-10 19:00",
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ name: "김새롬", note: "정문에서 전화", accessiblePlace: null });
    expect(answer.body.actions).toContain("edit");
    expect(await logsOf(server.db, visit.id)).toMatchObject([
      {
        action: "edit",
        actorId: crew.host.id,
        note: "name, company, carNumber, note, location, startDate, endDate",
      },
    ]);
    const [row] = await server.db("accessLog").where({ hostUserId: crew.host.id }).orderBy("id", "desc");
    expect(row).toMatchObject({ action: "PUT /dash/visits/:id", visitIds: [visit.id] });
  });

  it.each([{ cellphone: "010-3333-4444" }, { cellphone: "" }])("rejects a phone number: %j", async (body) => {
    const visit = await own("applied", { cellphone: "010-1111-2222" });
    const { status, body: errors } = await hostEdits(visit.id, { ...body, name: "" });
    expect([status, errors]).toEqual([
      400,
      { cellphone: "안내데스크와 관리자만 바꿀 수 있습니다.", name: "필수 입력 항목입니다" },
    ]);
    await expectUntouched(server.db, visit);
  });

  it("accepts the visit as returned by GET, with its masked number", async () => {
    const visit = await own("approved", { cellphone: "010-1111-2222" });
    const read = (await crew.host.get(`/dash/visits/${visit.id}`)).body;
    expect((await hostEdits(visit.id, { ...read, note: "메모" })).body).toMatchObject({
      statusCode: "approved",
      cellPhone: "010-11**-*222",
    });
  });

  it.each(approvalFields)("needs a new approval when the %s changes", async (field, value) => {
    const visit = await own("approved");
    const answer = await hostEdits(visit.id, { [field]: value(), keepApproval: true });
    expect([answer.status, answer.body]).toEqual([
      400,
      { keepApproval: "안내데스크와 관리자만 바꿀 수 있습니다." },
    ]);
    await expectUntouched(server.db, visit);
    expect((await hostEdits(visit.id, { [field]: value() })).body.statusCode).toBe("applied");
    expect(await logsOf(server.db, visit.id)).toMatchObject([
      { action: "edit", fromCode: "approved", toCode: "applied", note: field, actorId: crew.host.id },
    ]);
  });

  it("sends a message to the visitor, and not to the host who made the change", async () => {
    await server.db("hostUsers").where({ id: crew.host.id }).update({ cellPhone: "010-5555-0001" });
    const visit = await own("applied", { cellphone: "010-1111-2222" });
    await crew.host.put(`/dash/user/approve/${visit.id}`, { body: {} });
    await hostEdits(visit.id, { endDate: "2026-03-10 19:00" });
    const events = async (hostUserId: number | null) =>
      (await server.db("messages").where({ visitId: visit.id, hostUserId }).orderBy("id")).map(
        ({ event }) => event,
      );
    expect(await events(null)).toContain("change");
    expect(await events(crew.host.id)).toEqual([]);
    // a change by the desk is sent to the host
    await crew.desk.put(`/dash/user/approve/${visit.id}`, { body: {} });
    await edit(visit.id, { endDate: "2026-03-10 20:00" });
    expect(await events(crew.host.id)).toEqual(["apply"]);
  });

  it("reassigns the visit to another host, who is asked; the first host loses access", async () => {
    await server.db("hostUsers").where({ id: crew.otherHost.id }).update({ cellPhone: "010-5555-0002" });
    const visit = await own("approved");
    const answer = await hostEdits(visit.id, { hostUser: crew.otherHost.id });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      statusCode: "applied",
      hostUser: { id: crew.otherHost.id },
      actions: [],
    });
    expect((await hostEdits(visit.id, { note: "아직" })).status).toBe(404);
    const notices = await server.db("messages").where({ visitId: visit.id });
    expect(notices).toMatchObject([{ event: "apply", hostUserId: crew.otherHost.id }]);
  });

  it("does not change companions of another host", async () => {
    const { leader, companions } = await addGroup(server, site, 2, {
      statusCode: "approved",
      hostUserId: crew.host.id,
    });
    const [ownCompanion, otherCompanion] = companions as [Visit, Visit];
    await server.db("visits").where({ id: otherCompanion.id }).update({ hostUserId: crew.otherHost.id });
    expect((await hostEdits(leader.id, { endDate: "2026-03-10 19:00" })).status).toBe(200);
    expect(await visitOf(server.db, ownCompanion.id)).toMatchObject({ statusCode: "applied" });
    await expectUntouched(server.db, { ...otherCompanion, hostUserId: crew.otherHost.id } as Visit);
  });
});
