import { afterAll, describe, expect, it } from "vitest";
import { safeHtml } from "#api/safe-html.ts";
import { contentTypes } from "#contract/texts/terms.ts";
import { answered, startTestServer } from "../../support/api.ts";
import { addCrew, signedIn } from "../../support/console/staff.ts";
import { addHost } from "../../support/site.ts";

interface Named {
  readonly name: string;
  readonly enName: string;
}

/** A site with nothing but its administrator, in a company that takes no visitors. */
const server = await startTestServer();
afterAll(() => server.close());
const [{ id: company }] = await server.db("companies").insert({ name: "본사", inUse: false }).returning("id");
const crew = await addCrew(server, company);

const list = async (): Promise<{
  ready: boolean;
  steps: { key: string; done: boolean; needed: boolean }[];
}> => (await crew.desk.get("/dash/setup")).body;
const doneKeys = async () => (await list()).steps.filter(({ done }) => done).map(({ key }) => key);
const templates = async () => (await crew.admin.get("/dash/setup/templates")).body;

describe("GET /dash/setup", () => {
  it("shows all that a new site lacks, and what applications wait for", async () => {
    expect(await list()).toEqual({
      ready: false,
      untrustedProxy: null,
      erasureRegisterIn: null,
      steps: [
        { key: "company", done: false, needed: false },
        { key: "logo", done: false, needed: false },
        { key: "policy", done: false, needed: true },
        { key: "terms", done: false, needed: true },
        { key: "purposes", done: false, needed: true },
        { key: "places", done: false, needed: true },
        { key: "companies", done: false, needed: true },
        { key: "hosts", done: false, needed: true },
        { key: "passes", done: false, needed: false },
      ],
    });
    await crew.admin.put("/dash/config", { body: { requestInputPlace: false } });
    expect((await list()).steps.find(({ key }) => key === "places")?.needed).toBe(false);
    await crew.admin.put("/dash/config", { body: { requestInputPlace: true } });
  });
});

describe("GET /dash/setup/templates", () => {
  it("has a policy, terms of every type, purposes and places, each in both languages", async () => {
    const { notice, policies, terms, purposes, places } = await templates();
    expect(terms.map(({ contentType }: { contentType: string }) => contentType).sort()).toEqual(
      [...contentTypes].sort(),
    );
    expect(policies).toHaveLength(1);
    for (const text of [...policies, ...terms, notice, ...purposes, ...places])
      for (const [field, value] of Object.entries(text))
        if (typeof value === "string" && !/^(bgColor|confirmMsg|enConfirmMsg)$/.test(field))
          expect(value, field).toMatch(/\S/);
    expect([purposes.length, places.length].every((count) => count >= 3)).toBe(true);
  });

  it("marks every legal text as a template, and names all that is to be filled in", async () => {
    const { policies, terms } = await templates();
    const texts = [
      ...policies.map(({ content: ko, enContent: en, blanks }: Record<string, string>) => ({
        ko,
        en,
        blanks,
      })),
      ...terms.map(({ body: ko, enBody: en, blanks }: Record<string, string>) => ({ ko, en, blanks })),
    ];
    for (const { ko, en, blanks } of texts) {
      expect(ko).toMatch(/^(<p><strong>)?\[서식: [^\]]*지우/);
      expect(en).toMatch(/^(<p><strong>)?\[Template: delete this/);
      const bracketed = `${ko}\n${en}`.match(/\[[^\]]+\]/g) ?? [];
      expect([...blanks].sort()).toEqual([...new Set(bracketed)].sort());
    }
    expect(policies[0].blanks).toEqual(expect.arrayContaining(["[회사명]", "[Company name]", "[시행일]"]));
  });

  it("holds nothing that would be taken out when it is saved", async () => {
    const { policies, terms } = await templates();
    for (const { content, enContent } of policies)
      for (const html of [content, enContent]) expect(safeHtml(html)).toBe(html);
    for (const { renderHtml, body, enBody } of terms)
      if (renderHtml) for (const html of [body, enBody]) expect(safeHtml(html)).toBe(html);
  });
});

describe("setting a site up from the templates, by the ordinary calls", () => {
  it("ticks off the list step by step, until visitors can apply", async () => {
    const { policies, terms, purposes, places } = await templates();
    const { admin, privacy } = crew;
    const ok = async (answer: Promise<{ status: number; text: string; body: { id: number } }>) =>
      (await answered(answer)).body;

    await ok(admin.put("/dash/config", { body: { customerCompany: { ko: "새 회사" } } }));
    expect(await doneKeys()).toEqual(["company"]);

    const { blanks: _, ...policy } = policies[0];
    const { id: policyId } = await ok(privacy.post("/dash/privacy-policies", { body: policy }));
    expect(await doneKeys()).toEqual(["company"]);
    await ok(privacy.put(`/dash/privacy-policies/${policyId}/apply`, { body: {} }));
    expect(await doneKeys()).toEqual(["company", "policy"]);

    for (const { blanks, body, enBody, ...fields } of terms) {
      const { id } = await ok(privacy.post("/dash/terms", { body: fields }));
      const version = await ok(privacy.post(`/dash/terms/${id}/versions`, { body: { body, enBody } }));
      await ok(privacy.put(`/dash/terms/${id}/versions/${version.id}/deploy`, { body: {} }));
    }
    expect(await doneKeys()).toEqual(["company", "policy", "terms"]);
    expect((await server.get("/api/config")).body.ready).toBe(false);

    for (const body of purposes as Named[]) await ok(admin.post("/dash/usercodes/9003", { body }));
    expect((await list()).ready).toBe(true);
    expect((await server.get("/api/config")).body.ready).toBe(true);
    for (const body of places as Named[]) await ok(admin.post("/dash/usercodes/9002", { body }));
    const { id: company } = await ok(admin.post("/dash/companies", { body: { name: "새 회사" } }));
    await addHost(server.db, company, { name: "한주인" });
    expect((await list()).steps.filter(({ done }) => !done).map(({ key }) => key)).toEqual([
      "logo",
      "passes",
    ]);
    await ok(admin.post("/api/vehicle-pass", { body: { passNo: "V-1" } }));
    expect(await doneKeys()).not.toContain("passes");
    await ok(admin.post("/api/pass", { body: { passNo: "P-1" } }));
    await server.db("logos").insert({ lang: "ko", contentType: "image/png", content: Buffer.from("x") });
    expect((await list()).steps.every(({ done }) => done)).toBe(true);

    const shown = (await server.get("/api/terms/deployed", { lang: "en" })).body;
    expect(shown).toHaveLength(terms.length);
    expect(shown[0].title).toBe("Terms of use of the visit reservation service");
  });

  it("does not count what is out of use, or who has left", async () => {
    await server.db("userCodes").update({ inUse: false });
    await server.db("terms").update({ inUse: false });
    await server.db("hostUsers").whereNull("passwordHash").update({ status: "resigned" });
    const missing = (await list()).steps.filter(({ done }) => !done).map(({ key }) => key);
    expect(missing).toEqual(["terms", "purposes", "places", "hosts"]);
    expect((await list()).ready).toBe(false);
    await signedIn(server, (await server.db("companies").where({ inUse: true }).first()).id, "host");
    expect(await doneKeys()).toContain("hosts");
  });
});
