import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { findInDatabase } from "../../support/database/find-in-database.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addGroup, addPass, addVisit, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await truncate(server.db, "visits", "passes", "erasure_requests", "changes");
});

const path = "/dash/erasure-requests";
const person = { name: "남궁 표적", cellphone: "010-0000-7391" };
const body = { name: "남궁표적", cellPhone: "+82 10 0000 7391" };
const addEnded = (more: AddedVisit = {}) =>
  addVisit(server, site, { ...person, statusCode: "ended", ...more });
const add = (sent: object = body) => crew.privacy.post(path, { body: sent });
const decide = (id: number, decision: "erase" | "refuse", reason = "본인 확인함") =>
  crew.privacy.put(`${path}/${id}`, { body: { decision, reason } });
const rowOf = (id: number) => server.db("erasureRequests").where({ id }).first();

describe("POST /dash/erasure-requests", () => {
  it("finds the data subject's visits by name and number, including hidden ones", async () => {
    const shown = await addEnded({ startDate: "2026-03-01 10:00", endDate: "2026-03-01 12:00" });
    const hidden = await addEnded({ hiddenAt: server.now });
    const coming = await addEnded({ statusCode: "approved" });
    const otherName = await addEnded({ name: "다른사람" });
    await addEnded({ cellphone: "010-0000-7392" });
    const answer = await answered(add({ ...body, note: "전화로 요청" }));
    expect(answer.body).toMatchObject({
      state: "open",
      requestNo: expect.stringMatching(/^260310-/),
      name: "남궁표적",
      cellPhone: "010-00**-*391",
      note: "전화로 요청",
      visits: [
        { id: shown.id, reserveNo: shown.reserveNo, statusCode: "ended", isOpen: false },
        { id: hidden.id, isOpen: false },
        { id: coming.id, statusCode: "approved", isOpen: true },
      ],
      decideBy: "2026-03-20",
      daysLeft: 10,
      createdAt: "2026-03-10 10:00",
      createdBy: { id: crew.privacy.id },
      decidedAt: null,
      decidedBy: null,
      reason: "",
      erasedVisits: 0,
    });
    const stored = await rowOf(answer.body.id);
    expect(server.cipher.decrypt(stored, stored.requestNo)).toBe("010-0000-7391");
    expect(await server.db("accessLog").where({ action: path }).orderBy("id", "desc").first()).toMatchObject({
      visitIds: [shown.id, hidden.id, coming.id, otherName.id],
    });
  });

  it("sets a deadline of ten days in the site's time zone, until decided", async () => {
    const before = server.now;
    const { id } = (await add()).body;
    const daysLeft = async () => (await crew.admin.get(`${path}?sort=-createdAt`)).body.rows[0].daysLeft;
    server.now = new Date("2026-03-20T14:59:59Z");
    expect(await daysLeft()).toBe(0);
    server.now = new Date("2026-03-20T15:00:00Z");
    expect(await daysLeft()).toBe(-1);
    expect((await decide(id, "refuse")).body).toMatchObject({ decideBy: "2026-03-20", daysLeft: null });
    server.now = before;
  });

  it("accepts visit ids instead of name and number", async () => {
    const { id } = await addEnded({ cellphone: "010-0000-7399" });
    const answer = await add({ visitIDs: [id] });
    expect(answer.body).toMatchObject({ name: "", cellPhone: "", visits: [{ id }] });
  });

  it.each([
    [{}, ["name", "cellPhone"]],
    [{ name: "남궁표적" }, ["cellPhone"]],
    [{ cellPhone: "010-0000-7391" }, ["name"]],
    [{ name: "남궁표적", cellPhone: "12" }, ["cellPhone"]],
    [{ visitIDs: [2_000_000_000] }, ["visitIDs.0"]],
    [{ name: "x", visitIDs: [2_000_000_000] }, ["cellPhone", "visitIDs.0"]],
    [{ ...body, note: "가".repeat(501) }, ["note"]],
    [{ ...body, visits: [1] }, ["visits"]],
  ])("rejects %j with errors on %j", async (sent, fields) => {
    const before = await contentOfTables(server.db);
    expect(Object.keys((await answered(add(sent), 400)).body)).toEqual(fields);
    expect(await contentOfTables(server.db)).toEqual(before);
  });
});

describe("GET /dash/erasure-requests", () => {
  it("lists newest first, filtered by state and number, in pages", async () => {
    const ids: number[] = [];
    for (const cellPhone of ["010-0000-0001", "010-0000-0002", "010-0000-0003"]) {
      ids.push((await add({ ...body, cellPhone })).body.id);
    }
    const [first, second, third] = ids as [number, number, number];
    await decide(second, "refuse");
    const list = async (query = "") => (await crew.admin.get(`${path}${query}`)).body;
    expect((await list()).rows.map(({ id }: { id: number }) => id)).toEqual([third, second, first]);
    expect(await list("?state=open&sort=createdAt&size=1")).toMatchObject({
      total: 2,
      rows: [{ id: first }],
    });
    expect(await list("?state=refused,erased")).toMatchObject({ rows: [{ id: second, state: "refused" }] });
    const { requestNo } = await rowOf(third);
    expect(await list(`?q=${requestNo}`)).toMatchObject({ total: 1, rows: [{ id: third }] });
    expect((await crew.admin.get(`${path}?state=done`)).status).toBe(400);
  });
});

describe("PUT /dash/erasure-requests/{id}", () => {
  it("erases all visits of the data subject and companions, and the request's personal data", async () => {
    const { leader } = await addGroup(server, site, 1, { ...person, statusCode: "ended" });
    await server.db("visits").where({ leaderId: leader.id }).update({ name: "동방삭이" });
    await addEnded({ hiddenAt: server.now });
    const other = await addEnded({ name: "다른사람" });
    const { id } = (await add({ ...body, note: "남궁표적 본인" })).body;
    const answer = await answered(decide(id, "erase", "남궁표적 님(010-0000-7391)과 동방삭이 확인함"));
    expect(answer.body).toMatchObject({
      state: "erased",
      name: "",
      cellPhone: "",
      note: "",
      visits: [],
      erasedVisits: 3,
      decidedAt: "2026-03-10 10:00",
      decidedBy: { id: crew.privacy.id },
      reason: "○○○ 님(○○○)과 ○○○ 확인함",
    });
    expect((await server.db("visits").select("id")).map((visit) => visit.id)).toEqual([other.id]);
    expect(await server.db("destructionRegister").orderBy("id", "desc").first()).toMatchObject({
      reason: "request",
      hostUserId: crew.privacy.id,
      persons: 1,
    });
    expect(await findInDatabase(server.db, ["남궁표적", "남궁 표적", "동방삭이", "7391"])).toEqual([]);
  });

  it("returns 405 while a visit of the data subject or a companion is open or holds a pass", async () => {
    const done = await addEnded();
    const open = await addEnded({ statusCode: "applied" });
    const { id } = (await add()).body;
    const refused = async () => {
      expect((await answered(decide(id, "erase"), 405)).text).toMatch(/끝나지 않았거나/);
      expect(await visitOf(server.db, done.id)).toMatchObject({ name: person.name });
      expect(await rowOf(id)).toMatchObject({ state: "open", name: "남궁표적" });
    };
    await refused();
    await server.db("visits").where({ id: open.id }).update({ statusCode: "cancelled" });
    const passNo = await addPass(server, { visitId: open.id });
    await refused();
    await server.db("passes").where({ passNo }).update({ status: "lost", visitId: null, issuedAt: null });
    const companion = await addEnded({ leaderId: done.id, name: "동행", statusCode: "approved" });
    await refused();
    await server.db("visits").where({ id: companion.id }).update({ statusCode: "rejected" });
    expect((await decide(id, "erase")).body).toMatchObject({ state: "erased", erasedVisits: 3 });
  });

  it("refuses a request with a reason, keeps the visits, and erases the request's personal data", async () => {
    const { id: visit } = await addEnded();
    const { id } = (await add({ ...body, visitIDs: [visit], note: "전화" })).body;
    const answer = await decide(id, "refuse", "남궁표적 님이 아님");
    expect(answer.body).toMatchObject({
      state: "refused",
      name: "",
      note: "",
      reason: "○○○ 님이 아님",
      visits: [],
    });
    expect(await rowOf(id)).toMatchObject({ visitIds: [], cellCipher: null, cellHash: null });
    expect(await visitOf(server.db, visit)).toMatchObject({ name: person.name });
  });

  it("decides once, also for simultaneous calls", async () => {
    await addEnded();
    const { id } = (await add()).body;
    const lines = (await server.db("destructionRegister")).length;
    const answers = await raceForRow(server.db, { table: "erasureRequests", id }, 3, () =>
      Promise.all([decide(id, "erase"), decide(id, "refuse"), decide(id, "erase")]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 405, 405]);
    expect((await decide(id, "refuse")).text).toBe("이미 처리된 삭제 요청입니다.");
    expect((await server.db("destructionRegister")).length).toBeLessThanOrEqual(lines + 1);
  });

  it("accepts an erasure with no visits left", async () => {
    const { id } = (await add()).body;
    expect((await decide(id, "erase")).body).toMatchObject({ state: "erased", erasedVisits: 0 });
  });

  it("requires a decision, a reason and an existing request", async () => {
    const { id } = (await add()).body;
    const answer = await crew.privacy.put(`${path}/${id}`, {
      body: { decision: "maybe", reason: " ", id: id + 1 },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(["decision", "reason"]);
    expect((await decide(2_000_000_000, "erase")).status).toBe(404);
  });

  it("a decided request cannot keep personal data, enforced by a constraint", async () => {
    const { id } = (await add()).body;
    const write = server
      .db("erasureRequests")
      .where({ id })
      .update({ state: "refused", decidedBy: crew.privacy.id, decidedAt: server.now });
    await expect(write).rejects.toMatchObject({ code: "23514", constraint: "erasure_requests_forget" });
  });
});
