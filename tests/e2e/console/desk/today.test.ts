/** Today's board: numbers and lists that follow what happens, one the drawer beside them. Search, choice and scans: today-choice.test.ts. */
import { expect, test } from "vitest";
import { addHeldPass, addOverdue, addParty, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
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

test("who is out for the night is expected again, with the dates of the visit", {
  tags: ["full"],
}, async () => {
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

test("people who left with a pass are counted, listed and printed alike, of whatever day", {
  tags: ["full"],
}, async () => {
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

test("a host who resigned is marked on the row, and who was cancelled is not counted in a party", {
  tags: ["full"],
}, async () => {
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

test("twelve rows are in sight, and the chart that somebody unfolds stays for them", {
  tags: ["full"],
}, async () => {
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

test("the drawer stands beside the list, which is used and goes on meanwhile; the host's number is in it", {
  tags: ["full"],
}, async () => {
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

test("an empty day says so in each list", { tags: ["full"] }, async () => {
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

test("a pass that did not come back stands in the list of those until it does", {
  tags: ["full"],
}, async () => {
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
  await desk.act("action.returned").click();
  await desk.act("action.returned").click();
  await expect.poll(() => holderOf("P-01")).toBeNull();
  await isGone(desk.drawer);
  await isSeen(desk.text("미반납 출입증이 없습니다."));
});

test("a party leaves together, and a pass that one of them kept stays out", { tags: ["full"] }, async () => {
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

test("a number is uncovered for a reason that is kept, and covered again with the next visit to it", {
  tags: ["full"],
}, async () => {
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
    .where({ action: "/dash/visits/:id/reveal" })
    .select("hostUserId", "reason");
  expect(kept).toEqual([{ hostUserId: desk.person.id, reason: "[contact] 도착이 늦어 전화합니다." }]);
});
