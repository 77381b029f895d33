import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { englishApplication, koreanApplication } from "../../support/site.ts";

const { server, site, crew } = await staffedSite();

const pathOf = (id: number) => `/dash/visits/${id}/consents`;

async function apply(application: object, lang: string): Promise<number> {
  const answer = await answered(server.post("/api/request/simple/save/", { body: application, lang }));
  return (await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id")).id;
}

describe("GET /dash/visits/{id}/consents", () => {
  it("returns each text in its agreed version and language, with answer and time, and logs the access", async () => {
    const id = await apply(koreanApplication(site), "ko");
    // A newer version and another title do not change the consent.
    await server
      .db("termsVersions")
      .insert({ termsId: site.terms.use.id, version: 2, body: "새 이용약관", deployedAt: server.now });
    const answer = await answered(crew.privacy.get(pathOf(id), { lang: "en" }));
    const common = { language: "ko", agreedAt: "2026-03-10 10:00" };
    expect(answer.body).toMatchObject([
      {
        ...common,
        kind: "policy",
        textId: site.policy,
        title: "처리방침",
        contentType: null,
        version: null,
        agreed: true,
      },
      {
        ...common,
        kind: "terms",
        textId: site.terms.use.id,
        title: "이용약관 제목",
        contentType: "이용약관",
        version: 1,
        agreed: true,
        body: "이용약관 본문",
        renderHtml: false,
      },
      { contentType: "필수동의", title: "필수동의 제목", agreed: true },
      { contentType: "선택동의", agreed: false },
      { contentType: "체크리스트", agreed: true },
    ]);
    expect(answer.body[0].body).toContain("개인정보 처리방침");
    expect(await server.db("accessLog").orderBy("id", "desc").first()).toMatchObject({
      hostUserId: crew.privacy.id,
      action: "/dash/visits/:id/consents",
      visitIds: [id],
    });
  });

  it("returns the English policy if agreed in English, and Korean without English", async () => {
    const id = await apply(englishApplication(site), "en");
    const { body } = await crew.desk.get(pathOf(id));
    expect(body).toMatchObject([
      { kind: "policy", language: "en", body: "<h2>Privacy policy</h2>", renderHtml: true },
      {
        kind: "terms",
        contentType: "체크리스트",
        language: "en",
        body: expect.stringContaining("안전 수칙"),
      },
    ]);
  });
});
