/** Reserving: the desk for anybody, a host for visitors of their own; companions typed and pasted. */
import { expect, test } from "vitest";
import { formatLongDay, formatMonth } from "#browser/formats.ts";
import { Visit } from "#db/models/visit.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { looks } from "../../../support/browser/looks.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";
import { addPass, addVisit } from "../../../support/visits.ts";

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
const nameField = ({ page }: StaffPage) => page.getByRole("combobox", { name: "이름", exact: true });
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

test("who came before is taken over with an arrow and Enter, the number unseen", async () => {
  const { server, site } = suite;
  const passNo = await addPass(server);
  const person = { name: "한가람", cellphone: "010-0000-1234", company: "나래상사", carNumber: "12가 3456" };
  const came = { statusCode: "ended", enteredAt: new Date(), enteredFrom: "approved" } as const;
  const before = await addVisit(server, site, { ...person, ...came });
  const desk = await opensReserve("desk");
  await desk.page.keyboard.insertText("ㅎㄱ");
  const offer = desk.page.getByRole("option", { name: "한가람 나래상사 010-00**-*234" });
  await isSeen(offer);
  await hasNoViolation(desk.page, "offered visitors");
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

test("another name than the one that was taken is another person, whose number is not known", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const came = { statusCode: "ended", enteredAt: new Date(), enteredFrom: "approved" } as const;
  await addVisit(server, site, { name: "한가람", cellphone: "010-0000-1234", ...came });
  const desk = await opensReserve("desk");
  await desk.page.keyboard.insertText("한가");
  await isSeen(desk.page.getByRole("option", { name: /한가람/ }));
  await presses(desk, "ArrowDown", "Enter");
  await hasValue(hostField(desk), host);
  await nameField(desk).fill("한가온");
  await isGone(desk.text(/번호 010-00/));
  await submit(desk).click();
  await desk.showsVisit("한가온");
  expect((await stored()).at(-1)).toMatchObject({ name: "한가온", cellHash: null });
});

test("days and times are typed as they come, or chosen from a calendar in the console's language", async () => {
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

test("a walk-in may wait for the host, who is asked", async () => {
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.page.getByRole("switch", { name: "담당자에게 승인 요청" }).press("Space");
  await desk.button("승인 요청").click();
  await isSeen(desk.toast("success", "한가람 님의 방문을 신청했습니다. 담당자의 승인을 기다립니다."));
  expect(await stored()).toMatchObject([{ statusCode: "applied" }]);
});

test("a host reserves for themselves alone, and finds the visit among their approvals", async () => {
  const own = await opensReserve("host", { person: { name: "윤하늘", department: "분석팀" } });
  await isSeen(own.text("윤하늘 · 분석팀"));
  await isGone(hostField(own));
  await isGone(own.page.getByRole("switch", { name: "담당자에게 승인 요청" }));
  await choosesPurpose(own);
  await nameField(own).fill("한가람");
  await own.page.getByLabel("시작일시 날짜", { exact: true }).fill(siteDay(2));
  await submit(own).click();
  await own.arrivesAt("/dash/approvals");
  expect(new URL(own.page.url()).searchParams.get("list")).toBe("upcoming");
  await own.showsVisit("한가람");
  expect(await stored()).toMatchObject([{ hostUserId: own.person.id, statusCode: "approved" }]);
});

test("the privacy officer, who may not reserve, is led to their own first screen", {
  tags: ["full"],
}, async () => {
  const officer = await suite.staff("privacy");
  await officer.open("/dash/reserve");
  await officer.arrivesAt("/dash/visits");
  await isGone(officer.link("방문 예약"));
});

test("what is missing is said beside each field, and the first takes the focus", async () => {
  const desk = await opensReserve("desk");
  await desk.button("동행 추가").click();
  await companion(desk, 1, "cellphone").fill("010-12");
  await submit(desk).click();
  for (const field of [hostField(desk), purposeField(desk), nameField(desk)])
    await hasError(field, "필수 입력 항목입니다");
  await hasError(companion(desk, 1, "name"), "필수 입력 항목입니다");
  await hasError(companion(desk, 1, "cellphone"), "올바른 형식이 아닙니다.");
  await expect
    .poll(() => desk.page.evaluate("document.activeElement.getAttribute('aria-invalid')"))
    .toBe("true");
  await hasNoViolation(desk.page, "refused reservation");
  expect(await stored()).toEqual([]);
});

test("what only the server knows lands on its field, and nothing is stored", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const desk = await opensReserve("desk");
  await fills(desk);
  await suite.server.db("userCodes").where({ id: suite.site.purpose }).update({ inUse: false });
  try {
    await submit(desk).click();
    await hasError(purposeField(desk), "지금은 선택할 수 없는 방문 목적입니다.");
    await hasFocus(purposeField(desk));
    expect(await stored()).toEqual([]);
  } finally {
    await suite.server.db("userCodes").where({ id: suite.site.purpose }).update({ inUse: true });
  }
  // the same form, put right on the other side, goes through
  await submit(desk).click();
  await desk.showsVisit("한가람");
});

test("an error of a companion's field from the server lands in its row", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.button("동행 추가").click();
  await companion(desk, 1, "name").fill("다솜");
  await desk.page.route("**/dash/visits/reserve", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({ "companions.0.cellphone": "서버가 본 오류입니다." }),
    }),
  );
  await submit(desk).click();
  await hasError(companion(desk, 1, "cellphone"), "서버가 본 오류입니다.");
  await hasFocus(companion(desk, 1, "cellphone"));
});

test("a pasted table is shown with what is wrong before it is taken over, and what is wrong stays to be put right", async () => {
  const desk = await opensReserve("desk");
  await desk.button("표 붙여넣기").click();
  await hasFocus(pasteBox(desk));
  await pasteBox(desk).fill("이름\t휴대전화\t소속\n다솜\t1000005678\t나래상사\n라온\t010-12\t\n미르\t\t");
  await isSeen(desk.row("다솜").getByText("010-0000-5678"));
  await isSeen(desk.row("라온").getByText("올바른 형식이 아닙니다."));
  await isSeen(desk.text("오류 행 1개."));
  await hasNoViolation(desk.page, "pasted table");
  await desk.button("2명 추가").click();
  await hasValue(companion(desk, 1, "cellphone"), "010-0000-5678");
  await hasValue(companion(desk, 2, "name"), "미르");
  await expect.poll(() => pasteBox(desk).inputValue()).toContain("라온");
  await isGone(companion(desk, 3, "name"));
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

test("what was typed is there again after a look at another screen", { tags: ["full"] }, async () => {
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.goTo("nav.allVisits");
  await desk.goTo("nav.reserve");
  await hasValue(hostField(desk), host);
  await hasValue(nameField(desk), "한가람");
  await desk.button("모두 지우기").click();
  await hasValue(hostField(desk), "");
  await hasValue(nameField(desk), "");
});

test("sent again after a lost answer it is one reservation", async () => {
  suite.tolerate(/ERR_FAILED/);
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.page.route(
    "**/dash/visits/reserve",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submit(desk).click();
  await isSeen(desk.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await submit(desk).click();
  await desk.showsVisit("한가람");
  expect(await stored()).toHaveLength(1);
});

test("choices that cannot be read say so", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const desk = await suite.staff("desk");
  await desk.page.route("**/api/user-code/9003/inuse", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await desk.open("/dash/reserve");
  await hasError(purposeField(desk), "잠시 이용할 수 없습니다.");
});

test.each(looks)("the form is accessible in $lang at $width, $colours", async (opening) => {
  const desk = await opensReserve("desk", opening);
  await desk.button(desk.say("reserve.add")).click();
  await isSeen(companion(desk, 1, "name"));
  await hasNoViolation(desk.page, "reservation");
  const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
  expect(await desk.page.evaluate(wide)).toBe(false);
});
