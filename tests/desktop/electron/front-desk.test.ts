/** The desk at its work in Electron: a pass is issued by keyboard, and taken back. */
import { expect, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addPasses, addVisiting } from "../../support/console/console-site.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite } from "./desk.ts";

const suite = deskSuite();

test("a name, Enter, Enter issues the pass; scanning it takes it back", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01", "P-02"]);
  const stored = async () => {
    const { statusCode } = await server.db("visits").where({ id }).first();
    const { visitId } = await server.db("passes").where({ passNo: "P-01" }).first();
    return [statusCode, visitId];
  };
  const desk = await suite.start();
  const console = new ConsolePage(desk.page, "ko");
  await suite.signIn(desk);
  await console.arrivesAt("/dash/today");

  await console.daySearch.fill("차도윤");
  await desk.page.keyboard.press("Enter");
  await console.showsVisit("차도윤");
  await hasValue(console.drawer.getByRole("textbox", { name: "출입증 번호" }).first(), "P-01");
  await desk.page.keyboard.press("Enter");
  await isSeen(console.toast("success", "차도윤 님에게 출입증을 발급했습니다."));
  await isGone(console.drawer);
  expect(await stored()).toEqual(["entered", id]);

  await console.scan("P-01");
  await console.showsVisit("차도윤");
  await hasFocus(console.act("action.recovery"));
  await desk.page.keyboard.press("Enter");
  await isSeen(console.drawer.getByRole("checkbox", { name: "P-01 출입증 회수" }));
  await desk.page.keyboard.press("Enter");
  await isSeen(console.toast("success", "차도윤 님의 퇴장을 기록했습니다."));
  await expect.poll(stored).toEqual(["exited", null]);
});
