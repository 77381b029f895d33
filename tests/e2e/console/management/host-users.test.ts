/** Host users: found, added, changed, given another role, invited, dismissed and taken back by administrators. */
import { beforeEach, expect, test } from "vitest";
import { HostUser } from "#db/models/people/host-user.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addHost } from "../../../support/site.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();
let kept: number[];

beforeEach(async () => {
  const { db } = suite.server;
  kept ??= (await db("hostUsers")).map(({ id }) => id);
  await db("hostUsers").whereNotIn("id", kept).del();
});

async function opens(address = "/dash/host-users", opening?: StaffOpening): Promise<StaffPage> {
  const admin = await suite.staff("admin", opening);
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

/** Somebody new who has no password yet. */
const addPerson = (more: Partial<HostUser> = {}) =>
  addHost(suite.server.db, suite.site.company, { name: "차도윤", department: "구매팀", ...more });
const openOf = (id: number) => opens(`/dash/host-users?user=${id}`);

test("an administrator adds somebody, and hands over a link that leads to a password", async () => {
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
  // what stands there: session/invitation.test.ts
  const token = new URL(url).hash.slice(1);
  const invited = await suite.server.post("/dash/invitation/check", { body: { token } });
  expect(invited.body).toMatchObject({ loginId: "doyun.cha" });
});

test("fields that are wrong are named beside them, by the contract and by the server", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const { loginId } = await addPerson();
  const admin = await opens("/dash/host-users?user=new");
  await press(admin, "추가");
  await hasError(field(admin, "이름"), "필수 입력 항목입니다");
  await hasError(choice(admin, "회사"), "필수 입력 항목입니다");
  await field(admin, "이름").fill("한서준");
  await field(admin, "아이디").fill(loginId.toUpperCase());
  await choose(admin, "회사", "가온정밀");
  await field(admin, "이메일").fill("nobody");
  await press(admin, "추가");
  await hasError(field(admin, "이메일"), "올바른 형식이 아닙니다.");
  await field(admin, "이메일").fill("");
  await press(admin, "추가");
  await hasError(field(admin, "아이디"), "이미 사용 중인 아이디입니다.");
  await hasFocus(field(admin, "아이디"));
  await hasNoViolation(admin.page, "refused user");
});

test("a profile is changed, and what somebody else changed meanwhile stays", { tags: ["full"] }, async () => {
  const { id, loginId } = await addPerson();
  const admin = await openOf(id);
  await press(admin, "정보 수정");
  await field(admin, "직위").fill("책임");
  await HostUser.query(suite.server.db).findById(id).patch({ department: "총무팀" });
  await press(admin, "저장");
  await isSeen(admin.toast("success", "차도윤 님의 정보를 저장했습니다."));
  await isSeen(drawer(admin).getByText("가온정밀 · 총무팀 · 책임"));
  expect(await stored(loginId)).toMatchObject({ position: "책임", department: "총무팀", name: "차도윤" });
});

test("another role ends what somebody has open, and stands in the history", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk", { person: { name: "차도윤" } });
  const admin = await openOf(desk.person.id);
  await press(admin, "권한 변경");
  await choose(admin, "권한", "개인정보 담당자");
  await press(admin, "권한 변경");
  await isSeen(admin.toast("success", "차도윤 님의 권한을 변경했습니다."));
  await isSeen(drawer(admin).getByText("안내데스크 → 개인정보 담당자"));
  // Without a provider of messages, and without a second administrator.
  await isSeen(
    drawer(admin).getByText(/^차도윤 님에게 문자를 보낼 수 없고 .*npm run admin:invite -- --login/),
  );
  expect(await stored(desk.person.loginId)).toMatchObject({ role: "privacy" });
  expect(await suite.server.db("sessions").where({ hostUserId: desk.person.id })).toEqual([]);
});

test("what would lock oneself out is left to another administrator", { tags: ["full"] }, async () => {
  const admin = await suite.staff("admin");
  await admin.open(`/dash/host-users?user=${admin.person.id}`);
  await isSeen(
    drawer(admin).getByText("본인의 권한 변경, 비밀번호 초기화, 퇴사, 삭제는 다른 관리자가 처리합니다."),
  );
  await isSeen(buttonOf(admin, "정보 수정"));
  for (const name of ["권한 변경", "비밀번호 초기화", "퇴사 처리", "삭제"])
    await isGone(buttonOf(admin, name));
});

test("a password is reset after a question, and the link is shown once", { tags: ["full"] }, async () => {
  const host = await suite.staff("host", { person: { name: "차도윤" } });
  const admin = await openOf(host.person.id);
  await press(admin, "비밀번호 초기화");
  await isSeen(drawer(admin).getByText(/차도윤 님의 비밀번호를 초기화하시겠습니까\?/));
  await press(admin, "비밀번호 초기화");
  await link(admin);
  expect(await stored(host.person.loginId)).toMatchObject({ passwordHash: null });
  await buttonOf(admin, "링크 복사").click();
  await isSeen(drawer(admin).getByText(/복사했습니다|자동으로 복사할 수 없어/));
  await admin.page.keyboard.press("Escape");
  await isGone(drawer(admin));
  await admin.button("차도윤").click();
  await isSeen(buttonOf(admin, "초대 링크 다시 생성"));
  await isGone(field(admin, "링크"));
});

test("somebody who is locked out is let in again", { tags: ["full"] }, async () => {
  const host = await suite.staff("host", { person: { name: "차도윤" } });
  const { db } = suite.server;
  await db("login_attempts").insert({
    loginId: host.person.loginId,
    source: Buffer.of(1),
    wrong: 9,
    blockedUntil: new Date(Date.now() + 600_000),
  });
  const admin = await openOf(host.person.id);
  await isSeen(drawer(admin).getByText("잠김", { exact: true }));
  await press(admin, "잠금 해제");
  await isSeen(admin.toast("success", "차도윤 님의 잠금을 해제했습니다."));
  await isSeen(drawer(admin).getByText("사용 중", { exact: true }));
  expect(await db("login_attempts").where({ loginId: host.person.loginId })).toEqual([]);
});

test("somebody leaves, a colleague takes over the open visits, and comes back later", {
  tags: ["full"],
}, async () => {
  const { id, loginId } = await addPerson();
  const visit = await addVisiting(suite.server, suite.site, { hostUserId: id });
  const admin = await openOf(id);
  await press(admin, "퇴사 처리");
  await choice(admin, "방문을 인계받을 담당자").fill("김철");
  await admin.page.getByRole("option", { name: "김철수 (가온정밀 설계팀 책임)", exact: true }).click();
  await press(admin, "퇴사 처리");
  await isSeen(admin.toast("success", "차도윤 님을 퇴사로 처리했습니다. 방문 1건을 인계했습니다."));
  expect(await stored(loginId)).toMatchObject({ status: "resigned" });
  expect(await suite.server.db("visits").where({ id: visit.id }).first()).toMatchObject({
    hostUserId: suite.site.host,
  });
  await press(admin, "재입사 처리");
  await isSeen(admin.toast("success", "차도윤 님을 재입사로 처리했습니다."));
  await link(admin);
  expect(await stored(loginId)).toMatchObject({ status: "active" });
});

test("somebody leaves without a successor, and the desk has the visits", { tags: ["full"] }, async () => {
  const { id } = await addPerson();
  await addVisiting(suite.server, suite.site, { hostUserId: id, statusCode: "applied" });
  const admin = await openOf(id);
  await press(admin, "퇴사 처리");
  await press(admin, "퇴사 처리");
  await isSeen(
    admin.toast("success", "차도윤 님을 퇴사로 처리했습니다. 방문 1건은 안내데스크가 처리해야 합니다."),
  );
});

test("whom visits name can only leave; a mistake is deleted", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 405/);
  const { id } = await addPerson();
  const mistake = await addPerson({ name: "잘못이" });
  await addVisiting(suite.server, suite.site, { hostUserId: id });
  const admin = await openOf(id);
  await press(admin, "삭제");
  await press(admin, "삭제");
  await isSeen(
    admin.toast(
      "warning",
      "이 직원의 방문이나 처리 기록이 남아 있어 삭제할 수 없습니다. 대신 퇴사로 처리해 주십시오.",
    ),
  );
  await admin.page.keyboard.press("Escape");
  await admin.button("잘못이").click();
  await press(admin, "삭제");
  await press(admin, "삭제");
  await isSeen(admin.toast("success", "잘못이 님을 삭제했습니다."));
  await isGone(drawer(admin));
  expect(await stored(mistake.loginId)).toBeUndefined();
  expect(await HostUser.query(suite.server.db).findById(id)).toBeDefined();
});
