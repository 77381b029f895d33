/** Visit links in messages (docs/behaviour.md, "Personal link"). */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Visit } from "#db/models/visits/visit.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { waitUntilBlocked } from "../../support/database/row-locks.ts";
import { destroyVisit, linkIsOver, linkSite, linkTo } from "../../support/visits/visit-links.ts";
import { addGroup } from "../../support/visits/visits.ts";

const { server, site, crew, call, look, linked, consent, stored, consents, logs } = await linkSite();

describe("POST /api/visit-link/look", () => {
  it("returns the visit, masked, in the site's time zone, with the missing fields", async () => {
    const { visit, token } = await linked({ company: "" });
    const { body, headers } = await answered(look(token));
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({
      reserveNo: visit.reserveNo,
      followersCnt: 0,
      name: visit.name,
      company: "",
      position: "",
      phone: "",
      cellPhone: "010-00**-*321",
      accessiblePlace: { name: "본관" },
      purpose: { name: "회의" },
      startDate: "2026-03-10 10:00",
      endDate: "2026-03-10 18:00",
      hostUser: { name: "김철수", position: "책임" },
      statusCode: "approved",
      status: { code: "approved", name: "승인" },
      reason: "",
      actions: ["cancel"],
      consent: "missing",
      missing: ["email", "company", "carNumber"],
      emailMasked: "",
      emailBounced: false,
      channel: null,
      desk: null,
    });
  });

  it("returns English names and changes nothing", async () => {
    const { visit, token } = await linked();
    const before = await stored(visit.id);
    expect((await look(token, "en")).body).toMatchObject({
      accessiblePlace: { name: "Main building" },
      hostUser: { name: "Cheolsu Kim" },
    });
    expect(await stored(visit.id)).toEqual(before);
    expect(await logs(visit.id)).toEqual([]);
  });

  it("shows companions no other visitor, and leaders the number of companions", async () => {
    const { leader, companions } = await addGroup(server, site, 2, {
      statusCode: "approved",
      cellphone: "010-0000-4321",
    });
    const [companion] = companions;
    if (!companion) throw new Error("there is no companion");
    const { text } = await look(await linkTo(server, companion));
    for (const other of [leader, ...companions.slice(1)]) {
      expect(text).not.toContain(other.name);
      expect(text).not.toContain(other.reserveNo);
    }
    expect((await look(await linkTo(server, leader))).body).toMatchObject({ followersCnt: 2 });
  });

  it("asks only for fields the site uses, and for none after a rejection", async () => {
    await server.db("configuration").update({ useCar: false, requestInputVisitorCompany: false });
    const { token } = await linked({ company: "" });
    expect((await look(token)).body).toMatchObject({ missing: ["email"], consent: "missing" });
    const { token: rejected } = await linked({ statusCode: "rejected", company: "" });
    expect((await look(rejected)).body).toMatchObject({ missing: [], consent: "notAsked", actions: [] });
  });

  it("rejects GET, so that link scanners read and change nothing", async () => {
    const { token } = await linked();
    for (const action of ["look", "agree", "complete", "cancel", "calendar"])
      expect((await server.get(`/api/visit-link/${action}?token=${token}`)).status).toBe(405);
  });

  it("changes nothing, however often it is called", async () => {
    const { visit, token } = await linked();
    const [row, links] = [await stored(visit.id), await server.db("visitLinks")];
    for (let n = 0; n < 100; n++) {
      // Link scanners load the page and may run its call.
      await server.get(`/v${n % 2 ? "?lang=en" : ""}`, { headers: { Accept: "text/html" } });
      server.now = new Date(server.now.getTime() + 10_000);
      expect((await look(token)).body).toMatchObject({ reserveNo: visit.reserveNo, consent: "missing" });
    }
    expect(await stored(visit.id)).toEqual(row);
    expect(await server.db("visitLinks")).toEqual(links);
    expect([await logs(visit.id), await consents(visit.id)]).toEqual([[], []]);
  });
});

describe("invalid visit links", () => {
  const calls = (token: string) =>
    Promise.all([
      look(token),
      call("agree", { token, ...consent }),
      call("complete", { token, carNumber: "12가 3456" }),
      call("cancel", { token }),
      call("calendar", { token }),
    ]);

  const invalidations: Record<string, (visit: Visit) => Promise<unknown>> = {
    "cancelled visit": ({ id }) => server.db("visits").where({ id }).update({ statusCode: "cancelled" }),
    "ended visit": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "ended", endedBecause: "done" }),
    "a day after the end": async () => {
      server.now = new Date("2026-03-11T09:00:01Z");
    },
    "hidden visit": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "rejected", hiddenAt: server.now }),
    "corrected phone number": async ({ id }) => {
      await answered(crew.desk.put(`/dash/visits/${id}`, { body: { cellphone: "010-0000-9999" } }));
    },
    "destroyed visit": async ({ id }) => {
      await server.db("visits").where({ id }).update({ statusCode: "ended", endedBecause: "done" });
      await destroyVisit(server, id, crew.privacy);
      expect(await server.db("visitLinks")).toEqual([]);
    },
  };

  it.each(Object.keys(invalidations))("return the same error as unknown ones: %s", async (name) => {
    const { visit, token } = await linked();
    expect((await look(token)).status).toBe(200);
    await invalidations[name]?.(visit);
    const never = await calls(randomBytes(32).toString("base64url"));
    for (const answers of [await calls(token), await calls("short"), never])
      for (const { status, body, headers } of answers) {
        expect([status, body]).toEqual([400, linkIsOver]);
        expect(headers.get("X-Field-Errors")).toBe('{"token":"linkOver"}');
      }
  });

  it("stay valid a day after the end while the visitor is inside", async () => {
    const { token } = await linked({ statusCode: "entered" });
    server.now = new Date("2026-03-11T08:59:59Z");
    expect((await look(token)).status).toBe(200);
  });
});

describe("POST /api/visit-link/agree", () => {
  it("stores terms versions, language and time, and logs the visitor", async () => {
    const { visit, token } = await linked();
    expect((await answered(call("agree", { token, ...consent }))).body.consent).toBe("given");
    expect(await consents(visit.id)).toMatchObject([
      { termsVersionId: site.terms.use.versionId, agreed: true, lang: "ko", agreedAt: server.now },
      { termsVersionId: site.terms.required.versionId, agreed: true },
      { termsVersionId: site.terms.optional.versionId, agreed: false },
      { termsVersionId: site.terms.checklist.versionId, agreed: true },
      { privacyPolicyId: site.policy, agreed: true },
    ]);
    expect(await logs(visit.id)).toEqual([{ action: "agree", actorKind: "visitor", note: "" }]);
    const shown = await crew.desk.get(`/dash/visits/${visit.id}`);
    expect(shown.body.consentMissing).toBe(false);
    expect((await crew.desk.get(`/dash/visits/${visit.id}/consents`)).body).toHaveLength(5);
  });

  it("stores one consent for repeated and simultaneous calls", async () => {
    const { visit, token } = await linked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("agree", { token, ...consent })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const storedConsents = await consents(visit.id);
    expect(storedConsents).toHaveLength(5);
    server.now = new Date(server.now.getTime() + 60_000);
    const refused = { ...consent, agreements: [] };
    expect((await call("agree", { token, ...refused })).body.consent).toBe("given");
    expect(await consents(visit.id)).toEqual(storedConsents);
    expect(await logs(visit.id)).toHaveLength(1);
  });

  it("accepts the privacy policy and checklists in English", async () => {
    const { visit, token } = await linked();
    const checklist = { termsId: site.terms.checklist.id, version: 1, agreed: true };
    const english = { token, privacy: true, agreements: [checklist] };
    expect((await call("agree", english, "en")).body).toHaveProperty("_");
    expect((await call("agree", { ...english, privacyPolicyId: site.policy }, "en")).status).toBe(200);
    expect(await consents(visit.id)).toMatchObject([{ lang: "en" }, { lang: "en" }]);
  });

  it.each([
    ["a mandatory text is missing", { agreements: consent.agreements.slice(1) }, "termsRequired"],
    [
      "a text has a newer version",
      { agreements: consent.agreements.map((one) => ({ ...one, version: 2 })) },
      "textMoved",
    ],
    ["the policy is not the published one", { privacyPolicyId: 99_999 }, "textMoved"],
    ["the privacy consent is missing", { privacy: false }, "termsRequired"],
  ])("rejects the consent when %s", async (_, more, code) => {
    const { visit, token } = await linked();
    const { status, headers } = await call("agree", { token, ...consent, ...more });
    expect([status, headers.get("X-Field-Errors")]).toEqual([400, `{"_":"${code}"}`]);
    expect(await consents(visit.id)).toEqual([]);
  });

  it("agrees for the visitor only, not for companions", async () => {
    const { leader, companions } = await addGroup(server, site, 1, {
      statusCode: "approved",
      cellphone: "010-0000-4321",
    });
    expect((await call("agree", { token: await linkTo(server, leader), ...consent })).status).toBe(200);
    expect(await consents(companions[0]?.id ?? 0)).toEqual([]);
  });

  it("waits for a simultaneous cancellation and returns 405", async () => {
    const { visit, token } = await linked();
    let answer: ReturnType<typeof call> | undefined;
    await server.db.transaction(async (trx) => {
      await trx("visits").where({ id: visit.id }).update({ statusCode: "cancelled" });
      answer = call("agree", { token, ...consent });
      await waitUntilBlocked(server.db);
    });
    const { status, text } = (await answer) ?? {};
    expect([status, text]).toEqual([405, expect.stringContaining("취소")]);
    expect(await consents(visit.id)).toEqual([]);
  });
});

describe("visit link tokens", () => {
  it("are stored only as hashes, in no other table and no log line", async () => {
    const { token } = await linked();
    await look(token);
    await call("agree", { token, ...consent });
    expect(server.log.join("\n")).not.toContain(token);
    const [link] = await server.db("visitLinks");
    expect(link.tokenHash).toHaveLength(32);
    const { rows } = await server.db.raw<{ rows: { table: string }[] }>(
      `SELECT table_name AS "table" FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    for (const { table } of rows) {
      const { rows: found } = await server.db.raw<{ rows: unknown[] }>(
        "SELECT FROM ?? AS t WHERE t::text LIKE ?",
        [table, `%${token}%`],
      );
      expect(found, table).toEqual([]);
    }
  });

  it("are rate-limited like lookups", async () => {
    const limited = await startOwnServer({ limits: { lookup: 2 } });
    const token = randomBytes(32).toString("base64url");
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await limited.post("/api/visit-link/look", { body: { token } })).status);
    expect(statuses).toEqual([400, 400, 429]);
  });
});
