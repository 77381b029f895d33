/** What was done by mistake is taken back from the toast; the other ways are component tests. */
import { expect, test } from "vitest";
import { brokenWordsOn } from "../../../support/browser/page-checks.ts";
import { addPasses, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

const statusOf = async (id: number) => (await suite.server.db("visits").where({ id }).first()).statusCode;
const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;
const undo = (desk: StaffPage) =>
  desk.page.locator(".Toastify__toast").getByRole("button", { name: "실행 취소" });

test("the toast after an issue takes it back in one press", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01"]);
  const desk = await suite.staff("desk");
  await desk.open(`/dash/today?visit=${id}`);
  await hasValue(desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first(), "P-01");
  await desk.toastsStay(true);
  await desk.act("action.issue").click();
  await isSeen(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  // sentence and button have room, whole words each
  expect(await brokenWordsOn(desk.page)).toEqual([]);
  const label = undo(desk).locator(".mantine-Button-label");
  expect(await label.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await undo(desk).click();
  await isSeen(desk.toast("success", "차도윤 님의 발급을 취소했습니다."));
  await isGone(desk.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  expect(await statusOf(id)).toBe("approved");
  expect(await holderOf("P-01")).toBeNull();
});
