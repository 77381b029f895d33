/** Setting up a new site. */
import { beforeEach, expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { Visitor } from "../../../support/visitor/visitor-pages.ts";

const suite = consoleSuite();

/** Empties the site but for its users, past the triggers that protect texts in force. */
beforeEach(async () => {
  const { db } = suite.server;
  await db.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    for (const table of ["termsVersions", "terms", "policyPeriods", "privacyPolicies", "userCodes", "logos"])
      await trx(table).delete();
    await trx("companies").update({ inUse: false });
    await trx("configuration").update({ customerCompany: "", enCustomerCompany: "" });
  });
});

/** As new versions of the texts would. */
const fillPlaceholders = () =>
  suite.server.db.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    const filled = (column: string) => trx.raw("translate(??, '[]', '')", [column]);
    await trx("privacyPolicies").update({ content: filled("content"), enContent: filled("en_content") });
    await trx("termsVersions").update({ body: filled("body"), enBody: filled("en_body") });
  });

const step = ({ page }: StaffPage, name: string) =>
  page.getByRole("main").getByRole("region", { name, exact: true });
const press = (staff: StaffPage, of: string, name: string) =>
  step(staff, of).getByRole("button", { name, exact: true }).click();
const isDone = (staff: StaffPage, name: string) =>
  isSeen(step(staff, name).getByText("완료", { exact: true }));
const state = ({ page }: StaffPage, text: string) =>
  isSeen(page.getByRole("status").getByRole("heading", { name: text, exact: true }));

test("an empty site is set up until a visitor can request a visit", async () => {
  const { db } = suite.server;
  await db("configuration").update({ customerCompany: "가온정밀", enCustomerCompany: "Gaon Precision" });
  const admin = await suite.staff("admin", { person: { name: "김철수", department: "총무팀" } });
  await admin.open("/dash");
  await admin.waitForPath("/dash/set-up");
  await state(admin, "접수 준비 중입니다");
  await isSeen(
    admin.page.getByText("미완료: 개인정보처리방침, 약관, 방문 목적, 방문 장소, 회사, 담당자, 사용자 연락처"),
  );

  const guest = await suite.guest();
  const visitor = new Visitor(guest.page, "ko");
  await visitor.open("/");
  await isSeen(visitor.text("접수 준비 중"));

  await press(admin, "방문 목적", "이 목적으로 시작");
  await isDone(admin, "방문 목적");
  await press(admin, "방문 장소", "이 장소로 시작");
  await isDone(admin, "방문 장소");
  expect(
    await db("userCodes").where({ kind: 9003, inUse: true }).orderBy("dispOrder").pluck("name"),
  ).toContain("업무 협의");

  await press(admin, "개인정보처리방침", "서식으로 초안 만들기");
  const blank = (name: string) => step(admin, "개인정보처리방침").getByRole("textbox", { name });
  await hasValue(blank("회사명 (한국어)"), "가온정밀");
  await blank("문의 전화번호").fill("02-1234-5678");
  await press(admin, "개인정보처리방침", "초안 만들기");
  await isSeen(step(admin, "개인정보처리방침").getByText(/입력할 곳 \d+개: \[부서와 직책\] \[이메일\]/));
  expect((await db("privacyPolicies").first()).content).toContain("02-1234-5678");
  expect(await db("privacyPolicies").select("applied")).toEqual([{ applied: false }]);
  await press(admin, "개인정보처리방침", "처리방침 시행");
  await isSeen(step(admin, "개인정보처리방침").getByText(/입력하지 않은 곳이 \d+개 있습니다/));
  await hasFocus(step(admin, "개인정보처리방침").getByRole("button", { name: "처리방침 시행" }));
  await press(admin, "개인정보처리방침", "처리방침 시행");
  await isSeen(step(admin, "개인정보처리방침").getByText(/^입력하지 않은 곳 \d+개$/));
  const again = step(admin, "개인정보처리방침").getByRole("link", { name: "새 버전 만들기" });
  expect(await again.getAttribute("href")).toMatch(/\/dash\/policies\/new\?from=/);

  await press(admin, "약관", "서식으로 초안 만들기");
  await hasValue(step(admin, "약관").getByRole("textbox", { name: "문의 전화번호" }), "02-1234-5678");
  await press(admin, "약관", "초안 만들기");
  await isSeen(step(admin, "약관").getByText("방문예약 서비스 이용약관"));
  expect(await db("termsVersions").whereNotNull("deployedAt")).toEqual([]);
  await press(admin, "약관", "약관 전체 배포");
  await press(admin, "약관", "약관 전체 배포");
  await expect.poll(() => db("termsVersions").whereNull("deployedAt")).toEqual([]);
  await state(admin, "접수 준비 중입니다");
  await isSeen(admin.page.getByText("미완료: 개인정보처리방침, 약관, 회사, 담당자, 사용자 연락처"));

  await fillPlaceholders();
  const other = await signedIn(suite.server, suite.site.company, "admin");
  const answer = await other.put(`/dash/companies/${suite.site.company}`, { body: { inUse: true } });
  expect(answer.status, answer.text).toBe(200);
  await isDone(admin, "회사");
  for (const name of ["담당자", "개인정보처리방침", "약관"]) await isDone(admin, name);
  await isSeen(step(admin, "사용자 연락처").getByText(/알림을 받을 수 없는 사용자가 \d+명/));
  await db("hostUsers").update({ cellPhone: "010-0000-7777" });
  await admin.page.reload();
  await state(admin, "방문신청을 받고 있습니다");
  await press(admin, "문자·이메일 발송", "내게 시험 발송");
  await isSeen(step(admin, "문자·이메일 발송").getByText(/^이메일: 설정되지 않아 보내지 않았습니다/));

  await press(admin, "방문객 출입증", "출입증 추가");
  await admin.textbox("첫 번호").fill("P-01");
  await admin.textbox("마지막 번호").fill("P-03");
  await admin.button("모두 추가").click();
  await isDone(admin, "방문객 출입증");
  const passes = await db("passes").orderBy("passNo");
  expect(passes.map(({ passNo }) => passNo)).toEqual(["P-01", "P-02", "P-03"]);

  await visitor.openForm();
  await visitor.fill({ hostCompany: "가온정밀", host: "총무팀", place: "접견실", purpose: "업무 협의" });
  await visitor.submit.click();
  const reserveNo = await visitor.isSent();
  expect(await db("visits").where({ reserveNo }).first()).toMatchObject({ hostUserId: admin.person.id });
});
