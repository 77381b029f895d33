/** The second factor and the sessions of a user. */
import { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { expectAccessibleLayout } from "../../../support/browser/axe.ts";
import type { ConsolePage } from "../../../support/console/console-pages.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { addStaff, password } from "../../../support/console/staff.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  await suite.server.db("configuration").update({ secondFactorRoles: [] });
});

/** @param later the next half minute is accepted, too; no code is taken twice */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: secret.replace(/\s/g, "") }).generate({ timestamp: Date.now() + later * 30_000 });

/** Confirms the displayed secret with its first code. */
async function confirms(desk: ConsolePage): Promise<string> {
  await isSeen(desk.page.getByRole("img", { name: desk.t("secondFactor.qr") }));
  const secret = (await desk.page.locator("code").textContent()) ?? "";
  await desk.textbox(desk.t("secondFactor.code")).fill(codeOf(secret));
  await desk.button(desk.t("secondFactor.confirm")).click();
  await isSeen(desk.page.getByText(desk.t("secondFactor.codesTitle")));
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
  await desk.button("보관했습니다").click();
  await isSeen(desk.page.getByText(/남은 복구 코드 10개/));
  return { secret, recovery };
}

test("a user sets up an app and signs in with its code", async () => {
  const desk = await suite.staff("desk");
  const { secret } = await setsUp(desk);

  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(desk.person.loginId);
  const code = guest.textbox("인증 코드 (6자리)");
  await isSeen(code);
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  await expectAccessibleLayout(guest.page, "second step");
  suite.allowErrors(/status of 400/);
  await code.fill("000000");
  await guest.button("로그인").click();
  await isSeen(guest.page.getByText(/인증 코드가 맞지 않거나/));
  await code.fill(codeOf(secret, 1));
  await guest.page.getByRole("checkbox", { name: /30일/ }).check();
  await guest.button("로그인").click();
  await guest.waitForPath("/dash/today");
});

test("a role that requires a second factor sets it up at the sign-in, on a phone", async () => {
  await suite.server.db("configuration").update({ secondFactorRoles: ["desk"] });
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const guest = await suite.guest({ width: 360, height: 780 });
  await guest.open("/dash/login");
  await guest.logIn(loginId);
  await isSeen(guest.heading(guest.t("secondFactor.setUpTitle")));
  await isSeen(guest.page.getByRole("img", { name: guest.t("secondFactor.qr") }));
  await expectAccessibleLayout(guest.page, "set-up at the sign-in");
  await confirms(guest);
  await guest.button(guest.t("secondFactor.kept")).click();
  await guest.waitForPath("/dash/today");
});

test("a user ends another session on the account page, and all of them", async () => {
  const desk = await suite.staff("desk");
  const other = await suite.staff("desk", { as: desk.person });
  await other.open("/dash/today");
  await desk.open("/dash/account");
  const sessions = desk.page.getByRole("region", { name: "로그인된 기기" });
  await isSeen(sessions.getByText("현재 기기"));
  await expectAccessibleLayout(desk.page, "account");
  const end = sessions.getByRole("button", { name: /로그인 종료$/ });
  await end.click();
  await isGone(end);
  suite.allowErrors(/status of 401/);
  await other.open("/dash/visits");
  await other.waitForPath("/dash/login");

  await sessions.getByRole("button", { name: "모든 기기에서 로그아웃" }).click();
  await sessions.getByRole("button", { name: "모든 기기에서 로그아웃" }).click();
  await desk.waitForPath("/dash/login");
  expect(await suite.server.db("sessions").where({ hostUserId: desk.person.id })).toEqual([]);
});
