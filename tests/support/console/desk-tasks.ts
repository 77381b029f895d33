/** Steps shared by the tasks of the front desk. */
import { expect } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { CountedInput } from "../tasks.ts";
import { hasFocus, isGone, isSeen } from "../visitor/visitor-locators.ts";
import { addGroup, addHeldPass, addPasses, addVisitToday, type VisitFields } from "./console-site.ts";
import type { ConsoleSuite, StaffPage } from "./console-suite.ts";

export function deskTasks(suite: ConsoleSuite) {
  const visitOf = (id: number) => Visit.query(suite.server.db).findById(id).throwIfNotFound();
  const statusOf = async (id: number) => (await visitOf(id)).statusCode;
  const hasStatus = (id: number, statusCode: string) => expect.poll(() => statusOf(id)).toBe(statusCode);
  const holderOf = async (passNo: string) =>
    (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;
  const sent = () => suite.server.db("messages").orderBy("id").pluck("event");

  const add = (more: VisitFields = {}) =>
    addVisitToday(suite.server, suite.site, { name: "차도윤", ...more });

  /** Adds a visitor inside with a pass. */
  async function addInside(name: string, passNo: string, more: VisitFields = {}) {
    const visit = await add({ name, statusCode: "entered", ...more });
    await addHeldPass(suite.server, passNo, visit.id);
    return visit;
  }

  /** Opens the board at the desk. @param time at which the clock stands still */
  async function openBoard(time?: Date): Promise<{ desk: StaffPage; input: CountedInput }> {
    const desk = await suite.staff("desk");
    if (time) await desk.page.clock.setFixedTime(time);
    await desk.open("/dash/today");
    await isSeen(desk.count("expected"));
    await isSeen(desk.text("실시간"));
    await isGone(desk.page.locator(".mantine-Skeleton-root"));
    return { desk, input: new CountedInput(desk.page) };
  }

  /** Opens a visit by a name in the search of the board. */
  async function findVisit(
    { desk, input }: { desk: StaffPage; input: CountedInput },
    name: string,
  ): Promise<void> {
    await input.press("/");
    await hasFocus(desk.daySearch);
    await input.type(name);
    await input.press("Enter");
    await desk.showsVisit(name);
  }

  const option = ({ page }: StaffPage, name: string) => page.getByRole("option", { name });
  const isFirst = (desk: StaffPage, name: string) =>
    expect.poll(() => option(desk, name).getAttribute("data-combobox-selected")).toBe("true");
  const passNo = ({ drawer }: StaffPage) => drawer.getByRole("textbox", { name: "출입증 번호" }).first();
  const inDrawer = ({ drawer }: StaffPage, name: string) => drawer.getByRole("button", { name, exact: true });
  const messageField = ({ page }: StaffPage) => page.getByRole("textbox", { name: "메시지 내용" });
  const showsIssued = (desk: StaffPage, who: string) =>
    isSeen(desk.toast("success", `${who} 님에게 출입증을 발급했습니다.`));
  const showsLeft = (desk: StaffPage, who: string) =>
    isSeen(desk.toast("success", `${who} 님의 퇴장을 기록했습니다.`));

  /** Opens an expected group of four by the leader's code. */
  async function openGroup() {
    const names = ["동행하나", "동행둘", "동행셋"];
    const { leader, companions } = await addGroup(suite.server, suite.site, names, { name: "인솔자" });
    await addPasses(suite.server, ["P-01", "P-02", "P-03", "P-04"]);
    const before = await openBoard();
    await before.input.scan(leader.reserveNo);
    await isSeen(before.desk.drawer.getByRole("checkbox", { name: /^일행 4명 모두/ }));
    return { ...before, ids: [leader, ...companions].map(({ id }) => id) };
  }

  return {
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
  };
}
