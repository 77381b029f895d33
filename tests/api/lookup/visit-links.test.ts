/** A visitor's own visit by the link in their message (docs/behaviour.md, "Personal link"). */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Visit } from "#db/models/visits/visit.ts";
import { answered, startOwnServer } from "../../support/api.ts";
import { untilLockIsAwaited } from "../../support/browser/waits.ts";
import { destroyVisit, linkIsOver, linkSite, linkTo } from "../../support/visits/visit-links.ts";
import { addParty } from "../../support/visits/visits.ts";

const { server, site, crew, call, look, linked, consent, stored, consents, logs } = await linkSite();

describe("POST /api/visit-link/look", () => {
  it("shows the own visit, masked, on the site's clock, with what is still to do", async () => {
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

  it("answers in the language asked for, and changes nothing", async () => {
    const { visit, token } = await linked();
    const before = await stored(visit.id);
    expect((await look(token, "en")).body).toMatchObject({
      accessiblePlace: { name: "Main building" },
      hostUser: { name: "Cheolsu Kim" },
    });
    expect(await stored(visit.id)).toEqual(before);
    expect(await logs(visit.id)).toEqual([]);
  });

  it("shows a companion nothing of the others, and a leader only how many come along", async () => {
    const { leader, companions } = await addParty(server, site, 2, {
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

  it("asks for nothing that the site does not ask for, and for nothing once it is too late", async () => {
    await server.db("configuration").update({ useCar: false, requestInputVisitorCompany: false });
    const { token } = await linked({ company: "" });
    expect((await look(token)).body).toMatchObject({ missing: ["email"], consent: "missing" });
    const { token: rejected } = await linked({ statusCode: "rejected", company: "" });
    expect((await look(rejected)).body).toMatchObject({ missing: [], consent: "notAsked", actions: [] });
  });

  it("is no GET: a program that follows links changes and reads nothing", async () => {
    const { token } = await linked();
    for (const action of ["look", "agree", "complete", "cancel", "calendar"])
      expect((await server.get(`/api/visit-link/${action}?token=${token}`)).status).toBe(405);
  });

  it("is good for any number of looks, which leave nothing behind", async () => {
    const { visit, token } = await linked();
    const [row, links] = [await stored(visit.id), await server.db("visitLinks")];
    for (let n = 0; n < 100; n++) {
      // what reads links in messages ahead of the person: the page itself, and the call that the page makes
      await server.get(`/v${n % 2 ? "?lang=en" : ""}`, { headers: { Accept: "text/html" } });
      server.now = new Date(server.now.getTime() + 10_000);
      expect((await look(token)).body).toMatchObject({ reserveNo: visit.reserveNo, consent: "missing" });
    }
    expect(await stored(visit.id)).toEqual(row);
    expect(await server.db("visitLinks")).toEqual(links);
    expect([await logs(visit.id), await consents(visit.id)]).toEqual([[], []]);
  });
});

describe("a link that is over", () => {
  const calls = (token: string) =>
    Promise.all([
      look(token),
      call("agree", { token, ...consent }),
      call("complete", { token, carNumber: "12가 3456" }),
      call("cancel", { token }),
      call("calendar", { token }),
    ]);

  const deaths: Record<string, (visit: Visit) => Promise<unknown>> = {
    "the visit was cancelled": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "cancelled" }),
    "the visit has ended": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "ended", endedBecause: "done" }),
    "a day has passed since its end": async () => {
      server.now = new Date("2026-03-11T09:00:01Z");
    },
    "it is in the trash": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "rejected", hiddenAt: server.now }),
    "the desk corrected the number": async ({ id }) => {
      await answered(crew.desk.put(`/dash/visits/${id}`, { body: { cellphone: "010-0000-9999" } }));
    },
    "its data was destroyed": async ({ id }) => {
      await server.db("visits").where({ id }).update({ statusCode: "ended", endedBecause: "done" });
      await destroyVisit(server, id, crew.privacy);
      expect(await server.db("visitLinks")).toEqual([]);
    },
  };

  it.each(Object.keys(deaths))("is answered as one that never was: %s", async (name) => {
    const { visit, token } = await linked();
    expect((await look(token)).status).toBe(200);
    await deaths[name]?.(visit);
    const never = await calls(randomBytes(32).toString("base64url"));
    for (const answers of [await calls(token), await calls("short"), never])
      for (const { status, body, headers } of answers) {
        expect([status, body]).toEqual([400, linkIsOver]);
        expect(headers.get("X-Field-Errors")).toBe('{"token":"linkOver"}');
      }
  });

  it("is not over on the day after its visit's end while the visitor is inside", async () => {
    const { token } = await linked({ statusCode: "entered" });
    server.now = new Date("2026-03-11T08:59:59Z");
    expect((await look(token)).status).toBe(200);
  });
});

describe("POST /api/visit-link/agree", () => {
  it("keeps texts, versions, language and time, and the log says that the visitor did", async () => {
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

  it("changes nothing when it comes again, also fifty times at once", async () => {
    const { visit, token } = await linked();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("agree", { token, ...consent })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const kept = await consents(visit.id);
    expect(kept).toHaveLength(5);
    server.now = new Date(server.now.getTime() + 60_000);
    const refused = { ...consent, agreements: [] };
    expect((await call("agree", { token, ...refused })).body.consent).toBe("given");
    expect(await consents(visit.id)).toEqual(kept);
    expect(await logs(visit.id)).toHaveLength(1);
  });

  it("takes the policy and the checklists in English", async () => {
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
      "a text has moved",
      { agreements: consent.agreements.map((one) => ({ ...one, version: 2 })) },
      "textMoved",
    ],
    ["the policy has moved", { privacyPolicyId: 99_999 }, "textMoved"],
    ["there is no consent", { privacy: false }, "termsRequired"],
  ])("is refused as a request is where %s", async (_, more, code) => {
    const { visit, token } = await linked();
    const { status, headers } = await call("agree", { token, ...consent, ...more });
    expect([status, headers.get("X-Field-Errors")]).toEqual([400, `{"_":"${code}"}`]);
    expect(await consents(visit.id)).toEqual([]);
  });

  it("is for oneself: a companion stays without, and staff have no call for it", async () => {
    const { leader, companions } = await addParty(server, site, 1, {
      statusCode: "approved",
      cellphone: "010-0000-4321",
    });
    expect((await call("agree", { token: await linkTo(server, leader), ...consent })).status).toBe(200);
    expect(await consents(companions[0]?.id ?? 0)).toEqual([]);
  });

  it("waits for a cancellation at the same time, and is a 405 then", async () => {
    const { visit, token } = await linked();
    let answer: ReturnType<typeof call> | undefined;
    await server.db.transaction(async (trx) => {
      await trx("visits").where({ id: visit.id }).update({ statusCode: "cancelled" });
      answer = call("agree", { token, ...consent });
      await untilLockIsAwaited(server.db);
    });
    const { status, text } = (await answer) ?? {};
    expect([status, text]).toEqual([405, expect.stringContaining("취소")]);
    expect(await consents(visit.id)).toEqual([]);
  });
});

describe("what is kept", () => {
  it("is the hash of a token, and the token stands in no table and no line of the log", async () => {
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

  it("counts calls as it counts lookups", async () => {
    const limited = await startOwnServer({ limits: { lookup: 2 } });
    const token = randomBytes(32).toString("base64url");
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await limited.post("/api/visit-link/look", { body: { token } })).status);
    expect(statuses).toEqual([400, 400, 429]);
  });
});
