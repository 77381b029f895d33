/** The public site on a slow phone: nothing jumps while it loads, and it is not busy for long. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sampleOf } from "../support/browser/appearance.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

/** What Lighthouse takes for a phone with a weak signal: 1.6 Mbit/s down, 0.75 up, 150 ms to the server and back. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};
/** How much slower than this machine the phone's processor is. */
const slowdown = 4;

interface Loading {
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Milliseconds beyond 50 of each long task. */
  readonly blocking: number;
  /** Milliseconds until the largest thing was painted: told where a test fails. */
  readonly paint: number;
}

const watchLoading = `
  globalThis.loading = { shift: 0, blocking: 0, paint: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) loading.shift += value; });
  watch("longtask", ({ duration }) => { loading.blocking += Math.max(0, duration - 50); });
  watch("largest-contentful-paint", ({ startTime }) => { loading.paint = startTime; });`;

async function openOnASlowPhone(path: string, seen: (visitor: Visitor) => Promise<void>): Promise<Loading> {
  const visitor = await suite.visitor({ width: 360, height: 640 });
  const { page } = visitor;
  await page.addInitScript(watchLoading);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await visitor.open(path);
  await seen(visitor);
  await settled(page);
  return page.evaluate<Loading>("loading");
}

/** Everything that was asked for is there, and painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))",
  );
}

const screens = [
  ["/", (visitor: Visitor) => isSeen(visitor.link("방문신청하기"))],
  ["/form", (visitor: Visitor) => isSeen(visitor.agreeAll)],
] as const;

test.each(sampleOf(screens))("%s stands still while it loads", async (path, seen) => {
  const { shift } = await openOnASlowPhone(path, seen);
  expect(shift).toBeLessThanOrEqual(0.02);
});

/** The machine of a test has other things to do, which only ever makes it slower: the best of a few counts. */
const tries = 3;

test.each(screens)("%s blocks for no more than 150 ms", { tags: ["full"] }, async (path, seen) => {
  const found: Loading[] = [];
  for (let left = tries; left > 0; left--) found.push(await openOnASlowPhone(path, seen));
  expect(Math.min(...found.map(({ blocking }) => blocking)), JSON.stringify(found)).toBeLessThanOrEqual(150);
});
