/** Importing host users from an Excel file. */
import { expect, test } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { keepHostUsers } from "../../../support/console/host-users.ts";
import { downloadedSheet, headings, person, sheetFile } from "../../../support/console/people-sheets.ts";
import { acceptingDriver } from "../../../support/messages.ts";
import { hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const sent: Outgoing[] = [];
const suite = consoleSuite({ sms: acceptingDriver(sent) });
keepHostUsers(() => suite.server);

async function opens(options?: StaffOptions): Promise<StaffPage> {
  const admin = await suite.staff("admin", options);
  await admin.open("/dash/host-users/import");
  return admin;
}

type InputFile = Awaited<ReturnType<typeof sheetFile>>;

const give = async (admin: StaffPage, file: InputFile) =>
  admin.page.locator('input[type="file"]').setInputFiles(file);
const preview = (admin: StaffPage) =>
  admin.page.getByRole("table", { name: admin.t("hostImport.preview"), exact: true });
const line = (admin: StaffPage, words: string) => preview(admin).getByRole("row").filter({ hasText: words });
const summary = (admin: StaffPage, all: number, ready: number, wrong: number, saved: number) =>
  isSeen(admin.text(`전체 ${all}명 · 등록 가능 ${ready}명 · 오류 ${wrong}명 · 등록 완료 ${saved}명`));
const download = async (admin: StaffPage, button: string) => {
  const [file] = await Promise.all([admin.page.waitForEvent("download"), admin.button(button).click()]);
  return file;
};
const stored = () => suite.server.db("hostUsers").where({ department: "등록팀" }).orderBy("loginId");

test("the filled template is previewed and sent, and the added users are invited", async () => {
  const admin = await suite.staff("admin");
  await admin.open("/dash/host-users/import");
  const template = await downloadedSheet(await download(admin, "양식 다운로드"));
  expect(template[0]).toEqual([...headings]);
  expect(template[1]).toEqual(expect.arrayContaining(["example.user", "홍길동(예시)"]));
  await give(
    admin,
    await sheetFile([
      person(1, { 권한: "안내데스크", 회사: "Gaon Precision", "영문 이름": "Garam Han" }),
      // a spreadsheet drops the leading zero
      person(2, { 휴대전화: 1_000_001_234 }),
      // the template's example
      person(3, { 아이디: "example.user" }),
    ]),
  );
  await summary(admin, 2, 2, 0, 0);
  await isSeen(line(admin, "한가람2").getByText("01000001234", { exact: true }));
  expect(await stored()).toEqual([]);
  await admin.button("2명 등록").click();
  await summary(admin, 2, 0, 0, 2);
  expect(await stored()).toMatchObject([
    {
      loginId: "import.1",
      name: "한가람1",
      enName: "Garam Han",
      role: "desk",
      companyId: suite.site.company,
    },
    { loginId: "import.2", name: "한가람2", cellPhone: "010-0000-1234", role: "host", passwordHash: null },
  ]);
  await admin.button("등록한 2명의 초대 링크 생성").click();
  await isSeen(admin.page.getByRole("dialog").getByText(/^2명의 링크를 생성했습니다/));
  const links = await downloadedSheet(await download(admin, "엑셀로 저장"));
  expect(links.map(([name]) => name)).toEqual(["이름", "한가람1", "한가람2"]);
  expect(String(links[1]?.[2])).toMatch(/\/dash\/invitation#/);
});

test("users with a number are invited by message, the others by a printed slip", async () => {
  const { server } = suite;
  const admin = await opens();
  await give(
    admin,
    await sheetFile([
      person(1, { 휴대전화: "010-0000-7101" }),
      person(2, { 휴대전화: "" }),
      person(3, { 휴대전화: "010-0000-7103" }),
    ]),
  );
  await summary(admin, 3, 3, 0, 0);
  await admin.button("3명 등록").click();
  await summary(admin, 3, 0, 0, 3);
  await admin.button("2명에게 초대 메시지 보내기").click();
  await isSeen(
    admin.toast("success", "2명에게 초대 메시지를 보냅니다. 발송 결과는 메시지에서 확인할 수 있습니다."),
  );
  await isGone(admin.button("2명에게 초대 메시지 보내기"));
  sent.length = 0;
  await sendDue(server.deps);
  // several are on their way at once
  expect(sent.map(({ to }) => to).sort()).toEqual(["010-0000-7101", "010-0000-7103"]);

  await admin.button("1명의 초대장 인쇄").click();
  await admin.waitForPath("/dash/print/invitations");
  const slip = admin.page.getByRole("listitem");
  await isSeen(slip.getByText("한가람2", { exact: true }));
  await isSeen(slip.getByText("import.2", { exact: true }));
  await isSeen(slip.getByRole("img", { name: "한가람2 님의 초대 링크 QR 코드" }));
  const link = await slip.getByText(/\/dash\/invitation#/).innerText();
  expect(await slip.count()).toBe(1);
  await expectNoViolation(admin.page, "slips");
  const printed = await server.db("accountLogs").where({ action: "print" });
  expect(printed).toMatchObject([{ loginId: "import.2", actorId: admin.person.id }]);

  // a reload shows no link
  await admin.page.reload();
  await isSeen(admin.text("인쇄할 초대장이 없습니다."));
  const guest = await suite.guest();
  await guest.open(new URL(link).pathname + new URL(link).hash);
  await isSeen(guest.page.getByText("import.2", { exact: false }).first());
});

test("errors are named by row and field before sending, and the other rows are added", async () => {
  const admin = await opens();
  await give(
    admin,
    await sheetFile([
      person(1),
      person(2, { 이메일: "wrong", 권한: "사장" }),
      person(3, { 아이디: "IMPORT.1" }),
      person(4, { 이름: "" }),
    ]),
  );
  await summary(admin, 4, 1, 3, 0);
  await isSeen(line(admin, "import.2").getByText("올바른 형식이 아닙니다.", { exact: true }));
  await isSeen(line(admin, "import.2").getByText("올바른 값이 아닙니다.", { exact: true }));
  await hasValue(admin.textbox("4행 아이디"), "IMPORT.1");
  await isSeen(line(admin, "한가람3").getByText("같은 아이디가 앞 행에 이미 있습니다.", { exact: true }));
  await isSeen(line(admin, "import.4").getByText("필수 입력 항목입니다", { exact: true }));
  await admin.page.getByText("오류 3", { exact: true }).click();
  await isGone(line(admin, "한가람1"));
  await expectNoViolation(admin.page, "wrong rows");

  const wrong = await downloadedSheet(await download(admin, "오류 행 다운로드"));
  expect(wrong[0]).toEqual([...headings, "오류 내용"]);
  expect(wrong.map(([loginId]) => loginId)).toEqual(["아이디", "import.2", "IMPORT.1", "import.4"]);
  expect(String(wrong[1]?.[10])).toBe("이메일: 올바른 형식이 아닙니다.\n권한: 올바른 값이 아닙니다.");

  await admin.button("오류 행을 제외하고 1명 등록").click();
  await summary(admin, 4, 0, 3, 1);
  expect((await stored()).map(({ loginId }) => loginId)).toEqual(["import.1"]);
});

test("unknown companies are added and cells corrected in the preview, and all rows are added", async () => {
  const admin = await opens();
  await give(
    admin,
    await sheetFile([
      person(1, { 회사: "새한기공" }),
      person(2, { 회사: "새한기공" }),
      person(3, { 회사: "가온 정밀" }),
      person(4, { 이메일: "wrong" }),
    ]),
  );
  await summary(admin, 4, 0, 4, 0);
  await isSeen(line(admin, "import.3").getByText("등록되지 않은 회사입니다.", { exact: true }));
  await admin.button("새한기공 (2명) 등록").click();
  await summary(admin, 4, 2, 2, 0);
  await admin.button("4행 수정").click();
  await admin.textbox("회사").fill("가온정밀");
  await admin.button("저장하고 다음 오류 행으로").click();
  await isSeen(admin.heading("5행 수정"));
  await admin.page.keyboard.press("Escape");
  await isGone(admin.heading("5행 수정"));
  const email = admin.textbox("5행 이메일");
  await email.fill("wrong@");
  await email.press("Enter");
  await summary(admin, 4, 3, 1, 0);
  await email.fill("right@example.com");
  await email.press("Enter");
  await summary(admin, 4, 4, 0, 0);
  await admin.button("4명 등록").click();
  await summary(admin, 4, 0, 0, 4);
  expect((await stored()).map(({ email }) => email)).toEqual(["", "", "", "right@example.com"]);
  expect(await suite.server.db("companies").where({ name: "새한기공" })).toHaveLength(1);
});
