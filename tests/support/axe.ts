import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Fails with the rule, the element and what is wrong. @param state what is on the screen, for the message */
export async function hasNoViolation(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(told).toEqual([]);
}
