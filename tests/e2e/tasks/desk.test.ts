/** Tasks of the front desk: how many keys, taps and scans each takes (docs/tasks.md). */
import { beforeEach, expect } from "vitest";
import { floorToStep, toInstant } from "#contract/dates.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { addOverdue, addPasses } from "../../support/console/console-site.ts";
import { consoleSuite } from "../../support/console/console-suite.ts";
import { deskTasks } from "../../support/console/desk-tasks.ts";
import { truncate } from "../../support/database/truncate.ts";
import { CountedInput, testTasks } from "../../support/tasks.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { siteDay, siteTime, timezone } from "../../support/visitor/visitor-site.ts";

/** Milliseconds by which the server's clock goes before this machine's. */
let shift = 0;
const suite = consoleSuite({ now: () => new Date(Date.now() + shift) });

beforeEach(async () => {
  shift = 0;
  await truncate(suite.server.db, "day_closings", "messages");
});

const {
  visitOf,
  statusOf,
  hasStatus,
  holderOf,
  sent,
  add,
  addInside,
  openBoard,
  findVisit,
  option,
  isFirst,
  passNo,
  inDrawer,
  messageField,
  showsIssued,
  showsLeft,
  openGroup,
} = deskTasks(suite);

testTasks("Front desk", {
  "Morning: who comes, who is still inside, which passes are out, was yesterday closed": async () => {
    await add({ name: "오늘손님" });
    const enteredAt = new Date(Date.now() - 25 * 3_600_000);
    await addOverdue(suite.server, suite.site, { name: "남은손님", enteredAt });
    const lastWeek = { startDate: `${siteDay(-7)} 09:00`, endDate: `${siteDay(-7)} 18:00` };
    await addInside("안돌려준이", "P-09", { ...lastWeek, statusCode: "ended" });
    const { desk, input } = await openBoard();
    await isSeen(desk.button("오늘손님"));
    await isSeen(desk.text(/업무가 마감되지 않았습니다\./));
    await input.tap(desk.count("overdue"));
    await isSeen(desk.button("남은손님"));
    await input.tap(desk.count("notReturned"));
    await isSeen(desk.button("안돌려준이"));
    return input;
  },

  "Walk-in, never here before: name, host, purpose, pass": async () => {
    await addPasses(suite.server, ["P-01"]);
    const { desk, input } = await openBoard();
    await input.press("g", "r");
    await hasFocus(desk.page.getByRole("combobox", { name: "이름", exact: true }));
    await input.type("한가람");
    const named = input.all;
    await input.press("Tab", "Tab", "Tab");
    await input.type("ㄱㅊ");
    await isFirst(desk, "김철수 (가온정밀 설계팀 책임)");
    await input.press("Enter", "Tab");
    await input.type("ㅎ");
    await isFirst(desk, "회의");
    await input.press("Enter", "Enter");
    await hasValue(passNo(desk), "P-01");
    await hasFocus(passNo(desk));
    await input.press("Enter");
    await showsIssued(desk, "한가람");
    expect(input.all - named, "keys after the name").toBeLessThanOrEqual(12);
    expect(await Visit.query(suite.server.db)).toMatchObject([
      { name: "한가람", statusCode: "entered", purposeId: suite.site.purpose },
    ]);
    return input;
  },

  "Walk-in, here before: as last time, pass": async () => {
    const yesterday = { startDate: `${siteDay(-1)} 09:00`, endDate: `${siteDay(-1)} 18:00` };
    const came = { statusCode: "ended", enteredAt: new Date(), enteredFrom: "approved" } as const;
    await add({ name: "한가람", cellphone: "010-0000-1234", ...yesterday, ...came });
    await addPasses(suite.server, ["P-01"]);
    const { desk, input } = await openBoard();
    await input.press("g", "r");
    await hasFocus(desk.page.getByRole("combobox", { name: "이름", exact: true }));
    await input.type("ㅎㄱ");
    await isSeen(option(desk, "한가람 나래상사 010-00**-*234"));
    await input.press("ArrowDown", "Enter");
    await hasValue(desk.page.getByRole("combobox", { name: "목적" }), "회의");
    await input.press("Enter");
    await hasValue(passNo(desk), "P-01");
    await hasFocus(passNo(desk));
    await input.press("Enter");
    await showsIssued(desk, "한가람");
    return input;
  },

  "Expected visitor, with the code of the reservation": async () => {
    const { id, reserveNo } = await add();
    await addPasses(suite.server, ["P-01"]);
    const { desk, input } = await openBoard();
    await input.scan(reserveNo);
    await hasFocus(passNo(desk));
    await input.scan("P-01");
    await showsIssued(desk, "차도윤");
    expect(await holderOf("P-01")).toBe(id);
    return input;
  },

  "Expected visitor, by name": async () => {
    const { id } = await add();
    await addPasses(suite.server, ["P-01"]);
    const before = await openBoard();
    await findVisit(before, "차도윤");
    const searched = before.input.all;
    await hasValue(passNo(before.desk), "P-01");
    await before.input.press("Enter");
    await showsIssued(before.desk, "차도윤");
    await isGone(before.desk.drawer);
    expect(before.input.all - searched, "keys after the search").toBeLessThanOrEqual(3);
    await hasStatus(id, "entered");
    expect(await holderOf("P-01")).toBe(id);
    return before.input;
  },

  "Group of four, all here": async () => {
    const { desk, input, ids } = await openGroup();
    await input.press("Space");
    for (const pass of ["P-01", "P-02", "P-03", "P-04"]) await input.scan(pass);
    await isSeen(inDrawer(desk, "4명 발급"));
    await input.press("Control+Enter");
    await showsIssued(desk, "인솔자 외 3명");
    for (const id of ids) await hasStatus(id, "entered");
    return input;
  },

  "Group of four, one missing": async () => {
    const { desk, input, ids } = await openGroup();
    await input.press("Space");
    await input.tap(desk.drawer.getByRole("checkbox", { name: /^동행둘/ }));
    for (const pass of ["P-01", "P-02", "P-03"]) await input.scan(pass);
    await isSeen(inDrawer(desk, "3명 발급"));
    await input.press("Control+Enter");
    await showsIssued(desk, "인솔자 외 2명");
    expect(await statusOf(ids[2] ?? 0)).toBe("approved");
    return input;
  },

  "Wrong pass issued: undo, issue the right one": async () => {
    const { id, reserveNo } = await add();
    await addPasses(suite.server, ["P-01", "P-02"]);
    const { desk } = await openBoard();
    await desk.scan(reserveNo);
    await hasValue(passNo(desk), "P-01");
    await desk.keepToasts(true);
    await desk.scan("P-02");
    await showsIssued(desk, "차도윤");
    const input = new CountedInput(desk.page);
    await input.tap(desk.button("실행 취소"));
    await hasStatus(id, "approved");
    await isGone(desk.drawer);
    await input.scan(reserveNo);
    await hasValue(passNo(desk), "P-01");
    await input.scan("P-01");
    await expect.poll(() => holderOf("P-01")).toBe(id);
    expect(await holderOf("P-02")).toBeNull();
    return input;
  },

  "Return, with the pass in the hand": async () => {
    const { id } = await addInside("차도윤", "P-01");
    const { desk, input } = await openBoard();
    await input.scan("P-01");
    await hasFocus(desk.act("action.recovery"));
    await input.press("Enter");
    await isSeen(desk.drawer.getByRole("checkbox", { name: "P-01 출입증 회수" }));
    await input.press("Enter");
    await showsLeft(desk, "차도윤");
    await hasStatus(id, "exited");
    return input;
  },

  "Return of three who came separately": async () => {
    const people = ["하나", "두나", "세나"];
    const ids: number[] = [];
    for (const [at, name] of people.entries()) ids.push((await addInside(name, `P-0${at + 1}`)).id);
    const { desk, input } = await openBoard();
    await input.tap(desk.count("inside"));
    for (const name of people) await input.tap(desk.page.getByRole("checkbox", { name: `${name} 선택` }));
    await input.tap(desk.button("퇴장 및 회수 3명"));
    await hasFocus(desk.button("3명 퇴장 및 회수"));
    await input.press("Enter");
    await isSeen(desk.toast("success", "3명의 퇴장을 기록했습니다."));
    for (const id of ids) await hasStatus(id, "exited");
    return input;
  },

  "Pass lost by its visitor": async () => {
    await addInside("차도윤", "P-01");
    const before = await openBoard();
    await findVisit(before, "차도윤");
    await before.input.tap(before.desk.act("action.lost"), inDrawer(before.desk, "P-01 분실"));
    await isSeen(before.desk.toast("success", "P-01 출입증을 분실로 처리했습니다."));
    return before.input;
  },

  "Late arrival, from the list": async () => {
    const { id } = await add();
    await addPasses(suite.server, ["P-01"]);
    const { desk, input } = await openBoard();
    await isSeen(desk.row("차도윤").getByText(/지연$/));
    await input.tap(desk.row("차도윤").getByRole("button", { name: "발급" }));
    await hasValue(passNo(desk), "P-01");
    await input.press("Enter");
    await showsIssued(desk, "차도윤");
    await hasStatus(id, "entered");
    return input;
  },

  "Early arrival, let in for a reason": async () => {
    const nine = toInstant(`${siteDay()} 09:00`, timezone);
    shift = nine.getTime() - Date.now();
    const { id, reserveNo } = await add({ startDate: `${siteDay()} 14:00` });
    await addPasses(suite.server, ["P-01"]);
    const { desk, input } = await openBoard(nine);
    await isSeen(desk.button("차도윤"));
    await input.scan(reserveNo);
    await hasValue(passNo(desk), "P-01");
    await input.scan("P-01");
    await hasFocus(desk.drawer.getByRole("textbox", { name: "조기 입장 사유" }));
    await input.type("담당자 요청");
    await input.press("Enter");
    await showsIssued(desk, "차도윤");
    await hasStatus(id, "entered");
    // its clock stands still
    await desk.page.close();
    return input;
  },

  "Overstay, extended": async () => {
    const { id } = await add({
      statusCode: "entered",
      startDate: floorToStep(siteTime(-26 * 60)),
      endDate: floorToStep(siteTime(-60)),
    });
    const { desk, input } = await openBoard();
    await input.tap(desk.count("overdue"), desk.button("차도윤"), desk.act("action.edit"));
    await input.tap(desk.drawer.getByRole("textbox", { name: "종료일시 날짜" }));
    await input.type(siteDay(1).slice(5).replace("-", ""));
    await input.press("Enter");
    await isSeen(desk.toast("success", "차도윤 님의 방문을 수정했습니다."));
    expect((await visitOf(id)).endAt.getTime()).toBeGreaterThan(Date.now());
    return input;
  },

  "Visitor who does not come, cancelled at the desk": async () => {
    const { id } = await add();
    const before = await openBoard();
    await findVisit(before, "차도윤");
    await before.input.tap(before.desk.act("action.cancel"), before.desk.act("action.cancel"));
    await hasStatus(id, "cancelled");
    return before.input;
  },

  "Pass and vehicle pass, the car's number unknown": async () => {
    const { id, reserveNo } = await add();
    await addPasses(suite.server, ["P-01"]);
    await addPasses(suite.server, ["V-01"], true);
    const { desk, input } = await openBoard();
    await input.scan(reserveNo);
    await hasValue(passNo(desk), "P-01");
    await hasFocus(passNo(desk));
    await input.press("Tab");
    await input.scan("V-01");
    await hasFocus(desk.drawer.getByRole("textbox", { name: "차량번호" }));
    await input.type("12가 3456");
    await input.press("Enter");
    await showsIssued(desk, "차도윤");
    expect(await visitOf(id)).toMatchObject({ statusCode: "entered", carNumber: "12가 3456" });
    expect(await holderOf("V-01")).toBe(id);
    return input;
  },

  "Wrong name, corrected": async () => {
    const { id } = await add();
    const before = await openBoard();
    const { desk, input } = before;
    await findVisit(before, "차도윤");
    await input.tap(desk.act("action.edit"));
    await hasFocus(desk.drawer.getByRole("textbox", { name: "이름", exact: true }));
    await input.press("Control+a");
    await input.type("차도연");
    await input.press("Enter");
    await isSeen(desk.toast("success", "차도연 님의 방문을 수정했습니다."));
    expect((await visitOf(id)).name).toBe("차도연");
    return input;
  },

  "Host called": async () => {
    await suite.server.db("hostUsers").where({ id: suite.site.host }).update({ cellPhone: "010-0000-4321" });
    await add();
    const { desk, input } = await openBoard();
    await input.tap(desk.button("차도윤"));
    const call = desk.drawer.getByRole("link", { name: "010-0000-4321 전화 걸기" });
    expect(await call.getAttribute("href")).toBe("tel:010-0000-4321");
    await call.evaluate((link: EventTarget) =>
      link.addEventListener("click", (event) => event.preventDefault()),
    );
    await input.tap(call);
    return input;
  },

  "Host messaged": async () => {
    await suite.server.db("hostUsers").where({ id: suite.site.host }).update({ cellPhone: "010-0000-4321" });
    await add();
    const { desk, input } = await openBoard();
    await input.tap(desk.button("차도윤"));
    await input.tap(desk.drawer.getByRole("link", { name: "담당자에게 문자" }));
    await input.tap(messageField(desk));
    await input.type("손님 도착");
    await input.tap(desk.button("1명에게 보내기"));
    await isSeen(desk.toast("success", "1명에게 문자를 보냅니다."));
    expect(await sent()).toEqual(["manual"]);
    return input;
  },

  "Pass not returned, its visitor messaged": async () => {
    await addInside("안돌려준이", "P-01", { statusCode: "exited", cellphone: "010-0000-1234" });
    const { desk, input } = await openBoard();
    await input.tap(desk.count("notReturned"), desk.button("안돌려준이"));
    await input.tap(desk.drawer.getByRole("link", { name: "문자 보내기" }));
    await input.tap(messageField(desk));
    await input.type("출입증 반납 바랍니다");
    await input.tap(desk.button("1명에게 보내기"));
    await isSeen(desk.toast("success", "1명에게 문자를 보냅니다."));
    expect(await sent()).toEqual(["manual"]);
    return input;
  },

  "Message to all visitors of today": async () => {
    for (const at of [1, 2, 3]) await add({ name: `손님${at}`, cellphone: `010-0000-000${at}` });
    const { desk, input } = await openBoard();
    await input.tap(desk.link("문자 보내기"));
    await input.tap(desk.page.getByRole("checkbox", { name: "검색된 3명 전체 선택" }));
    await input.tap(messageField(desk));
    await input.type("정문 공사 중");
    await input.tap(desk.button("3명에게 보내기"));
    await isSeen(desk.toast("success", "3명에게 문자를 보냅니다."));
    expect(await sent()).toEqual(["manual", "manual", "manual"]);
    return input;
  },

  "Day's end: one has left, one stays overnight, the day is closed": async () => {
    const leaving = await addInside("나간이", "P-01");
    const staying = await addInside("자고갈이", "P-02");
    const { desk, input } = await openBoard();
    await input.tap(desk.link("오늘 마감").first());
    await input.tap(desk.page.getByRole("checkbox", { name: "나간이 님 선택" }), desk.button("퇴장·회수"));
    await input.tap(desk.button("1건 기록"));
    await hasStatus(leaving.id, "exited");
    await input.tap(desk.page.getByRole("checkbox", { name: "자고갈이 님 선택" }), desk.button("야간 체류"));
    await expect.poll(async () => (await visitOf(staying.id)).overnightAt).not.toBeNull();
    await input.tap(desk.button("오늘 마감"), desk.button("오늘 마감"));
    await isSeen(desk.text(/마감 완료$/));
    expect(await suite.server.db("dayClosings")).toMatchObject([{ overnight: [staying.id] }]);
    return input;
  },
});
