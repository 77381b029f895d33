/** The request form on a phone: what is on the screen, what is folded; and a site that asks for few fields. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { languages } from "../support/browser/appearance.ts";
import { hasFocus, isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import { siteDay, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

test("guide texts stand in the form as they were written, folded at first on a phone", {
  tags: ["full"],
}, async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  const text = visitor.page.getByRole("paragraph").and(visitor.text("안내"));
  expect(await text.count()).toBe(0);
  await visitor.button("방문 안내 펼쳐 보기").click();
  await isSeen(visitor.page.getByRole("heading", { name: "안내문 제목" }));
  await isSeen(text);
  await visitor.button("방문 안내 접기").click();
  await isGone(text);

  await visitor.page.setViewportSize({ width: 1440, height: 900 });
  await isSeen(text);
  expect(await visitor.button("방문 안내 접기").count()).toBe(0);
});

const switches = {
  requestInputUserCompany: "찾아갈 곳",
  requestInputPlace: "방문 장소",
  requestInputVisitorCompany: "소속 회사",
  useCar: "차량번호",
};

test("with every switch off a visit is asked for without those fields", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  await db("configuration").update(Object.fromEntries(Object.keys(switches).map((name) => [name, false])));
  const visitor = await suite.visitor();
  const who = somebody();
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.chooseHost(/이영희/, "이영희");
  await visitor.choice("request.purpose").selectOption("회의");
  await visitor.setMoment("start", `${siteDay(1)} 10:00`);
  await visitor.textbox("request.name").fill(who.name);
  await visitor.textbox("request.cellphone").fill(who.cellphone);
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toMatchObject([
    { hostUserId: suite.site.otherHost, locationId: null, company: "", carNumber: "" },
  ]);
});

/** The lower edge of what is on the screen without scrolling. */
const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

test.each(languages)("on a small phone what is first to do is on the screen (%s)", async (lang) => {
  const visitor = await suite.visitor({ lang, width: 360, height: 640 });
  await visitor.open("/form");
  await isSeen(visitor.agree);
  if (lang === "ko") {
    expect(await bottomOf(visitor.agreeAll)).toBeLessThan(640);
    expect(await bottomOf(visitor.checkbox("이용약관 제목"))).toBeLessThan(640);
    await visitor.agreeAll.click();
  }
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
  const box = visitor.page.getByRole("main").getByRole("checkbox").first();
  const first = visitor.choice("request.userCompany");
  await expect.poll(() => bottomOf(box)).toBeLessThan(640);
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
  await visitor.tickChecklists();
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
  // what is to be mended comes into view, below the bar
  await visitor.submit.click();
  await hasFocus(first);
  await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThan(64);
  expect(await bottomOf(first)).toBeLessThan(640);
});

test("a ticked checklist folds, and opens again by key and for the ear", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  const boxes = visitor.page.getByRole("main").getByRole("checkbox");
  await visitor.tickChecklists();
  expect(await boxes.count()).toBe(0);
  // whoever ticked the last box by key goes on from its heading
  const again = visitor.page.getByRole("button", { name: /다시 보기$/ });
  await hasFocus(again.last());
  expect(await again.last().getAttribute("aria-expanded")).toBe("false");
  await visitor.page.keyboard.press("Enter");
  const fold = visitor.page.getByRole("button", { name: /접기$/ });
  await hasFocus(fold);
  expect(await fold.getAttribute("aria-expanded")).toBe("true");
  expect(await boxes.count()).toBeGreaterThan(0);
  await visitor.page.keyboard.press("Tab");
  await hasFocus(boxes.first());
  await visitor.page.keyboard.press("Space");
  await isGone(fold);
  expect(await boxes.first().isChecked()).toBe(false);
});
