/** The public site by keyboard alone: the focus is visible at every stop. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  hasFocus,
  hasValue,
  type InPage,
  isGone,
  isSeen,
  styleOf,
} from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { newVisitor, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

/** How the focused element is marked: an outline, a shadow, or empty. */
async function focusMark(locator: Locator): Promise<string> {
  const hasOutline = (await styleOf(locator, "outlineStyle")) !== "none";
  if (hasOutline && Number.parseFloat(await styleOf(locator, "outlineWidth")) >= 2) return "outline";
  return (await styleOf(locator, "boxShadow")) === "none" ? "" : "shadow";
}

const maxStops = 60;

/** Presses Tab until the target has the focus; it must be visible and marked. */
async function tabTo(visitor: Visitor, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await target.evaluate((it: InPage) => it === it.ownerDocument.activeElement)) {
      expect(await focusMark(target), `focus on ${target}`).not.toBe("");
      const [box, height] = [await target.boundingBox(), visitor.page.viewportSize()?.height ?? 0];
      expect(box && box.y + box.height > 0 && box.y < height, `${target} in sight`).toBe(true);
      return;
    }
    await visitor.page.keyboard.press(key);
  }
  throw new Error(`${maxStops} times Tab do not reach ${target}.`);
}

test("a visitor applies in Korean with the keyboard alone", async () => {
  const who = newVisitor();
  const visitor = await suite.visitor({ width: 1280, height: 800 });
  const { page } = visitor;
  const press = (key: string) => page.keyboard.press(key);
  await visitor.open("/");
  await tabTo(visitor, visitor.link("방문신청"));
  await press("Enter");

  // terms: a dialog opened, left by Escape, opened again and confirmed; boxes by space, the question by arrows
  await isSeen(visitor.heading("terms.heading"));
  await hasFocus(visitor.heading("terms.heading"));
  const opener = visitor.button("이용약관 제목 내용 보기");
  await tabTo(visitor, opener);
  await press("Enter");
  const dialog = visitor.dialog("이용약관 제목");
  await isSeen(dialog);
  await press("Escape");
  await isGone(dialog);
  await hasFocus(opener);
  await press("Space");
  await tabTo(visitor, dialog.getByRole("checkbox"));
  await press("Space");
  await isGone(dialog);
  await hasFocus(opener);
  for (const title of ["필수동의 제목", "개인정보 수집·이용 동의"]) {
    await tabTo(visitor, page.getByRole("checkbox", { name: title }));
    await press("Space");
  }
  const question = page.getByRole("group", { name: "선택동의 제목에 동의하십니까?" });
  await tabTo(visitor, question.getByRole("radio").first());
  await press("ArrowDown");
  expect(await question.getByRole("radio", { name: "동의하지 않음" }).isChecked()).toBe(true);
  await tabTo(visitor, visitor.agree);
  await press("Enter");

  await isSeen(visitor.heading("request.heading"));
  for (const name of ["안전모를 씁니다", "사진을 찍지 않습니다", "노트북은 안내데스크에 알립니다"]) {
    await tabTo(visitor, page.getByRole("checkbox", { name }));
    await press("Space");
  }
  await tabTo(visitor, visitor.choice("request.userCompany"));
  await press("ArrowDown");
  await tabTo(visitor, visitor.button("담당자 찾기"));
  await press("Enter");
  await hasFocus(visitor.hostSearch);
  await page.keyboard.insertText("김철수");
  const options = visitor.hostDialog.getByRole("option");
  await isSeen(options.first());
  // read out word by word, not run together
  for (const name of [/^김철수 Cheolsu Kim 가온정밀 설계팀 책임$/, /^김철수 가온정밀 품질팀 선임$/])
    await isSeen(visitor.hostDialog.getByRole("option", { name }));
  await press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("true");
  await press("ArrowUp");
  expect(await options.last().getAttribute("aria-selected")).toBe("true");
  await press("Enter");
  await isGone(visitor.hostDialog);
  await hasFocus(visitor.button("담당자 찾기"));
  await hasValue(visitor.host, "김철수");

  for (const field of ["location", "purpose"]) {
    await tabTo(visitor, visitor.choice(`request.${field}`));
    await press("ArrowDown");
  }
  for (const part of ["date", "hour", "minute"] as const) await tabTo(visitor, visitor.moment("start", part));
  await tabTo(visitor, visitor.moment("end", "minute"));
  await press("End");
  // an hour before midnight the last choice is 59
  const minutes = await visitor.moment("end", "minute").getByRole("option").allTextContents();
  await hasValue(visitor.moment("end", "minute"), (minutes.at(-1) ?? "").slice(0, 2));
  await tabTo(visitor, visitor.textbox("request.name"));
  await page.keyboard.insertText(who.name);
  await tabTo(visitor, visitor.textbox("request.cellphone"));
  await page.keyboard.type(who.cellphone.replaceAll("-", ""));
  await tabTo(visitor, visitor.textbox("request.company"));
  await page.keyboard.insertText("나래상사");
  await tabTo(visitor, visitor.carNumber);
  await tabTo(visitor, visitor.submit);
  await press("Enter");
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toMatchObject([
    { hostUserId: suite.site.namesake, purposeId: suite.site.purpose, cellphone: who.cellphone },
  ]);
});

test("a dialog keeps the focus inside, forwards and backwards", async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  const inside = visitor.hostDialog.locator(":focus");
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < 6; stop += 1) {
      await visitor.page.keyboard.press(key);
      const tag = await visitor.page.evaluate<string>("document.activeElement.tagName");
      // between the last and the first stop the focus is on the browser itself
      if (tag !== "BODY") expect(await inside.count()).toBe(1);
    }
  }
});

test("the first tab stop skips to the content, Back is reachable, and a new page's heading gets the focus", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  await tabTo(visitor, visitor.link("신청내역 조회"));
  await visitor.page.keyboard.press("Enter");
  await hasFocus(visitor.heading("result.page"));
  await visitor.open("/result");
  const skip = visitor.link("본문으로 바로가기");
  await visitor.page.keyboard.press("Tab");
  await hasFocus(skip);
  await expect.poll(async () => (await skip.boundingBox())?.width ?? 0).toBeGreaterThan(50);
  await visitor.page.keyboard.press("Enter");
  await tabTo(visitor, visitor.textbox("result.name"));
  await tabTo(visitor, visitor.back, "Shift+Tab");
  await visitor.page.keyboard.press("Enter");
  await visitor.waitForPath("/");
  await hasFocus(visitor.heading("home.sentence"));
});
