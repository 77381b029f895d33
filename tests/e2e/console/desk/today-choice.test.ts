/** Visits of the board found, chosen and worked on by keys and scans. A pass in three key presses: tests/e2e/tasks. */
import { expect, test } from "vitest";
import { addHeldPass, addParty, addPasses, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { errorOf, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const statusOf = async (id: number) => (await suite.server.db("visits").where({ id }).first()).statusCode;
const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;

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

test("of several with the name the first stands ready, and the arrow keys choose another", {
  tags: ["full"],
}, async () => {
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

test("what fits nothing is said, and the last four digits of a number find the visit", {
  tags: ["full"],
}, async () => {
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

test("a scanner opens the visit of a reservation number from anywhere on the screen", {
  tags: ["full"],
}, async () => {
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

test("a scanner opens the holder of a pass that is out, ready to record the exit", {
  tags: ["full"],
}, async () => {
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

test("a visit that was opened before has the focus on its next action, too", { tags: ["full"] }, async () => {
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

test("a pass that is scanned while the drawer is open goes into its field and is not searched for", {
  tags: ["full"],
}, async () => {
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

test("a scan fills a group's next pass wherever the focus is, on the button too, and does not press it", {
  tags: ["full"],
}, async () => {
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

test("an unknown pass is refused on its field, and the press can be repeated", {
  tags: ["full"],
}, async () => {
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
