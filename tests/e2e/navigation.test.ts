/** Moving about: scrolling, backgrounds, what the site reads before a page. */
import { expect, test } from "vitest";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const scrolled = (visitor: Visitor) => visitor.page.evaluate<number>("scrollY");
const background = (visitor: Visitor) =>
  visitor.page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

test("every navigation begins at the top, the browser's own back too; the form comes into view", {
  tags: ["full"],
}, async () => {
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

test("home is white, every other page light grey", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  expect(await background(visitor)).toBe("rgb(255, 255, 255)");
  const greys = new Set<string>();
  for (const path of ["/form", "/privacy", "/result"]) {
    await visitor.open(path);
    greys.add(await background(visitor));
  }
  expect([...greys]).toEqual(["rgb(244, 246, 248)"]);
  await visitor.link(/가온정밀/).click();
  await visitor.arrivesAt("/");
  await expect.poll(() => background(visitor)).toBe("rgb(255, 255, 255)");
});

test("the configuration is there before a page is drawn, and is read once", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  const { page } = visitor;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/config", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/form", { waitUntil: "commit" });
  await page.waitForRequest("**/api/config");
  await page.waitForLoadState("load");
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByRole("heading").count()).toBe(0);
  answer();
  await isSeen(visitor.heading("terms.heading"));
  await isSeen(page.getByRole("banner").getByText("가온정밀"));
  for (const path of ["/privacy", "/", "/result", "/"]) {
    if (path === "/privacy") await visitor.link("개인정보처리방침").click();
    else if (path === "/result") await visitor.link("신청내역 조회").click();
    else await visitor.link(/가온정밀/).click();
    await visitor.arrivesAt(path);
  }
  expect(asked.filter((path) => path === "/api/config")).toHaveLength(1);
});
