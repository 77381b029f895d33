import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventually } from "../../support/events.ts";
import { englishApplication, koreanApplication } from "../../support/site.ts";

const path = "/dash/privacy-policies";
const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("changes").del();
});

const stored = (id: number) => server.db("privacyPolicies").where({ id }).first();
const all = () => server.db("privacyPolicies").orderBy("id");
const appliedIds = async () =>
  (await server.db("privacyPolicies").where({ applied: true })).map(({ id }) => id);
const kinds = async () => (await server.db("changes").orderBy("id")).map(({ kind }) => kind);

const draft = async (more: object = {}) => {
  const text = { title: "새 처리방침", content: "<p>새 방침</p>", enContent: "<p>New</p>", ...more };
  return (await answered(crew.privacy.post(path, { body: text }))).body;
};
const apply = (id: number) => crew.privacy.put(`${path}/${id}/apply`, { body: {} });

describe("all methods", () => {
  it("return 404 for an unknown id", async () => {
    const none = `${path}/2000000000`;
    expect((await crew.privacy.get(none)).status).toBe(404);
    expect((await crew.privacy.put(none, { body: { title: "가" } })).status).toBe(404);
    expect((await crew.privacy.put(`${none}/apply`, { body: {} })).status).toBe(404);
    expect((await crew.privacy.send("DELETE", none)).status).toBe(404);
  });
});

describe("POST /dash/privacy-policies", () => {
  it.each(["privacy", "admin"] as const)("lets %s add an unpublished policy", async (role) => {
    const before = await appliedIds();
    const answer = await crew[role].post(path, { body: { title: " 개정  방침 ", content: "<p>본문</p>" } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      title: "개정 방침",
      content: "<p>본문</p>",
      enContent: "",
      applied: false,
      appliedAt: null,
      periods: [],
      editable: true,
      revision: expect.stringMatching(/^[\w-]{22}$/),
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
    });
    expect(await stored(answer.body.id)).toMatchObject({
      title: "개정 방침",
      content: "<p>본문</p>",
      applied: false,
      appliedAt: null,
    });
    expect(await appliedIds()).toEqual(before);
    expect(await kinds()).toEqual(["text"]);
  });

  it("sanitizes HTML, and rejects a text that becomes empty", async () => {
    const { id } = await draft({
      content: '<p onclick="x()">방침</p><script>x()</script>',
      enContent: '<a href="javascript:x()">Policy</a>',
    });
    const row = await stored(id);
    expect(row.content).toBe("<p>방침</p>");
    expect(row.enContent).toBe('<a target="_blank" rel="noopener noreferrer">Policy</a>');
    const empty = await crew.privacy.post(path, { body: { title: "가", content: "<script>x()</script>" } });
    expect([empty.status, empty.body]).toEqual([400, { content: "필수 입력 항목입니다" }]);
  });

  it("accepts 100,000 characters in each language", async () => {
    const long = "가".repeat(100_000);
    const { id } = await draft({ content: long, enContent: long });
    expect((await stored(id)).content).toHaveLength(100_000);
    const answer = await crew.privacy.post(path, {
      body: { title: "가".repeat(101), content: `${long}가`, enContent: `${long}가` },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      title: "100자까지 입력할 수 있습니다.",
      content: "100000자까지 입력할 수 있습니다.",
      enContent: "100000자까지 입력할 수 있습니다.",
    });
    expect((await crew.privacy.post(path, { body: { title: "x".repeat(2_100_000) } })).status).toBe(413);
  });
});

describe("GET /dash/privacy-policies", () => {
  it("lists without texts, the published policy first, and searches, sorts and pages", async () => {
    await draft({ title: "찾을 방침 10%" });
    const { body } = await crew.privacy.get(path);
    expect(body).toMatchObject({ total: (await all()).length, totalCapped: false });
    expect(body.rows[0]).toEqual({
      id: site.policy,
      title: "처리방침",
      applied: true,
      appliedAt: "1970-01-01 09:00",
      periods: expect.arrayContaining([{ from: expect.any(String), until: null }]),
      editable: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    });
    const titles = async (query: string) =>
      (await crew.privacy.get(`${path}?${query}`)).body.rows.map(({ title }: { title: string }) => title);
    expect(await titles(`q=${encodeURIComponent("10%")}`)).toEqual(["찾을 방침 10%"]);
    const sorted = await titles("sort=-title&size=200");
    expect(sorted).toEqual([...sorted].sort().reverse());
    expect(await titles("page=2&size=1")).toHaveLength(1);
    expect((await crew.privacy.get(`${path}?sort=content`)).body).toEqual({ sort: "올바른 값이 아닙니다." });
    expect((await crew.privacy.get(`${path}?applied=true`)).status).toBe(400);
  });
});

describe("PUT /dash/privacy-policies/{id}", () => {
  it("changes a draft, accepts the record as returned by GET, and keeps omitted fields", async () => {
    const { id } = await draft();
    const read = (await crew.privacy.get(`${path}/${id}`)).body;
    server.now = new Date("2026-03-10T02:00:00Z");
    const answer = await crew.privacy.put(`${path}/${id}`, {
      body: { ...read, title: "고친 방침", enContent: "", errors: {} },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      ...read,
      title: "고친 방침",
      enContent: "",
      revision: expect.not.stringMatching(read.revision),
      updatedAt: "2026-03-10 11:00",
    });
    const late = await crew.privacy.put(`${path}/${id}`, { body: { ...read, content: "<p>늦음</p>" } });
    expect([late.status, late.text]).toEqual([
      405,
      "다른 사람이 먼저 저장했습니다. 바뀐 내용을 확인하고 다시 저장해 주십시오.",
    ]);
    expect((await stored(id)).content).toBe("<p>새 방침</p>");
    await crew.privacy.put(`${path}/${id}`, { body: { content: "<p>둘</p><iframe></iframe>" } });
    expect(await stored(id)).toMatchObject({ title: "고친 방침", content: "<p>둘</p>", enContent: "" });
    server.now = new Date("2026-03-10T01:00:00Z");
  });
});

describe("PUT and DELETE of a policy that is or was published", () => {
  it("return 405", async () => {
    const once = await draft();
    await apply(once.id);
    await apply(site.policy);
    for (const id of [once.id, site.policy]) {
      const before = await stored(id);
      for (const answer of [
        await crew.privacy.put(`${path}/${id}`, { body: { content: "바꿈" } }),
        await crew.privacy.send("DELETE", `${path}/${id}`),
      ]) {
        expect(answer.status).toBe(405);
        expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
        expect(answer.text).toBe(
          "시행 중이거나 시행한 적이 있는 처리방침은 수정하거나 삭제할 수 없습니다. 새 처리방침을 등록해 주십시오.",
        );
      }
      expect(await stored(id)).toEqual(before);
    }
    const english = await crew.privacy.send("DELETE", `${path}/${site.policy}`, { lang: "en" });
    expect(english.text).toMatch(/^A policy that is or was published/);
  });

  it("return 405 for an unpublished policy that a consent names", async () => {
    const { id } = await draft();
    const { body } = await server.post("/api/request/simple/save/", { body: koreanApplication(site) });
    const { id: visitId } = await server.db("visits").where({ reserveNo: body.reserveNo }).first("id");
    const consent = { visitId, privacyPolicyId: id, agreed: true, lang: "ko", channel: "form" };
    await server.db("visitConsents").insert({ ...consent, agreedAt: server.now });
    expect((await crew.privacy.get(`${path}/${id}`)).body.editable).toBe(false);
    expect((await crew.privacy.put(`${path}/${id}`, { body: { title: "가" } })).status).toBe(405);
    expect((await crew.privacy.send("DELETE", `${path}/${id}`)).status).toBe(405);
  });
});

describe("DELETE /dash/privacy-policies/{id}", () => {
  it("deletes a draft, then returns 404", async () => {
    const { id } = await draft();
    const remove = () => crew.privacy.send("DELETE", `${path}/${id}`);
    expect((await remove()).status).toBe(204);
    expect(await stored(id)).toBeUndefined();
    expect((await remove()).status).toBe(404);
  });
});

describe("PUT /dash/privacy-policies/{id}/apply", () => {
  it("publishes a policy in place of the current one, visible immediately", async () => {
    const { id } = await draft({ content: "<p>개정 본문</p>" });
    await server.db("changes").del();
    const answer = await answered(apply(id));
    expect(answer.body).toMatchObject({ id, applied: true, appliedAt: "2026-03-10 10:00", editable: false });
    expect(await appliedIds()).toEqual([id]);
    expect((await server.get("/api/privacy/applied")).body).toMatchObject({
      id,
      content: "<p>개정 본문</p>",
    });
    expect(await kinds()).toEqual(["text", "configuration"]);

    // The earlier one can be published again.
    expect((await apply(site.policy)).body).toMatchObject({ applied: true });
    expect(await appliedIds()).toEqual([site.policy]);
  });

  it("keeps the first date of a policy published again, and lists all periods", async () => {
    const { id } = await draft();
    const first = (await crew.privacy.get(`${path}/${site.policy}`)).body;
    const at = (time: string) => {
      server.now = new Date(time);
    };
    at("2026-03-10T02:00:00Z");
    await apply(id);
    at("2026-03-10T03:00:00Z");
    const restored = await apply(site.policy);
    expect(restored.body).toMatchObject({ applied: true, appliedAt: first.appliedAt });
    expect(restored.body.periods.slice(-2)).toEqual([
      { from: first.periods.at(-1).from, until: "2026-03-10 11:00" },
      { from: "2026-03-10 12:00", until: null },
    ]);
    const { body } = await crew.privacy.get(`${path}/${id}`);
    expect(body).toMatchObject({ applied: false, appliedAt: "2026-03-10 11:00" });
    expect(body.periods).toEqual([{ from: "2026-03-10 11:00", until: "2026-03-10 12:00" }]);
    at("2026-03-10T04:00:00Z");
    expect((await apply(id)).body).toMatchObject({
      appliedAt: "2026-03-10 11:00",
      periods: [
        { from: "2026-03-10 11:00", until: "2026-03-10 12:00" },
        { from: "2026-03-10 13:00", until: null },
      ],
    });
    await apply(site.policy);
    at("2026-03-10T01:00:00Z");
  });

  it("changes nothing when already published", async () => {
    const before = await stored(site.policy);
    expect((await apply(site.policy)).status).toBe(200);
    expect(await stored(site.policy)).toEqual(before);
  });

  it("makes consents to the former policy invalid", async () => {
    const { id } = await draft();
    await apply(id);
    const submit = (privacyPolicyId: number) =>
      server.post("/api/request/simple/save/", {
        body: englishApplication(site, { privacyPolicyId }),
        lang: "en",
      });
    const count = async () => Number((await server.db("visits").count("id as n").first())?.n);
    const before = await count();
    const refused = await submit(site.policy);
    expect([refused.status, refused.body]).toEqual([
      400,
      { _: "The terms have changed. Read the new text and agree again." },
    ]);
    expect(await count()).toBe(before);
    const answer = await answered(submit(id));
    const visit = await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id");
    expect(
      await server.db("visitConsents").where({ visitId: visit.id }).whereNotNull("privacyPolicyId"),
    ).toMatchObject([{ privacyPolicyId: id, agreed: true, lang: "en" }]);
    await apply(site.policy);
  });

  it("publishes one of two simultaneous policies without errors", async () => {
    const drafts = [await draft(), await draft()];
    const waiting = async () => {
      const { rows } = await server.db.raw(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return Number(rows[0].n);
    };
    const trx = await server.db.transaction();
    await trx("privacyPolicies").where({ applied: true }).update({ updatedAt: server.now });
    const answers = Promise.all(drafts.map(({ id }) => apply(id)));
    await eventually(async () => (await waiting()) >= 2);
    await trx.commit();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
    const [applied, ...others] = await appliedIds();
    expect(others).toEqual([]);
    expect(drafts.map(({ id }) => id)).toContain(applied);
    await apply(site.policy);
  });
});
