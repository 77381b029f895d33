/** A new site: what it lacks, texts to start from, and the moment from which visitors can apply. */
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { addStaff, signedIn } from "../../../support/console/staff.ts";
import { hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { Visitor } from "../../../support/visitor/visitor-pages.ts";

const suite = consoleSuite();

/** Nothing but the people; texts in force are kept from being deleted but for this. */
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

async function opens(opening?: StaffOpening, role: "admin" | "desk" = "admin"): Promise<StaffPage> {
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/set-up");
  await isSeen(step(staff, staff.say("setUp.step_company")));
  return staff;
}

const step = ({ page }: StaffPage, name: string) =>
  page.getByRole("main").getByRole("region", { name, exact: true });
const press = (staff: StaffPage, of: string, name: string) =>
  step(staff, of).getByRole("button", { name, exact: true }).click();
const isDone = (staff: StaffPage, name: string) =>
  isSeen(step(staff, name).getByText("완료", { exact: true }));
const state = ({ page }: StaffPage, text: string) =>
  isSeen(page.getByRole("status").getByRole("heading", { name: text, exact: true }));

test("from an empty site to a visitor who applies", async () => {
  const { db } = suite.server;
  await db("configuration").update({ customerCompany: "가온정밀", enCustomerCompany: "Gaon Precision" });
  const admin = await suite.staff("admin", { person: { name: "김철수", department: "총무팀" } });
  // a new site begins there
  await admin.open("/dash");
  await admin.arrivesAt("/dash/set-up");
  await state(admin, "접수 준비 중입니다");
  await isSeen(admin.page.getByText("미완료: 개인정보 처리방침, 약관, 방문 목적, 방문 장소, 회사, 담당자"));

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

  await press(admin, "개인정보 처리방침", "서식으로 초안 만들기");
  const blank = (name: string) => step(admin, "개인정보 처리방침").getByRole("textbox", { name });
  await hasValue(blank("회사명 (한국어)"), "가온정밀");
  await blank("문의 전화번호").fill("02-1234-5678");
  await press(admin, "개인정보 처리방침", "초안 만들기");
  await isSeen(step(admin, "개인정보 처리방침").getByText(/입력할 곳 \d+개: \[부서와 직책\] \[이메일\]/));
  expect((await db("privacyPolicies").first()).content).toContain("02-1234-5678");
  expect(await db("privacyPolicies").select("applied")).toEqual([{ applied: false }]);
  await press(admin, "개인정보 처리방침", "처리방침 시행");
  await isSeen(step(admin, "개인정보 처리방침").getByText(/입력하지 않은 곳이 \d+개 있습니다/));
  await hasFocus(step(admin, "개인정보 처리방침").getByRole("button", { name: "처리방침 시행" }));
  await press(admin, "개인정보 처리방침", "처리방침 시행");
  await isDone(admin, "개인정보 처리방침");

  await press(admin, "약관", "서식으로 초안 만들기");
  await hasValue(step(admin, "약관").getByRole("textbox", { name: "문의 전화번호" }), "02-1234-5678");
  await press(admin, "약관", "초안 만들기");
  await isSeen(step(admin, "약관").getByText("방문예약 서비스 이용약관"));
  expect(await db("termsVersions").whereNotNull("deployedAt")).toEqual([]);
  await press(admin, "약관", "약관 전체 배포");
  await press(admin, "약관", "약관 전체 배포");
  await isDone(admin, "약관");
  await expect.poll(() => db("termsVersions").whereNull("deployedAt")).toEqual([]);
  await state(admin, "사이트는 열렸지만 아직 신청할 수 없습니다");
  await isSeen(admin.page.getByText("미완료: 회사, 담당자"));

  // done at their own screens, and told here at once
  const other = await signedIn(suite.server, suite.site.company, "admin");
  const answer = await other.put(`/dash/companies/${suite.site.company}`, { body: { inUse: true } });
  expect(answer.status, answer.text).toBe(200);
  await isDone(admin, "회사");
  await isDone(admin, "담당자");
  await state(admin, "방문신청을 받고 있습니다");

  await press(admin, "방문객 출입증", "출입증 추가");
  await admin.textbox("첫 번호").fill("P-01");
  await admin.textbox("마지막 번호").fill("P-03");
  await admin.button("모두 추가").click();
  await isDone(admin, "방문객 출입증");
  // the list is told of the first before the last is added
  const passNos = async () => (await db("passes").orderBy("passNo")).map(({ passNo }) => passNo);
  await expect.poll(passNos).toEqual(["P-01", "P-02", "P-03"]);

  await visitor.openForm();
  await visitor.fill({ hostCompany: "가온정밀", host: "총무팀", place: "접견실", purpose: "업무 협의" });
  await visitor.submit.click();
  const reserveNo = await visitor.isSent();
  expect(await db("visits").where({ reserveNo }).first()).toMatchObject({ hostUserId: admin.person.id });
});

test("each step leads to its screen", { tags: ["full"] }, async () => {
  const admin = await opens();
  await isSeen(step(admin, "로고").getByText("권장"));
  await isSeen(step(admin, "담당자").getByText("필수"));
  for (const [name, link, path] of [
    ["회사 이름", "환경설정", "/dash/configuration"],
    ["방문 장소", "장소·목적", "/dash/codes/9002"],
    ["방문 목적", "장소·목적", "/dash/codes/9003"],
    ["개인정보 처리방침", "개인정보처리방침", "/dash/policies"],
    ["약관", "약관", "/dash/terms"],
    ["회사", "회사", "/dash/companies"],
    ["담당자", "사용자", "/dash/host-users"],
    ["방문객 출입증", "방문객 출입증", "/dash/passes"],
  ] as const) {
    await step(admin, name).getByRole("link", { name: link, exact: true }).click();
    await admin.arrivesAt(path);
    await admin.goTo("nav.setUp");
  }
});

/** The second of a step's calls waits until it is let go. */
async function holdsSecond({ page }: StaffPage, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === "POST" && ++count === 2) await promise;
      await route.continue();
    },
  );
  return resolve;
}

test("a step is not done before the last of its parts is there", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  const admin = await opens();
  const goOn = await holdsSecond(admin, "/dash/usercodes/9002");
  const heard = admin.page.waitForResponse((answer) => answer.url().endsWith("/dash/setup"));
  await press(admin, "방문 장소", "이 장소로 시작");
  await heard;
  await expect.poll(() => db("userCodes").where({ kind: 9002 })).toHaveLength(1);
  await isSeen(step(admin, "방문 장소").getByText("필수", { exact: true }));
  await isGone(step(admin, "방문 장소").getByText("완료", { exact: true }));
  goOn();
  await isDone(admin, "방문 장소");
  expect(await db("userCodes").where({ kind: 9002 })).toHaveLength(5);
});

test("texts are offered to be put in force once all of them are there", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  const admin = await opens();
  const goOn = await holdsSecond(admin, "/dash/terms");
  const heard = admin.page.waitForResponse(
    (answer) => answer.url().endsWith("/versions") && answer.request().method() === "GET",
  );
  await press(admin, "약관", "서식으로 초안 만들기");
  await press(admin, "약관", "초안 만들기");
  await heard;
  const all = step(admin, "약관").getByRole("button", { name: "약관 전체 배포" });
  await isGone(all);
  goOn();
  await isSeen(all);
  expect(await step(admin, "약관").getByRole("listitem").count()).toBe(
    await db("terms").then(({ length }) => length),
  );
});

test("what is there already is not added twice", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400 .*\/dash\/usercodes/);
  await suite.server.db("userCodes").insert({ kind: 9002, name: "접견실", inUse: false });
  const admin = await opens();
  await press(admin, "방문 장소", "이 장소로 시작");
  await isDone(admin, "방문 장소");
  const names = await suite.server.db("userCodes").where({ kind: 9002 }).pluck("name");
  expect(names.filter((name) => name === "접견실")).toHaveLength(1);
  expect(names).toHaveLength(5);
});

test("what the server refuses is told, and can be tried again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 500/);
  const admin = await opens();
  const path = (url: URL) => url.pathname === "/dash/privacy-policies";
  await admin.page.route(path, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { id: "internal", message: "" } })
      : route.continue(),
  );
  await press(admin, "개인정보 처리방침", "서식으로 초안 만들기");
  await press(admin, "개인정보 처리방침", "초안 만들기");
  await isSeen(admin.toast("error", "Server에서 요청을 처리하지 못했습니다."));
  await admin.page.unroute(path);
  await press(admin, "개인정보 처리방침", "초안 만들기");
  await isSeen(step(admin, "개인정보 처리방침").getByRole("button", { name: "처리방침 시행" }));
});

test("the desk sees how far it is and begins nothing; a host sees nothing of it", {
  tags: ["full"],
}, async () => {
  const desk = await opens({}, "desk");
  await state(desk, "접수 준비 중입니다");
  expect(await desk.page.getByRole("button", { name: /시작|초안/ }).count()).toBe(0);
  const host = await suite.staff("host");
  await host.open("/dash/set-up");
  await host.arrivesAt("/dash/approvals");
  await isGone(host.link("시작하기"));
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const admin = await suite.staff("admin");
  // whose first word would have it read again
  await admin.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/dash/setup";
  await admin.page.route(isAway, (route) =>
    route.fulfill({ status: 503, json: { id: "unavailable", message: "잠시 이용할 수 없습니다." } }),
  );
  await admin.open("/dash/set-up");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute(isAway);
  await admin.button("다시 시도").click();
  await state(admin, "접수 준비 중입니다");
});

test.each(looks)(
  "it is accessible in $lang at $width, $colours, with drafts and a question",
  { tags: ["full"] },
  async (opening) => {
    await addStaff(suite.server, suite.site.company, "host");
    const admin = await opens(opening);
    const policy = admin.say("setUp.step_policy");
    await press(admin, policy, admin.say("setUp.take_policy"));
    await isSeen(step(admin, policy).getByRole("textbox").first());
    await hasNoViolation(admin.page, "set-up, blanks");
    await press(admin, policy, admin.say("setUp.createDrafts"));
    await press(admin, policy, admin.say("setUp.enforce_policy"));
    await isSeen(step(admin, policy).getByRole("alert"));
    await hasNoViolation(admin.page, "set-up");
  },
);
