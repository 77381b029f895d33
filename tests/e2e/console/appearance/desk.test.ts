/** The screens of the desk in both languages: axe finds nothing, and nothing is cut off. */
import { test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { deskScreens, lookAt } from "../../../support/console/screens.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

test.each(["ko", "en"] as const)(
  "the screens of the desk are accessible (%s)",
  { timeout: 400_000 },
  (lang) => lookAt(suite, "desk", deskScreens, lang),
);
