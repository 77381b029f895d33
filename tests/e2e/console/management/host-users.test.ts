/** Host users. */
import { expect, test } from "vitest";
import { HostUser } from "#db/models/people/host-user.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { keepHostUsers } from "../../../support/console/host-users.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();
keepHostUsers(() => suite.server);

async function opens(address = "/dash/host-users", options?: StaffOptions): Promise<StaffPage> {
  const admin = await suite.staff("admin", options);
  await admin.open(address);
  return admin;
}

const drawer = ({ page }: StaffPage) => page.getByRole("dialog");
const field = (admin: StaffPage, name: string) => drawer(admin).getByRole("textbox", { name, exact: true });
const choice = (admin: StaffPage, name: string) => drawer(admin).getByRole("combobox", { name, exact: true });
const buttonOf = (admin: StaffPage, name: string) => drawer(admin).getByRole("button", { name, exact: true });
const press = (admin: StaffPage, name: string) => buttonOf(admin, name).click();
const choose = async (admin: StaffPage, name: string, option: string) => {
  await choice(admin, name).click();
  await admin.page.getByRole("option", { name: option, exact: true }).click();
};
const stored = (loginId: string) => HostUser.query(suite.server.db).findOne({ loginId });
const link = async (admin: StaffPage) => {
  const url = await field(admin, "링크").inputValue();
  expect(url).toMatch(/\/dash\/invitation#\S{20,}$/);
  return url;
};

test("an administrator adds a user and gets an invitation link", async () => {
  const admin = await opens();
  await admin.button("사용자 추가").click();
  await hasFocus(field(admin, "이름"));
  await field(admin, "이름").fill("차도윤");
  await field(admin, "영문 이름").fill("Doyun Cha");
  await field(admin, "아이디").fill("doyun.cha");
  await choose(admin, "회사", "가온바이오");
  await field(admin, "부서").fill("연구팀");
  await field(admin, "휴대전화").pressSequentially("01000001234");
  await hasValue(field(admin, "휴대전화"), "010-0000-1234");
  await field(admin, "이메일").fill("doyun@example.com");
  await choose(admin, "권한", "안내데스크");
  await press(admin, "추가");
  await isSeen(admin.toast("success", "차도윤 님을 추가했습니다."));
  const url = await link(admin);
  expect(await stored("doyun.cha")).toMatchObject({
    name: "차도윤",
    enName: "Doyun Cha",
    companyId: suite.site.otherCompany,
    department: "연구팀",
    cellPhone: "010-0000-1234",
    role: "desk",
    passwordHash: null,
  });
  await isSeen(admin.row("차도윤").getByText("초대됨", { exact: true }));
  const token = new URL(url).hash.slice(1);
  const invited = await suite.server.post("/dash/invitation/check", { body: { token } });
  expect(invited.body).toMatchObject({ loginId: "doyun.cha" });
});
