/** Checks of a page: accessibility and layout. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** Waits for animations, as axe would measure colours in transition. */
const animationsEnd = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter((it) => it.effect.getComputedTiming().endTime < Infinity)
    .map((it) => it.finished.catch(() => undefined)))`);

/** Rule, element and reason of each violation; style sheets are not fetched again. */
const runAxe = `axe.run(document, { resultTypes: ["violations"], preload: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((it) => [id, it.html, it.failureSummary].join("\\n"))))`;

/** Violations found by axe: rule, element, reason. */
export async function violationsOn(page: Page): Promise<string[]> {
  await animationsEnd(page);
  for (const frame of page.frames())
    if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(axe.source);
  return page.evaluate<string[]>(runAxe);
}

const overflowing = (
  boxes: string,
) => `[document.scrollingElement.scrollWidth > innerWidth ? "the page scrolls sideways" : "",
  ...[...document.querySelectorAll("body *")]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > innerWidth + 0.5)
    .filter((it) => !it.closest(${JSON.stringify(boxes)}))
    .map((it) => it.tagName + " " + (it.textContent ?? "").slice(0, 40))].filter(Boolean)`;

/**
 * Elements that extend beyond the right edge.
 * @param boxes selector of exceptions: elements that scroll in a box or are visually hidden
 */
export const overflowOn = (page: Page, boxes: string): Promise<string[]> => page.evaluate(overflowing(boxes));

/** Violations in forced colours (high contrast). */
export async function violationsInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await violationsOn(page);
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

/** Violations with more contrast requested by the system. */
export async function violationsInMoreContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ contrast: "more" });
  const found = await violationsOn(page);
  await page.emulateMedia({ contrast: "no-preference" });
  return found;
}

/** Enlarges text as in the browser's settings, for pages loaded from now on. */
export async function enlargeText(page: Page, times: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setFontSizes", { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

const broken = (pattern: string) => `[...document.querySelectorAll("body *")]
  .filter((it) => it.checkVisibility())
  .flatMap((it) => [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
  .flatMap((text) => [...text.data.matchAll(/${pattern}/gu)].map((found) => [text, found]))
  .filter(([text, { 0: word, index }]) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  })
  .map(([, { 0: word }]) => word)`;

/** Dates and times broken over two lines. */
export const brokenDatesOn = (page: Page): Promise<string[]> =>
  page.evaluate(broken("\\d{4}-\\d{2}-\\d{2}|\\d{2}:\\d{2}"));

/** Words and numbers broken over two lines, also at hyphens. */
export const brokenWordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(broken("[\\p{L}\\p{N}]+(?:[-:][\\p{L}\\p{N}]+)*"));

/** Dates and times cut off by their fields. */
export const cutTimesOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("input, select")]
    .filter((it) => it.checkVisibility())
    .map((it) => [it, it.selectedOptions ? it.selectedOptions[0]?.text ?? "" : it.value])
    .filter(([it, text]) => {
      if (!/^(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(:\\d{2}|시|분)?)$/.test(text)) return false;
      const style = getComputedStyle(it);
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = style.font;
      const available = it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return canvas.measureText(text).width > available + 0.5;
    })
    .map(([, text]) => text)`);

/** Elements of the console that scroll in a box, are off screen on purpose, or are for screen readers. */
const consoleBoxes =
  "svg, [class*=hidden], [class*=preview] table, .mantine-ScrollArea-root, .mantine-SegmentedControl-input, nav";

/** Minimum width of a screen on which lists scroll in a box; narrower ones show fewer columns. */
const minScrollingWidth = 640;

/** Elements of the console that extend beyond the right edge. */
export function consoleOverflowOn(page: Page): Promise<string[]> {
  const isWide = (page.viewportSize()?.width ?? 0) >= minScrollingWidth;
  return overflowOn(page, isWide ? `${consoleBoxes}, [class*=scroll] table` : consoleBoxes);
}
