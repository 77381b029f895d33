import type { Page } from "playwright-core";
import { expect } from "vitest";
import { consoleOverflowOn, violationsOn } from "./page-checks.ts";

/** Fails with the rule, the element and what is wrong. @param state what is on the screen, for the message */
export async function hasNoViolation(page: Page, state: string): Promise<void> {
  // in one text: a list is cut where the run names it
  expect((await violationsOn(page)).join("\n\n"), state).toBe("");
}

/** The same, and no element of the console overflows to the right. */
export async function looksRight(page: Page, state: string): Promise<void> {
  await hasNoViolation(page, state);
  expect(await consoleOverflowOn(page), state).toEqual([]);
}
