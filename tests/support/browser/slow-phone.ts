/** A page as it loads on a weak signal and a slow processor, which is what Lighthouse takes for a phone. */
import type { Page } from "playwright-core";

/** 1.6 Mbit/s down, 0.75 up, 150 ms to the server and back. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};
/** How much slower than this machine its processor is. */
const slowdown = 4;

export interface Loading {
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Milliseconds beyond 50 of each long task. */
  readonly blocking: number;
  /** Milliseconds until the largest thing was painted. */
  readonly paint: number;
}

const watchLoading = `
  globalThis.loading = { shift: 0, blocking: 0, paint: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) loading.shift += value; });
  watch("longtask", ({ duration }) => { loading.blocking += Math.max(0, duration - 50); });
  watch("largest-contentful-paint", ({ startTime }) => { loading.paint = startTime; });`;

/** Makes a page slow before anything is opened in it. */
export async function slowDown(page: Page): Promise<void> {
  await page.addInitScript(watchLoading);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** What loading a page took so far, once its type is there and everything is painted. */
export async function loadingOf(page: Page): Promise<Loading> {
  await page.evaluate(
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))",
  );
  return page.evaluate<Loading>("loading");
}

/** The least of each figure: a machine that others share only ever adds to them. */
export const leastOf = (tries: readonly Loading[]): Loading => ({
  shift: Math.min(...tries.map(({ shift }) => shift)),
  blocking: Math.min(...tries.map(({ blocking }) => blocking)),
  paint: Math.min(...tries.map(({ paint }) => paint)),
});
