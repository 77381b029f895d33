/** Signing in. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const addDesk = () => addStaff(suite.server, suite.site.company, "desk", { name: "안내원" });

test("a user signs in with the keyboard alone, and the first screen of the role opens", async () => {
  const { loginId } = await addDesk();
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await hasFocus(guest.loginId);
  await guest.page.keyboard.type(loginId);
  await guest.page.keyboard.press("Tab");
  await hasFocus(guest.password);
  await guest.page.keyboard.type("correct horse battery");
  await guest.page.keyboard.press("Enter");
  await guest.waitForPath("/dash/today");
  await isSeen(guest.heading("현황판"));
  await isSeen(guest.button("안내원 님의 계정"));
});

test("an address of the console leads through the login page and back, with its search", async () => {
  const { loginId } = await addDesk();
  const guest = await suite.guest();
  await guest.open("/dash/visits?list=inside&q=나래");
  await guest.waitForPath("/dash/login");
  await guest.logIn(loginId);
  await guest.waitForPath("/dash/visits");
  expect(Object.fromEntries(guest.search())).toEqual({ list: "inside", q: "나래" });
  await hasValue(guest.textbox("방문 검색"), "나래");
});
