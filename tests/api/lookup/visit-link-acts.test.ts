/** Completing and cancelling by visit link (docs/behaviour.md, "Personal link"). */
import { describe, expect, it } from "vitest";
import type { Visit } from "#db/models/visits/visit.ts";
import { linkIsOver, linkSite, linkTo } from "../../support/visits/visit-links.ts";
import { addGroup } from "../../support/visits/visits.ts";

const { server, site, call, look, linked, consent, stored, logs } = await linkSite();

describe("POST /api/visit-link/complete", () => {
  it("saves missing fields in the form's format, and logs their names", async () => {
    const { visit, token } = await linked({ company: "" });
    await server
      .db("visits")
      .where({ id: visit.id })
      .update({ cellCipher: null, cellKey: null, cellHash: null, cellLastFourHash: null, cellHashKey: null });
    const { status, body } = await call("complete", {
      token,
      cellphone: "+82 10 0000 8765",
      company: " 나래  상사 ",
      carNumber: "12가 3456",
    });
    expect([status, body.missing, body.company, body.cellPhone]).toEqual([
      200,
      ["email"],
      "나래 상사",
      "010-00**-*765",
    ]);
    const row = await stored(visit.id);
    expect(server.cipher.decryptContact(row, visit.reserveNo)).toBe("010-0000-8765");
    expect(row).toMatchObject({ company: "나래 상사", carNumber: "12가 3456", statusCode: "approved" });
    expect(await logs(visit.id)).toEqual([
      { action: "edit", actorKind: "visitor", note: "cellphone - → 010-00**-*765, company, carNumber" },
    ]);
  });

  it("does not overwrite values, and accepts the same values again", async () => {
    const { visit, token } = await linked({ carNumber: "34나 5678" });
    for (const body of [
      { company: "다른 회사" },
      { carNumber: "12가 3456" },
      { cellphone: "010-0000-1111" },
    ]) {
      const { status, headers } = await call("complete", { token, ...body });
      expect([status, headers.get("X-Field-Errors")]).toEqual([
        400,
        `{"${Object.keys(body)[0]}":"alreadyGiven"}`,
      ]);
    }
    const same = { token, company: "나래상사", carNumber: "34나 5678" };
    expect((await call("complete", same)).status).toBe(200);
    expect(await stored(visit.id)).toMatchObject({ company: "나래상사", carNumber: "34나 5678" });
    expect(await logs(visit.id)).toEqual([]);
  });

  it("reports every invalid field, rejects unknown ones, and ignores fields the site does not use", async () => {
    const { visit, token } = await linked({ company: "" });
    expect((await call("complete", { token, company: "x".repeat(101), cellphone: "010-1" })).body).toEqual({
      company: expect.any(String),
      cellphone: "올바른 형식이 아닙니다.",
    });
    expect((await call("complete", { token, name: "다른 이름" })).body).toHaveProperty("name");
    await server.db("configuration").update({ useCar: false });
    expect((await call("complete", { token, carNumber: "12가 3456" })).status).toBe(200);
    expect((await stored(visit.id)).carNumber).toBe("");
  });

  it("returns 405 for a rejected visit", async () => {
    const { token } = await linked({ statusCode: "rejected" });
    expect((await call("complete", { token, carNumber: "12가 3456" })).status).toBe(405);
    expect((await call("agree", { token, ...consent })).status).toBe(405);
  });
});

describe("POST /api/visit-link/cancel", () => {
  it("cancels the visit once, after which the link is invalid", async () => {
    const { visit, token } = await linked();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("cancel", { token })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses.slice(1))).not.toContain(500);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      reserveNo: visit.reserveNo,
      statusCode: "cancelled",
    });
    expect((await stored(visit.id)).statusCode).toBe("cancelled");
    expect(await logs(visit.id)).toEqual([{ action: "cancel", actorKind: "visitor", note: "" }]);
    expect((await look(token)).body).toEqual(linkIsOver);
  });

  it("cancels the companions with a leader's link, and one visit with a companion's", async () => {
    const { leader, companions } = await addGroup(server, site, 2, {
      statusCode: "approved",
      cellphone: "010-0000-4321",
    });
    const [first, second] = companions as [Visit, Visit];
    expect((await call("cancel", { token: await linkTo(server, first) })).status).toBe(200);
    expect((await stored(leader.id)).statusCode).toBe("approved");
    expect((await stored(second.id)).statusCode).toBe("approved");
    expect((await call("cancel", { token: await linkTo(server, leader) })).status).toBe(200);
    expect((await stored(second.id)).statusCode).toBe("cancelled");
  });

  it("returns 405 for a visitor who is inside", async () => {
    const { token } = await linked({ statusCode: "entered" });
    expect((await call("cancel", { token })).status).toBe(405);
  });
});

describe("POST /api/visit-link/calendar", () => {
  it("returns an iCalendar file in the requested language", async () => {
    const { visit, token } = await linked();
    const { status, body } = await call("calendar", { token }, "en");
    expect([status, body.fileName]).toEqual([200, `${visit.reserveNo}.ics`]);
    for (const line of [
      "BEGIN:VCALENDAR",
      "METHOD:PUBLISH",
      "DTSTART:20260310T010000Z",
      "DTEND:20260310T090000Z",
      "LOCATION:Main building",
      `UID:${visit.reserveNo}@visitor-reservation`,
    ])
      expect(body.content.split("\r\n")).toContain(line);
    expect(body.content).not.toContain(token);
  });
});
