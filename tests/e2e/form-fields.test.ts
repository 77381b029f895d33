/** The request form on a phone. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { hasFocus, isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

/** The lower edge of what is on the screen without scrolling. */
const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

test("on a small phone the next field is on the screen, and guide texts are collapsed", async () => {
  const visitor = await suite.visitor({ width: 360, height: 640 });
  await visitor.open("/form");
  await isSeen(visitor.agree);
  expect(await bottomOf(visitor.agreeAll)).toBeLessThan(640);
  expect(await bottomOf(visitor.checkbox("이용약관 제목"))).toBeLessThan(640);
  await visitor.agreeAll.click();
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
  const box = visitor.page.getByRole("main").getByRole("checkbox").first();
  const first = visitor.choice("request.userCompany");
  await expect.poll(() => bottomOf(box)).toBeLessThan(640);
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
  await visitor.tickChecklists();
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
  // the first error comes into view, below the top bar
  await visitor.submit.click();
  await hasFocus(first);
  await expect.poll(async () => (await first.boundingBox())?.y).toBeGreaterThan(64);
  expect(await bottomOf(first)).toBeLessThan(640);

  const guide = visitor.page.getByRole("paragraph").and(visitor.text("안내"));
  expect(await guide.count()).toBe(0);
  await visitor.button("방문 안내 펼쳐 보기").click();
  await isSeen(guide);
  await visitor.button("방문 안내 접기").click();
  await isGone(guide);
  await visitor.page.setViewportSize({ width: 1440, height: 900 });
  await isSeen(guide);
});
