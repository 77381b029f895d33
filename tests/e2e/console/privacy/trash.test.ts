/** 파기 대기: the countdown, and destroying after a second confirmation. */
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addHeldPass, addParty, addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { findInDatabase } from "../../../support/database/find-in-database.ts";
import { hasError, isSeen } from "../../../support/visitor/visitor-locators.ts";
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
    expect(row).toMatchObject({ action: "/dash/trash-privacy", visitIds: [id], address: "127.0.0.1" });
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
  expect((await register())[0]).toMatchObject({ reason: "officer", hostUserId: officer.person.id });
  expect(await findInDatabase(suite.server.db, ["남궁표적", "동방삭이", "서문경희", "7391"])).toEqual([]);
  await officer.link("파기 대장 보기").click();
  await officer.arrivesAt("/dash/register");
  await isSeen(officer.row("개인정보 담당자 파기").first());
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

test.each(looks)(
  "list and question are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    for (const days of [0, 2, 3, 5, 8]) await addDue(days, { name: "차도윤" });
    const held = await addDue(2);
    await addHeldPass(suite.server, "P-001", held.id);
    const { db } = suite.server;
    const paused = { job: "destroyDue", amount: 393, total: 403, through: siteDay(795), foundAt: new Date() };
    await db("pausedJobs").insert(paused);
    const officer = await opens("/dash/trash", opening);
    await isSeen(officer.row(officer.say("days.count", { days: 0 })));
    await isSeen(officer.button(officer.say("pausedJobs.confirm", { amount: 393 })));
    await hasNoViolation(officer.page, "trash and a paused job");
    await db("pausedJobs").del();
    await officer.page.getByRole("checkbox", { name: officer.say("table.chooseAll") }).check();
    await officer.button(officer.say("trash.destroy", { count: 5 })).click();
    await officer.button(officer.say("trash.destroyPeople", { people: 5 })).click();
    await isSeen(officer.text(officer.say("trash.typeAgain", { people: 5 })));
    await hasNoViolation(officer.page, "question");
  },
);
