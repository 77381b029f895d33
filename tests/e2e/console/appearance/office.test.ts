/** The screens of administration and privacy in both languages: axe finds nothing, and nothing is cut off. */
import { test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { lookAt, officeScreens } from "../../../support/console/screens.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

test.each(["ko", "en"] as const)(
  "the screens of administration and privacy are accessible (%s)",
  { timeout: 400_000 },
  (lang) => lookAt(suite, "admin", officeScreens, lang),
);
