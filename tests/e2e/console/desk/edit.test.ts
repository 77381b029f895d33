/** Editing a visit in its drawer. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("the button of a long form sticks to the end of the drawer", async () => {
  const { id } = await addVisitToday(suite.server, suite.site);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.act("action.edit").click();
  const submit = desk.act("edit.submit");
  await isSeen(submit);
  const gap = await submit.evaluate((button) => {
    const foot = button.closest("form > * > :last-child, form > :last-child");
    const panel = button.closest("[role=dialog]");
    if (!foot || !panel || panel.scrollHeight <= panel.clientHeight) return Number.NaN;
    const edge = panel.getBoundingClientRect().top + panel.clientTop + panel.clientHeight;
    return Math.round(edge - foot.getBoundingClientRect().bottom);
  });
  expect(gap).toBe(0);
});
