import type { Page } from "playwright-core";
import { expect } from "vitest";
import { consoleOverflowOn, violationsOn } from "./page-checks.ts";

/** Expects no violation found by axe. @param state of the screen, for the message */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  // as one text, since Vitest truncates lists
  expect((await violationsOn(page)).join("\n\n"), state).toBe("");
}

/** Also expects that no element of the console overflows to the right. */
export async function expectAccessibleLayout(page: Page, state: string): Promise<void> {
  await expectNoViolation(page, state);
  expect(await consoleOverflowOn(page), state).toEqual([]);
}
