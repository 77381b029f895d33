/** 파기 대기: the countdown, hiding and bringing back, and destroying after a second confirmation. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { looks } from "../../../support/browser/looks.ts";
import { addHeldPass, addParty, addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { findInDatabase } from "../../../support/database/find-in-database.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A visit of last year whose retention ended so many days ago. */
const kept = (days: number, more: Visiting = {}): Visiting => ({
  statusCode: "ended",
  startDate: `${siteDay(-400)} 10:00`,
  endDate: `${siteDay(-400)} 12:00`,
  destroyOn: siteDay(-days),
  ...more,
});
const addDue = (days: number, more: Visiting = {}) => addVisiting(suite.server, suite.site, kept(days, more));

async function opens(path = "/dash/trash", opening?: StaffOpening): Promise<StaffPage> {
  const officer = await suite.staff("privacy", opening);
  await officer.open(path);
  return officer;
}

const box = ({ page }: StaffPage, reserveNo: string) =>
  page.getByRole("checkbox", { name: `${reserveNo} 선택`, exact: true });
const numberField = (officer: StaffPage, people: number) =>
  officer.textbox(`확인을 위해 파기할 인원수를 입력해 주십시오 (${people})`);
const visitOf = (id: number) => suite.server.db("visits").where({ id }).first();
const register = () => suite.server.db("destructionRegister").orderBy("id", "desc");

test("the days that are left stand beside each visit, from D-5 to D-0 and beyond, the next first", {
  tags: ["full"],
}, async () => {
  for (const days of [0, 3, 5, 7]) await addDue(days, { name: "차도윤", company: "나래상사" });
  await addDue(-1, { name: "아직아님" });
  const officer = await opens();
  await isSeen(officer.text("4건"));
  const left = officer.page.getByRole("cell").filter({ hasText: /^(D-\d|\d일 지남)/ });
  expect(await left.allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^2일 지남\\s*${siteDay(-2)}`)),
    expect.stringMatching(new RegExp(`^D-0\\s*${siteDay()} 오늘`)),
    expect.stringMatching(new RegExp(`^D-2\\s*${siteDay(2)}`)),
    expect.stringMatching(new RegExp(`^D-5\\s*${siteDay(5)}`)),
  ]);
  await isSeen(officer.page.getByRole("button", { name: "차*윤", exact: true }).first());
  expect(await officer.page.getByText("차도윤").count()).toBe(0);
});

test("reading the list is kept in the access log", { tags: ["full"] }, async () => {
  const { id } = await addDue(1);
  const officer = await opens();
  await isSeen(officer.row("D-4"));
  const logged = suite.server.db("accessLog").where({ hostUserId: officer.person.id });
  await expect.poll(() => logged.clone()).not.toEqual([]);
  for (const row of await logged)
    expect(row).toMatchObject({ what: "/dash/trash-privacy", visitIds: [id], address: "127.0.0.1" });
});

test("a visit is hidden, brought back and destroyed in its row", { tags: ["full"] }, async () => {
  const { id, reserveNo } = await addDue(1);
  const officer = await opens();
  const menu = officer.page.getByRole("dialog", { name: /다음 작업$/ });
  const next = async (name: string) => {
    await officer
      .row(reserveNo)
      .getByRole("button", { name: /다음 작업$/ })
      .click();
    await menu.getByRole("button", { name, exact: true }).click();
  };
  await next("숨기기");
  await isSeen(officer.toast("success", "방문 1건(1명)을 숨겼습니다."));
  await isSeen(officer.row(reserveNo).filter({ hasText: "숨김" }));
  await next("복원");
  await isSeen(officer.toast("success", "방문 1건을 복원했습니다."));
  await isGone(officer.row(reserveNo).filter({ hasText: "숨김" }));
  await next("파기");
  await numberField(officer, 1).fill("1");
  await menu.getByRole("button", { name: "1명 파기" }).click();
  await isGone(officer.row(reserveNo));
  expect(await visitOf(id)).toBeUndefined();
  const admin = await suite.staff("admin");
  await addDue(2, { name: "차도윤" });
  await admin.open("/dash/trash");
  await isSeen(admin.row("차*윤"));
  await isGone(admin.page.getByRole("button", { name: /다음 작업$/ }));
});

test("a visit is hidden, is nowhere else then, and comes back", async () => {
  const { id, reserveNo } = await addDue(1, { name: "차도윤" });
  const officer = await opens();
  await box(officer, reserveNo).check();
  await officer.button("숨기기 1").click();
  await isSeen(officer.text("방문 1건(1명)을 숨겼습니다."));
  await isSeen(officer.row(reserveNo).filter({ hasText: "숨김" }));
  expect((await visitOf(id)).hiddenAt).toBeInstanceOf(Date);
  await officer.goTo("nav.allVisits");
  await isSeen(officer.text("아직 방문이 없습니다."));

  await officer.goTo("nav.trash");
  await box(officer, reserveNo).check();
  await officer.button("복원 1").click();
  await isSeen(officer.text("방문 1건을 복원했습니다."));
  expect((await visitOf(id)).hiddenAt).toBeNull();
  await officer.goTo("nav.allVisits");
  await isSeen(officer.row("차도윤"));
});

test("a visit that is over is hidden from its drawer before it is due, one that is not is not", async () => {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "ended" });
  const open = await addVisiting(suite.server, suite.site, { name: "하은별" });
  const officer = await opens(`/dash/visits?visit=${open.id}`);
  await isSeen(officer.drawer.getByRole("link", { name: "이 방문의 조회 기록" }));
  await isGone(officer.drawer.getByRole("button", { name: "숨기기" }));
  await officer.open(`/dash/visits?visit=${id}`);
  await officer.drawer.getByRole("button", { name: "숨기기" }).click();
  await isSeen(officer.toast("success", "차도윤 님의 방문을 숨겼습니다. 파기 대기에서 복원할 수 있습니다."));
  await isGone(officer.drawer);
  await isGone(officer.row("차도윤"));
  expect((await visitOf(id)).hiddenAt).toBeInstanceOf(Date);
});

test("destroying asks for the number of people, companions counted once, and leaves nothing but counts", async () => {
  const { leader, companions } = await addParty(
    suite.server,
    suite.site,
    ["동방삭이", "서문경희"],
    kept(2, { name: "남궁표적", cellphone: "010-0000-7391" }),
  );
  const officer = await opens();
  await officer.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await officer.button("파기 3").click();
  await isSeen(officer.text("방문객 3명의 개인정보를 파기합니다. 되돌릴 수 없습니다."));
  await officer.button("3명 파기").click();
  await hasError(numberField(officer, 3), "파기하려면 3 숫자를 그대로 입력해 주십시오.");
  expect(await visitOf(leader.id)).toBeDefined();
  await numberField(officer, 3).fill("3");
  await officer.button("3명 파기").click();
  await isSeen(officer.text("방문 3건(3명)을 파기했습니다."));
  await isSeen(officer.text("파기 대기 중인 방문이 없습니다."));
  for (const { id } of [leader, ...companions]) expect(await visitOf(id)).toBeUndefined();
  expect((await register())[0]).toMatchObject({ why: "officer", hostUserId: officer.person.id });
  expect(await findInDatabase(suite.server.db, ["남궁표적", "동방삭이", "서문경희", "7391"])).toEqual([]);
  await officer.link("파기 대장 보기").click();
  await officer.arrivesAt("/dash/register");
  await isSeen(officer.row("개인정보 담당자 파기").first());
});

test("what cannot be destroyed says why, and stays where it is", { tags: ["full"] }, async () => {
  const open = await addDue(1, { name: "안끝난이", statusCode: "entered" });
  const held = await addDue(2);
  await addHeldPass(suite.server, "P-001", held.id);
  const good = await addDue(3);
  const officer = await opens();
  await isSeen(officer.row(open.reserveNo).filter({ hasText: "파기할 수 없음: 아직 끝나지 않은 방문" }));
  await isSeen(officer.row(held.reserveNo).filter({ hasText: "파기할 수 없음: 출입증 미반납" }));
  await officer.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await officer.button("파기 1").click();
  await numberField(officer, 1).fill("1");
  await officer.page.keyboard.press("Enter");
  await isSeen(officer.text("방문 1건(1명)을 파기했습니다."));
  const left = officer.page.getByRole("listitem");
  await isSeen(left.filter({ hasText: `${open.reserveNo} 안**이 · 파기할 수 없음: 아직 끝나지 않은 방문` }));
  await isSeen(left.filter({ hasText: `${held.reserveNo}` }));
  expect(await visitOf(good.id)).toBeUndefined();
  expect(await visitOf(open.id)).toBeDefined();
  await isSeen(officer.text("2건 선택"));
});

test("all or nothing: a pass that went out meanwhile keeps everything, and the screen says so", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  const [one, other] = [await addDue(1), await addDue(2)];
  const officer = await suite.staff("privacy");
  await officer.hearsNothing();
  await officer.open("/dash/trash");
  await officer.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await officer.button("파기 2").click();
  await addHeldPass(suite.server, "P-001", other.id);
  await numberField(officer, 2).fill("2");
  await officer.button("2명 파기").click();
  await isSeen(officer.text("파기한 방문이 없습니다."));
  await isSeen(officer.row(other.reserveNo).filter({ hasText: "출입증 미반납" }));
  expect(await visitOf(one.id)).toBeDefined();
  expect(await visitOf(other.id)).toBeDefined();
});

test("search, state and period stand in the address, and nothing found says so", {
  tags: ["full"],
}, async () => {
  const [one] = [await addDue(1, { name: "차도윤" }), await addDue(2, { name: "하은별" })];
  await suite.server.db("visits").where({ id: one.id }).update({ hiddenAt: new Date() });
  const officer = await opens("/dash/trash?state=soft");
  await isSeen(officer.row(one.reserveNo));
  await isSeen(officer.text("1건"));
  await officer.open("/dash/trash");
  await isSeen(officer.text("2건"));
  await officer.page.getByLabel("시작일", { exact: true }).fill(siteDay());
  await isSeen(officer.text("조건에 맞는 방문이 없습니다."));
  expect(officer.search().get("from")).toBe(siteDay());
});

test("the administrator reads and does nothing; host and desk are led away", { tags: ["full"] }, async () => {
  const { reserveNo } = await addDue(1);
  const admin = await suite.staff("admin");
  await admin.open("/dash/trash");
  await isSeen(admin.row(reserveNo));
  expect(await admin.page.getByRole("checkbox").count()).toBe(0);
  for (const [role, first] of [
    ["host", "/dash/approvals"],
    ["desk", "/dash/today"],
  ] as const) {
    const other = await suite.staff(role);
    await other.open("/dash/trash");
    await other.arrivesAt(first);
    await isGone(other.link("파기 대기"));
  }
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const { reserveNo } = await addDue(1);
  const officer = await suite.staff("privacy");
  const isAway = (url: URL) => url.pathname === "/dash/trash-privacy";
  const body = JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." });
  await officer.page.route(isAway, (route) =>
    route.fulfill({ status: 503, contentType: "application/json", body }),
  );
  await officer.open("/dash/trash");
  await isSeen(officer.alert("불러오지 못했습니다"));
  await officer.page.unroute(isAway);
  await officer.button("다시 시도").click();
  await isSeen(officer.row(reserveNo));
});

test.each(looks)("list and question are accessible in $lang at $width, $colours", async (opening) => {
  for (const days of [0, 2, 3, 5, 8]) await addDue(days, { name: "차도윤" });
  const held = await addDue(2);
  await addHeldPass(suite.server, "P-001", held.id);
  const officer = await opens("/dash/trash", opening);
  await isSeen(officer.row(officer.say("days.count", { days: 0 })));
  await hasNoViolation(officer.page, "trash");
  await officer.page.getByRole("checkbox", { name: officer.say("table.chooseAll") }).check();
  await officer.button(officer.say("trash.destroy", { count: 5 })).click();
  await officer.button(officer.say("trash.destroyPeople", { people: 5 })).click();
  await isSeen(officer.text(officer.say("trash.typeAgain", { people: 5 })));
  await hasNoViolation(officer.page, "question");
});

test("a job that stopped before an unusual amount goes on once the officer has typed the number", async () => {
  const { db } = suite.server;
  await db.raw("TRUNCATE paused_jobs");
  await db("pausedJobs").insert({
    job: "destroyDue",
    amount: 393,
    total: 403,
    through: siteDay(795),
    foundAt: new Date(),
  });
  const admin = await suite.staff("admin");
  await admin.open("/dash/trash");
  await isSeen(admin.text("개인정보 보호책임자가 확인할 수 있습니다."));
  const officer = await opens();
  const line = `자동 파기: 전체 방문 403건 중 393건 (파기 기준일 ${siteDay(795)})`;
  await isSeen(officer.text(line));
  const field = officer.textbox("확인하려면 건수 393 입력");
  await field.fill("403");
  await officer.button("393건 삭제 확인").click();
  await hasError(field, "건수가 다릅니다. 393건인지 다시 확인해 주십시오.");
  await hasNoViolation(officer.page, "paused job");
  expect(await db("pausedJobs").first()).toMatchObject({ confirmedAt: null });
  await field.fill("393");
  await officer.page.keyboard.press("Enter");
  await isSeen(officer.toast("success", "확인했습니다. 한 시간 안에 실행합니다."));
  await isSeen(officer.text(/에 확인했습니다\. 한 시간 안에 실행합니다\.$/));
  expect(await db("pausedJobs").first()).toMatchObject({ confirmedBy: officer.person.id });
  await db.raw("TRUNCATE paused_jobs");
});
