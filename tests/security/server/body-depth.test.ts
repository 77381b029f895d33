/** Deeply nested bodies (OWASP ASVS 5.0, 1.5.2, 15.2.2). */
import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";

const { server } = await seededSite();

const nested = (depth: number, inner = "") => "[".repeat(depth) + inner + "]".repeat(depth);
const headers = { "Content-Type": "application/json" };
const post = (body: string, lang = "ko") => server.post("/dash/login", { body, headers, lang });

describe("nested request body", () => {
  it.each([
    ["120,000 nested lists", nested(120_000)],
    ["40,000 nested objects", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`],
    ["a field of 60,000 nested lists", `{"loginId":${nested(60_000)},"password":"x"}`],
    ["33 nested lists", nested(33, "1")],
  ])("with %s returns 400", async (_, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { _: "요청 내용이 32단계보다 깊게 중첩되어 있습니다." },
    ]);
    expect((await post(body, "en")).body).toEqual({ _: "The request is nested more than 32 levels deep." });
  });

  it("of 120,000 opening brackets returns 400 as unreadable", async () => {
    const answer = await post("[".repeat(120_000));
    expect([answer.status, answer.body]).toEqual([400, { _: "요청 내용을 읽을 수 없습니다." }]);
  });

  it("of 32 levels is parsed and validated", async () => {
    expect((await answered(post(nested(32)), 400)).text).not.toContain("중첩");
  });
});
