/** Companions of a request, and their links. */
import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { issueTo } from "../../support/console/front-desk.ts";
import { addMessage } from "../../support/messages.ts";
import { koreanApplication } from "../../support/site.ts";
import { applicationPath, refusedApplication } from "../../support/visitor/applications.ts";
import { putTrash } from "../../support/visits/trash.ts";
import { linkSite } from "../../support/visits/visit-links.ts";
import { addGroup, addPass, statusOf } from "../../support/visits/visits.ts";

const { server, site, crew, call, look, consent } = await linkSite();

const configure = (values: object) => server.db("configuration").update(values);

beforeEach(() => configure({ companions: true, autoApprove: false, submitCode: false, lookupCode: false }));

const leader = { name: "홍길동", cellPhone: "010-0000-1234" };
const named = [
  { name: "남궁민수", cellphone: "010-0000-5678", email: "ms@visitor.example" },
  { name: "Jane Doe", email: "jane@visitor.example" },
  { name: "강보람" },
];
const request = (companions: unknown = named) =>
  koreanApplication(site, { name: leader.name, cellphone: leader.cellPhone, companions });

async function apply(companions: unknown = named) {
  const answer = await answered(server.post(applicationPath, { body: request(companions) }));
  return server.db("visits").where({ reserveNo: answer.body.reserveNo }).first();
}

const search = async (lang?: string) =>
  (await server.post("/api/request/search", { body: leader, ...(lang && { lang }) })).body;

const linkFor = (own: { reserveNo: string }, companion: string, more: object = {}) =>
  server.post("/api/request/companion-link", {
    body: { ...leader, reserveNo: own.reserveNo, companion, ...more },
  });

const tokenOf = (link: string) => link.slice(link.indexOf("#") + 1);

describe("POST /api/request/simple/save with companions", () => {
  it("creates a visit for each companion, with the given number and address and no consent", async () => {
    const visit = await apply();
    const group = await server.db("visits").where({ leaderId: visit.id }).orderBy("id");
    expect(group.map(({ name }) => name)).toEqual(named.map(({ name }) => name));
    const { statusCode, hostUserId, startAt, endAt, company, destroyOn, lang } = visit;
    for (const one of group) {
      expect(one).toMatchObject({ statusCode, hostUserId, startAt, endAt, company, destroyOn, lang });
      expect(one).toMatchObject({ carNumber: "", origin: "public" });
      expect(await server.db("visitConsents").where({ visitId: one.id })).toEqual([]);
      expect(await server.db("visitLogs").where({ visitId: one.id })).toMatchObject([
        { action: "apply", actorKind: "visitor", toCode: "applied" },
      ]);
    }
    expect(group.map((one) => server.cipher.decryptContact(one, one.reserveNo))).toEqual([
      "010-0000-5678",
      undefined,
      undefined,
    ]);
    const withAddress = await server.db("visitEmails").orderBy("visitId");
    expect(withAddress.map(({ visitId }) => visitId)).toEqual([group[0].id, group[1].id]);
    const missing = async () =>
      (await crew.desk.get(`/api/visitor/${visit.id}/followers`)).body.map(
        ({ consentMissing }: { consentMissing: boolean }) => consentMissing,
      );
    expect(await missing()).toEqual([true, true, true]);
    expect((await crew.desk.get(`/dash/visits/${visit.id}`)).body.consentMissing).toBe(false);
    const { body } = await linkFor(visit, group[1].reserveNo);
    await call("agree", { token: tokenOf(body.link), ...consent });
    expect(await missing()).toEqual([true, false, true]);
  });

  it("rejects invalid fields of each companion and stores nothing", async () => {
    expect(
      await refusedApplication(
        server,
        request([{ name: "" }, { name: "강보람", cellphone: "010-12" }, { name: "이보람", email: "no" }]),
      ),
    ).toEqual({
      "companions.0.name": expect.stringMatching(/\S/),
      "companions.1.cellphone": expect.stringMatching(/\S/),
      "companions.2.email": expect.stringMatching(/\S/),
    });
    const many = Array.from({ length: 21 }, (_, n) => ({ name: `동행${n}` }));
    expect(Object.keys(await refusedApplication(server, request(many)))).toEqual(["companions"]);
    expect(
      Object.keys(await refusedApplication(server, request([{ name: "강보람", role: "admin" }]))),
    ).toEqual(["companions.0.role"]);
    expect(await server.db("visits").where({ id: (await apply(many.slice(1))).id })).toHaveLength(1);
  });

  it("ignores companions when the site disables them", async () => {
    await configure({ companions: false });
    const visit = await apply([{ name: 5 }]);
    expect(await server.db("visits").where({ leaderId: visit.id })).toEqual([]);
  });

  it("sends messages to companions only after approval or a proved number", async () => {
    await configure({ autoApprove: true });
    const visit = await apply();
    const messagesOf = async (leaderId: number) =>
      (
        await server
          .db("messages")
          .whereIn("visitId", server.db("visits").select("id").where({ leaderId }).orWhere({ id: leaderId }))
          .whereNull("hostUserId")
          .orderBy("id")
      ).map(({ visitId, event }: { visitId: number; event: string }) => [visitId === leaderId, event]);
    expect(await messagesOf(visit.id)).toEqual([[true, "approve"]]);

    await configure({ autoApprove: false });
    const applied = await apply();
    expect(await messagesOf(applied.id)).toEqual([]);
    expect((await crew.desk.put(`/dash/user/approve/${applied.id}`)).status).toBe(200);
    expect((await messagesOf(applied.id)).filter(([isLeader]) => !isLeader).length).toBeGreaterThanOrEqual(2);
  });
});

describe("POST /api/request/search by a group leader", () => {
  it("lists companions, masked, and whether they have agreed", async () => {
    await apply();
    const [row] = await search();
    expect(row.followersCnt).toBe(3);
    expect(row.companions).toEqual(
      ["남**수", "J**e D*e", "강*람"].map((name) => ({
        reserveNo: expect.stringMatching(/^260310-/),
        name,
        statusCode: "applied",
        status: { code: "applied", name: "신청" },
        hasAnswered: false,
        needsLink: true,
      })),
    );
    const { body } = await linkFor(row, row.companions[2].reserveNo);
    expect((await call("agree", { token: tokenOf(body.link), ...consent })).status).toBe(200);
    const [again] = await search("en");
    expect(again.companions[2]).toMatchObject({ hasAnswered: true, needsLink: false });
    expect(again.companions[0]).toMatchObject({ status: { name: "Applied" }, hasAnswered: false });
  });

  it("leaves out cancelled and hidden companions, and is empty for visitors without companions", async () => {
    await apply();
    const ids = await server.db("visits").whereNotNull("leaderId").orderBy("id").pluck("id");
    await server.db("visits").where({ id: ids[0] }).update({ statusCode: "cancelled" });
    await server
      .db("visits")
      .where({ id: ids[1] })
      .update({ statusCode: "ended", endedBecause: "done", hiddenAt: server.now });
    expect((await search())[0].companions.map(({ name }: { name: string }) => name)).toEqual(["강*람"]);
    const { body } = await server.post("/api/request/search", {
      body: { name: "남궁민수", cellPhone: "010-0000-5678" },
    });
    expect(body.map(({ companions }: { companions: unknown[] }) => companions)).toEqual([[]]);
  });
});

describe("POST /api/request/companion-link", () => {
  it("returns the companion's own link and stores only the hash of its token", async () => {
    const visit = await apply();
    const [, , third] = (await search())[0].companions;
    const { body } = await answered(linkFor(visit, third.reserveNo));
    expect(body.link).toMatch(/^\/v#[\w-]{43}$/);
    const linkView = await look(tokenOf(body.link));
    expect(linkView.body).toMatchObject({ reserveNo: third.reserveNo, name: "강보람", consent: "missing" });
    expect(linkView.text).not.toMatch(/홍길동|남궁/);
    expect(server.log.join()).not.toContain(tokenOf(body.link));
    const [storedLink] = await server.db("visitLinks");
    expect(JSON.stringify(storedLink)).not.toContain(tokenOf(body.link));
  });

  it("returns 404 except for the leader and companions of the same visit", async () => {
    const visit = await apply();
    const [first] = (await search())[0].companions;
    const other = await addGroup(server, site, 1, { cellphone: "010-0000-9999" });
    const foreign = String(other.companions[0]?.reserveNo);
    expect((await linkFor(visit, first.reserveNo, { name: "김길동" })).status).toBe(404);
    expect((await linkFor(visit, first.reserveNo, { cellPhone: "010-0000-0000" })).status).toBe(404);
    expect((await linkFor(visit, foreign)).status).toBe(404);
    expect((await linkFor(visit, visit.reserveNo)).status).toBe(404);
    expect((await linkFor(other.leader, foreign)).status).toBe(404);
    expect((await linkFor(visit, first.reserveNo, { cellPhone: undefined })).body).toEqual({
      cellPhone: expect.stringMatching(/\S/),
    });
    expect(await server.db("visitLinks")).toEqual([]);
  });

  it("returns 404 for a companion who has a message or consent, or whose visit has ended", async () => {
    const visit = await apply();
    const companions = (await search())[0].companions;
    const idOf = async (place: number) =>
      (await server.db("visits").where({ reserveNo: companions[place].reserveNo }).first()).id;
    await addMessage(server, { visitId: await idOf(0), status: "sent" });
    await server
      .db("visits")
      .where({ id: await idOf(1) })
      .update({ statusCode: "ended", endedBecause: "done" });
    const [first, second, third] = (await search())[0].companions;
    expect([first, second, third].map(({ needsLink }) => needsLink)).toEqual([false, false, true]);
    for (const one of [first, second]) expect((await linkFor(visit, one.reserveNo)).status).toBe(404);
  });

  it("requires the code when the lookup does", async () => {
    const visit = await apply();
    const [first] = (await search())[0].companions;
    await configure({ lookupCode: true });
    expect((await linkFor(visit, first.reserveNo)).body).toEqual({ code: expect.stringMatching(/\S/) });
    expect((await linkFor(visit, first.reserveNo, { code: "000000" })).status).toBe(400);
  });
});

describe("companions without consent", () => {
  it("are checked in only with a reason, when the site requires consent", async () => {
    for (const requireConsent of [false, true])
      expect((await crew.admin.put("/dash/config", { body: { requireConsent } })).status).toBe(200);
    try {
      const visit = await apply([{ name: "강보람" }]);
      await crew.desk.put(`/dash/user/approve/${visit.id}`);
      server.now = visit.startAt;
      const [companion] = await server.db("visits").where({ leaderId: visit.id });
      const both = {
        passNo: await addPass(server),
        party: [{ visitID: companion.id, passNo: await addPass(server) }],
      };
      const refused = await issueTo(crew.desk, visit.id, both);
      expect([refused.status, refused.text]).toEqual([405, expect.stringContaining("강보람")]);
      expect(refused.text).not.toContain(leader.name);
      expect(await statusOf(server.db, visit.id)).toBe("approved");
      await answered(issueTo(crew.desk, visit.id, { ...both, consentReason: "단말 고장" }));
      expect(await statusOf(server.db, companion.id)).toBe("entered");
    } finally {
      await crew.admin.put("/dash/config", { body: { requireConsent: false } });
    }
  });

  it("are cancelled and destroyed with the leader's visit", async () => {
    const visit = await apply([{ name: "강보람" }]);
    const [companion] = await server.db("visits").where({ leaderId: visit.id });
    const cancelled = await server.post("/api/request/cancel", {
      body: { ...leader, reserveNo: visit.reserveNo },
    });
    expect(cancelled.status).toBe(200);
    expect(await statusOf(server.db, companion.id)).toBe("cancelled");
    expect((await linkFor(visit, companion.reserveNo)).status).toBe(404);
    await server.db("visits").whereIn("id", [visit.id, companion.id]).update({ destroyOn: "2026-01-01" });
    expect((await putTrash(crew.privacy, "hard", [visit.id])).body).toEqual({ count: 2 });
    expect(await server.db("visits")).toEqual([]);
  });
});
