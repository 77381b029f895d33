import { describe, expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { addHost } from "../../support/site.ts";

const { server, site } = await seededSite();

describe("GET /api/config", () => {
  it("returns public settings only", async () => {
    expect((await server.get("/api/config")).body).toEqual({
      maxRequestDays: 7,
      requestInputUserCompany: true,
      requestInputPlace: true,
      requestInputVisitorCompany: true,
      useCar: true,
      lookupCode: false,
      submitCode: false,
      companions: false,
      customerCompany: { ko: "가온정밀", en: "Gaon Precision" },
      timezone: "Asia/Seoul",
      homepage: "",
      brandColor: "#1d3f8f",
      ready: true,
      demonstration: true,
      companySignIn: false,
    });
  });

  it.each([
    ["privacyPolicies", { applied: true }, { applied: false }],
    ["terms", { inUse: true }, { inUse: false }],
    ["userCodes", { inUse: true, kind: 9002 }, { inUse: false }],
    ["userCodes", { inUse: true, kind: 9003 }, { inUse: false }],
    ["hostUsers", { inPublicSearch: true }, { inPublicSearch: false }],
  ])("is not ready without %s of %j", async (table, on, off) => {
    const ids = await server.db(table).where(on).pluck("id");
    await server.db(table).whereIn("id", ids).update(off);
    expect((await server.get("/api/config")).body.ready).toBe(false);
    await server.db(table).whereIn("id", ids).update(on);
    expect((await server.get("/api/config")).body.ready).toBe(true);
  });
});

describe("GET /api/terms/deployed", () => {
  it("lists terms in force in order, in Korean", async () => {
    const { body } = await server.get("/api/terms/deployed");
    expect(body.map((terms: { contentType: string }) => terms.contentType)).toEqual(
      "이용약관 필수동의 선택동의 안내문 체크리스트".split(" "),
    );
    expect(body[2]).toEqual({
      id: site.terms.optional.id,
      title: "선택동의 제목",
      contentType: "선택동의",
      currentVersion: { version: 1, body: "선택동의 본문" },
      renderHtml: false,
      modalDisplay: false,
      requestAgree: true,
      bgColor: "#fff7e6",
      confirmMsg: "",
    });
  });

  it("falls back to Korean without English", async () => {
    const { body } = await server.get("/api/terms/deployed", { lang: "en" });
    expect(body[1].title).toBe("Required consent");
    expect(body[0].title).toBe("이용약관 제목");
  });

  it("returns the newest deployed version, no draft, with sanitized HTML", async () => {
    const { id } = site.terms.guide;
    await server.db("termsVersions").insert([
      {
        termsId: id,
        version: 2,
        body: '<p onclick="x()">둘</p><script>x()</script>',
        deployedAt: new Date(0),
      },
      { termsId: id, version: 3, body: "<p>초안</p>" },
    ]);
    const { body } = await server.get("/api/terms/deployed");
    expect(body[3].currentVersion).toEqual({ version: 2, body: "<p>둘</p>" });
  });
});

describe("GET /api/privacy/applied", () => {
  it("returns the published policy in both languages", async () => {
    expect((await server.get("/api/privacy/applied")).body).toEqual({
      id: site.policy,
      content: "<h2>개인정보 처리방침</h2>",
      enContent: "<h2>Privacy policy</h2>",
    });
  });

  it("returns 404 without a published policy", async () => {
    await server.db("privacyPolicies").update({ applied: false });
    expect((await server.get("/api/privacy/applied")).status).toBe(404);
    await server.db("privacyPolicies").update({ applied: true });
  });
});

describe("GET /api/user-code/:kind/inuse and /api/companies/inuse", () => {
  it("list enabled entries in the visitor's language", async () => {
    expect((await server.get("/api/user-code/9002/inuse")).body).toEqual([{ id: site.place, name: "본관" }]);
    expect((await server.get("/api/user-code/9003/inuse", { lang: "en" })).body).toEqual([
      { id: site.purpose, name: "Meeting" },
    ]);
    expect((await server.get("/api/companies/inuse", { lang: "en" })).body).toEqual([
      { id: site.company, name: "Gaon Precision" },
      { id: site.otherCompany, name: "가온바이오" },
    ]);
  });

  it("reject an unknown kind", async () => {
    const { status, body } = await server.get("/api/user-code/9001/inuse");
    expect(status).toBe(400);
    expect(body).toEqual({ kind: "올바른 값이 아닙니다." });
  });
});

describe("GET /visitor/findHostUsers", () => {
  const find = async (s: string, company: number | "" = site.company, lang = "ko") =>
    (await server.get(`/visitor/findHostUsers?s=${encodeURIComponent(s)}&company=${company}`, { lang })).body;

  it("returns names, company, department and position, to tell namesakes apart", async () => {
    expect(await find("김철수")).toEqual([
      {
        id: site.host,
        name: "김철수",
        enName: "Cheolsu Kim",
        company: { name: "가온정밀" },
        department: "설계팀",
        position: "책임",
      },
      expect.objectContaining({ id: site.namesake, enName: "", department: "품질팀" }),
    ]);
    expect((await find("김철수", site.company, "en"))[0].company).toEqual({ name: "Gaon Precision" });
  });

  it.each(["김철", "철수", "김철ㅅ", "김처", "김 철", "cheol", "OLS", "su kim", "kim  cheolsu", "Kim ch"])(
    "finds by %j",
    async (s) => {
      expect((await find(s)).map(({ id }: { id: number }) => id)).toContain(site.host);
    },
  );

  it.each([
    "",
    "김",
    " 김 ",
    "k",
    "박퇴사",
    "이영희",
    "김영",
    "ㄱㄴ",
    "김천",
    "kim young",
    "k cheolsu",
    "..",
    "%%",
    "김_",
  ])("does not find by %j", async (s) => {
    expect(await find(s)).toEqual([]);
  });

  it("filters by company, which is required while the site asks for it", async () => {
    expect(await find("이영희", site.otherCompany)).toHaveLength(1);
    expect(await find("이영희", "")).toEqual([]);
    await server.db("configuration").update({ requestInputUserCompany: false });
    expect(await find("이영희", "")).toHaveLength(1);
    await server.db("configuration").update({ requestInputUserCompany: true });
  });

  it("returns at most 50, names that begin with the text first", async () => {
    for (let i = 0; i < 60; i++) await addHost(server.db, site.company, { name: `최나래${i}` });
    await addHost(server.db, site.company, { name: "나래" });
    const found = await find("나래");
    expect(found).toHaveLength(50);
    expect(found[0].name).toBe("나래");
  });

  it("rejects an invalid company, unknown parameters and long texts", async () => {
    expect((await server.get("/visitor/findHostUsers?s=ab&company=x")).body).toEqual({
      company: "올바른 값이 아닙니다.",
    });
    expect((await server.get("/visitor/findHostUsers?s=ab&q=x")).body).toEqual({
      q: "알 수 없는 항목입니다. 화면을 새로고침해 주십시오.",
    });
    expect((await server.get(`/visitor/findHostUsers?s=${"a".repeat(10_000)}`)).body).toEqual({
      s: "100자까지 입력할 수 있습니다.",
    });
    expect((await server.get("/visitor/findHostUsers?s=%00%00&company=1")).status).toBeLessThan(500);
    expect((await server.get("/visitor/findHostUsers?s=ab&s=cd")).status).toBe(400);
  });
});

describe("GET /custom/logo", () => {
  it("returns the product's logo until the site has one, then that of the language", async () => {
    const plain = await server.get("/custom/logo?lang=ko");
    expect(plain.headers.get("Content-Type")).toMatch("image/svg+xml");
    await server
      .db("logos")
      .insert({ lang: "ko", contentType: "image/svg+xml", content: Buffer.from("<svg>ko</svg>") });
    expect((await server.get("/custom/logo?lang=en")).text).toContain("ko");
    await server
      .db("logos")
      .insert({ lang: "en", contentType: "image/svg+xml", content: Buffer.from("<svg>en</svg>") });
    expect((await server.get("/custom/logo?lang=en")).text).toContain("en");
    const answer = await server.get("/custom/logo");
    expect(answer.text).toContain("ko");
    expect(answer.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});
