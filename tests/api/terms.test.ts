import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/api.ts";
import { koreanApplication, type Site, seedSite } from "../support/site.ts";
import { addCrew, type Crew } from "../support/staff.ts";

const path = "/dash/terms";
let server: TestServer;
let site: Site;
let crew: Crew;

beforeAll(async () => {
  server = await startTestServer();
  site = await seedSite(server.db);
  crew = await addCrew(server, site.company);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db("changes").del();
});

const termsOf = (id: number) => server.db("terms").where({ id }).first();
const versionsOf = (termsId: number) => server.db("termsVersions").where({ termsId }).orderBy("version");
const everything = async () => [
  await server.db("terms").orderBy("id"),
  await server.db("termsVersions").orderBy("id"),
];
const kinds = async () => (await server.db("changes").orderBy("id")).map(({ kind }) => kind);

/** Terms without a version, out of the visitors' way. */
const addTerms = async (more: object = {}) => {
  const body = { title: "새 약관", contentType: "선택동의", ...more };
  const answer = await crew.privacy.post(path, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const addVersion = async (termsId: number, body = "본문", more: object = {}) => {
  const answer = await crew.privacy.post(`${path}/${termsId}/versions`, { body: { body, ...more } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const deploy = (termsId: number, id: number) =>
  crew.privacy.put(`${path}/${termsId}/versions/${id}/deploy`, { body: {} });
/** Terms with a deployed first version. */
const deployed = async (body = "본문", more: object = {}) => {
  const terms = await addTerms(more);
  const version = await addVersion(terms.id, body);
  expect((await deploy(terms.id, version.id)).status).toBe(200);
  return { id: terms.id, versionId: version.id };
};
/** Takes terms of a test out of the way of the others. */
const retire = (id: number) => crew.privacy.put(`${path}/${id}`, { body: { inUse: false } });
const shown = async (id: number, lang = "ko") =>
  (await server.get("/api/terms/deployed", { lang })).body.find((terms: { id: number }) => terms.id === id);

describe("any call", () => {
  it("needs a session, is forbidden to hosts and the desk, and changes nothing for them", async () => {
    const { id } = await addTerms();
    const { id: versionId } = await addVersion(id);
    const before = await everything();
    const calls = (who: Pick<TestServer, "send">) =>
      Promise.all([
        who.send("GET", path),
        who.send("POST", path, { body: { title: "가", contentType: "이용약관" } }),
        who.send("PUT", `${path}/${id}`, { body: { title: "가" } }),
        who.send("DELETE", `${path}/${id}`),
        who.send("PUT", `${path}/sort`, { body: { dispOrders: [{ id, dispOrder: 1 }] } }),
        who.send("GET", `${path}/${id}/versions`),
        who.send("POST", `${path}/${id}/versions`, { body: { body: "가" } }),
        who.send("PUT", `${path}/${id}/versions/${versionId}`, { body: { body: "가" } }),
        who.send("DELETE", `${path}/${id}/versions/${versionId}`),
        who.send("PUT", `${path}/${id}/versions/${versionId}/deploy`, { body: {} }),
        who.send("POST", `${path}/${id}/preview`, { body: { body: "가", enBody: "" } }),
      ]);
    expect(new Set((await calls(server)).map(({ status }) => status))).toEqual(new Set([401]));
    for (const role of ["host", "desk"] as const)
      expect(new Set((await calls(crew[role])).map(({ status }) => status))).toEqual(new Set([403]));
    expect(await everything()).toEqual(before);
  });

  it("finds none such, nor a version of other terms", async () => {
    const one = await addTerms();
    const other = await addTerms();
    const { id: versionId } = await addVersion(other.id);
    const before = await everything();
    for (const [termsId, id] of [
      [2_000_000_000, versionId],
      [one.id, versionId],
      [one.id, 2_000_000_000],
    ]) {
      const version = `${path}/${termsId}/versions/${id}`;
      expect((await crew.privacy.put(version, { body: { body: "가" } })).status).toBe(404);
      expect((await crew.privacy.send("DELETE", version)).status).toBe(404);
      expect((await crew.privacy.put(`${version}/deploy`, { body: {} })).status).toBe(404);
    }
    const none = `${path}/2000000000`;
    expect((await crew.privacy.put(none, { body: { title: "가" } })).status).toBe(404);
    expect((await crew.privacy.send("DELETE", none)).status).toBe(404);
    expect((await crew.privacy.get(`${none}/versions`)).status).toBe(404);
    expect((await crew.privacy.post(`${none}/versions`, { body: { body: "가" } })).status).toBe(404);
    expect(await everything()).toEqual(before);
  });
});

describe("POST /dash/terms", () => {
  it.each(["privacy", "admin"] as const)(
    "lets %s add some, which stand last and are shown to nobody yet",
    async (role) => {
      const last = Math.max(...(await server.db("terms")).map(({ dispOrder }) => dispOrder));
      const answer = await crew[role].post(path, { body: { title: " 주차  안내 ", contentType: "안내문" } });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual({
        id: expect.any(Number),
        title: "주차 안내",
        enTitle: "",
        contentType: "안내문",
        renderHtml: false,
        modalDisplay: false,
        requestAgree: false,
        bgColor: "",
        confirmMsg: "",
        enConfirmMsg: "",
        inUse: true,
        dispOrder: last + 1,
        deployedVersion: null,
        createdAt: "2026-03-10 10:00",
        updatedAt: "2026-03-10 10:00",
      });
      expect(await termsOf(answer.body.id)).toMatchObject({
        title: "주차 안내",
        inUse: true,
        dispOrder: last + 1,
      });
      expect(await shown(answer.body.id)).toBeUndefined();
      expect(await kinds()).toEqual(["text"]);
    },
  );

  it("keeps every field", async () => {
    const fields = {
      title: "이용약관",
      enTitle: "Terms of use",
      contentType: "이용약관",
      renderHtml: true,
      modalDisplay: true,
      requestAgree: true,
      bgColor: "#FFF8e6",
      confirmMsg: "읽었습니다.",
      enConfirmMsg: "I have read them.",
      inUse: false,
      dispOrder: 700,
    };
    const { id } = await addTerms(fields);
    expect(await termsOf(id)).toMatchObject(fields);
    expect((await crew.privacy.get(`${path}?sort=-dispOrder&size=1`)).body.rows[0]).toMatchObject(fields);
    await crew.privacy.send("DELETE", `${path}/${id}`);
  });

  it("names every bad field at once", async () => {
    const before = await everything();
    const answer = await crew.privacy.post(path, {
      body: {
        title: "",
        enTitle: "x".repeat(101),
        contentType: "공지",
        renderHtml: "yes",
        bgColor: "red",
        confirmMsg: 5,
        dispOrder: -1,
        deployedVersion: 1,
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      title: "필수 입력 항목입니다",
      enTitle: "100자까지 입력할 수 있습니다.",
      contentType: "올바른 값이 아닙니다.",
      renderHtml: "올바른 값이 아닙니다.",
      bgColor: "올바른 형식이 아닙니다.",
      confirmMsg: "올바른 값이 아닙니다.",
      dispOrder: "올바른 값이 아닙니다.",
      deployedVersion: "알 수 없는 항목입니다.",
    });
    expect(await everything()).toEqual(before);
  });

  it.each(["red;background:url(x)", "#fff", "#12345g", "url(https://example.com)", "#1234567"])(
    "takes no %s for a colour",
    async (bgColor) => {
      const answer = await crew.privacy.post(path, { body: { title: "가", contentType: "안내문", bgColor } });
      expect([answer.status, answer.body]).toEqual([400, { bgColor: "올바른 형식이 아닙니다." }]);
    },
  );

  it("refuses a checklist that would be shown as HTML", async () => {
    const body = { title: "가", contentType: "체크리스트", renderHtml: true };
    const answer = await crew.privacy.post(path, { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { renderHtml: "체크리스트는 일반 텍스트로만 보여 줄 수 있습니다." },
    ]);
  });
});

describe("GET /dash/terms", () => {
  it("lists them in the visitors' order, filtered, searched, sorted and paged", async () => {
    await addTerms({ title: "목록 하나", contentType: "안내문", inUse: false, dispOrder: 902 });
    await addTerms({ title: "목록 둘", enTitle: "List 2", contentType: "체크리스트", dispOrder: 901 });
    const titles = async (query: string) => {
      const answer = await crew.privacy.get(`${path}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.rows.map(({ title }: { title: string }) => title);
    };
    const q = `q=${encodeURIComponent("목록")}`;
    expect(await titles(q)).toEqual(["목록 둘", "목록 하나"]);
    expect(await titles(`${q}&sort=-dispOrder`)).toEqual(["목록 하나", "목록 둘"]);
    expect(await titles(`${q}&sort=title`)).toEqual(["목록 둘", "목록 하나"]);
    expect(await titles(`${q}&contentType=${encodeURIComponent("안내문")}`)).toEqual(["목록 하나"]);
    expect(await titles(`${q}&contentType=${encodeURIComponent("안내문,체크리스트")}&page=2&size=1`)).toEqual(
      ["목록 하나"],
    );
    expect(await titles(`${q}&inUse=true`)).toEqual(["목록 둘"]);
    expect(await titles(`${q}&inUse=false`)).toEqual(["목록 하나"]);
    expect(await titles("q=list%202")).toEqual(["목록 둘"]);
    const { body } = await crew.privacy.get(`${path}?size=200`);
    expect(body.total).toBe((await server.db("terms")).length);
    const first = body.rows.find(({ id }: { id: number }) => id === site.terms.use.id);
    expect(first.deployedVersion).toBe(1);
  });

  it.each(["inUse=yes", "contentType=x", "sort=body", "size=0", "deployed=1"])(
    "refuses %s",
    async (query) => {
      expect((await crew.privacy.get(`${path}?${query}`)).status).toBe(400);
    },
  );
});

describe("PUT /dash/terms/{id}", () => {
  it("changes them with what was read of them, and leaves alone what is not named", async () => {
    const { id } = await addTerms({ enTitle: "New", confirmMsg: "예", bgColor: "#ffffff" });
    const { rows } = (await crew.privacy.get(`${path}?q=${encodeURIComponent("새 약관")}&size=200`)).body;
    const read = rows.find((row: { id: number }) => row.id === id);
    const answer = await crew.privacy.put(`${path}/${id}`, {
      body: { ...read, title: "고친 약관", enTitle: "", bgColor: "", modalDisplay: true, errors: {} },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      ...read,
      title: "고친 약관",
      enTitle: "",
      bgColor: "",
      modalDisplay: true,
    });
    await crew.privacy.put(`${path}/${id}`, { body: { contentType: "필수동의" } });
    expect(await termsOf(id)).toMatchObject({
      title: "고친 약관",
      contentType: "필수동의",
      confirmMsg: "예",
    });
  });

  it("refuses another id, another type once deployed, and a checklist as HTML", async () => {
    const put = (id: number, body: object) => crew.privacy.put(`${path}/${id}`, { body });
    const { id } = await deployed("본문", { inUse: false });
    const before = await termsOf(id);
    expect((await put(id, { id: id + 1 })).body).toEqual({ id: "올바른 값이 아닙니다." });
    const fixed = await put(id, { title: "다른 제목", contentType: "필수동의" });
    expect([fixed.status, fixed.body]).toEqual([
      400,
      { contentType: "배포된 본문이 있어 종류를 바꿀 수 없습니다." },
    ]);
    expect(await termsOf(id)).toEqual(before);
    expect((await put(id, { title: "다른 제목", contentType: "선택동의" })).status).toBe(200);

    const html = await addTerms({ renderHtml: true });
    expect((await put(html.id, { contentType: "체크리스트" })).body).toEqual({
      renderHtml: "체크리스트는 일반 텍스트로만 보여 줄 수 있습니다.",
    });
  });

  it("takes terms out of use and back, at once for visitors, and tells consoles", async () => {
    const { id } = await deployed();
    expect(await shown(id)).toMatchObject({ title: "새 약관" });
    await server.db("changes").del();
    await retire(id);
    expect(await shown(id)).toBeUndefined();
    expect(await kinds()).toEqual(["text", "configuration"]);
    await crew.privacy.put(`${path}/${id}`, { body: { inUse: true } });
    expect(await shown(id)).toMatchObject({ title: "새 약관" });
    await retire(id);
  });

  it("stays safe where deployed plain text is shown as HTML from now on, and back", async () => {
    const attack = '<img src=x onerror="x()"><b>굵게</b><script>x()</script>';
    const { id } = await deployed(attack);
    expect((await shown(id)).currentVersion.body).toBe(attack);
    await crew.privacy.put(`${path}/${id}`, { body: { renderHtml: true } });
    expect((await shown(id)).currentVersion.body).toBe("<b>굵게</b>");
    expect((await crew.privacy.get(`${path}/${id}/versions`)).body[0].body).toBe("<b>굵게</b>");
    expect((await versionsOf(id))[0].body).toBe(attack);
    await crew.privacy.put(`${path}/${id}`, { body: { renderHtml: false } });
    expect(await shown(id)).toMatchObject({ renderHtml: false, currentVersion: { body: attack } });
    await retire(id);
  });
});

describe("DELETE /dash/terms/{id}", () => {
  it("deletes them with their drafts; a second time there are none", async () => {
    const { id } = await addTerms();
    await addVersion(id);
    expect((await crew.privacy.send("DELETE", `${path}/${id}`)).status).toBe(204);
    expect(await termsOf(id)).toBeUndefined();
    expect(await versionsOf(id)).toEqual([]);
    expect((await crew.privacy.send("DELETE", `${path}/${id}`)).status).toBe(404);
  });

  it("is refused once a version was deployed", async () => {
    const { id } = await deployed();
    await addVersion(id, "초안");
    const answer = await crew.privacy.send("DELETE", `${path}/${id}`);
    expect(answer.status).toBe(405);
    expect(answer.text).toBe("배포된 적이 있는 약관은 지울 수 없습니다. 사용하지 않음으로 바꿔 주십시오.");
    expect(await versionsOf(id)).toHaveLength(2);
    await retire(id);
  });
});

describe("a draft that a consent names all the same", () => {
  it("stays, and so do its terms", async () => {
    const { id } = await addTerms();
    const draft = await addVersion(id);
    const { body } = await server.post("/api/request/simple/save/", { body: koreanApplication(site) });
    const { id: visitId } = await server.db("visits").where({ reserveNo: body.reserveNo }).first("id");
    const consent = { visitId, termsVersionId: draft.id, agreed: true, lang: "ko", agreedAt: server.now };
    await server.db("visitConsents").insert(consent);
    expect((await crew.privacy.send("DELETE", `${path}/${id}/versions/${draft.id}`)).status).toBe(405);
    expect((await crew.privacy.send("DELETE", `${path}/${id}`)).status).toBe(405);
    expect(await versionsOf(id)).toHaveLength(1);
    await server.db("visitConsents").where({ visitId }).del();
  });
});

describe("PUT /dash/terms/sort", () => {
  const sort = (dispOrders: unknown) => crew.privacy.put(`${path}/sort`, { body: { dispOrders } });
  const orderOf = async (...ids: number[]) =>
    (await Promise.all(ids.map(termsOf))).map((row) => row.dispOrder);

  it("puts them in another order, which visitors read in", async () => {
    const { use, required } = site.terms;
    const answer = await sort([
      { id: use.id, dispOrder: 2 },
      { id: required.id, dispOrder: 1 },
    ]);
    expect(answer.status, answer.text).toBe(204);
    const { body } = await server.get("/api/terms/deployed");
    expect(body.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([required.id, use.id]);
    expect(await kinds()).toEqual(["text"]);
    await sort([
      { id: use.id, dispOrder: 1 },
      { id: required.id, dispOrder: 2 },
    ]);
  });

  it("moves all or none, and names the place that is wrong", async () => {
    const { use, required } = site.terms;
    const before = await everything();
    const answer = await sort([
      { id: use.id, dispOrder: 9 },
      { id: 2_000_000_000, dispOrder: 8 },
      { id: use.id, dispOrder: 7 },
    ]);
    expect([answer.status, answer.body]).toEqual([
      400,
      { "dispOrders.1.id": "올바른 값이 아닙니다.", "dispOrders.2.id": "올바른 값이 아닙니다." },
    ]);
    const shape = await sort([{ id: required.id, dispOrder: -1, title: "가" }]);
    expect(Object.keys(shape.body).sort()).toEqual(["dispOrders.0.dispOrder", "dispOrders.0.title"]);
    expect((await sort(undefined)).body).toEqual({ dispOrders: "필수 입력 항목입니다" });
    expect(await everything()).toEqual(before);
  });

  it("lets several sort at once, one order winning whole", async () => {
    const ids = [site.terms.use.id, site.terms.required.id, site.terms.optional.id];
    const before = await orderOf(...ids);
    const one = ids.map((id, index) => ({ id, dispOrder: 10 + index }));
    const other = ids.map((id, index) => ({ id, dispOrder: 20 + index })).reverse();
    const answers = await Promise.all([sort(one), sort(other), sort(one), sort(other)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect([
      [10, 11, 12],
      [20, 21, 22],
    ]).toContainEqual(await orderOf(...ids));
    await sort(ids.map((id, index) => ({ id, dispOrder: before[index] })));
  });
});

describe("versions", () => {
  it("are drafts that count up, listed newest first, with a body in each language", async () => {
    const { id } = await addTerms();
    const first = await addVersion(id, "하나", { enBody: "one" });
    const second = await addVersion(id, "둘\r\n줄");
    expect(first).toEqual({
      id: first.id,
      termsId: id,
      version: 1,
      body: "하나",
      enBody: "one",
      deployedAt: null,
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
    });
    expect((await crew.privacy.get(`${path}/${id}/versions`)).body).toEqual([second, first]);
    expect(await versionsOf(id)).toMatchObject([
      { version: 1, body: "하나", enBody: "one", deployedAt: null },
      { version: 2, body: "둘\n줄", enBody: "", deployedAt: null },
    ]);
    expect(await shown(id)).toBeUndefined();
  });

  it("get numbers of their own when several are added at once", async () => {
    const { id } = await addTerms();
    await Promise.all(Array.from({ length: 6 }, () => addVersion(id)));
    expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("are sanitised before they are stored where they are shown as HTML, and kept as typed where not", async () => {
    const attack = "<p>줄</p><script>x()</script>";
    const html = await addTerms({ renderHtml: true });
    const { id: htmlVersion } = await addVersion(html.id, attack, { enBody: attack });
    expect((await versionsOf(html.id))[0]).toMatchObject({ body: "<p>줄</p>", enBody: "<p>줄</p>" });
    await crew.privacy.put(`${path}/${html.id}/versions/${htmlVersion}`, { body: { body: `${attack}둘` } });
    expect((await versionsOf(html.id))[0]).toMatchObject({ body: "<p>줄</p>둘" });
    const plain = await addTerms();
    await addVersion(plain.id, attack);
    expect((await versionsOf(plain.id))[0].body).toBe(attack);
    const empty = await crew.privacy.post(`${path}/${html.id}/versions`, {
      body: { body: "<iframe></iframe>" },
    });
    expect([empty.status, empty.body]).toEqual([400, { body: "필수 입력 항목입니다" }]);
  });

  it("take 100,000 characters in each language, and no more", async () => {
    const { id } = await addTerms();
    const long = "가".repeat(100_000);
    await addVersion(id, long, { enBody: long });
    const answer = await crew.privacy.post(`${path}/${id}/versions`, {
      body: { body: `${long}가`, enBody: `${long}가`, version: 9, termsId: id + 1 },
    });
    expect(answer.body).toEqual({
      body: "100000자까지 입력할 수 있습니다.",
      enBody: "100000자까지 입력할 수 있습니다.",
      version: "알 수 없는 항목입니다.",
    });
    const elsewhere = { body: "본문", termsId: id + 1 };
    expect((await crew.privacy.post(`${path}/${id}/versions`, { body: elsewhere })).body).toEqual({
      termsId: "올바른 값이 아닙니다.",
    });
  });

  it("that are drafts are changed with what was read of them, and deleted", async () => {
    const { id } = await addTerms();
    const read = await addVersion(id, "하나", { enBody: "one" });
    const address = `${path}/${id}/versions/${read.id}`;
    const answer = await crew.privacy.put(address, { body: { ...read, body: "고침", enBody: "" } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ ...read, body: "고침", enBody: "" });
    expect(await versionsOf(id)).toMatchObject([{ body: "고침", enBody: "" }]);
    expect((await crew.privacy.put(address, { body: { id: read.id + 1 } })).body).toEqual({
      id: "올바른 값이 아닙니다.",
    });
    expect((await crew.privacy.send("DELETE", address)).status).toBe(204);
    expect(await versionsOf(id)).toEqual([]);
    expect((await crew.privacy.send("DELETE", address)).status).toBe(404);
  });
});

describe("PUT /dash/terms/{id}/versions/{versionId}/deploy", () => {
  it("puts a version in force for good: it is neither changed nor deleted any more", async () => {
    const { id } = await addTerms();
    const version = await addVersion(id, "배포할 본문");
    await server.db("changes").del();
    const answer = await deploy(id, version.id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ ...version, deployedAt: "2026-03-10 10:00" });
    expect(await shown(id)).toMatchObject({ currentVersion: { version: 1, body: "배포할 본문" } });
    expect(await kinds()).toEqual(["text", "configuration"]);

    const before = await versionsOf(id);
    for (const refused of [
      await crew.privacy.put(`${path}/${id}/versions/${version.id}`, { body: { body: "바꿈" } }),
      await crew.privacy.put(`${path}/${id}/versions/${version.id}`, { body: {} }),
      await crew.privacy.send("DELETE", `${path}/${id}/versions/${version.id}`),
    ]) {
      expect(refused.status).toBe(405);
      expect(refused.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(refused.text).toBe("배포된 본문은 고치거나 지울 수 없습니다. 새 버전을 등록해 주십시오.");
    }
    expect((await deploy(id, version.id)).status).toBe(200);
    expect(await versionsOf(id)).toEqual(before);
    await retire(id);
  });

  it("refuses one that is older than the version in force", async () => {
    const { id } = await addTerms();
    const first = await addVersion(id, "하나");
    const second = await addVersion(id, "둘");
    await deploy(id, second.id);
    const answer = await deploy(id, first.id);
    expect(answer.status).toBe(405);
    expect(answer.text).toBe("더 새로운 버전이 이미 배포되어 있습니다. 새 버전을 등록해 주십시오.");
    expect((await versionsOf(id)).map(({ deployedAt }) => deployedAt !== null)).toEqual([false, true]);
    await retire(id);
  });

  it("takes the harm out of what was written while it was plain text", async () => {
    const { id } = await addTerms();
    const version = await addVersion(id, "<p>하나</p><script>x()</script>");
    await crew.privacy.put(`${path}/${id}`, { body: { renderHtml: true } });
    await deploy(id, version.id);
    expect((await versionsOf(id))[0].body).toBe("<p>하나</p>");
    await retire(id);
  });

  it("of several at the same time leaves the newest in force, beside edits and deletions", async () => {
    const { id } = await addTerms();
    const versions = [await addVersion(id, "1"), await addVersion(id, "2"), await addVersion(id, "3")];
    const answers = await Promise.all(
      versions.flatMap((version) => [
        deploy(id, version.id),
        crew.admin.put(`${path}/${id}/versions/${version.id}`, { body: { body: "고침" } }),
        crew.admin.send("DELETE", `${path}/${id}/versions/${version.id}`),
        crew.admin.send("DELETE", `${path}/${id}`),
      ]),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 204, 404, 405].includes(status))).toEqual([]);
    const inForce = (await versionsOf(id)).filter(({ deployedAt }) => deployedAt !== null);
    const current = await shown(id);
    expect(current?.currentVersion.version).toBe(inForce.at(-1)?.version);
    if (inForce.length > 0) await retire(id);
  });

  it("asks visitors anew: a submission with the version before is refused, with the new one taken", async () => {
    const { id, versionId } = site.terms.required;
    const submit = (version: number) =>
      server.post("/api/request/simple/save/", {
        body: koreanApplication(site, {
          agreements: koreanApplication(site).agreements.map((agreement) =>
            agreement.termsId === id ? { ...agreement, version } : agreement,
          ),
        }),
      });
    const count = async () => Number((await server.db("visits").count("id as n").first())?.n);
    const draft = await addVersion(id, "둘째 본문");
    expect((await submit(1)).status).toBe(200);
    expect((await submit(2)).body).toEqual({ _: expect.stringContaining("바뀌었습니다") });

    await deploy(id, draft.id);
    const before = await count();
    const refused = await submit(1);
    expect([refused.status, refused.body]).toEqual([
      400,
      { _: "약관 내용이 바뀌었습니다. 새 내용을 확인하고 다시 동의해 주십시오." },
    ]);
    expect(await count()).toBe(before);
    const taken = await submit(2);
    expect(taken.status, taken.text).toBe(200);
    const consents = await server
      .db("visitConsents")
      .whereIn("termsVersionId", [versionId, draft.id])
      .orderBy("id");
    expect(consents.map(({ termsVersionId }) => termsVersionId)).toEqual([versionId, draft.id]);
  });
});
