/** Several visits of the board at once. */
import { expect, test } from "vitest";
import { addPasses, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const holderOf = async (passNo: string) =>
  (await suite.server.db("passes").where({ passNo }).first())?.visitId ?? null;

test("several visitors get their passes together", async () => {
  const { server, site } = suite;
  const [one, two] = [
    await addVisitToday(server, site, { name: "가온", startDate: `${siteDay()} 00:10` }),
    await addVisitToday(server, site, { name: "나래", startDate: `${siteDay()} 00:20` }),
  ];
  await addVisitToday(server, site, { name: "다온", startDate: `${siteDay()} 00:30` });
  await addPasses(server, ["P-01", "P-02"]);
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isSeen(desk.button("가온"));
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
});
