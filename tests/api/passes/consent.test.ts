/** Configuration `requireConsent`: check-in requires consent or a reason. */
import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { issueTo } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { koreanApplication } from "../../support/site.ts";
import { linkTo } from "../../support/visits/visit-links.ts";
import {
  type AddedVisit,
  addGroup,
  addPass,
  addVisit,
  logsOf,
  statusOf,
} from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const morning = server.now;

const setConsent = async (requireConsent: boolean) => {
  await answered(crew.admin.put("/dash/config", { body: { requireConsent } }));
};

beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "messages", "passes", "visits");
  await setConsent(false);
  await setConsent(true);
});

const addEntered = (more: AddedVisit = {}) =>
  addVisit(server, site, {
    statusCode: "approved",
    origin: "console",
    cellphone: "010-0000-4321",
    createdAt: morning,
    ...more,
  });
const accessOf = (visitId: number) =>
  server
    .db("accessLog")
    .whereRaw("visit_ids @> ARRAY[?]::integer[]", [visitId])
    .where({ action: "/dash/visits/:id/issue" })
    .orderBy("id");
const issue = async (id: number, body: object = {}) =>
  issueTo(crew.desk, id, { passNo: await addPass(server), ...body });

describe("POST /dash/visits/{id}/issue without consent", () => {
  it("returns 405 with the visitor's name, changes nothing and logs the access", async () => {
    const { id, name } = await addEntered();
    expect((await answered(issue(id), 405)).text).toContain(name);
    expect(await statusOf(server.db, id)).toBe("approved");
    expect(await accessOf(id)).toMatchObject([{ reason: "", visitIds: [id] }]);
    expect((await crew.desk.get(`/dash/visits/${id}`)).body).toMatchObject({
      consentMissing: true,
      consentRequired: true,
    });
  });

  it("names the group members without consent and checks none of the group in", async () => {
    const { leader, companions } = await addGroup(server, site, 2, {
      statusCode: "approved",
      createdAt: morning,
    });
    const { token, ...consent } = await consentFor(leader.id);
    expect((await server.post("/api/visit-link/agree", { body: { token, ...consent } })).status).toBe(200);
    const party = await Promise.all(
      companions.map(async ({ id }) => ({ visitID: id, passNo: await addPass(server) })),
    );
    const { text } = await answered(issue(leader.id, { party }), 405);
    for (const { name } of companions) expect(text).toContain(name);
    expect(text).not.toContain(`${leader.name}`);
    expect(await statusOf(server.db, leader.id)).toBe("approved");
    expect((await issue(leader.id)).status).toBe(200);
    expect(await statusOf(server.db, companions[0]?.id ?? 0)).toBe("approved");
  });

  it("checks in with a reason, kept in the log, and in the monthly review without the name", async () => {
    const { id, name } = await addEntered();
    const { status, body } = await issue(id, { consentReason: `${name} 님은 화면을 읽지 못함` });
    expect([status, body[0]?.statusCode]).toEqual([200, "entered"]);
    expect((await logsOf(server.db, id)).at(-1)).toMatchObject({
      action: "issue",
      note: `${name} 님은 화면을 읽지 못함`,
    });
    const { body: review } = await crew.privacy.get("/dash/access-log/review?month=2026-03");
    const desk = review.staff.find(
      ({ hostUser }: { hostUser: { id: number } }) => hostUser.id === crew.desk.id,
    );
    expect(desk).toMatchObject({
      withoutConsent: expect.any(Number),
      latestWithoutConsent: [{ visitIds: [id], reason: "○○○ 님은 화면을 읽지 못함" }],
    });
  });

  it("keeps both reasons for an early visitor", async () => {
    const { id } = await addEntered({ startDate: "2026-03-10 15:00" });
    await issue(id, { reason: "회의 준비", consentReason: "단말 고장" });
    expect((await logsOf(server.db, id)).at(-1)).toMatchObject({ note: "회의 준비\n단말 고장" });
  });

  it("requires consent each day until the visitor agrees by the link", async () => {
    const { id } = await addEntered({ endDate: "2026-03-11 18:00" });
    const { token, ...consent } = await consentFor(id);
    expect((await issue(id)).status).toBe(405);
    expect((await server.post("/api/visit-link/agree", { body: { token, ...consent } })).status).toBe(200);
    expect((await issue(id)).status).toBe(200);
    expect((await crew.desk.get(`/dash/visits/${id}`)).body.consentRequired).toBe(false);
  });
});

async function consentFor(id: number) {
  const visit = await server.db("visits").where({ id }).first();
  if (visit.cellCipher === null)
    await server
      .db("visits")
      .where({ id })
      .update(server.cipher.encryptContact("010-0000-4321", visit.reserveNo));
  const { privacy, privacyPolicyId, agreements } = koreanApplication(site);
  const token = await linkTo(server, await server.db("visits").where({ id }).first());
  return { token, privacy, privacyPolicyId, agreements };
}

describe("consent is not required", () => {
  it("by a site that disables it", async () => {
    await setConsent(false);
    const { id } = await addEntered();
    expect((await issue(id)).status).toBe(200);
  });

  it("for visits made before it was enabled for the first time", async () => {
    const earlier = await addEntered({ createdAt: new Date(morning.getTime() - 1) });
    const later = await addEntered();
    server.now = new Date(morning.getTime() + 60_000);
    await setConsent(true);
    expect((await issue(earlier.id)).status).toBe(200);
    expect((await issue(later.id)).status).toBe(405);
    expect((await crew.desk.get(`/dash/visits/${earlier.id}`)).body.consentRequired).toBe(false);
  });

  it("for visitors who applied on the public site, where they agreed", async () => {
    const answer = await server.post("/api/request/simple/save/", { body: koreanApplication(site) });
    expect(answer.status, answer.text).toBe(200);
    const { id } = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
    await crew.desk.put(`/dash/user/approve/${id}`);
    expect((await issue(id, { reason: "일찍 옴" })).status).toBe(200);
  });
});
