/** Signing in: by keyboard, with what is refused said in place, and back to where one was. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const addDesk = () => addStaff(suite.server, suite.site.company, "desk", { name: "안내원" });

test("the keyboard alone signs somebody in, and the first screen of the role opens", {
  tags: ["full"],
}, async () => {
  const { loginId } = await addDesk();
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await hasFocus(guest.loginId);
  await guest.page.keyboard.type(loginId);
  await guest.page.keyboard.press("Tab");
  await hasFocus(guest.password);
  await guest.page.keyboard.type("correct horse battery");
  await guest.page.keyboard.press("Enter");
  await guest.arrivesAt("/dash/today");
  await isSeen(guest.heading("현황판"));
  await isSeen(guest.button("안내원 님의 계정"));
});

test("an address inside leads through the login page and back to itself, with its search", {
  tags: ["full"],
}, async () => {
  const { loginId } = await addDesk();
  const guest = await suite.guest();
  await guest.open("/dash/visits?list=inside&q=나래");
  await guest.arrivesAt("/dash/login");
  await guest.logIn(loginId);
  await guest.arrivesAt("/dash/visits");
  expect(Object.fromEntries(guest.search())).toEqual({ list: "inside", q: "나래" });
  await hasValue(guest.textbox("방문 검색"), "나래");
});

const awayFromConsole = [
  "//elsewhere.example/",
  "javascript:alert(1)",
  "https://elsewhere.example/",
  "/\\elsewhere.example",
  "/login",
  "/dash/login?back=%2Fdash%2Flogin",
];
test.each(awayFromConsole)(
  "somebody who signs in is not sent to %s but to the first screen",
  { tags: ["full"] },
  async (back) => {
    const { loginId } = await addDesk();
    const guest = await suite.guest();
    await guest.open(`/dash/login?back=${encodeURIComponent(back)}`);
    await guest.logIn(loginId);
    await guest.arrivesAt("/dash/today");
    await isSeen(guest.heading("현황판"));
  },
);

test.each(["/dash/../form", "/form", "/../form"])(
  "%s leads nowhere outside the console",
  { tags: ["full"] },
  async (back) => {
    const { loginId } = await addDesk();
    const guest = await suite.guest();
    await guest.open(`/dash/login?back=${encodeURIComponent(back)}`);
    await guest.logIn(loginId);
    await isSeen(guest.heading("찾을 수 없는 화면입니다"));
    expect(guest.path()).toMatch(/^\/dash\//);
    await guest.link("첫 화면으로").click();
    await isSeen(guest.heading("현황판"));
  },
);

test("signing out ends the session and shows nothing when going back", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk", { person: { name: "안내원" } });
  await desk.open("/dash/today");
  await desk.button("안내원 님의 계정").click();
  await desk.button("로그아웃").click();
  await desk.arrivesAt("/dash/login");
  await isSeen(desk.loginId);
  await desk.page.goBack();
  await isSeen(desk.loginId);
  await isGone(desk.heading("현황판"));
});

test("the language can be changed before signing in, and stays", { tags: ["full"] }, async () => {
  const { loginId } = await addDesk();
  const guest = await suite.guest();
  await guest.open("/dash/login");
  const choice = guest.page.getByRole("radiogroup", { name: "언어 (Language)" });
  await choice.getByText("English", { exact: true }).click();
  await isSeen(guest.page.getByRole("button", { name: "Sign in", exact: true }));
  await guest.page.reload();
  await guest.page.getByLabel("Login ID", { exact: true }).fill(loginId);
  await guest.page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await guest.page.keyboard.press("Enter");
  await isSeen(guest.page.getByRole("heading", { level: 1, name: "Today" }));
  expect(await guest.page.locator("html").getAttribute("lang")).toBe("en");
});
