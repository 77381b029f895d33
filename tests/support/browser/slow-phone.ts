/** Loading a page on a slow phone, with the throttling of Lighthouse. */
import type { Page } from "playwright-core";

/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};
/** Factor by which the processor is slower than this machine's. */
const slowdown = 4;

export interface Loading {
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Total blocking time: milliseconds beyond 50 of each long task. */
  readonly blocking: number;
  /** Largest contentful paint, in milliseconds. */
  readonly paint: number;
}

const watchLoading = `
  globalThis.loading = { shift: 0, blocking: 0, paint: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) loading.shift += value; });
  watch("longtask", ({ duration }) => { loading.blocking += Math.max(0, duration - 50); });
  watch("largest-contentful-paint", ({ startTime }) => { loading.paint = startTime; });`;

/** Throttles a page; call before it is opened. */
export async function slowDown(page: Page): Promise<void> {
  await page.addInitScript(watchLoading);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4g);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Figures of a page, once its fonts are loaded and it is painted. */
export async function loadingOf(page: Page): Promise<Loading> {
  await page.evaluate(
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))",
  );
  return page.evaluate<Loading>("loading");
}

/** Minimum of each figure, as a shared machine only increases them. */
export const minimumOf = (tries: readonly Loading[]): Loading => ({
  shift: Math.min(...tries.map(({ shift }) => shift)),
  blocking: Math.min(...tries.map(({ blocking }) => blocking)),
  paint: Math.min(...tries.map(({ paint }) => paint)),
});
