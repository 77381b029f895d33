import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOn } from "./page-checks.ts";

/** Fails with the rule, the element and what is wrong. @param state what is on the screen, for the message */
export async function hasNoViolation(page: Page, state: string): Promise<void> {
  expect(await violationsOn(page), state).toEqual([]);
}
