/** A group at the desk: who has come is chosen, each scan goes to the next of them, and only a press lets them in. */
import { expect, test } from "vitest";
import { addParty, addPasses } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const statusOf = async (id: number) => (await suite.server.db("visits").where({ id }).first()).statusCode;
const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;
const statusesOf = (ids: readonly number[]) => Promise.all(ids.map(statusOf));

const tick = (desk: StaffPage, name: string) =>
  desk.drawer.getByRole("checkbox", { name: new RegExp(`^${name}`) });
const passNoOf = (desk: StaffPage, name: string) =>
  desk.drawer.getByRole("group", { name, exact: true }).getByRole("textbox", { name: /^출입증 번호/ });
const scanField = (desk: StaffPage) => desk.drawer.getByRole("textbox", { name: "출입증 스캔" });
const submit = (desk: StaffPage, count: number) =>
  desk.drawer.getByRole("button", { name: `${count}명 발급`, exact: true });

async function opensParty() {
  const { server, site } = suite;
  const { leader, companions } = await addParty(server, site, ["동행하나", "동행둘", "동행셋"], {
    name: "인솔자",
  });
  await addPasses(server, ["P-01", "P-02", "P-03", "P-04", "P-05"]);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${leader.id}`);
  await desk.showsVisit("인솔자");
  return { desk, leader: leader.id, ids: [leader, ...companions].map(({ id }) => id) };
}

test("who has come is chosen, scans fill them in order and let nobody in, and who is missing comes later", async () => {
  const { desk, leader, ids } = await opensParty();
  const [, , missing = 0] = ids;
  await hasFocus(tick(desk, "일행 4명 모두 선택"));
  expect(await submit(desk, 0).isDisabled()).toBe(true);
  await desk.page.keyboard.press("Enter");
  await hasFocus(scanField(desk));
  await desk.scan("P-05");
  await isSeen(desk.drawer.getByText("먼저 도착한 분을 선택해 주십시오."));
  for (const name of ["인솔자", "동행하나", "동행셋"]) await tick(desk, name).check();
  // nothing is guessed
  for (const name of ["인솔자", "동행하나", "동행셋"]) await hasValue(passNoOf(desk, name), "");
  await isSeen(desk.drawer.getByText("다음 출입증: 인솔자 님"));
  for (const [passNo, name] of [
    ["P-03", "인솔자"],
    ["P-01", "동행하나"],
    ["P-04", "동행셋"],
  ] as const) {
    await desk.scan(passNo);
    await hasValue(passNoOf(desk, name), passNo);
  }
  await hasFocus(scanField(desk));
  await desk.scan("P-04");
  await isSeen(desk.drawer.getByText("동행셋 님에게 이미 입력한 번호(P-04)입니다."));
  await desk.scan("P-02");
  await isSeen(desk.drawer.getByText("선택한 분 모두에게 번호가 입력되었습니다."));
  expect(await statusesOf(ids)).toEqual(["approved", "approved", "approved", "approved"]);

  await desk.page.keyboard.press("Control+Enter");
  await isSeen(desk.toast("success", "인솔자 외 2명 님에게 출입증을 발급했습니다."));
  await isGone(desk.drawer);
  expect(await statusesOf(ids)).toEqual(["entered", "entered", "approved", "entered"]);
  expect(await Promise.all(["P-03", "P-01", "P-04", "P-02"].map(holderOf))).toEqual([
    ids[0],
    ids[1],
    ids[3],
    null,
  ]);

  // from the leader's visit, although the leader is inside
  await desk.open(`/dash/today?visit=${leader}`);
  await tick(desk, "동행둘").check();
  await desk.scan("P-02");
  await hasValue(passNoOf(desk, "동행둘"), "P-02");
  await submit(desk, 1).click();
  await isSeen(desk.toast("success", "동행둘 님에게 출입증을 발급했습니다."));
  expect(await holderOf("P-02")).toBe(missing);
});
