/** What holds for every page of both faces: nobody is kept out by it, and nothing is cut off. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** All of it is looked at; only what is wrong is described, and no style sheet fetched again, which takes half the time. */
const brief = { resultTypes: ["violations" as const], preload: false };

/** Until colours that have begun to turn into others are those. */
const hasTurned = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter((it) => it.effect.getComputedTiming().endTime < Infinity)
    .map((it) => it.finished.catch(() => undefined)))`);

/** What axe finds, in words: the rule, the element, what is wrong. */
export async function violationsOn(page: Page): Promise<string[]> {
  await hasTurned(page);
  // a document that was looked at before has axe already, and is sent it twice each time otherwise: as long as the look itself
  const isThere = page.frames().length === 1 && (await page.evaluate(() => "axe" in globalThis));
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ";" }) });
  const { violations } = await builder.setLegacyMode().options(brief).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}\n${html}\n${failureSummary}`),
  );
}

const overflowing = (
  boxes: string,
) => `[document.scrollingElement.scrollWidth > innerWidth ? "the page scrolls sideways" : "",
  ...[...document.querySelectorAll("body *")]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > innerWidth + 0.5)
    .filter((it) => !it.closest(${JSON.stringify(boxes)}))
    .map((it) => it.tagName + " " + (it.textContent ?? "").slice(0, 40))].filter(Boolean)`;

/**
 * Elements that reach over the right edge.
 * @param boxes a selector of those that may: what has a box of its own to scroll in, or is hidden from the eye
 */
export const overflowOn = (page: Page, boxes: string): Promise<string[]> => page.evaluate(overflowing(boxes));

/** What axe finds where the system's own colours are in force. */
export async function violationsInSystemColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  const found = await violationsOn(page);
  await page.emulateMedia({ forcedColors: "none" });
  return found;
}

/** What axe finds for who asks the system for more contrast. */
export async function violationsInMoreContrast(page: Page): Promise<string[]> {
  await page.emulateMedia({ contrast: "more" });
  const found = await violationsOn(page);
  await page.emulateMedia({ contrast: "no-preference" });
  return found;
}

/** From the next page on the browser's own text is so many times as large, as in its settings. */
export async function enlargeText(page: Page, times: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 * times, fixed: 13 * times } });
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

/** Days and times that stand on two lines. */
export const brokenDatesOn = (page: Page): Promise<string[]> =>
  page.evaluate(broken("\\d{4}-\\d{2}-\\d{2}|\\d{2}:\\d{2}"));

/** Words and numbers, days and codes with hyphens too, that stand on two lines. */
export const brokenWordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(broken("[\\p{L}\\p{N}]+(?:[-:][\\p{L}\\p{N}]+)*"));

/** Days and times in fields that have no room for them. */
export const cutTimesOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("input, select")]
    .filter((it) => it.checkVisibility())
    .map((it) => [it, it.selectedOptions ? it.selectedOptions[0]?.text ?? "" : it.value])
    .filter(([it, text]) => {
      if (!/^(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(:\\d{2}|시|분)?)$/.test(text)) return false;
      const style = getComputedStyle(it);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const room = it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(text).width > room + 0.5;
    })
    .map(([, text]) => text)`);

/** Of the console: what scrolls in a box of its own, lies outside on purpose, or is for the ear only. */
const consoleBoxes = "svg, [class*=hidden], .mantine-ScrollArea-root, .mantine-SegmentedControl-input, nav";

/** The narrowest screen on which a list scrolls in its box; below it shows fewer columns. */
const listScrollsFrom = 640;

/** Elements of the console that reach over the right edge. */
export function consoleOverflowOn(page: Page): Promise<string[]> {
  const isWide = (page.viewportSize()?.width ?? 0) >= listScrollsFrom;
  return overflowOn(page, isWide ? `${consoleBoxes}, [class*=scroll] table` : consoleBoxes);
}
