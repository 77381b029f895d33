/** Changing a visit in its drawer: what is allowed, what asks for approval again, and what is not lost by accident. */
import { expect, test } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** Of tomorrow, so that every hour of it may be chosen. */
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
const hostField = ({ drawer }: StaffPage) => drawer.getByRole("combobox", { name: "담당자", exact: true });
const time = ({ drawer }: StaffPage, field: string) =>
  drawer.getByRole("combobox", { name: `${field} 시각`, exact: true });
const keep = ({ drawer }: StaffPage) => drawer.getByRole("switch", { name: "승인 유지" });
const question = ({ drawer }: StaffPage) => drawer.getByRole("alertdialog");
const read = (id: number) => Visit.query(suite.server.db).findById(id);

test("the desk puts a name right, and the rest stays as it was", async () => {
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

test("nothing of a long form shows below what saves it", async () => {
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

test("another time has to be approved again, unless the approval is kept", { tags: ["full"] }, async () => {
  const { desk, id } = await opensEdit();
  await time(desk, "종료일시").fill("13:00");
  await isSeen(keep(desk));
  await desk.act("edit.submit").click();
  await desk.showsVisit("차도윤");
  expect(await read(id)).toMatchObject({ statusCode: "applied" });

  const second = await opensEdit({ reserveNo: "260101-KEEPS" });
  await time(second.desk, "종료일시").fill("13:00");
  await keep(second.desk).press("Space");
  await second.desk.act("edit.submit").click();
  await second.desk.showsVisit("차도윤");
  expect(await read(second.id)).toMatchObject({ statusCode: "approved" });
});

test("a visit goes to another host, found by name among namesakes", { tags: ["full"] }, async () => {
  const { desk, id } = await opensEdit();
  await hasValue(hostField(desk), "김철수 (가온정밀 설계팀 책임)");
  await hostField(desk).fill("김철");
  await desk.page
    .getByRole("listbox")
    .getByRole("option", { name: "김철수 (가온정밀 품질팀 선임)", exact: true })
    .click();
  await desk.act("edit.submit").click();
  await desk.showsVisit("차도윤");
  await expect.poll(() => read(id)).toMatchObject({ hostUserId: suite.site.namesake });
});

test("the start of a visit that was entered stays", { tags: ["full"] }, async () => {
  const { desk } = await opensEdit({ statusCode: "entered", startDate: `${siteDay()} 00:00` });
  await expect.poll(() => desk.drawer.getByLabel("시작일시 날짜", { exact: true }).isDisabled()).toBe(true);
  await isSeen(desk.drawer.getByText("이미 입문한 방문은 시작일시를 변경할 수 없습니다."));
});

test("what the server refuses lands on its field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const { desk, id } = await opensEdit();
  await time(desk, "종료일시").fill("09:00");
  await desk.act("edit.submit").click();
  await hasError(
    desk.drawer.getByLabel("종료일시 날짜", { exact: true }),
    "종료일시는 시작일시보다 커야합니다.",
  );
  await hasFocus(desk.drawer.getByLabel("종료일시 날짜", { exact: true }));
  expect(await read(id)).toMatchObject({ statusCode: "approved" });
  await hasNoViolation(desk.page, "refused change");
});

test("a field that somebody else changed meanwhile stays theirs", { tags: ["full"] }, async () => {
  const { desk, id } = await opensEdit({ note: "처음" });
  await field(desk, "이름").fill("차도연");
  const other = await suite.staff("desk");
  await other.open(`/dash/visits?visit=${id}`);
  await other.act("action.edit").click();
  await field(other, "비고").fill("나중");
  // word of it reaches the first one's console, which reads the visit again
  const heard = desk.page.waitForResponse((answer) => answer.url().endsWith(`/dash/visits/${id}`));
  await other.act("edit.submit").click();
  await other.showsVisit("차도윤");
  await heard;
  await desk.act("edit.submit").click();
  await desk.showsVisit("차도연");
  expect(await read(id)).toMatchObject({ name: "차도연", note: "나중" });
});

test("closing the drawer asks before what was typed is lost", { tags: ["full"] }, async () => {
  const { desk } = await opensEdit();
  await field(desk, "비고").fill("반만 쓴");
  await desk.page.keyboard.press("Escape");
  await isSeen(question(desk));
  await hasFocus(desk.act("unsaved.stay"));
  await hasNoViolation(desk.page, "question before leaving");
  await desk.page.keyboard.press("Enter");
  await isGone(question(desk));
  await hasValue(field(desk, "비고"), "반만 쓴");
  await desk.page.keyboard.press("Escape");
  await desk.act("unsaved.discard").click();
  await isGone(desk.drawer);
  expect(desk.search().get("visit")).toBeNull();
});

test("going back asks too, and so does the form's own way out", { tags: ["full"] }, async () => {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", ...tomorrow() });
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  await desk.button("차도윤").click();
  await desk.act("action.edit").click();
  await field(desk, "비고").fill("반만 쓴");
  await desk.page.goBack();
  await isSeen(question(desk));
  await desk.act("unsaved.stay").click();
  await expect.poll(() => desk.search().get("visit")).toBe(String(id));
  await desk.act("shell.cancel").click();
  await isSeen(question(desk));
  await desk.act("unsaved.discard").click();
  await desk.showsVisit("차도윤");
  await desk.act("action.edit").click();
  await hasValue(field(desk, "비고"), "");
});

test("nothing is asked where nothing was changed", { tags: ["full"] }, async () => {
  const { desk } = await opensEdit();
  await desk.page.keyboard.press("Escape");
  await isGone(desk.drawer);
});

test("a session that ends in the middle of it loses nothing", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 401/);
  const { desk } = await opensEdit();
  await field(desk, "비고").fill("반만 쓴");
  await suite.server.db("sessions").delete();
  await desk.act("edit.submit").click();
  await desk.arrivesAt("/dash/login");
  await desk.logIn(desk.person.loginId);
  await desk.arrivesAt("/dash/visits");
  await hasValue(field(desk, "비고"), "반만 쓴");
  await desk.act("edit.submit").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 수정했습니다."));
});

test("a host is offered it in their own visit, without the number", { tags: ["full"] }, async () => {
  const own = await suite.staff("host");
  const { id } = await addVisiting(suite.server, suite.site, {
    name: "차도윤",
    hostUserId: own.person.id,
    ...tomorrow(),
  });
  await own.open(`/dash/approvals?visit=${id}`);
  await own.showsVisit("차도윤");
  await own.act("action.edit").click();
  await isSeen(field(own, "이름"));
  await isGone(field(own, "휴대전화"));
});

test("the form is accessible on a phone, in English and in the dark", { tags: ["full"] }, async () => {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", ...tomorrow() });
  const desk = await suite.staff("desk", { lang: "en", width: 360, colours: "dark" });
  await desk.open(`/dash/visits?visit=${id}`);
  await desk.act("action.edit").click();
  await isSeen(desk.act("edit.submit"));
  await hasNoViolation(desk.page, "change of a visit");
});
