/** Revealing a number: with a reason (OWASP ASVS 5.0, 8.2.3), limited (2.4.1), logged (16.5.3), reviewed monthly. */
import { describe, expect, it } from "vitest";
import { answered, startOwnServer } from "../../support/api.ts";
import { addStaff, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

const cellphone = "010-1234-5678";
const body = { reason: "방문객이 나타나지 않아 전화함" };
const pathOf = (id: number) => `/dash/visits/${id}/reveal`;
const own = (more = {}) => addVisit(server, site, { hostUserId: crew.host.id, cellphone, ...more });
const traces = () => server.db("accessLog").where({ action: "/dash/visits/:id/reveal" }).orderBy("id");

describe("POST /dash/visits/{id}/reveal", () => {
  it.each([{}, { reason: "" }, { reason: " \n " }])("requires a reason: %j", async (sent) => {
    const { id } = await own();
    const answer = await answered(crew.host.post(pathOf(id), { body: sent }), 400);
    expect(answer.body).toEqual({ reason: "필수 입력 항목입니다" });
    expect(await traces()).toEqual([]);
  });

  it.each(["host", "desk", "admin", "privacy"] as const)("reveals the number to %s, logged", async (role) => {
    const { id, name } = await own({ phone: "02-123-4567" });
    const answer = await answered(crew[role].post(pathOf(id), { body }));
    expect(answer.body).toEqual({ cellPhone: cellphone, phone: "02-123-4567", email: "" });
    const trace = (await traces()).at(-1);
    expect(trace).toMatchObject({
      hostUserId: crew[role].id,
      address: "127.0.0.1",
      visitIds: [id],
      reason: body.reason,
      at: server.now,
    });
    expect(trace.personHash).toEqual(server.cipher.hashes(cellphone)[0]);
    expect(decodedJson({ ...trace, reason: "" })).not.toMatch(new RegExp(`5678|${name}`));
    expect(server.log.join("\n")).not.toContain(cellphone);
  });

  it("stores the chosen cause before the reason", async () => {
    const { id } = await own();
    const sent = { ...body, cause: "notReturned" };
    expect((await crew.desk.post(pathOf(id), { body: sent })).status).toBe(200);
    expect((await traces()).at(-1)).toMatchObject({ reason: `[notReturned] ${body.reason}` });
    const unknown = await crew.desk.post(pathOf(id), { body: { ...body, cause: "curiosity" } });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["cause"]]);
    const withoutReason = await crew.desk.post(pathOf(id), { body: { cause: "contact" } });
    expect([withoutReason.status, Object.keys(withoutReason.body)]).toEqual([400, ["reason"]]);
  });

  it("is limited by hour and user over all processes (ASVS 2.4.1)", async () => {
    const { id } = await own();
    const limited = await startOwnServer({ sameDatabaseAs: server, limits: { reveal: 3 } });
    const { loginId } = await addStaff(server, site.company, "desk");
    const me = await signIn(limited, loginId);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await me.post(pathOf(id), { body })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await crew.desk.post(pathOf(id), { body })).status).toBe(200);
  });

  it("is flagged in the monthly review from the 21st on", async () => {
    const { id } = await own();
    const { id: staffId, loginId } = await addStaff(server, site.company, "desk");
    const me = await signIn(server, loginId);
    const found = async () => {
      const { body: review } = await crew.privacy.get("/dash/access-log/review?month=2026-03");
      return review.staff.find(({ hostUser }: { hostUser: { id: number } }) => hostUser.id === staffId)
        .unusual;
    };
    const uncover = async (times: number) => {
      for (let n = 0; n < times; n++) expect((await me.post(pathOf(id), { body })).status).toBe(200);
    };
    await uncover(20);
    expect(await found()).toEqual([]);
    await uncover(1);
    expect(await found()).toEqual(["manyReveals"]);
  });

  it("returns empty values without a number, and logs the access", async () => {
    const { id } = await addVisit(server, site);
    expect((await crew.desk.post(pathOf(id), { body })).body).toEqual({
      cellPhone: "",
      phone: "",
      email: "",
    });
    expect((await traces()).at(-1)).toMatchObject({ visitIds: [id], personHash: null });
  });

  it("returns nothing if the access cannot be logged", async () => {
    const { id } = await own();
    await server.db.raw("ALTER TABLE access_log ADD CONSTRAINT closed CHECK (false) NOT VALID");
    const answer = await crew.desk.post(pathOf(id), { body });
    await server.db.raw("ALTER TABLE access_log DROP CONSTRAINT closed");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("5678");
  });
});
