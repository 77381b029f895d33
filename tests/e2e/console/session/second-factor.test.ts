/** A second factor: set up on the account page or at the sign-in, asked for after the password, reset by an administrator. */
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { languages } from "../../../support/browser/appearance.ts";
import { detailLooksRight, looksRight } from "../../../support/browser/axe.ts";
import type { ConsolePage } from "../../../support/console/console-pages.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { addStaff, password } from "../../../support/console/staff.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  await suite.server.db("configuration").update({ secondFactorRoles: [] });
});

/** @param later the half minute after this one, which counts, too: no code is taken twice */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: secret.replace(/\s/g, "") }).generate({ timestamp: Date.now() + later * 30_000 });

/** Reads the secret that is shown, and answers with its first code. */
async function confirms(desk: ConsolePage): Promise<string> {
  await isSeen(desk.page.getByRole("img", { name: desk.say("secondFactor.qr") }));
  const secret = (await desk.page.locator("code").textContent()) ?? "";
  await desk.textbox(desk.say("secondFactor.code")).fill(codeOf(secret));
  await desk.button(desk.say("secondFactor.confirm")).click();
  await isSeen(desk.page.getByText(desk.say("secondFactor.codesTitle")));
  return secret;
}

/** Sets it up on the account page. @returns the secret, and the first recovery code */
async function setsUp(desk: ConsolePage): Promise<{ secret: string; recovery: string }> {
  await desk.open("/dash/account");
  await desk.button("설정하기").click();
  await desk.page
    .getByLabel(/^현재 비밀번호/)
    .last()
    .fill(password);
  await desk.button("설정하기").click();
  const secret = await confirms(desk);
  const [recovery = ""] = await desk.page
    .locator("li > code, li")
    .filter({ hasText: /^[A-Z2-9]{5}-/ })
    .allTextContents();
  await detailLooksRight(desk.page, "recovery codes");
  await desk.button("보관했습니다").click();
  await isSeen(desk.page.getByText(/남은 복구 코드 10개/));
  return { secret, recovery };
}

test("somebody sets it up, and signs in with the code of the app", async () => {
  const desk = await suite.staff("desk");
  const { secret } = await setsUp(desk);

  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(desk.person.loginId);
  const code = guest.textbox("인증 코드 (6자리)");
  await isSeen(code);
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  await looksRight(guest.page, "second step");
  suite.tolerate(/status of 400/);
  await code.fill("000000");
  await guest.button("로그인").click();
  await isSeen(guest.page.getByText(/인증 코드가 맞지 않거나/));
  await code.fill(codeOf(secret, 1));
  await guest.page.getByRole("checkbox", { name: /30일/ }).check();
  await guest.button("로그인").click();
  await guest.arrivesAt("/dash/today");
});

test("a recovery code signs somebody in, too", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  const { recovery } = await setsUp(desk);
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(desk.person.loginId);
  await guest.button("복구 코드로 로그인").click();
  await guest.textbox("복구 코드").fill(recovery);
  await guest.button("로그인").click();
  await guest.arrivesAt("/dash/today");
});

test.each(languages)(
  "where the role needs it, it is set up at the sign-in, on a telephone in %s",
  {
    tags: ["full"],
  },
  async (lang) => {
    await suite.server.db("configuration").update({ secondFactorRoles: ["desk"] });
    const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
    const guest = await suite.guest({ lang, width: 360, height: 780 });
    await guest.open("/dash/login");
    await guest.logIn(loginId);
    await isSeen(guest.heading(guest.say("secondFactor.setUpTitle")));
    await isSeen(guest.page.getByRole("img", { name: guest.say("secondFactor.qr") }));
    await looksRight(guest.page, "set-up at the sign-in");
    await confirms(guest);
    await guest.button(guest.say("secondFactor.kept")).click();
    await guest.arrivesAt("/dash/today");
  },
);

test("a sign-in that took too long leads back to the password, and says so", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  await suite.server.db("configuration").update({ secondFactorRoles: ["desk"] });
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(loginId);
  await isSeen(guest.page.getByRole("img", { name: guest.say("secondFactor.qr") }));
  await suite.server.db("pendingSignIns").delete();
  await guest.textbox(guest.say("secondFactor.code")).fill("000000");
  await guest.button(guest.say("secondFactor.confirm")).click();
  await isSeen(guest.page.getByRole("alert").filter({ hasText: "처음부터 다시 로그인" }));
  await isSeen(guest.loginId);
});

test("an administrator requires it by role, and resets that of somebody", { tags: ["full"] }, async () => {
  const { server } = suite;
  const owner = await addStaff(server, suite.site.company, "desk", { name: "이잃음" });
  const encrypted = server.cipher.encryptSecret("JBSWY3DPEHPK3PXP", `totp:${owner.id}`);
  const now = new Date();
  await server
    .db("totpSecrets")
    .insert({ hostUserId: owner.id, ...encrypted, createdAt: now, confirmedAt: now });
  const admin = await suite.staff("admin");
  await admin.open("/dash/configuration");
  const section = admin.page.getByRole("region", { name: "2단계 인증" });
  await section.getByRole("checkbox").nth(1).check();
  await looksRight(admin.page, "configuration");
  await admin.button("저장").click();
  await isSeen(admin.toast("success", "환경설정을 저장했습니다."));
  expect(await server.db("configuration").first("secondFactorRoles")).toEqual({
    secondFactorRoles: ["desk"],
  });

  await admin.open(`/dash/host-users?id=${owner.id}`);
  await admin.button("이잃음").click();
  const reset = admin.button("2단계 인증 초기화");
  await reset.click();
  await isSeen(admin.page.getByText(/2단계 인증을 초기화하시겠습니까/));
  await reset.click();
  await isGone(reset);
  expect(await server.db("totpSecrets").where({ hostUserId: owner.id })).toEqual([]);
});

test("one's sessions are on the account page, and another one is ended there", {
  tags: ["full"],
}, async () => {
  const desk = await suite.staff("desk");
  const other = await suite.staff("desk", { as: desk.person });
  await other.open("/dash/today");
  await desk.open("/dash/account");
  const sessions = desk.page.getByRole("region", { name: "로그인된 기기" });
  await isSeen(sessions.getByText("현재 기기"));
  await looksRight(desk.page, "account");
  const end = sessions.getByRole("button", { name: /로그인 종료$/ });
  await end.click();
  await isGone(end);
  suite.tolerate(/status of 401/);
  await other.open("/dash/visits");
  await other.arrivesAt("/dash/login");

  await sessions.getByRole("button", { name: "모든 기기에서 로그아웃" }).click();
  await sessions.getByRole("button", { name: "모든 기기에서 로그아웃" }).click();
  await desk.arrivesAt("/dash/login");
  expect(await suite.server.db("sessions").where({ hostUserId: desk.person.id })).toEqual([]);
});
