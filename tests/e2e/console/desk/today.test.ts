/** Today's board: numbers and lists that follow what happens, one search box. A pass in three key presses: tests/e2e/tasks. */
import { expect, test } from "vitest";
import {
  addHeldPass,
  addOverdue,
  addParty,
  addPasses,
  addVisiting,
} from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import {
  errorOf,
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
} from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const statusOf = async (id: number) => (await suite.server.db("visits").where({ id }).first()).statusCode;
const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;

test("numbers count the day, and each leads to its list", async () => {
  const { server, site } = suite;
  await addVisiting(server, site, { name: "예정하나", statusCode: "applied" });
  await addVisiting(server, site, { name: "예정둘" });
  await addVisiting(server, site, { name: "안에있는이", statusCode: "entered" });
  const late = await addOverdue(server, site, { name: "늦은이" });
  await addHeldPass(server, "P-1", late.id);
  const forgetful = await addVisiting(server, site, { name: "안돌려준이", statusCode: "exited" });
  await addHeldPass(server, "P-2", forgetful.id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const lists = {
    expected: ["예정하나", "예정둘"],
    inside: ["안에있는이", "늦은이"],
    overdue: ["늦은이"],
    notReturned: ["안돌려준이"],
    left: ["안돌려준이"],
  };
  await isSeen(desk.count("expected").getByText("승인 대기 1건"));
  for (const [list, names] of Object.entries(lists)) {
    await isSeen(desk.count(list).getByText(String(names.length), { exact: true }));
    await desk.count(list).click();
    const table = desk.table(new RegExp(`^${desk.say(`today.${list}`)} ${names.length}$`));
    for (const name of names) await isSeen(table.getByRole("button", { name, exact: true }));
    expect(await table.getByRole("row").count()).toBe(names.length + 1);
  }
  expect(desk.search().get("list")).toBe("left");
});

/** Shows a list of the board, whose card and caption say the same number. */
async function shows(desk: StaffPage, list: string, count: number) {
  await isSeen(desk.count(list).getByText(String(count), { exact: true }));
  await desk.count(list).click();
  const table = desk.table(new RegExp(`^${desk.say(`today.${list}`)} ${count}$`));
  await isSeen(table);
  return table;
}

test("who is out for the night is expected again, with the dates of the visit", async () => {
  const { server, site } = suite;
  const exitedAt = new Date(Date.now() - 24 * 3_600_000);
  const [start, end] = [`${siteDay(-1)} 14:10`, `${siteDay()} 23:50`];
  const overnight = { statusCode: "exited", startDate: start, endDate: end, exitedAt } as const;
  await addVisiting(server, site, { name: "외박손님", ...overnight });
  await addVisiting(server, site, { name: "돌아간이", statusCode: "exited" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const expected = await shows(desk, "expected", 1);
  await isSeen(expected.getByRole("button", { name: "외박손님", exact: true }));
  await isSeen(expected.getByText(`${start} –`));
  await isSeen(expected.getByText(end));
  const left = await shows(desk, "left", 1);
  await isSeen(left.getByRole("button", { name: "돌아간이", exact: true }));
  await desk.open("/dash/visits?list=reserved");
  await isSeen(desk.button("외박손님"));
  await desk.open("/dash/print/passes?board=expected");
  await isSeen(desk.page.getByRole("cell", { name: "외박손님" }));
  await isSeen(desk.page.getByRole("cell", { name: `${start} – ${end}` }));
});

test("people who left with a pass are counted, listed and printed alike, of whatever day", async () => {
  const { server, site } = suite;
  const lastWeek = { startDate: `${siteDay(-7)} 09:00`, endDate: `${siteDay(-7)} 18:00` };
  const both = await addVisiting(server, site, { name: "둘다가진이", statusCode: "ended", ...lastWeek });
  await addHeldPass(server, "P-1", both.id);
  await addHeldPass(server, "V-1", both.id, true);
  const today = await addVisiting(server, site, { name: "오늘나간이", statusCode: "exited" });
  await addHeldPass(server, "P-2", today.id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const table = await shows(desk, "notReturned", 2);
  for (const name of ["둘다가진이", "오늘나간이"])
    await isSeen(table.getByRole("button", { name, exact: true }));
  await isSeen(table.getByText(siteDay(-7)));
  await desk.open("/dash/print/passes?board=notReturned");
  for (const name of ["둘다가진이", "오늘나간이"]) await isSeen(desk.page.getByRole("cell", { name }));
});

test("a host who resigned is marked on the row, and who was cancelled is not counted in a party", async () => {
  const { server, site } = suite;
  const party = await addParty(server, site, ["따라온이", "못온이"], {
    name: "인솔자",
    hostUserId: site.resigned,
  });
  await server.db("visits").where({ id: party.companions[1]?.id }).update({ statusCode: "cancelled" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  const row = desk.page.getByRole("row").filter({ hasText: "인솔자" }).first();
  await isSeen(row.getByText("(퇴사)"));
  await isSeen(row.getByText("외 1명"));
  await desk.button("인솔자").click();
  await isSeen(desk.drawer.getByRole("heading", { name: "동행 1명" }));
  await isSeen(desk.drawer.getByRole("button", { name: "못온이" }));
});

test("twelve rows are in sight, and the chart that somebody unfolds stays for them", async () => {
  const { server, site } = suite;
  for (let at = 0; at < 14; at++) await addVisiting(server, site, { name: `손님${at}` });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("손님0"));
  const inSight = () =>
    desk.page.evaluate<number>(
      `[...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
    );
  expect(await inSight()).toBeGreaterThanOrEqual(12);
  const chart = desk.page.getByRole("table", { name: /^시간대별 방문/ });
  await isGone(chart);
  await desk.button("시간대별 방문").click();
  await isSeen(chart);
  const elsewhere = await suite.staff("desk", { as: desk.person });
  await elsewhere.open("/dash/today");
  await isSeen(elsewhere.page.getByRole("table", { name: /^시간대별 방문/ }));
});

test("several are chosen with the keyboard, get their passes together, and give them back together", async () => {
  const { server, site } = suite;
  const [one, two] = [
    await addVisiting(server, site, { name: "가온", startDate: `${siteDay()} 00:10` }),
    await addVisiting(server, site, { name: "나래", startDate: `${siteDay()} 00:20` }),
  ];
  await addVisiting(server, site, { name: "다온", startDate: `${siteDay()} 00:30` });
  await addPasses(server, ["P-01", "P-02"]);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("가온"));
  const { keyboard } = desk.page;
  await keyboard.press("j");
  await hasFocus(desk.button("가온"));
  await keyboard.press("ArrowDown");
  await hasFocus(desk.button("나래"));
  await desk.page.getByRole("checkbox", { name: "가온 선택" }).check();
  await desk.page.getByRole("checkbox", { name: "나래 선택" }).check();
  await desk.button("출입증 발급 2명").click();
  const form = desk.page.getByRole("dialog", { name: "선택한 방문객 2명" });
  await hasFocus(form.getByRole("textbox", { name: "출입증 스캔" }));
  for (const passNo of ["P-01", "P-02"]) await desk.scan(passNo);
  await form.getByRole("button", { name: "2명 발급" }).click();
  await isSeen(desk.toast("success", "가온 외 1명 님에게 출입증을 발급했습니다."));
  expect([await holderOf("P-01"), await holderOf("P-02")]).toEqual([one.id, two.id]);
  await isGone(form);

  await desk.count("inside").click();
  await desk.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await desk.button("퇴장 및 회수 2명").click();
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.toast("success", "2명의 퇴장을 기록했습니다."));
  expect(await Promise.all([one.id, two.id].map(statusOf))).toEqual(["exited", "exited"]);
  expect([await holderOf("P-01"), await holderOf("P-02")]).toEqual([null, null]);
});

test("the drawer stands beside the list, which is used and goes on meanwhile; the host's number is in it", async () => {
  const { server, site } = suite;
  await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: "010-0000-4321" });
  const { id } = await addVisiting(server, site, { name: "가온", statusCode: "entered" });
  await addHeldPass(server, "A-1", id);
  await addVisiting(server, site, { name: "나래", statusCode: "entered" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today?list=inside");
  await desk.row("가온").getByRole("button", { name: "퇴장" }).click();
  await isSeen(desk.drawer.getByRole("checkbox", { name: "A-1 출입증 회수" }));
  await isSeen(desk.drawer.getByRole("link", { name: "010-0000-4321 전화 걸기" }));
  await desk.button("나래").click();
  await desk.showsVisit("나래");
  await desk.count("expected").click();
  await desk.showsVisit("나래");
  await desk.page.keyboard.press("Escape");
  await isGone(desk.drawer);
  await desk.count("inside").click();
  await desk.button("나래").click();
  await desk.drawer.getByRole("link", { name: "담당자에게 문자" }).click();
  await desk.arrivesAt("/dash/messages/new");
  await isSeen(
    desk.page.getByRole("list", { name: desk.say("compose.recipients") }).getByText("010-0000-4321"),
  );
});

test("an empty day says so in each list", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  for (const [list, sentence] of [
    ["expected", "오늘 남은 방문 예정이 없습니다."],
    ["inside", "체류 중인 방문객이 없습니다."],
    ["overdue", "시간을 초과한 방문객이 없습니다."],
    ["notReturned", "미반납 출입증이 없습니다."],
    ["left", "오늘 퇴장한 방문객이 없습니다."],
  ] as const) {
    await desk.count(list).click();
    await isSeen(desk.text(sentence));
  }
});

test("of several with the name the first stands ready, and the arrow keys choose another", async () => {
  const { server, site } = suite;
  const day = siteDay();
  await addVisiting(server, site, { name: "한서준", startDate: `${day} 00:10`, company: "나래상사" });
  await addVisiting(server, site, { name: "한서준", startDate: `${day} 00:20`, company: "다솜물산" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.daySearch.fill("한서준");
  await desk.page.keyboard.press("Enter");
  const options = desk.page.getByRole("listbox", { name: "검색된 방문" }).getByRole("option");
  await isSeen(options.first());
  expect(await options.count()).toBe(2);
  // only a tint says which one Enter would take
  await isSeen(options.first().and(desk.page.locator("[data-combobox-selected]")));
  await desk.page.keyboard.press("ArrowDown");
  await desk.page.keyboard.press("Enter");
  await desk.showsVisit("한서준");
  await isSeen(desk.drawer.getByText("다솜물산"));
  await desk.closesDrawer();
  await desk.daySearch.fill("한서준");
  await desk.page.keyboard.press("Enter");
  await isSeen(options.first().and(desk.page.locator("[data-combobox-selected]")));
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.drawer.getByText("나래상사"));
});

test("what fits nothing is said, and the last four digits of a number find the visit", async () => {
  const { server, site } = suite;
  await addVisiting(server, site, { name: "차도윤", cellphone: "010-0000-7781" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.daySearch.fill("없는이름");
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.toast("warning", "‘없는이름’에 해당하는 방문이 없습니다."));
  await desk.daySearch.fill("7781");
  await desk.page.keyboard.press("Enter");
  await desk.showsVisit("차도윤");
});

test("a scanner opens the visit of a reservation number from anywhere on the screen", async () => {
  const { server, site } = suite;
  const { reserveNo } = await addVisiting(server, site, { name: "차도윤" });
  await addVisiting(server, site, { name: "다른이" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.count("inside").click();
  await hasFocus(desk.count("inside"));
  await desk.scan(reserveNo);
  await desk.showsVisit("차도윤");
});

test("a scanner opens the holder of a pass that is out, ready to record the exit", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "A-1007", id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("차도윤").or(desk.text("오늘 남은 방문 예정이 없습니다.")));
  await desk.scan("A-1007");
  await desk.showsVisit("차도윤");
  await hasFocus(desk.act("action.recovery"));
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.drawer.getByRole("checkbox", { name: "A-1007 출입증 회수" }));
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await expect.poll(() => statusOf(id)).toBe("exited");
  expect(await holderOf("A-1007")).toBeNull();
  // one Enter too many lets nobody in again
  await isGone(desk.drawer);
  await desk.page.keyboard.press("Enter");
  await desk.open(`/dash/today?visit=${id}`);
  await isSeen(desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first());
  await desk.page.keyboard.press("Enter");
  expect(await statusOf(id)).toBe("exited");
});

test("a visit that was opened before has the focus on its next action, too", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "A-1007", id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  for (const _ of [1, 2]) {
    await desk.scan("A-1007");
    await desk.showsVisit("차도윤");
    await hasFocus(desk.act("action.recovery"));
    await desk.closesDrawer();
  }
});

test("a pass that is scanned while the drawer is open goes into its field and is not searched for", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01", "S-2210"]);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  const passNo = desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first();
  await hasValue(passNo, "P-01");
  await hasFocus(passNo);
  await desk.scan("S-2210");
  await isSeen(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  expect(await holderOf("S-2210")).toBe(id);
});

test("a scan fills a group's next pass wherever the focus is, on the button too, and does not press it", async () => {
  const { server, site } = suite;
  const { leader, companions } = await addParty(server, site, ["동행하나"], { name: "인솔자" });
  await addPasses(server, ["P-01", "P-02"]);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${leader.id}`);
  await desk.drawer.getByRole("checkbox", { name: "일행 2명 모두 선택" }).check();
  const passNo = (name: string) =>
    desk.drawer.getByRole("group", { name, exact: true }).getByRole("textbox", { name: /^출입증 번호/ });
  await desk.scan("P-01");
  await hasValue(passNo("인솔자"), "P-01");
  await desk.drawer.getByRole("button", { name: "2명 발급" }).focus();
  await desk.scan("P-02");
  await hasValue(passNo("동행하나"), "P-02");
  for (const { id } of [leader, ...companions]) expect(await statusOf(id)).toBe("approved");
});

test("an unknown pass is refused on its field, and the press can be repeated", async () => {
  suite.tolerate(/status of 400/);
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", carNumber: "12가 3456" });
  await addPasses(server, ["P-01"]);
  await addPasses(server, ["V-01"], true);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  const passNo = desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first();
  const carPassNo = desk.drawer.getByRole("textbox", { name: "차량 출입증 번호" });
  await hasValue(passNo, "P-01");
  await carPassNo.fill("V-99");
  await desk.act("action.issue").click();
  await expect.poll(() => errorOf(carPassNo)).not.toBe("");
  expect(await errorOf(passNo)).toBe("");
  await hasFocus(carPassNo);
  await carPassNo.fill("V-01");
  await desk.page.keyboard.press("Enter");
  await isSeen(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  expect(await holderOf("V-01")).toBe(id);
});

test("a pass that did not come back stands in the list of those until it does", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addHeldPass(server, "P-01", id);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?list=notReturned&visit=${id}`);
  await desk.act("action.recovery").click();
  await desk.drawer.getByRole("checkbox", { name: "P-01 출입증 회수" }).uncheck();
  await desk.act("action.recovery").click();
  await isSeen(desk.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await isGone(desk.drawer);
  await isSeen(desk.count("notReturned").getByText("1", { exact: true }));
  await desk.button("차도윤").click();
  await desk.act("action.recovery").click();
  await desk.act("action.recovery").click();
  await expect.poll(() => holderOf("P-01")).toBeNull();
  await isGone(desk.drawer);
  await isSeen(desk.text("미반납 출입증이 없습니다."));
});

test("a party leaves together, and a pass that one of them kept stays out", async () => {
  const { server, site } = suite;
  const inside = { name: "인솔자", statusCode: "entered" as const };
  const { leader, companions } = await addParty(server, site, ["동행하나", "동행둘"], inside);
  const [first, second] = companions;
  await addHeldPass(server, "P-01", leader.id);
  await addHeldPass(server, "P-02", first?.id ?? 0);
  await addHeldPass(server, "P-03", second?.id ?? 0);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?list=inside&visit=${leader.id}`);
  await desk.drawer.getByRole("button", { name: "일행 3명 함께 퇴장" }).click();
  await desk.drawer.getByRole("checkbox", { name: "P-02 출입증 회수" }).uncheck();
  await desk.drawer.getByRole("checkbox", { name: "동행둘 퇴장" }).uncheck();
  await desk.drawer.getByRole("button", { name: "2명 퇴장 및 회수" }).click();
  await isSeen(desk.toast("success", "2명의 퇴장을 기록했습니다."));
  const codes = [leader, ...companions].map(({ id }) => statusOf(id));
  expect(await Promise.all(codes)).toEqual(["exited", "exited", "entered"]);
  expect(await Promise.all(["P-01", "P-02", "P-03"].map(holderOf))).toEqual([null, first?.id, second?.id]);
});

test("a number is uncovered for a reason that is kept, and covered again with the next visit to it", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", cellphone: "010-0000-7781" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  await isSeen(desk.drawer.getByText(/^010-.*\*.*781$/));
  await desk.act("action.reveal").click();
  const dialog = desk.page.getByRole("dialog", { name: "번호 조회" });
  const reason = dialog.getByRole("textbox", { name: "번호 조회 사유" });
  const purpose = dialog.getByRole("combobox", { name: "용도" });
  await hasFocus(purpose);
  await dialog.getByRole("button", { name: "번호 조회" }).click();
  await hasError(purpose, "필수 입력 항목입니다");
  await hasError(reason, "필수 입력 항목입니다");
  await purpose.selectOption("방문객에게 연락");
  await reason.fill("도착이 늦어 전화합니다.");
  await dialog.getByRole("button", { name: "번호 조회" }).click();
  await isSeen(desk.drawer.getByText("010-0000-7781"));
  await desk.closesDrawer();
  await desk.button("차도윤").click();
  await isSeen(desk.drawer.getByText(/^010-.*\*.*781$/));
  const kept = await server
    .db("accessLog")
    .where({ what: "/dash/visits/:id/reveal" })
    .select("hostUserId", "reason");
  expect(kept).toEqual([{ hostUserId: desk.person.id, reason: "[contact] 도착이 늦어 전화합니다." }]);
});
