/** The public site on a slow phone: nothing jumps while it loads, and it is not busy for long. */
import { expect, test } from "vitest";
import { type Loading, leastOf, loadingOf, slowDown } from "../support/browser/slow-phone.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function openOnASlowPhone(path: string, seen: (visitor: Visitor) => Promise<void>): Promise<Loading> {
  const visitor = await suite.visitor({ width: 360, height: 640 });
  await slowDown(visitor.page);
  await visitor.open(path);
  await seen(visitor);
  await visitor.page.waitForLoadState("networkidle");
  return loadingOf(visitor.page);
}

const screens = [
  ["/", (visitor: Visitor) => isSeen(visitor.link("방문신청하기"))],
  ["/form", (visitor: Visitor) => isSeen(visitor.agreeAll)],
] as const;

test.each(screens)("%s stands still while it loads", async (path, seen) => {
  const { shift } = await openOnASlowPhone(path, seen);
  expect(shift).toBeLessThanOrEqual(0.02);
});

/** The machine of a test has other things to do, which only ever makes it slower: the best of a few counts. */
const tries = 3;

test.each(screens)("%s blocks for no more than 150 ms", { tags: ["full"] }, async (path, seen) => {
  const found: Loading[] = [];
  for (let left = tries; left > 0; left--) found.push(await openOnASlowPhone(path, seen));
  expect(leastOf(found).blocking, JSON.stringify(found)).toBeLessThanOrEqual(150);
});
