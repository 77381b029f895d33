import { beforeEach, describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { changedKinds } from "../../support/console/tables.ts";
import { koreanApplication } from "../../support/site.ts";
import {
  deploy,
  retire,
  shownTerms,
  termsPath,
  versionsOf,
  writeTerms,
  writeVersion,
} from "../../support/visitor/terms-calls.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await server.db("changes").del();
});

describe("/dash/terms/{id}/versions", () => {
  it("adds drafts with increasing numbers, lists newest first, with a body in each language", async () => {
    const { id } = await writeTerms(crew.privacy);
    const first = await writeVersion(crew.privacy, id, "하나", { enBody: "one" });
    const second = await writeVersion(crew.privacy, id, "둘\r\n줄");
    expect(first).toEqual({
      id: first.id,
      termsId: id,
      version: 1,
      body: "하나",
      enBody: "one",
      deployedAt: null,
      revision: expect.stringMatching(/^[\w-]{22}$/),
      createdAt: "2026-03-10 10:00",
      updatedAt: "2026-03-10 10:00",
    });
    expect((await crew.privacy.get(`${termsPath}/${id}/versions`)).body).toEqual([second, first]);
    expect(await versionsOf(server, id)).toMatchObject([
      { version: 1, body: "하나", enBody: "one", deployedAt: null },
      { version: 2, body: "둘\n줄", enBody: "", deployedAt: null },
    ]);
    expect(await shownTerms(server, id)).toBeUndefined();
  });

  it("returns 405 for a change of a version changed by another user", async () => {
    const { id } = await writeTerms(crew.privacy);
    const read = await writeVersion(crew.privacy, id, "하나");
    const at = `${termsPath}/${id}/versions/${read.id}`;
    const change = (body: object) => crew.privacy.put(at, { body });
    const first = await answered(change({ ...read, body: "둘" }));
    expect(first.body.revision).not.toBe(read.revision);
    const conflict = await change({ ...read, body: "셋" });
    expect([conflict.status, conflict.text]).toEqual([
      405,
      "다른 사람이 먼저 저장했습니다. 바뀐 내용을 확인하고 다시 저장해 주십시오.",
    ]);
    expect(await versionsOf(server, id)).toMatchObject([{ body: "둘" }]);
    // allowed with the current revision, and without one
    expect((await change({ body: "셋", revision: first.body.revision })).status).toBe(200);
    expect((await change({ body: "하나" })).body.revision).toBe(read.revision);
  });

  it("saves one of several changes of the same revision", async () => {
    const { id } = await writeTerms(crew.privacy);
    const read = await writeVersion(crew.privacy, id, "하나");
    const at = `${termsPath}/${id}/versions/${read.id}`;
    const answers = await Promise.all(
      ["둘", "셋", "넷"].map((body) => crew.privacy.put(at, { body: { ...read, body } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 405, 405]);
  });

  it("numbers versions uniquely for simultaneous calls", async () => {
    const { id } = await writeTerms(crew.privacy);
    await Promise.all(Array.from({ length: 6 }, () => writeVersion(crew.privacy, id)));
    expect((await versionsOf(server, id)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("sanitizes texts shown as HTML, and keeps plain text as typed", async () => {
    const attack = "<p>줄</p><script>x()</script>";
    const html = await writeTerms(crew.privacy, { renderHtml: true });
    const { id: htmlVersion } = await writeVersion(crew.privacy, html.id, attack, { enBody: attack });
    expect((await versionsOf(server, html.id))[0]).toMatchObject({ body: "<p>줄</p>", enBody: "<p>줄</p>" });
    await crew.privacy.put(`${termsPath}/${html.id}/versions/${htmlVersion}`, {
      body: { body: `${attack}둘` },
    });
    expect((await versionsOf(server, html.id))[0]).toMatchObject({ body: "<p>줄</p>둘" });
    const plain = await writeTerms(crew.privacy);
    await writeVersion(crew.privacy, plain.id, attack);
    expect((await versionsOf(server, plain.id))[0].body).toBe(attack);
    const empty = await crew.privacy.post(`${termsPath}/${html.id}/versions`, {
      body: { body: "<iframe></iframe>" },
    });
    expect([empty.status, empty.body]).toEqual([400, { body: "필수 입력 항목입니다" }]);
  });

  it("accepts 100,000 characters in each language", async () => {
    const { id } = await writeTerms(crew.privacy);
    const long = "가".repeat(100_000);
    await writeVersion(crew.privacy, id, long, { enBody: long });
    const answer = await crew.privacy.post(`${termsPath}/${id}/versions`, {
      body: { body: `${long}가`, enBody: `${long}가`, version: 9, termsId: id + 1 },
    });
    expect(answer.body).toEqual({
      body: "100000자까지 입력할 수 있습니다.",
      enBody: "100000자까지 입력할 수 있습니다.",
      version: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
    const elsewhere = { body: "본문", termsId: id + 1 };
    expect((await crew.privacy.post(`${termsPath}/${id}/versions`, { body: elsewhere })).body).toEqual({
      termsId: "올바른 값이 아닙니다.",
    });
  });

  it("changes and deletes drafts", async () => {
    const { id } = await writeTerms(crew.privacy);
    const read = await writeVersion(crew.privacy, id, "하나", { enBody: "one" });
    const address = `${termsPath}/${id}/versions/${read.id}`;
    const answer = await answered(crew.privacy.put(address, { body: { ...read, body: "고침", enBody: "" } }));
    expect(answer.body).toEqual({
      ...read,
      body: "고침",
      enBody: "",
      revision: expect.not.stringMatching(read.revision),
    });
    expect(await versionsOf(server, id)).toMatchObject([{ body: "고침", enBody: "" }]);
    expect((await crew.privacy.put(address, { body: { id: read.id + 1 } })).body).toEqual({
      id: "올바른 값이 아닙니다.",
    });
    expect((await crew.privacy.send("DELETE", address)).status).toBe(204);
    expect(await versionsOf(server, id)).toEqual([]);
    expect((await crew.privacy.send("DELETE", address)).status).toBe(404);
  });
});

describe("PUT /dash/terms/{id}/versions/{versionId}/deploy", () => {
  it("publishes a version, which can no longer be changed or deleted", async () => {
    const { id } = await writeTerms(crew.privacy);
    const version = await writeVersion(crew.privacy, id, "배포할 본문");
    await server.db("changes").del();
    const answer = await answered(deploy(crew.privacy, id, version.id));
    expect(answer.body).toEqual({ ...version, deployedAt: "2026-03-10 10:00" });
    expect(await shownTerms(server, id)).toMatchObject({
      currentVersion: { version: 1, body: "배포할 본문" },
    });
    expect(await changedKinds(server.db)).toEqual(["text", "configuration"]);

    const before = await versionsOf(server, id);
    for (const refused of [
      await crew.privacy.put(`${termsPath}/${id}/versions/${version.id}`, { body: { body: "바꿈" } }),
      await crew.privacy.put(`${termsPath}/${id}/versions/${version.id}`, { body: {} }),
      await crew.privacy.send("DELETE", `${termsPath}/${id}/versions/${version.id}`),
    ]) {
      expect(refused.status).toBe(405);
      expect(refused.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(refused.text).toBe("배포된 본문은 수정하거나 삭제할 수 없습니다. 새 버전을 등록해 주십시오.");
    }
    expect((await deploy(crew.privacy, id, version.id)).status).toBe(200);
    expect(await versionsOf(server, id)).toEqual(before);
    await retire(crew.privacy, id);
  });

  it("returns 405 for a version older than the published one", async () => {
    const { id } = await writeTerms(crew.privacy);
    const first = await writeVersion(crew.privacy, id, "하나");
    const second = await writeVersion(crew.privacy, id, "둘");
    await deploy(crew.privacy, id, second.id);
    const answer = await answered(deploy(crew.privacy, id, first.id), 405);
    expect(answer.text).toBe("더 새로운 버전이 이미 배포되어 있습니다. 새 버전을 등록해 주십시오.");
    expect((await versionsOf(server, id)).map(({ deployedAt }) => deployedAt !== null)).toEqual([
      false,
      true,
    ]);
    await retire(crew.privacy, id);
  });

  it("sanitizes a text written as plain text when shown as HTML", async () => {
    const { id } = await writeTerms(crew.privacy);
    const version = await writeVersion(crew.privacy, id, "<p>하나</p><script>x()</script>");
    await crew.privacy.put(`${termsPath}/${id}`, { body: { renderHtml: true } });
    await deploy(crew.privacy, id, version.id);
    expect((await versionsOf(server, id))[0].body).toBe("<p>하나</p>");
    await retire(crew.privacy, id);
  });

  it("leaves the newest version published for simultaneous calls, edits and deletions", async () => {
    const { id } = await writeTerms(crew.privacy);
    const versions = [
      await writeVersion(crew.privacy, id, "1"),
      await writeVersion(crew.privacy, id, "2"),
      await writeVersion(crew.privacy, id, "3"),
    ];
    const answers = await Promise.all(
      versions.flatMap((version) => [
        deploy(crew.privacy, id, version.id),
        crew.admin.put(`${termsPath}/${id}/versions/${version.id}`, { body: { body: "고침" } }),
        crew.admin.send("DELETE", `${termsPath}/${id}/versions/${version.id}`),
        crew.admin.send("DELETE", `${termsPath}/${id}`),
      ]),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 204, 404, 405].includes(status))).toEqual([]);
    const inForce = (await versionsOf(server, id)).filter(({ deployedAt }) => deployedAt !== null);
    const current = await shownTerms(server, id);
    expect(current?.currentVersion.version).toBe(inForce.at(-1)?.version);
    if (inForce.length > 0) await retire(crew.privacy, id);
  });

  it("makes consents to the former version invalid", async () => {
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
    const draft = await writeVersion(crew.privacy, id, "둘째 본문");
    expect((await submit(1)).status).toBe(200);
    expect((await submit(2)).body).toEqual({ _: expect.stringContaining("바뀌었습니다") });

    await deploy(crew.privacy, id, draft.id);
    const before = await count();
    const refused = await submit(1);
    expect([refused.status, refused.body]).toEqual([
      400,
      { _: "약관 내용이 바뀌었습니다. 새 내용을 확인하고 다시 동의해 주세요." },
    ]);
    expect(await count()).toBe(before);
    await answered(submit(2));
    const consents = await server
      .db("visitConsents")
      .whereIn("termsVersionId", [versionId, draft.id])
      .orderBy("id");
    expect(consents.map(({ termsVersionId }) => termsVersionId)).toEqual([versionId, draft.id]);
  });
});

describe("DELETE of a draft that a consent names", () => {
  it("returns 405, also for its terms", async () => {
    const { id } = await writeTerms(crew.privacy);
    const draft = await writeVersion(crew.privacy, id);
    const { id: visitId } = await addVisit(server, site);
    const consent = { visitId, termsVersionId: draft.id, agreed: true, lang: "ko", channel: "form" };
    await server.db("visitConsents").insert({ ...consent, agreedAt: server.now });
    expect((await crew.privacy.send("DELETE", `${termsPath}/${id}/versions/${draft.id}`)).status).toBe(405);
    expect((await crew.privacy.send("DELETE", `${termsPath}/${id}`)).status).toBe(405);
    expect(await versionsOf(server, id)).toHaveLength(1);
    await server.db("visitConsents").where({ visitId }).del();
  });
});
