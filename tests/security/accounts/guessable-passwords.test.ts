/** Guessable passwords (OWASP ASVS 5.0, 6.1.2, 6.2.4, 6.2.5, 6.2.11; 안전성 확보조치 기준 제5조). */
import { describe, expect, it } from "vitest";
import { createFirstAdmin } from "#api/features/host-users/admin-commands.ts";
import { isGuessable } from "#api/features/sign-in/guessable-passwords.ts";
import { addStaff, password, signedIn, signIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, site, crew } = await staffedSite();

const guessable =
  "쉽게 추측할 수 있는 비밀번호입니다. 흔한 비밀번호나 회사, 이름, 아이디, 전화번호를 활용한 것은 피해 주십시오.";
const common = "1234567890 password12 P@ssw0rd2026 qwertyuiop1 qwer1234!@ aaaaaaaaaa 2026-11-22".split(" ");
const siteNames = ["visitor2026", "qlalfqjsgh1", "tkfkdgody1!", "방문예약방문예약1"];
const fair = [
  "visit-demo-2026!",
  "correct horse battery",
  "우리집 앞 감나무 세 그루",
  "xK9#mQ2$vL",
  password,
];

describe("isGuessable", () => {
  it.each([...common, ...siteNames])("is true for %s", async (secret) => {
    expect(await isGuessable(secret, [])).toBe(true);
  });

  it.each(fair)("is false for %s", async (secret) => {
    expect(await isGuessable(secret, ["가온정밀", "Gaon Precision"])).toBe(false);
  });

  it("is true for words of the company or user", async () => {
    const words = ["Gaonjungmil Precision", "한지우", "jiwoo.han@example.com", "010-0000-7391"];
    for (const secret of "gaonjungmil1 Gaonjungmil! 01000007391 jiwoojiwoo 한지우한지우한지우1!".split(" ")) {
      expect(await isGuessable(secret, words), secret).toBe(true);
    }
    expect(await isGuessable("gaonjungmil1", [])).toBe(false);
  });

  it("takes bounded time for long passwords", async () => {
    await isGuessable("warm up", []);
    const startedAt = performance.now();
    expect(await isGuessable("p4$$w0rd".repeat(25), [])).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe("guessable password", () => {
  const body = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });

  it("is rejected by an invitation, which stays valid", async () => {
    const sent = { loginId: "jiwoo.han", name: "한지우", company: site.company, cellPhone: "010-0000-7391" };
    const { invitation } = (await crew.admin.post("/dash/hostusers", { body: sent })).body;
    const token = invitation.url.split("#")[1];
    const accept = (secret: string, lang = "ko") =>
      server.post("/dash/invitation", { body: { token, ...body(secret) }, lang });
    for (const secret of ["1234567890", "01000007391", "한지우가온정밀123"]) {
      const answer = await accept(secret);
      expect([answer.status, answer.body]).toEqual([400, { newPassword: guessable }]);
    }
    expect((await accept("1234567890", "en")).body.newPassword).toMatch(/^This password is easy to guess/);
    expect((await accept("우리집 앞 감나무 세 그루")).status).toBe(204);
  });

  it("is rejected by a password change, also with a wrong current one", async () => {
    const me = await signedIn(server, site.company, "host");
    const change = (currentPassword: string, secret: string) =>
      me.put("/dash/hostusers/password", { body: { currentPassword, ...body(secret) } });
    expect((await change(password, "password12")).body).toEqual({ newPassword: guessable });
    expect(Object.keys((await change("wrong", "password12")).body).sort()).toEqual([
      "currentPassword",
      "newPassword",
    ]);
    expect((await change(password, "우리집 앞 감나무 세 그루")).status).toBe(204);
  });

  it("is rejected for the first administrator", async () => {
    const admin = { loginId: "chief", name: "총관리", company: "연중정밀", password: "1234567890" };
    await expect(createFirstAdmin(server.db, admin)).rejects.toMatchObject({
      errors: { password: "passwordGuessable" },
    });
  });

  it("in use can still sign in", async () => {
    const { loginId, id } = await addStaff(server, site.company, "host");
    const { hash } = await import("@node-rs/argon2");
    await server
      .db("hostUsers")
      .where({ id })
      .update({ passwordHash: await hash("password12") });
    await signIn(server, loginId, "password12");
  });
});
