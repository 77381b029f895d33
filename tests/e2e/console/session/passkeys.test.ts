/** Passkeys, with the browser's virtual authenticator. */
import { test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { addStaff, password, signIn } from "../../../support/console/staff.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("a user adds a passkey and signs in with it, after the password and without one", async () => {
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const guest = await suite.guest();
  const { page } = guest;
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // passkeys need a host name instead of an address
  const site = suite.server.url.replace("127.0.0.1", "localhost");
  suite.allowErrors(/^requested http:\/\/localhost:/, /status of 401/);
  const { cookie } = await signIn(suite.server, loginId);
  const [name = "", value = ""] = cookie.split("=", 2);
  await page.context().addCookies([{ name, value, url: site, httpOnly: true, sameSite: "Lax" }]);
  await guest.open(`${site}/dash/account`);
  const section = page.getByRole("region", { name: "패스키", exact: true });
  await section.getByRole("button", { name: "패스키 등록" }).click();
  await section.getByLabel("이름").fill("사무실 노트북");
  await section.getByLabel(/^현재 비밀번호/).fill(password);
  await expectNoViolation(page, "adding a passkey");
  await section.getByRole("button", { name: "패스키 등록" }).click();
  await section.getByRole("button", { name: "보관했습니다" }).click();
  await isSeen(section.getByText("사무실 노트북"));
  await expectNoViolation(page, "passkeys");

  await page.context().clearCookies();
  await guest.open(`${site}/dash/login`);
  await guest.button("패스키로 로그인").click();
  await guest.waitForPath("/dash/today");

  // without the button's code only the password remains
  await page.context().clearCookies();
  suite.allowErrors(/ERR_FAILED|preload|dynamically imported module|CodeUnavailable/);
  await page.route("**/assets/dist/passkey-button-*.js", (route) => route.abort());
  await Promise.all([page.waitForEvent("requestfailed"), guest.open(`${site}/dash/login`)]);
  await expectNoViolation(page, "sign-in without passkeys");
  await isGone(page.getByText("화면을 불러오지 못했습니다"));
  await page.unrouteAll();

  await guest.open(`${site}/dash/login`);
  await guest.logIn(loginId);
  await isSeen(guest.heading("2단계 인증"));
  await expectNoViolation(page, "second factor by a passkey");
  await guest.button("패스키로 로그인").click();
  await guest.waitForPath("/dash/today");
  await page.close();
});
