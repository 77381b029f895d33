/** The navigation of a role. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

const keepsOpen = ({ person }: StaffPage, openGroups: readonly string[]) =>
  suite.server.db("hostUserPreferences").insert({
    hostUserId: person.id,
    ...{ colourScheme: "auto", tableDensity: "comfortable", openGroups, updatedAt: new Date() },
  });

test("the navigation of an administrator needs no scrolling", async () => {
  const one = await suite.staff("admin", { lang: "en", width: 1440, height: 900 });
  await keepsOpen(one, ["administration", "privacy"]);
  await one.open("/dash/account");
  const navigation = one.page.getByRole("navigation", { name: one.t("shell.screens") });
  await isSeen(navigation.getByRole("link").first());
  expect(await navigation.getByRole("button", { expanded: false }).count()).toBe(0);
  const scroller = navigation.locator("xpath=ancestor::*[contains(@class, 'ScrollArea-viewport')]");
  const { needed, room } = await scroller.evaluate(({ scrollHeight, clientHeight }) => ({
    needed: scrollHeight,
    room: clientHeight,
  }));
  expect(room).toBeGreaterThan(0);
  expect(needed).toBeLessThanOrEqual(room);
});
