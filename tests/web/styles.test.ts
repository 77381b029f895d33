/** The console loads the style sheets of the components that it uses, and no others: a missing one is a bare component. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "#scripts/paths.ts";
import { neededStyles } from "../support/console/mantine-styles.ts";

const renderer = join(ROOT, "desktop/renderer");

it("desktop/renderer/console/styles/mantine.css names what the console's components need, in Mantine's order", () => {
  const sheet = readFileSync(join(renderer, "console/styles/mantine.css"), "utf8");
  const named = [...sheet.matchAll(/@import "@mantine\/core\/styles\/([\w-]+\.css)";/g)].map(
    ([, name]) => name,
  );
  const always = ["baseline.css", "default-css-variables.css", "global.css"];
  expect(named).toEqual([...always, ...neededStyles(renderer)]);
});
