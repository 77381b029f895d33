/** The lobby player: follows changes and plays on without the network. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import type { SignageContent } from "#db/models/signage-content.ts";
import {
  enlargeText,
  violationsInForcedColours,
  violationsInMoreContrast,
  violationsOn,
} from "../support/browser/page-checks.ts";
import { png } from "../support/images.ts";
import { addSignageImage, addSignageItem, isCachedScript, shownByPlayer } from "../support/signage.ts";
import { siteTime, timezone } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite({ freshPages: true });

beforeEach(async () => {
  await suite.server.db.raw("TRUNCATE signage_contents RESTART IDENTITY");
});

const addText = (text: string, more: Partial<SignageContent> = {}) =>
  addSignageItem(suite.server, { text, ...more });
const addImage = (title: string, bytes: Buffer | undefined) => addSignageImage(suite.server, title, bytes);
const change = (id: number, more: Partial<SignageContent>) =>
  suite.server.db("signageContents").where({ id }).update(more);

async function openScreen(): Promise<Page> {
  const { page } = await suite.visitor({ width: 1280, height: 720 });
  await page.goto("/did");
  return page;
}

/** @returns the items in the order in which they were shown, until so many were seen */
async function watch(page: Page, count: number): Promise<string[]> {
  const found: string[] = [];
  await expect
    .poll(
      async () => {
        const now = await shownByPlayer(page);
        if (now !== found.at(-1)) found.push(now);
        return found.length;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBeGreaterThanOrEqual(count);
  return found;
}

const shows = (page: Page, what: string, timeout = 15_000) =>
  expect.poll(() => shownByPlayer(page), { timeout, interval: 100 }).toContain(what);

const isKept = (page: Page) =>
  expect.poll(() => page.evaluate(isCachedScript), { timeout: 20_000, interval: 200 }).toBe(true);

describe("the lobby player", () => {
  test("follows a change, a new item and a removal within five seconds", async () => {
    const id = await addText("처음", { seconds: 3600 });
    const page = await openScreen();
    await shows(page, "처음");
    await change(id, { text: "바뀐 글" });
    await shows(page, "바뀐 글", 5_000);
    await change(id, { inUse: false });
    await shows(page, "가온정밀", 5_000);
    await addText("새 글", { seconds: 3600 });
    await shows(page, "새 글", 5_000);
  });

  test("shows the company's name and logo when there are no items", async () => {
    const page = await openScreen();
    await shows(page, "가온정밀");
    expect(await shownByPlayer(page)).toContain("Gaon Precision");
    await expect
      .poll(() => page.evaluate('document.querySelector(".idle img").naturalWidth'))
      .toBeGreaterThan(0);
  });

  test("shows flow texts along the bottom, one line at a time with reduced motion", async () => {
    await addText("글", { seconds: 3600 });
    const id = await addText("어서 오십시오", { type: "flow-text", enText: "Welcome" });
    const page = await openScreen();
    const track = page.locator("#track");
    await expect.poll(() => track.innerText(), { timeout: 8_000 }).toBe("어서 오십시오");
    await expect.poll(() => track.innerText(), { timeout: 8_000 }).toBe("Welcome");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect.poll(() => track.innerText()).toMatch(/어서 오십시오·Welcome/);
    const left = () => track.locator("span").evaluate((line) => line.getBoundingClientRect().left);
    const before = await left();
    await expect.poll(left).toBeLessThan(before - 10);
    await change(id, { inUse: false });
    await expect.poll(() => page.locator("#ticker").isVisible()).toBe(false);
  });

  test("drops items whose period is over and plays on through a reload, both offline", async () => {
    await addText("곧 끝나는 글", { endsAt: toInstant(siteTime(30), timezone) });
    await addImage("그림", png({ width: 60, height: 40 }));
    await addText("남는 글");
    const { page } = await suite.visitor({ width: 1280, height: 720 });
    await page.clock.install();
    await page.goto("/did");
    await shows(page, "곧 끝나는 글");
    await shows(page, "그림");
    await isKept(page);
    suite.allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
    await page.context().setOffline(true);
    await shows(page, "곧 끝나는 글");
    await page.clock.fastForward("31:00");
    const later = await watch(page, 4);
    expect(later.slice(1)).not.toContain("곧 끝나는 글");
    expect(later).toEqual(expect.arrayContaining(["그림", "남는 글"]));
    await page.reload();
    await shows(page, "그림");
    await shows(page, "남는 글");
    await page.context().setOffline(false);
    await addText("다시 이어진 글");
    await shows(page, "다시 이어진 글");
  });
});

test("the lobby player is readable with larger text, more contrast and the system's colours", async () => {
  await addText("오늘 오후 2시 안전 교육", { seconds: 3_600 });
  await addText("주차장은 건물 뒤에 있습니다.", { type: "flow-text" });
  const { page } = await suite.visitor({ width: 1280, height: 720 });
  await enlargeText(page, 2);
  await page.goto("/did");
  await shows(page, "안전 교육");
  expect(await violationsOn(page)).toEqual([]);
  expect(await violationsInMoreContrast(page)).toEqual([]);
  expect(await violationsInForcedColours(page)).toEqual([]);
  const overflow = await page.evaluate<number[]>(
    "[document.scrollingElement.scrollWidth - innerWidth, document.scrollingElement.scrollHeight - innerHeight]",
  );
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
});

describe("GET /did", () => {
  test("is a page whose service worker may serve only that page", async () => {
    const page = await suite.server.get("/did");
    expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    const worker = await suite.server.get("/did/worker.js");
    expect(worker.headers.get("Service-Worker-Allowed")).toBe("/did");
    expect(worker.headers.get("Content-Type")).toMatch(/javascript/);
    expect(worker.headers.get("Cache-Control")).toBe("no-cache");
    const home = await suite.server.get("/");
    expect(home.text).not.toContain("did");
  });
});
