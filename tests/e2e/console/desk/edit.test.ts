/** Editing a visit in its drawer. */
import { expect, test } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** Tomorrow, so that every hour may be chosen. */
const tomorrow = () => ({ startDate: `${siteDay(1)} 10:00`, endDate: `${siteDay(1)} 12:00` });

async function opensEdit(more: Visiting = {}): Promise<{ desk: StaffPage; id: number }> {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", ...tomorrow(), ...more });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.act("action.edit").click();
  await isSeen(desk.drawer.getByRole("heading", { name: "차도윤 님의 방문 수정" }));
  return { desk, id };
}

const field = ({ drawer }: StaffPage, name: string) => drawer.getByRole("textbox", { name, exact: true });
const keep = ({ drawer }: StaffPage) => drawer.getByRole("switch", { name: "승인 유지" });
const read = (id: number) => Visit.query(suite.server.db).findById(id);

test("the desk corrects a name, and nothing else changes", async () => {
  const { desk, id } = await opensEdit({ carNumber: "12가 3456" });
  await hasFocus(field(desk, "이름"));
  await expect.poll(() => desk.act("edit.submit").isDisabled()).toBe(true);
  const before = await read(id);
  await field(desk, "이름").fill("차도연");
  await isGone(keep(desk));
  await desk.act("edit.submit").click();
  await isSeen(desk.toast("success", "차도연 님의 방문을 수정했습니다."));
  await desk.showsVisit("차도연");
  await hasFocus(desk.act("action.edit"));
  await isSeen(desk.drawer.getByText("내용 변경", { exact: true }));
  const { name, updatedAt: _, ...after } = (await read(id)) as Visit;
  const { name: __, updatedAt: ___, ...unchanged } = before as Visit;
  expect(name).toBe("차도연");
  expect(after).toEqual(unchanged);
});

test("the button of a long form sticks to the end of the drawer", async () => {
  const { desk } = await opensEdit();
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
