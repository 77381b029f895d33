import type { Page } from "playwright-core";
import { expect } from "vitest";
import { full } from "./appearance.ts";
import { consoleOverflowOn, violationsOn } from "./page-checks.ts";

/** Fails with the rule, the element and what is wrong. @param state what is on the screen, for the message */
export async function hasNoViolation(page: Page, state: string): Promise<void> {
  // in one text: a list is cut where the run names it
  expect((await violationsOn(page)).join("\n\n"), state).toBe("");
}

/** The same, and nothing of the console reaches over the right edge. */
export async function looksRight(page: Page, state: string): Promise<void> {
  await hasNoViolation(page, state);
  expect(await consoleOverflowOn(page), state).toEqual([]);
}

/** In the full run alone: what opens on a page that the usual run looks at elsewhere, in the middle of its main task. */
export async function detailHasNoViolation(page: Page, state: string): Promise<void> {
  if (full) await hasNoViolation(page, state);
}

/** The same, and nothing of the console reaches over the right edge. */
export async function detailLooksRight(page: Page, state: string): Promise<void> {
  if (full) await looksRight(page, state);
}
