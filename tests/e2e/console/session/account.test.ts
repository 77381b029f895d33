/** One's own account: how one likes the console, kept on every device, and one's own password; the page about the product. */
import { expect, test } from "vitest";
import { version } from "#api/version.ts";
import { languages } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff, password, signIn } from "../../../support/console/staff.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { textOf } from "../../../support/visitor/visitor-texts.ts";

const suite = consoleSuite();

/** A field by its label, which ends with a star where something is required. */
const field = (desk: StaffPage, label: string) => desk.page.getByLabel(new RegExp(`^${label}( \\*)?$`));
const stored = (hostUserId: number) => suite.server.db("hostUserPreferences").where({ hostUserId }).first();
const scheme = ({ page }: StaffPage) => page.locator("html").getAttribute("data-mantine-color-scheme");

async function opensAccount(): Promise<StaffPage> {
  const desk = await suite.staff("desk");
  await desk.open("/dash/account");
  return desk;
}

async function fillPasswords(desk: StaffPage, current: string, next: string, again = next): Promise<void> {
  await field(desk, "현재 비밀번호").fill(current);
  await field(desk, "새 비밀번호").fill(next);
  await field(desk, "새 비밀번호 확인").fill(again);
  await desk.button("비밀번호 변경").click();
}

/** A choice of a row of choices, by its word. */
const choose = (desk: StaffPage, name: string, word: string) =>
  desk.page.getByRole("radiogroup", { name }).getByText(word, { exact: true }).click();

test("what somebody likes is kept, and is there on another device after they sign in", {
  tags: ["full"],
}, async () => {
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
  await elsewhere.arrivesAt("/dash/visits");
  await isSeen(elsewhere.heading(textOf("en", "console.nav.allVisits")));
  expect(await elsewhere.page.locator("html").getAttribute("lang")).toBe("en");
  await expect
    .poll(() => elsewhere.page.locator("html").getAttribute("data-mantine-color-scheme"))
    .toBe("dark");
});

test("after signing out the device has its own language and colours again, and the next person theirs", {
  tags: ["full"],
}, async () => {
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const first = await signIn(suite.server, loginId);
  await first.put("/dash/user/preferences", { body: { language: "en", colourScheme: "dark" } });
  const guest = await suite.guest();
  await guest.open("/dash/login");
  await guest.logIn(loginId);
  await guest.arrivesAt("/dash/today");
  await guest.page.getByRole("button", { name: /account/i }).click();
  await guest.button("Sign out").click();
  await isSeen(guest.heading("방문 관리 로그인"));
  await expect.poll(() => guest.page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("light");

  const other = await addStaff(suite.server, suite.site.company, "desk");
  await guest.logIn(other.loginId);
  await guest.arrivesAt("/dash/today");
  await isSeen(guest.heading("현황판"));
});

test("a choice that the server does not keep is told, and holds until the page is loaded again", {
  tags: ["full"],
}, async () => {
  const desk = await opensAccount();
  suite.tolerate(/status of 500/);
  await desk.page.route("**/dash/user/preferences", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await choose(desk, "테마", "어둡게");
  await isSeen(desk.text("서버에 저장하지 못했습니다. 다시 선택해 주십시오."));
  expect(await scheme(desk)).toBe("dark");
  expect(await stored(desk.person.id)).toBeUndefined();
});

test("the menu of the person changes the same preferences", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.page.getByRole("button", { name: /님의 계정$/ }).click();
  await desk.page.getByRole("radiogroup", { name: "테마" }).getByText("어둡게").click();
  await expect.poll(() => scheme(desk)).toBe("dark");
  await expect.poll(() => stored(desk.person.id)).toMatchObject({ colourScheme: "dark" });
  await desk.page.getByRole("link", { name: "내 계정" }).click();
  await desk.arrivesAt("/dash/account");
});

test("rows of tables come closer together", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  const desk = await suite.staff("desk");
  const heightNow = async () => {
    await desk.open("/dash/visits");
    const row = desk.row("차도윤");
    await isSeen(row);
    return (await row.boundingBox())?.height ?? 0;
  };
  const usual = await heightNow();
  await suite.server.db("hostUserPreferences").insert({
    hostUserId: desk.person.id,
    colourScheme: "auto",
    tableDensity: "compact",
    updatedAt: new Date(),
  });
  expect(await heightNow()).toBeLessThan(usual);
});

test("a password is changed; the other devices are signed out, this one goes on", async () => {
  const desk = await opensAccount();
  const elsewhere = await signIn(suite.server, desk.person.loginId);
  await fillPasswords(desk, password, "another password");
  await isSeen(desk.toast("success", "비밀번호를 변경했습니다. 다른 기기에서는 로그아웃되었습니다."));
  await hasValue(field(desk, "새 비밀번호"), "");
  expect((await elsewhere.get("/dash/user/current")).status).toBe(401);
  await desk.goTo("nav.board");
  expect((await signIn(suite.server, desk.person.loginId, "another password")).cookie).not.toBe("");
});

test("what is wrong with all three passwords is told at once", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const desk = await opensAccount();
  await fillPasswords(desk, "not my password", "short", "other");
  await hasError(field(desk, "현재 비밀번호"), "현재 비밀번호가 올바르지 않습니다.");
  await hasError(field(desk, "새 비밀번호"), "10자 이상 입력해 주십시오.");
  await hasError(field(desk, "새 비밀번호 확인"), "새 비밀번호와 일치하지 않습니다.");
  await hasFocus(field(desk, "현재 비밀번호"));
});

test("about says which version, which server, who is signed in, and under which licence", {
  tags: ["full"],
}, async () => {
  const desk = await suite.staff("privacy", { person: { name: "나미래" } });
  await desk.open("/dash/about");
  const fact = (label: string) =>
    desk.page.getByText(label, { exact: true }).locator("xpath=following-sibling::dd");
  await expect.poll(() => fact("화면 버전").textContent()).toBe(version);
  await expect.poll(() => fact("서버 버전").textContent()).toBe(version);
  expect(await fact("서버 주소").textContent()).toBe(suite.server.url);
  expect(await fact("로그인 사용자").textContent()).toBe(`나미래 (${desk.person.loginId}, 개인정보 담당자)`);
  expect(await fact("라이선스").textContent()).toBe("MIT");
});

test.each(languages)(
  "account and about break no rule of accessibility in %s, light and dark",
  { tags: ["full"] },
  async (lang) => {
    for (const colours of ["light", "dark"] as const) {
      const desk = await suite.staff("desk", { lang, colours, width: colours === "dark" ? 360 : 1440 });
      await desk.open("/dash/account");
      await desk.button(desk.say("profile.changePassword")).click();
      await hasError(field(desk, desk.say("profile.currentPassword")), textOf(lang, "error.required"));
      await hasNoViolation(desk.page, `account ${colours}`);
      await desk.open("/dash/about");
      await isGone(desk.text(desk.say("about.reading")));
      await hasNoViolation(desk.page, `about ${colours}`);
    }
  },
);

test("in a browser the page about the console says nothing of an app", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/about");
  await isSeen(desk.heading("정보"));
  await isGone(desk.page.getByText("Electron"));
});
