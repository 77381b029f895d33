/** The list of passes. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

async function opensPasses(address = "/dash/passes", options?: StaffOptions): Promise<StaffPage> {
  const desk = await suite.staff("desk", options);
  await desk.open(address);
  return desk;
}

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const adding = (desk: StaffPage) => dialog(desk, desk.t("passes.addTitle"));
const numbers = ({ page }: StaffPage) => page.getByRole("cell").getByRole("button", { name: /^[A-Z]-\S+$/ });
const shows = (desk: StaffPage, ...wanted: string[]) =>
  expect.poll(() => numbers(desk).allInnerTexts()).toEqual(wanted);
const stored = (vehicle = false) => suite.server.db("passes").where({ vehicle }).orderBy("id");

test("the desk adds the first pass", async () => {
  const desk = await opensPasses();
  await isSeen(desk.text("아직 출입증이 없습니다."));
  await desk.button("출입증 추가").click();
  await adding(desk).getByRole("textbox", { name: "번호", exact: true }).fill("P-001");
  await adding(desk).getByRole("textbox", { name: "종류", exact: true }).fill("방문");
  await adding(desk).getByRole("button", { name: "추가", exact: true }).click();
  await isSeen(desk.toast("success", "P-001 출입증을 추가했습니다."));
  await isGone(adding(desk));
  await shows(desk, "P-001");
  expect(await stored()).toMatchObject([{ passNo: "P-001", kind: "방문", status: "available" }]);
});
