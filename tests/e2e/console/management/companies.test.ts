/** Companies on the site. */
import { beforeEach, expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(async () => {
  const { server, site } = suite;
  const kept = [site.company, site.otherCompany, site.closedCompany];
  await server.db("companies").whereNotIn("id", kept).del();
  await server
    .db("companies")
    .where({ id: site.otherCompany })
    .update({ name: "가온바이오", enName: "", inUse: true });
});

const drawer = ({ page }: StaffPage) => page.getByRole("dialog");
const field = (admin: StaffPage, name: string) => drawer(admin).getByRole("textbox", { name, exact: true });
const press = (admin: StaffPage, name: string) =>
  drawer(admin).getByRole("button", { name, exact: true }).click();
const stored = (name: string) => suite.server.db("companies").where({ name }).first();

test("an administrator adds a company, changes it and disables it", async () => {
  const admin = await suite.staff("admin");
  await admin.open("/dash/companies");
  await admin.button("회사 추가").click();
  await hasFocus(field(admin, "이름"));
  await field(admin, "이름").fill("한빛소재");
  await field(admin, "영문 이름").fill("Hanbit Materials");
  await press(admin, "추가");
  await isSeen(admin.toast("success", "‘한빛소재’ 항목을 추가했습니다."));
  await isGone(drawer(admin));
  expect(await stored("한빛소재")).toMatchObject({ enName: "Hanbit Materials", inUse: true });

  await admin.button("한빛소재").click();
  await field(admin, "이름").fill("한빛첨단소재");
  await field(admin, "순서").fill("1");
  await drawer(admin).getByRole("switch", { name: /^사용/ }).press("Space");
  await press(admin, "저장");
  await isSeen(admin.toast("success", "‘한빛첨단소재’ 항목을 저장했습니다."));
  await isSeen(admin.row("한빛첨단소재").getByText("사용 안 함", { exact: true }));
  expect(await stored("한빛첨단소재")).toMatchObject({
    enName: "Hanbit Materials",
    inUse: false,
    dispOrder: 1,
  });
});
