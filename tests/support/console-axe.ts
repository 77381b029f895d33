/** Accessibility of a screen of the console, by axe. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "vitest";
import type { ConsolePage } from "./console-pages.ts";

/** Fails with the rule, the element and what is wrong. @param state names what is looked at */
export async function hasNoViolations({ page }: ConsolePage, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id}\n${html}\n${failureSummary}`),
  );
  expect(told).toEqual([]);
}
