/** Reserving a visit. */
import { expect, test } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("the desk reserves for a walk-in with a companion, and the drawer opens to issue passes", async () => {
  const desk = await suite.staff("desk");
  const { page } = desk;
  await desk.open("/dash/reserve");
  const field = (name: string) => page.getByRole("combobox", { name, exact: true });
  const choice = (name: string) => page.getByRole("listbox").getByRole("option", { name, exact: true });
  await field("담당자").fill("김철");
  await choice("김철수 (가온정밀 설계팀 책임)").click();
  await field("목적").click();
  await choice("회의").click();
  await hasValue(field("장소"), "본관");
  await field("이름").fill("한가람");
  await desk.textbox("휴대전화").first().pressSequentially("01000001234");
  await hasValue(desk.textbox("휴대전화").first(), "010-0000-1234");
  await desk.button("동행 추가").click();
  await hasFocus(page.getByRole("group", { name: "동행 1" }).getByRole("textbox", { name: "이름" }));
  await page.keyboard.type("다솜");
  await desk.button("예약").click();
  await isSeen(desk.toast("success", "한가람 님 외 1명의 방문을 예약했습니다."));
  // just before midnight the visit is tomorrow's
  await page.waitForURL(/\/dash\/(today|visits)\?visit=\d+/);
  await desk.showsVisit("한가람");
  await isSeen(desk.drawer.getByRole("button", { name: /명 발급$/ }));

  const { host: hostUserId, place: locationId, purpose: purposeId } = suite.site;
  const [leader, ...others] = await Visit.query(suite.server.db).orderBy("id");
  expect(leader).toMatchObject({ name: "한가람", statusCode: "approved", origin: "console" });
  expect(leader).toMatchObject({ hostUserId, locationId, purposeId });
  expect(others).toMatchObject([{ name: "다솜", leaderId: leader?.id, statusCode: "approved" }]);
});
