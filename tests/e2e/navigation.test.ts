/** Scrolling and backgrounds of the public site. */
import { expect, test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const scrolled = (visitor: Visitor) => visitor.page.evaluate<number>("scrollY");
const background = (visitor: Visitor) =>
  visitor.page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

test("every navigation scrolls to the top, and the form scrolls into view", async () => {
  const visitor = await suite.visitor({ height: 600 });
  await visitor.open("/");
  const down = async () => {
    await visitor.page.mouse.move(100, 300);
    await visitor.page.mouse.wheel(0, 400);
    await expect.poll(() => scrolled(visitor)).toBeGreaterThan(100);
  };
  await down();
  await visitor.link("개인정보처리방침").click();
  await isSeen(visitor.heading("privacy.page"));
  expect(await scrolled(visitor)).toBe(0);
  await visitor.page.goBack();
  await isSeen(visitor.heading("home.sentence"));
  expect(await scrolled(visitor)).toBe(0);

  await visitor.link("방문신청").click();
  await visitor.agreeAll.click();
  await visitor.agree.click();
  const first = visitor.page.getByRole("group", { name: /체크리스트 제목/ });
  const bar = await visitor.page.getByRole("banner").boundingBox();
  await expect.poll(async () => (await first.boundingBox())?.y ?? 0).toBeLessThan(200);
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("home is white, the other pages are light grey", async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  expect(await background(visitor)).toBe("rgb(255, 255, 255)");
  for (const path of ["/form", "/privacy", "/result"]) {
    await visitor.open(path);
    expect(await background(visitor), path).toBe("rgb(244, 246, 248)");
  }
  await visitor.link(/가온정밀/).click();
  await visitor.waitForPath("/");
  await expect.poll(() => background(visitor)).toBe("rgb(255, 255, 255)");
});
