/** A user's own account: preferences. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff, signIn } from "../../../support/console/staff.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";
import { textOf } from "../../../support/visitor/visitor-texts.ts";

const suite = consoleSuite();

const stored = (hostUserId: number) => suite.server.db("hostUserPreferences").where({ hostUserId }).first();
const scheme = ({ page }: StaffPage) => page.locator("html").getAttribute("data-mantine-color-scheme");

async function opensAccount(): Promise<StaffPage> {
  const desk = await suite.staff("desk");
  await desk.open("/dash/account");
  return desk;
}

/** A choice of a row of choices, by its word. */
const choose = (desk: StaffPage, name: string, word: string) =>
  desk.page.getByRole("radiogroup", { name }).getByText(word, { exact: true }).click();

test("preferences are stored and apply on another device after signing in", async () => {
  const desk = await opensAccount();
  await choose(desk, "테마", "어둡게");
  await expect.poll(() => scheme(desk)).toBe("dark");
  await choose(desk, "표 행 간격", "좁게");
  await desk.page.getByRole("combobox", { name: "로그인 후 첫 화면" }).click();
  await desk.page.getByRole("option", { name: "방문 목록" }).click();
  await choose(desk, "언어 (Language)", "English");
  await isSeen(desk.heading("My account"));
  await expect
    .poll(() => stored(desk.person.id))
    .toMatchObject({ language: "en", colourScheme: "dark", startScreen: "visits", tableDensity: "compact" });

  const elsewhere = await suite.guest();
  await elsewhere.open("/dash/login");
  await isSeen(elsewhere.heading("방문 관리 로그인"));
  await elsewhere.logIn(desk.person.loginId);
  await elsewhere.waitForPath("/dash/visits");
  await isSeen(elsewhere.heading(textOf("en", "console.nav.allVisits")));
  expect(await elsewhere.page.locator("html").getAttribute("lang")).toBe("en");
  await expect
    .poll(() => elsewhere.page.locator("html").getAttribute("data-mantine-color-scheme"))
    .toBe("dark");
});

test("after signing out the device has its own language and colours, and the next user theirs", async () => {
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const first = await signIn(suite.server, loginId);
  await first.put("/dash/user/preferences", { body: { language: "en", colourScheme: "dark" } });
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(loginId);
  await guest.waitForPath("/dash/today");
  await guest.page.getByRole("button", { name: /account/i }).click();
  await guest.button("Sign out").click();
  await isSeen(guest.heading("방문 관리 로그인"));
  await expect.poll(() => guest.page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("light");

  const other = await addStaff(suite.server, suite.site.company, "desk");
  await guest.logIn(other.loginId);
  await guest.waitForPath("/dash/today");
  await isSeen(guest.heading("현황판"));
});
