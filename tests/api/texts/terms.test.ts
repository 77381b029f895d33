import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { changedKinds } from "../../support/console/tables.ts";
import { raceForRow } from "../../support/database/row-locks.ts";
import {
  deployTerms,
  retire,
  shownTerms,
  termsOf,
  termsPath,
  versionsOf,
  writeTerms,
  writeVersion,
} from "../../support/visitor/terms-calls.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("changes").del();
});

const everything = async () => [
  await server.db("terms").orderBy("id"),
  await server.db("termsVersions").orderBy("id"),
];

describe("all methods", () => {
  it("return 404 for unknown terms and for a version of other terms", async () => {
    const one = await writeTerms(crew.privacy);
    const other = await writeTerms(crew.privacy);
    const { id: versionId } = await writeVersion(crew.privacy, other.id);
    const before = await everything();
    for (const [termsId, id] of [
      [2_000_000_000, versionId],
      [one.id, versionId],
      [one.id, 2_000_000_000],
    ]) {
      const version = `${termsPath}/${termsId}/versions/${id}`;
      expect((await crew.privacy.put(version, { body: { body: "가" } })).status).toBe(404);
      expect((await crew.privacy.send("DELETE", version)).status).toBe(404);
      expect((await crew.privacy.put(`${version}/deploy`, { body: {} })).status).toBe(404);
    }
    const none = `${termsPath}/2000000000`;
    expect((await crew.privacy.put(none, { body: { title: "가" } })).status).toBe(404);
    expect((await crew.privacy.send("DELETE", none)).status).toBe(404);
    expect((await crew.privacy.get(`${none}/versions`)).status).toBe(404);
    expect((await crew.privacy.post(`${none}/versions`, { body: { body: "가" } })).status).toBe(404);
    expect(await everything()).toEqual(before);
  });
});

describe("POST /dash/terms", () => {
  it.each(["privacy", "admin"] as const)("lets %s add terms, last and not public yet", async (role) => {
    const last = Math.max(...(await server.db("terms")).map(({ dispOrder }) => dispOrder));
    const answer = await crew[role].post(termsPath, {
      body: { title: " 주차  안내 ", contentType: "안내문" },
    });
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
    expect(await termsOf(server, answer.body.id)).toMatchObject({
      title: "주차 안내",
      inUse: true,
      dispOrder: last + 1,
    });
    expect(await shownTerms(server, answer.body.id)).toBeUndefined();
    expect(await changedKinds(server.db)).toEqual(["text"]);
  });

  it("stores every field", async () => {
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
    const { id } = await writeTerms(crew.privacy, fields);
    expect(await termsOf(server, id)).toMatchObject(fields);
    expect((await crew.privacy.get(`${termsPath}?sort=-dispOrder&size=1`)).body.rows[0]).toMatchObject(
      fields,
    );
    await crew.privacy.send("DELETE", `${termsPath}/${id}`);
  });

  it.each(["red;background:url(x)", "#fff", "#12345g", "url(https://example.com)", "#1234567"])(
    "rejects the colour %s",
    async (bgColor) => {
      const answer = await crew.privacy.post(termsPath, {
        body: { title: "가", contentType: "안내문", bgColor },
      });
      expect([answer.status, answer.body]).toEqual([400, { bgColor: "올바른 형식이 아닙니다." }]);
    },
  );

  it("rejects a checklist with HTML", async () => {
    const body = { title: "가", contentType: "체크리스트", renderHtml: true };
    const answer = await crew.privacy.post(termsPath, { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { renderHtml: "체크리스트는 일반 텍스트로만 보여 줄 수 있습니다." },
    ]);
  });
});

describe("GET /dash/terms", () => {
  it("lists in the visitors' order, and filters, searches, sorts and pages", async () => {
    await writeTerms(crew.privacy, {
      title: "목록 하나",
      contentType: "안내문",
      inUse: false,
      dispOrder: 902,
    });
    await writeTerms(crew.privacy, {
      title: "목록 둘",
      enTitle: "List 2",
      contentType: "체크리스트",
      dispOrder: 901,
    });
    const titles = async (query: string) => {
      const answer = await answered(crew.privacy.get(`${termsPath}?${query}`));
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
    const { body } = await crew.privacy.get(`${termsPath}?size=200`);
    expect(body.total).toBe((await server.db("terms")).length);
    const first = body.rows.find(({ id }: { id: number }) => id === site.terms.use.id);
    expect(first.deployedVersion).toBe(1);
  });
});

describe("PUT /dash/terms/{id}", () => {
  it("changes the given fields, accepts the record as returned by GET, and keeps omitted fields", async () => {
    const { id } = await writeTerms(crew.privacy, { enTitle: "New", confirmMsg: "예", bgColor: "#ffffff" });
    const { rows } = (await crew.privacy.get(`${termsPath}?q=${encodeURIComponent("새 약관")}&size=200`))
      .body;
    const read = rows.find((row: { id: number }) => row.id === id);
    const answer = await crew.privacy.put(`${termsPath}/${id}`, {
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
    await crew.privacy.put(`${termsPath}/${id}`, { body: { contentType: "필수동의" } });
    expect(await termsOf(server, id)).toMatchObject({
      title: "고친 약관",
      contentType: "필수동의",
      confirmMsg: "예",
    });
  });

  it("rejects another id, another type once published, and a checklist with HTML", async () => {
    const put = (id: number, body: object) => crew.privacy.put(`${termsPath}/${id}`, { body });
    const { id } = await deployTerms(crew.privacy, "본문", { inUse: false });
    const before = await termsOf(server, id);
    expect((await put(id, { id: id + 1 })).body).toEqual({ id: "올바른 값이 아닙니다." });
    const fixed = await put(id, { title: "다른 제목", contentType: "필수동의" });
    expect([fixed.status, fixed.body]).toEqual([
      400,
      { contentType: "배포된 본문이 있어 종류를 바꿀 수 없습니다." },
    ]);
    expect(await termsOf(server, id)).toEqual(before);
    expect((await put(id, { title: "다른 제목", contentType: "선택동의" })).status).toBe(200);

    const html = await writeTerms(crew.privacy, { renderHtml: true });
    expect((await put(html.id, { contentType: "체크리스트" })).body).toEqual({
      renderHtml: "체크리스트는 일반 텍스트로만 보여 줄 수 있습니다.",
    });
  });

  it("disables and enables terms, visible immediately, and notifies open consoles", async () => {
    const { id } = await deployTerms(crew.privacy);
    expect(await shownTerms(server, id)).toMatchObject({ title: "새 약관" });
    await server.db("changes").del();
    await retire(crew.privacy, id);
    expect(await shownTerms(server, id)).toBeUndefined();
    expect(await changedKinds(server.db)).toEqual(["text", "configuration"]);
    await crew.privacy.put(`${termsPath}/${id}`, { body: { inUse: true } });
    expect(await shownTerms(server, id)).toMatchObject({ title: "새 약관" });
    await retire(crew.privacy, id);
  });

  it("sanitizes published plain text when shown as HTML, and restores it when not", async () => {
    const attack = '<img src=x onerror="x()"><b>굵게</b><script>x()</script>';
    const { id } = await deployTerms(crew.privacy, attack);
    expect((await shownTerms(server, id)).currentVersion.body).toBe(attack);
    await crew.privacy.put(`${termsPath}/${id}`, { body: { renderHtml: true } });
    expect((await shownTerms(server, id)).currentVersion.body).toBe("<b>굵게</b>");
    expect((await crew.privacy.get(`${termsPath}/${id}/versions`)).body[0].body).toBe("<b>굵게</b>");
    expect((await versionsOf(server, id))[0].body).toBe(attack);
    await crew.privacy.put(`${termsPath}/${id}`, { body: { renderHtml: false } });
    expect(await shownTerms(server, id)).toMatchObject({
      renderHtml: false,
      currentVersion: { body: attack },
    });
    await retire(crew.privacy, id);
  });
});

describe("DELETE /dash/terms/{id}", () => {
  it("deletes terms with their drafts, then returns 404", async () => {
    const { id } = await writeTerms(crew.privacy);
    await writeVersion(crew.privacy, id);
    expect((await crew.privacy.send("DELETE", `${termsPath}/${id}`)).status).toBe(204);
    expect(await termsOf(server, id)).toBeUndefined();
    expect(await versionsOf(server, id)).toEqual([]);
    expect((await crew.privacy.send("DELETE", `${termsPath}/${id}`)).status).toBe(404);
  });

  it("returns 405 once a version was published", async () => {
    const { id } = await deployTerms(crew.privacy);
    await writeVersion(crew.privacy, id, "초안");
    const answer = await answered(crew.privacy.send("DELETE", `${termsPath}/${id}`), 405);
    expect(answer.text).toBe("배포된 적이 있는 약관은 삭제할 수 없습니다. 사용 안 함으로 변경해 주십시오.");
    expect(await versionsOf(server, id)).toHaveLength(2);
    await retire(crew.privacy, id);
  });
});

describe("PUT /dash/terms/sort", () => {
  const sort = (dispOrders: unknown) => crew.privacy.put(`${termsPath}/sort`, { body: { dispOrders } });
  const orderOf = async (...ids: number[]) =>
    (await Promise.all(ids.map((id) => termsOf(server, id)))).map((row) => row.dispOrder);

  it("reorders terms, in which order visitors read them", async () => {
    const { use, required } = site.terms;
    const answer = await sort([
      { id: use.id, dispOrder: 2 },
      { id: required.id, dispOrder: 1 },
    ]);
    expect(answer.status, answer.text).toBe(204);
    const { body } = await server.get("/api/terms/deployed");
    expect(body.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([required.id, use.id]);
    expect(await changedKinds(server.db)).toEqual(["text"]);
    await sort([
      { id: use.id, dispOrder: 1 },
      { id: required.id, dispOrder: 2 },
    ]);
  });

  it("rejects invalid entries by position, and changes nothing", async () => {
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

  it("applies one of several simultaneous orders completely", async () => {
    const ids = [site.terms.use.id, site.terms.required.id, site.terms.optional.id];
    const before = await orderOf(...ids);
    const one = ids.map((id, index) => ({ id, dispOrder: 10 + index }));
    const other = ids.map((id, index) => ({ id, dispOrder: 20 + index })).reverse();
    const middle = { table: "terms", id: site.terms.required.id };
    const answers = await raceForRow(server.db, middle, 4, () =>
      Promise.all([sort(one), sort(other), sort(one), sort(other)]),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect([
      [10, 11, 12],
      [20, 21, 22],
    ]).toContainEqual(await orderOf(...ids));
    await sort(ids.map((id, index) => ({ id, dispOrder: before[index] })));
  });
});
