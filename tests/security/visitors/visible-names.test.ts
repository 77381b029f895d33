/** Erasure of visits under other spellings of a name (OWASP ASVS 5.0, 2.2.1; 개인정보 보호법 제36조). */
import { beforeEach, describe, expect, it } from "vitest";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type AddedVisit, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
beforeEach(() => truncate(server.db, "visits", "passes", "erasure_requests"));

const cellphone = "010-0000-7391";
const path = "/dash/erasure-requests";
const addEnded = (name: string, more: AddedVisit = {}) =>
  addVisit(server, site, { cellphone, statusCode: "ended", ...more, name });
const addRequest = () => crew.privacy.post(path, { body: { name: "남궁표적", cellPhone: cellphone } });
const decide = (id: number, more: object = {}) =>
  crew.privacy.put(`${path}/${id}`, { body: { decision: "erase", reason: "본인 확인함", ...more } });

describe("erasure request", () => {
  it("lists visits with the same number and another name, and erases those chosen", async () => {
    const own = await addEnded("남궁표적");
    const misspelt = await addEnded("남궁 표젹");
    const family = await addEnded("다른사람");
    await addEnded("남궁표적", { cellphone: "010-0000-7392" });
    const answer = await addRequest();
    expect(answer.body.visits).toMatchObject([{ id: own.id }]);
    expect(answer.body.otherNames).toMatchObject([
      { id: misspelt.id, name: "남궁 표젹" },
      { id: family.id, name: "다른사람" },
    ]);
    const decided = await decide(answer.body.id, { otherVisitIDs: [misspelt.id] });
    expect(decided.body).toMatchObject({ erasedVisits: 2, otherNames: [] });
    expect(
      await server
        .db("visits")
        .where({ cellHash: (await rowOf(family.id)).cellHash })
        .pluck("id"),
    ).toEqual([family.id]);
    expect(JSON.stringify(decided.body)).not.toContain("다른사람");
  });

  it("erases no visit with another name unless chosen, and none with another number", async () => {
    const own = await addEnded("남궁표적");
    const family = await addEnded("다른사람");
    const unrelated = await addEnded("남궁표적", { cellphone: "010-0000-7392" });
    const { id } = (await addRequest()).body;
    const refused = await decide(id, { otherVisitIDs: [unrelated.id] });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["otherVisitIDs.0"]]);
    expect((await decide(id)).body.erasedVisits).toBe(1);
    expect(await server.db("visits").pluck("id")).toEqual([family.id, unrelated.id]);
    expect(await rowOf(own.id)).toBeUndefined();
  });

  it("logs the access to the listed names", async () => {
    const family = await addEnded("다른사람");
    await addRequest();
    const row = await server.db("accessLog").orderBy("id", "desc").first();
    expect(row.visitIds).toEqual([family.id]);
  });
});

const rowOf = (id: number) => server.db("visits").where({ id }).first();
