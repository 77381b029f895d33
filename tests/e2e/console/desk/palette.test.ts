/** Ctrl+K finds screens, actions and visits; `?` shows the shortcuts; a scanner sets none of them off. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Longer than between two keys of a scanner. */
const asPeopleType = { delay: 120 };

const palette = ({ page }: StaffPage) => page.getByRole("dialog", { name: "명령 팔레트" });
const box = (desk: StaffPage) => palette(desk).getByRole("textbox", { name: "화면, 기능, 방문 검색" });
const shortcuts = ({ page }: StaffPage) => page.getByRole("dialog", { name: "단축키" });

async function opens(desk: StaffPage, path = "/dash/today"): Promise<void> {
  await desk.open(path);
  await desk.page.keyboard.press("Control+k");
  await isSeen(box(desk));
  await hasFocus(box(desk));
}

test("its code is not loaded before it is asked for", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  const loaded: string[] = [];
  desk.page.on("request", (request) => loaded.push(request.url()));
  await desk.open("/dash/today");
  await desk.page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /palette|shortcuts-dialog/.test(url))).toEqual([]);
  await desk.page.keyboard.press("Control+k");
  await isSeen(box(desk));
  expect(loaded.some((url) => /palette/.test(url))).toBe(true);
});

test("signing out from the palette ends the session", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await opens(desk);
  await box(desk).fill("로그아웃");
  await desk.page.keyboard.press("Enter");
  await desk.arrivesAt("/dash/login");
  expect(await suite.server.db("sessions").where({ hostUserId: desk.person.id })).toEqual([]);
});

test("G and a letter lead to a screen, a slash to its search box; with a Korean keyboard, too", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const processor = await desk.page.context().newCDPSession(desk.page);
  // slow enough for the slash to come before the screen: it means the search of the screen to come
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await desk.page.keyboard.type("gv/", asPeopleType);
  await desk.arrivesAt("/dash/visits");
  await isSeen(desk.heading(desk.say("nav.allVisits")));
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await hasFocus(desk.textbox(desk.say("search.label")));
  expect(await desk.textbox(desk.say("search.label")).inputValue()).toBe("");
  await desk.page.keyboard.type("gt", asPeopleType);
  expect(desk.path()).toBe("/dash/visits");

  await desk.page.evaluate("document.activeElement.blur()");
  // what a Korean keyboard sends: the letter that would be written, and where its key is
  const press = (key: string, code: string) => {
    const sent = JSON.stringify({ key, code, isComposing: false });
    return desk.page.evaluate(`void dispatchEvent(Object.assign(new Event("keydown"), ${sent}))`);
  };
  await press("ㅎ", "KeyG");
  await desk.page.waitForFunction(
    (then) => performance.now() > then,
    await desk.page.evaluate(() => performance.now() + 120),
  );
  await press("ㅅ", "KeyT");
  await desk.arrivesAt("/dash/today");
});

test("a scanner's keys are no shortcuts", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.scan("261121-GV?GA");
  await isSeen(desk.toast("warning", "‘261121-GV?GA’에 해당하는 출입증이나 방문이 없습니다."));
  expect(desk.path()).toBe("/dash/today");
  expect(await shortcuts(desk).count()).toBe(0);
});

test("single keys can be switched off, and stay off on this device", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/about");
  await desk.page.getByRole("switch", { name: "Ctrl 없이 누르는 단축키 사용" }).click();
  await desk.open("/dash/today");
  await desk.page.keyboard.type("gv?", asPeopleType);
  await desk.page.keyboard.press("Control+k");
  await isSeen(box(desk));
  expect(desk.path()).toBe("/dash/today");
  expect(await shortcuts(desk).count()).toBe(0);
});

test("palette and shortcuts break no rule of accessibility", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site, { name: "차도윤" });
  for (const colours of ["light", "dark"] as const) {
    const desk = await suite.staff("desk", { colours });
    await opens(desk);
    await hasNoViolation(desk.page, `palette ${colours}`);
    await box(desk).fill("차도윤");
    await isSeen(palette(desk).getByRole("button", { name: /차도윤/ }));
    await hasNoViolation(desk.page, `palette with a visit ${colours}`);
    await desk.page.keyboard.press("Escape");
    await isGone(palette(desk));
    await desk.page.locator("body").press("?");
    await isSeen(shortcuts(desk));
    await hasNoViolation(desk.page, `shortcuts ${colours}`);
  }
});
