/** The palette and shortcuts of the keyboard. */
import { expect, test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { addVisitToday } from "../../../support/console/console-site.ts";
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

test("G and a letter open a screen, a slash its search box, also with a Korean keyboard", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const processor = await desk.page.context().newCDPSession(desk.page);
  // slow enough for the slash to come before the screen that it searches
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await desk.page.keyboard.type("gv/", asPeopleType);
  await desk.waitForPath("/dash/visits");
  await isSeen(desk.heading(desk.t("nav.allVisits")));
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await processor.detach();
  await hasFocus(desk.textbox(desk.t("search.label")));
  expect(await desk.textbox(desk.t("search.label")).inputValue()).toBe("");
  await desk.page.keyboard.type("gt", asPeopleType);
  expect(desk.path()).toBe("/dash/visits");

  await desk.page.evaluate("document.activeElement.blur()");
  // a Korean keyboard sends its own letter and the code of the key
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
  await desk.waitForPath("/dash/today");
});

test("palette and shortcuts are accessible", async () => {
  await addVisitToday(suite.server, suite.site, { name: "차도윤" });
  for (const colours of ["light", "dark"] as const) {
    const desk = await suite.staff("desk", { colours });
    await opens(desk);
    await expectNoViolation(desk.page, `palette ${colours}`);
    await box(desk).fill("차도윤");
    await isSeen(palette(desk).getByRole("button", { name: /차도윤/ }));
    await expectNoViolation(desk.page, `palette with a visit ${colours}`);
    await desk.page.keyboard.press("Escape");
    await isGone(palette(desk));
    await desk.page.locator("body").press("?");
    await isSeen(shortcuts(desk));
    await expectNoViolation(desk.page, `shortcuts ${colours}`);
  }
});
