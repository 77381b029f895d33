/** A session that ends in the middle of something: said, the login page, and everything as it was afterwards. */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const expired = "인증 세션이 만료되었습니다. 로그인 화면으로 이동합니다.";
const reason = "회의가 다음 주로 미뤄졌습니다.";

const endSessions = () => suite.server.db("sessions").delete();

const reasonField = (desk: StaffPage) => desk.drawer.getByRole("textbox", { name: "반려 사유" });

/** A desk's page with a visit's drawer and a reason half typed. */
async function typesReason(): Promise<StaffPage> {
  suite.tolerate(/status of 401/);
  const desk = await suite.staff("desk");
  const visit = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  await desk.open(`/dash/visits?list=all&visit=${visit.id}`);
  await desk.showsVisit("차도윤");
  await desk.act("action.reject").click();
  await reasonField(desk).fill(reason);
  return desk;
}

test("the warning stands for two seconds, then the login page, and the same person goes on where they were", {
  tags: ["full"],
}, async () => {
  const desk = await typesReason();
  await endSessions();
  const began = Date.now();
  await desk.act("action.reject").click();
  await isSeen(desk.toast("warning", expired));
  expect(desk.path()).toBe("/dash/visits");
  await desk.arrivesAt("/dash/login");
  expect(Date.now() - began).toBeGreaterThanOrEqual(2_000);
  expect(Date.now() - began).toBeLessThan(6_000);

  await desk.logIn(desk.person.loginId);
  await desk.arrivesAt("/dash/visits");
  await desk.showsVisit("차도윤");
  await hasValue(reasonField(desk), reason);
  await desk.act("action.reject").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 반려했습니다."));
});

test("somebody else who signs in there sees nothing of what was typed", { tags: ["full"] }, async () => {
  const desk = await typesReason();
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  await endSessions();
  await desk.act("action.reject").click();
  await desk.arrivesAt("/dash/login");
  await desk.logIn(loginId);
  await desk.showsVisit("차도윤");
  await isGone(reasonField(desk));
  await desk.act("action.reject").click();
  await hasValue(reasonField(desk), "");
});

test("what was cancelled does not come back", { tags: ["full"] }, async () => {
  const desk = await typesReason();
  await desk.act("shell.cancel").click();
  await desk.act("action.reject").click();
  await hasValue(reasonField(desk), "");
});

test("a session that ends while nobody does anything leads to the login page by itself", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 401/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.text("실시간"));
  await endSessions();
  await isSeen(desk.toast("warning", expired));
  await desk.arrivesAt("/dash/login");
  await isSeen(desk.loginId);
});

test("several calls that find out at once say it once", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 401/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.text("실시간"));
  await endSessions();
  await addVisiting(suite.server, suite.site);
  await desk.goTo("nav.allVisits");
  await isSeen(desk.toast("warning", expired));
  expect(await desk.toast("warning", expired).count()).toBe(1);
  await desk.arrivesAt("/dash/login");
  expect(desk.search().get("back")).toContain("/visits");
});
