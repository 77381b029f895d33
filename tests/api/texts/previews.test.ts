/** Previews of texts before they are stored. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const siteDir = mkdtempSync(join(tmpdir(), "site-"));
mkdirSync(join(siteDir, "preview"));
writeFileSync(join(siteDir, "index.html"), "<title>site</title>");
writeFileSync(join(siteDir, "preview/index.html"), "<title>preview</title>");
writeFileSync(join(siteDir, "app-1a2B3c_4.js"), "export {}");
const { server, site, crew } = await staffedSite({ siteDir });

const everything = async () => [
  await server.db("terms").orderBy("id"),
  await server.db("termsVersions").orderBy("id"),
  await server.db("privacyPolicies").orderBy("id"),
  await server.db("changes").orderBy("id"),
];
const harmful = '<p onclick="x()">가<script>x()</script></p>';

describe("POST /dash/terms/:id/preview", () => {
  const preview = (id: number, body: object) => crew.privacy.post(`/dash/terms/${id}/preview`, { body });

  it("returns sanitized texts in both languages and stores nothing", async () => {
    const before = await everything();
    const { id } = site.terms.guide;
    const answer = await answered(preview(id, { body: harmful, enBody: "<h2>Guide</h2>" }));
    const deployed = (await server.get("/api/terms/deployed")).body.find(
      (terms: { id: number }) => terms.id === id,
    );
    expect(answer.body.ko).toEqual({ ...deployed, currentVersion: { version: 2, body: "<p>가</p>" } });
    expect(answer.body.en.currentVersion.body).toBe("<h2>Guide</h2>");
    expect(await everything()).toEqual(before);
  });

  it("keeps plain text, and falls back to Korean without English", async () => {
    const { body } = await preview(site.terms.required.id, { body: harmful, enBody: "" });
    expect(body.ko.currentVersion.body).toBe(harmful);
    expect(body.en).toMatchObject({ title: "Required consent", currentVersion: { body: harmful } });
  });

  it("accepts an empty text, rejects a long one, and returns 404 for unknown terms", async () => {
    const { id } = site.terms.guide;
    expect((await preview(id, { body: "", enBody: "" })).body.ko.currentVersion.body).toBe("");
    expect((await preview(id, { body: "가".repeat(100_001), enBody: "" })).body).toEqual({
      body: "100000자까지 입력할 수 있습니다.",
    });
    expect((await preview(2_000_000_000, { body: "", enBody: "" })).status).toBe(404);
  });
});

describe("POST /dash/privacy-policies/preview", () => {
  it("returns sanitized texts and stores nothing", async () => {
    const before = await everything();
    const answer = await crew.admin.post("/dash/privacy-policies/preview", {
      body: { content: harmful, enContent: "" },
    });
    expect(answer.body).toEqual({ content: "<p>가</p>", enContent: "" });
    expect(await everything()).toEqual(before);
  });
});

describe("/preview", () => {
  it("is the only page that may be framed, with an opaque origin", async () => {
    const { headers, text } = await server.get("/preview");
    expect(text).toContain("preview");
    expect(headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toMatch(/;sandbox (?!.*allow-same-origin)allow-scripts/);
    for (const path of ["/", "/form", "/privacy", "/result", "/api/config"]) {
      const other = await server.get(path);
      expect(other.headers.get("X-Frame-Options"), path).toBe("DENY");
      expect(other.headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
    }
  });

  it("may load the site's files cross-origin, but not call the API", async () => {
    const framed = { headers: { Origin: "null" } };
    const file = await server.get("/assets/visitor/app-1a2B3c_4.js", framed);
    expect(file.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const call = await server.get("/api/config", framed);
    expect(call.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});
