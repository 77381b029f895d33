/** Sizes of buttons, links and fields on a phone. */
import { expect, test } from "vitest";
import { addPasses, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

/** What can be pressed and is lower than 44 px. A checkbox takes presses around itself, a field on its frame. */
const small = `[...document.querySelectorAll("button, a[href], select, input, [role=menuitem]")]
  .filter((it) => it.checkVisibility() && !it.closest("[class*=skip]") && it.getBoundingClientRect().width > 2)
  .filter((it) => it.type !== "checkbox" && it.type !== "radio")
  .map((it) => [it.closest("[class*=Input-wrapper]") ?? it, it.getAttribute("aria-label") ?? it.textContent])
  .map(([it, name]) => [Math.round(it.getBoundingClientRect().height), name])
  .filter(([height]) => height < 44)`;

const pages = ["today", "visits", "passes", "messages/new", "terms", "host-users", "access-log"];

/** Until the screen has something to press. */
const isThere = async ({ page }: StaffPage) => {
  await page.getByRole("main").getByRole("button").first().waitFor();
  await isGone(page.locator(".mantine-Skeleton-root").first());
};

test("on a phone all controls are 44 px high", async () => {
  const { server, site } = suite;
  const host = await suite.staff("host", { width: 360 });
  for (const statusCode of ["applied", "approved"] as const)
    await addVisitToday(server, site, { statusCode, hostUserId: host.person.id });
  await addPasses(server, ["P-1"]);
  await host.open("/dash/approvals");
  await isThere(host);
  expect(await host.page.evaluate(small)).toEqual([]);

  const admin = await suite.staff("admin", { width: 360 });
  await admin.open("/dash/about");
  for (const path of pages) {
    await admin.navigateTo(`/dash/${path}`);
    await isThere(admin);
    expect(await admin.page.evaluate(small), path).toEqual([]);
  }
  await admin.button("메뉴").click();
  await isSeen(admin.page.getByRole("navigation").getByRole("link").first());
  expect(await admin.page.evaluate(small), "navigation").toEqual([]);
});

test("controls of a visit's drawer are 44 px high, and a press next to a checkbox ticks it", async () => {
  const { server, site } = suite;
  const { id } = await addVisitToday(server, site);
  await addPasses(server, ["P-1"]);
  const desk = await suite.staff("desk", { width: 360 });
  await desk.open(`/dash/today?visit=${id}`);
  await isSeen(desk.act("action.issue"));
  expect(await desk.page.evaluate(small)).toEqual([]);
  await desk.open("/dash/passes");
  const box = desk.row("P-1").getByRole("checkbox");
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {};
  await desk.page.mouse.click(x - 8, y - 8);
  expect(await box.isChecked()).toBe(true);
});
