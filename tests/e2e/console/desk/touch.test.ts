/** Under a thumb: what is pressed on a phone is large enough for it. */
import { expect, test } from "vitest";
import { sampleOf } from "../../../support/browser/appearance.ts";
import { addParty, addPasses, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

/** What can be pressed and is lower than 44 px, with its height. A box takes presses around itself, a field on its frame. */
const small = `[...document.querySelectorAll("button, a[href], select, input, [role=menuitem]")]
  .filter((it) => it.checkVisibility() && !it.closest("[class*=skip]") && it.getBoundingClientRect().width > 2)
  .filter((it) => it.type !== "checkbox" && it.type !== "radio")
  .map((it) => [it.closest("[class*=Input-wrapper]") ?? it, it.getAttribute("aria-label") ?? it.textContent])
  .map(([it, name]) => [Math.round(it.getBoundingClientRect().height), name])
  .filter(([height]) => height < 44)`;

const screens = [
  ["desk", "/dash/today"],
  ["desk", "/dash/visits"],
  ["host", "/dash/approvals"],
  ["desk", "/dash/passes"],
  ["desk", "/dash/messages/new"],
  ["privacy", "/dash/access-log"],
  ["privacy", "/dash/terms"],
  ["admin", "/dash/host-users"],
] as const;
test.each(sampleOf(screens))("for the %s on %s", async (role, path) => {
  const { server, site } = suite;
  const staff = await suite.staff(role, { width: 360 });
  const mine = { hostUserId: staff.person.id };
  for (const statusCode of ["applied", "approved"] as const)
    await addVisiting(server, site, { statusCode, ...(role === "host" && mine) });
  await addPasses(server, ["P-1"]);
  await staff.open(path);
  await isSeen(staff.page.getByRole("heading", { level: 1 }));
  await staff.page.getByRole("main").getByRole("button").first().waitFor();
  expect(await staff.page.evaluate(small)).toEqual([]);
  await staff.button("메뉴").click();
  await isSeen(staff.page.getByRole("navigation").getByRole("link").first());
  expect(await staff.page.evaluate(small)).toEqual([]);
});

test("a visit's drawer, and the press beside a box", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site);
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

test("keys are named where there are some, and not under a thumb", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const { leader } = await addParty(server, site, ["동행하나"], { name: "인솔자" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${leader.id}`);
  const keys = desk.drawer.getByText("Ctrl", { exact: true });
  await isSeen(keys);
  const browser = await desk.page.context().newCDPSession(desk.page);
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await isGone(keys);
});
