/** Reserving: the whole way, the calendar, and axe; what the form asks for is in the component tests. */
import { expect, test } from "vitest";
import { formatLongDay, formatMonth } from "#browser/formats.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { looks } from "../../../support/browser/appearance.ts";
import { detailHasNoViolation, hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";
import { addPass, addVisit } from "../../../support/visits/visits.ts";

const suite = consoleSuite();

const host = "김철수 (가온정밀 설계팀 책임)";

async function opensReserve(role: "desk" | "host", opening?: StaffOpening): Promise<StaffPage> {
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/reserve");
  return staff;
}

const hostField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("visit.host"), exact: true });
const purposeField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("visit.purpose"), exact: true });
const nameField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("person.name"), exact: true });
const choice = ({ page }: StaffPage, name: string) =>
  page.getByRole("listbox").getByRole("option", { name, exact: true });
const companion = ({ page, say }: StaffPage, number: number, field: string) =>
  page
    .getByRole("group", { name: say("reserve.companion", { number }), exact: true })
    .getByRole("textbox", { name: say(`person.${field}`), exact: true });
const submit = (staff: StaffPage) => staff.button(staff.say("reserve.submit"));
const pasteBox = (staff: StaffPage) => staff.textbox(staff.say("reserve.pasteLabel"));

async function choosesPurpose(staff: StaffPage): Promise<void> {
  await purposeField(staff).click();
  await choice(staff, "회의").click();
}

/** Everything that the desk has to fill. */
async function fills(desk: StaffPage, name = "한가람"): Promise<void> {
  await hostField(desk).fill("김철");
  await choice(desk, host).click();
  await choosesPurpose(desk);
  await nameField(desk).fill(name);
}

const stored = () => Visit.query(suite.server.db).orderBy("id");

test("the desk reserves for a walk-in with companions, and the drawer of the visit opens for its passes", async () => {
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.textbox("휴대전화").first().pressSequentially("01000001234");
  await hasValue(desk.textbox("휴대전화").first(), "010-0000-1234");
  await desk.button("동행 추가").click();
  await hasFocus(companion(desk, 1, "name"));
  await desk.page.keyboard.type("다솜");
  await submit(desk).click();
  await isSeen(desk.toast("success", "한가람 님 외 1명의 방문을 예약했습니다."));
  // just before midnight the visit is tomorrow's
  await desk.page.waitForURL(/\/dash\/(today|visits)\?visit=\d+/);
  await desk.showsVisit("한가람");
  await isSeen(desk.drawer.getByRole("button", { name: /명 발급$/ }));

  const [leader, other, ...more] = await stored();
  expect(leader).toMatchObject({
    name: "한가람",
    statusCode: "approved",
    hostUserId: suite.site.host,
    purposeId: suite.site.purpose,
    origin: "console",
  });
  expect(other).toMatchObject({ name: "다솜", leaderId: leader?.id, statusCode: "approved" });
  expect(more).toEqual([]);
});

/** Types and presses, one key at a time. @returns how many there were */
async function presses({ page }: StaffPage, ...keys: (string | (() => Promise<void>))[]): Promise<number> {
  let count = 0;
  for (const key of keys) {
    if (typeof key === "function") {
      await key();
      continue;
    }
    if (key.length === 1) await page.keyboard.insertText(key);
    else await page.keyboard.press(key);
    count++;
  }
  return count;
}

/** The form that issues the pass is there, ready for the next key. */
const isReadyToIssue = (desk: StaffPage, passNo: string) => async () => {
  const field = desk.drawer.getByRole("textbox", { name: desk.say("issue.passNo"), exact: true });
  await hasValue(field, passNo);
  await hasFocus(field);
};

test("who came before is taken over with an arrow and Enter, the number unseen", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const passNo = await addPass(server);
  const person = { name: "한가람", cellphone: "010-0000-1234", company: "나래상사", carNumber: "12가 3456" };
  const came = { statusCode: "ended", enteredAt: new Date(), enteredFrom: "approved" } as const;
  const before = await addVisit(server, site, { ...person, ...came });
  const desk = await opensReserve("desk");
  await desk.page.keyboard.insertText("ㅎㄱ");
  const offer = desk.page.getByRole("option", { name: "한가람 나래상사 010-00**-*234" });
  await isSeen(offer);
  await detailHasNoViolation(desk.page, "offered visitors");
  expect(await presses(desk, "ArrowDown", "Enter")).toBe(2);
  await hasValue(hostField(desk), host);
  await hasValue(purposeField(desk), "회의");
  await hasValue(desk.textbox("차량번호"), "12가 3456");
  await hasValue(desk.textbox("휴대전화"), "");
  await isSeen(desk.text(/번호 010-00\*\*-\*234를 사용합니다/));
  await presses(desk, "Enter", isReadyToIssue(desk, passNo), "Enter");
  await isSeen(desk.toast("success", "한가람 님에게 출입증을 발급했습니다."));
  const [, after] = await stored();
  expect(after).toMatchObject({ company: "나래상사", statusCode: "entered", cellHash: before.cellHash });
});

test("a walk-in may wait for the host, who is asked", { tags: ["full"] }, async () => {
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.page.getByRole("switch", { name: "담당자에게 승인 요청" }).press("Space");
  await desk.button("승인 요청").click();
  await isSeen(desk.toast("success", "한가람 님의 방문을 신청했습니다. 담당자의 승인을 기다립니다."));
  expect(await stored()).toMatchObject([{ statusCode: "applied" }]);
});

test("days and times are typed as they come, or chosen from a calendar in the console's language", {
  tags: ["full"],
}, async () => {
  const desk = await opensReserve("desk", { lang: "en" });
  const day = desk.page.getByLabel("Start date", { exact: true });
  const time = desk.page.getByRole("combobox", { name: "Start time", exact: true });
  await day.fill(siteDay(1).slice(5).replace("-", "/"));
  await time.fill("1430");
  await time.press("Tab");
  await hasValue(day, siteDay(1));
  await hasValue(time, "14:30");
  await day.fill("someday");
  await day.press("Tab");
  await hasError(day, "Type the date like 2026-01-31.");
  await hasValue(day, "someday");
  await day.fill(siteDay(1));
  await day.press("ArrowDown");
  const label = (date: string) => formatLongDay(date, "en");
  await hasFocus(desk.page.getByRole("button", { name: label(siteDay(1)), exact: true }));
  await isSeen(desk.page.getByRole("button", { name: formatMonth(siteDay(1), "en"), exact: true }));
  await hasNoViolation(desk.page, "calendar");
  await desk.page.keyboard.press("Escape");
  await hasFocus(day);
  await day.press("ArrowDown");
  await desk.page.getByRole("button", { name: label(siteDay(1)), exact: true }).press("Enter");
  await hasFocus(day);
  await hasValue(day, siteDay(1));
  await hasValue(time, "14:30");
});

test("the privacy officer, who may not reserve, is led to their own first screen", {
  tags: ["full"],
}, async () => {
  const officer = await suite.staff("privacy");
  await officer.open("/dash/reserve");
  await officer.arrivesAt("/dash/visits");
  await isGone(officer.link("방문 예약"));
});

test("no more than fifty are taken over", { tags: ["full"] }, async () => {
  const desk = await opensReserve("desk");
  await desk.button("표 붙여넣기").click();
  await pasteBox(desk).fill(Array.from({ length: 52 }, (_, n) => `동행인${n + 1}\t`).join("\n"));
  await desk.button("50명 추가").click();
  await isSeen(desk.text("50 / 50명"));
  await expect.poll(() => desk.button("동행 추가").isDisabled()).toBe(true);
  await expect.poll(() => desk.button("0명 추가").isDisabled()).toBe(true);
});

test.each(looks)(
  "the form is accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const { server, site } = suite;
    const came = { statusCode: "ended", enteredAt: new Date(), enteredFrom: "approved" } as const;
    await addVisit(server, site, { name: "한가람", cellphone: "010-0000-1234", ...came });
    const desk = await opensReserve("desk", opening);
    await desk.button(desk.say("reserve.add")).click();
    await isSeen(companion(desk, 1, "name"));
    await hasNoViolation(desk.page, "reservation");
    const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await desk.page.evaluate(wide)).toBe(false);
    await desk.button(desk.say("reserve.paste")).click();
    await pasteBox(desk).fill("다솜\t1000005678\n라온\t010-12");
    await isSeen(desk.row("라온"));
    await submit(desk).click();
    await expect.poll(() => purposeField(desk).getAttribute("aria-invalid")).toBe("true");
    await hasNoViolation(desk.page, "refused reservation beside a pasted table");
    await nameField(desk).fill("한가");
    await isSeen(desk.page.getByRole("option", { name: /한가람/ }));
    await hasNoViolation(desk.page, "offered visitors");
  },
);
