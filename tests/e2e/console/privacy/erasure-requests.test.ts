/** 삭제 요청: taken, found, decided; and the whole way until nothing of the person is left anywhere. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { looks } from "../../../support/browser/looks.ts";
import { addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { findInDatabase } from "../../../support/database/find-in-database.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const person = { name: "남궁표적", cellphone: "010-0000-7391" };
const over: Visiting = {
  ...person,
  statusCode: "ended",
  startDate: `${siteDay(-30)} 10:00`,
  endDate: `${siteDay(-30)} 12:00`,
};

async function opens(path = "/dash/erasure-requests", opening?: StaffOpening): Promise<StaffPage> {
  // nobody else's test leaves a request on the first page
  await suite.server.db("erasureRequests").del();
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...opening });
  await officer.open(path);
  return officer;
}

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const one = (officer: StaffPage) => dialog(officer, officer.say("erasure.one"));
const field = (officer: StaffPage, name: string) =>
  officer.page.getByRole("dialog").getByRole("textbox", { name, exact: true });
const press = (officer: StaffPage, name: string) =>
  officer.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const requests = () => suite.server.db("erasureRequests").orderBy("id");

/** Takes the request of the person by name and number. */
async function take(officer: StaffPage): Promise<void> {
  await officer.button("요청 등록").click();
  await field(officer, "이름").fill(person.name);
  await field(officer, "휴대전화").fill(person.cellphone);
  await press(officer, "등록하고 방문 조회");
  await isSeen(one(officer));
}

test("from the request to nothing: found, erased, in the register and the access log, on no screen any more", async () => {
  suite.tolerate(/status of 404/);
  const { server, site } = suite;
  const leader = await addVisiting(server, site, over);
  const { cellphone: _, ...same } = over;
  const companion = await addVisiting(server, site, { ...same, name: "동방삭이", leaderId: leader.id });
  await addVisiting(server, site, { ...over, name: "다른사람" });
  const officer = await opens();
  await isSeen(officer.text("아직 삭제 요청이 없습니다."));

  await officer.button("요청 등록").click();
  await field(officer, "이름").fill("남궁 표적");
  await field(officer, "휴대전화").fill("+82 10 0000 7391");
  await field(officer, "메모").fill("전화로 요청, 예약번호로 확인");
  await press(officer, "등록하고 방문 조회");
  await isSeen(one(officer).getByText("조회된 방문 1건"));
  await isSeen(one(officer).getByRole("link", { name: leader.reserveNo }));
  await isSeen(one(officer).getByText("010-00**-*391"));
  await isSeen(one(officer).getByText("D-10", { exact: true }));
  const [{ requestNo }] = await requests();
  await isSeen(one(officer).getByRole("heading", { name: requestNo }));

  await press(officer, "모두 삭제");
  await isSeen(
    one(officer).getByText("조회된 방문 1건과 동행의 정보를 모두 삭제합니다. 되돌릴 수 없습니다."),
  );
  await press(officer, "삭제");
  await hasError(field(officer, "처리 사유"), "필수 입력 항목입니다");
  await field(officer, "처리 사유").fill("남궁표적 님 본인 확인함");
  await press(officer, "모두 삭제");
  await press(officer, "삭제");
  await isSeen(one(officer).getByText("○○○ 님 본인 확인함"));
  await isSeen(one(officer).getByText("처리한 요청에는 요청자의 정보를 남기지 않습니다."));
  expect(await requests()).toMatchObject([{ state: "erased", erasedVisits: 2, name: "", note: "" }]);
  const ids = [leader.id, companion.id];
  expect(await server.db("visits").whereIn("id", ids)).toEqual([]);

  await one(officer).getByRole("link", { name: "파기 대장 보기" }).click();
  await isSeen(officer.row("본인 삭제 요청").filter({ hasText: "한보람" }).first());
  await officer.goTo("nav.accessLog");
  await isSeen(officer.row("삭제 요청").filter({ hasText: "한보람" }).first());
  await officer.open(`/dash/visits?visit=${leader.id}`);
  await isSeen(officer.drawer.getByRole("alert"));

  const screens = ["visits", "trash", "register", "access-log", "access-log?view=review", "erasure-requests"];
  for (const screen of [...screens, "print/register"]) {
    await officer.open(`/dash/${screen}`);
    await isGone(officer.page.locator(".mantine-Skeleton-root"));
    expect(await officer.page.locator("body").innerText(), screen).not.toMatch(/남궁|동방삭이|7391|\*391/);
  }
  expect(await findInDatabase(server.db, ["남궁표적", "남궁 표적", "동방삭이", "7391"])).toEqual([]);
});

test("an open request is taken up from its row", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site, over);
  const officer = await opens();
  await take(officer);
  await officer.page.keyboard.press("Escape");
  const [request] = await requests();
  await officer.button(`${request.requestNo} 처리`).click();
  await isSeen(one(officer));
});

test("a visit that is not over keeps all of it, and says what has to be done first", {
  tags: ["full"],
}, async () => {
  await addVisiting(suite.server, suite.site, over);
  await addVisiting(suite.server, suite.site, { ...person, statusCode: "approved" });
  const officer = await opens();
  await take(officer);
  await isSeen(one(officer).getByText("아직 종료되지 않았거나 출입증이 반납되지 않았습니다."));
  await isSeen(one(officer).getByText(/^종료되지 않은 방문이 있어 삭제할 수 없습니다/));
  await isGone(one(officer).getByRole("button", { name: "모두 삭제" }));
  await isSeen(officer.row("미종료 1"));
});

test("a request is refused with a reason, and the visits stay", async () => {
  const { id } = await addVisiting(suite.server, suite.site, over);
  const officer = await opens();
  await take(officer);
  await press(officer, "거절");
  await hasError(field(officer, "처리 사유"), "필수 입력 항목입니다");
  await field(officer, "처리 사유").fill("본인인지 확인되지 않음");
  await press(officer, "거절");
  await isSeen(one(officer).getByText("거절함"));
  expect(await requests()).toMatchObject([{ state: "refused", reason: "본인인지 확인되지 않음", name: "" }]);
  expect(await suite.server.db("visits").where({ id })).toHaveLength(1);
});

test("name and number are asked for, and a wrong number is named beside its field", {
  tags: ["full"],
}, async () => {
  const officer = await opens("/dash/erasure-requests?add=true");
  await press(officer, "등록하고 방문 조회");
  await hasError(field(officer, "이름"), "필수 입력 항목입니다");
  await hasError(field(officer, "휴대전화"), "필수 입력 항목입니다");
  await field(officer, "이름").fill("차도윤");
  await field(officer, "휴대전화").fill("12");
  await press(officer, "등록하고 방문 조회");
  await hasError(field(officer, "휴대전화"), "올바른 형식이 아닙니다.");
  expect(await requests()).toEqual([]);
  await officer.page.keyboard.press("Escape");
  await officer.page.getByRole("button", { name: "저장하지 않고 나가기" }).click();
  await isGone(officer.page.getByRole("dialog"));
});

test("what the server refuses lands on its field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const officer = await opens("/dash/erasure-requests?add=true");
  await officer.page.route("**/dash/erasure-requests", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 400,
          contentType: "application/json",
          body: JSON.stringify({ cellPhone: "올바른 형식이 아닙니다." }),
        })
      : route.continue(),
  );
  await field(officer, "이름").fill("차도윤");
  await field(officer, "휴대전화").fill("010-0000-7391");
  await press(officer, "등록하고 방문 조회");
  await hasError(field(officer, "휴대전화"), "올바른 형식이 아닙니다.");
});

test("a request that names nobody who was here says so", { tags: ["full"] }, async () => {
  const officer = await opens();
  await take(officer);
  await isSeen(one(officer).getByText("일치하는 방문이 없습니다."));
});

test("the deadline is counted down, overdue ones stand out, and state and number narrow the list", {
  tags: ["full"],
}, async () => {
  const officer = await opens();
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const base = { name: "차도윤", visitIds: [], note: "", createdBy: officer.person.id };
  await suite.server.db("erasureRequests").insert([
    { ...base, requestNo: "260101-AAAAA", createdAt: at(9) },
    { ...base, requestNo: "260102-BBBBB", createdAt: at(13) },
  ]);
  await officer.open("/dash/erasure-requests");
  await isSeen(officer.row("260101-AAAAA").filter({ hasText: "D-1" }));
  await isSeen(officer.row("260102-BBBBB").filter({ hasText: "3일 지남" }));
  await officer.textbox("요청번호").fill("260102");
  await isGone(officer.row("260101-AAAAA"));
  await officer.open("/dash/erasure-requests?state=erased");
  await isSeen(officer.text("조건에 맞는 요청이 없습니다."));
});

test("the administrator reads and decides nothing; host and desk are led away", {
  tags: ["full"],
}, async () => {
  const officer = await opens();
  await take(officer);
  const admin = await suite.staff("admin");
  await admin.open("/dash/erasure-requests");
  await admin.row(person.name).getByRole("button").click();
  await isSeen(one(admin).getByText("010-00**-*391"));
  await isGone(one(admin).getByRole("textbox"));
  await isGone(admin.button("요청 등록"));
  for (const [role, first] of [
    ["host", "/dash/approvals"],
    ["desk", "/dash/today"],
  ] as const) {
    const other = await suite.staff(role);
    await other.open("/dash/erasure-requests");
    await other.arrivesAt(first);
    await isGone(other.link("삭제 요청"));
  }
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const officer = await opens("/dash/register");
  const body = JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." });
  await officer.page.route("**/dash/erasure-requests", (route) =>
    route.fulfill({ status: 503, contentType: "application/json", body }),
  );
  await officer.goTo("nav.erasure");
  await isSeen(officer.alert("불러오지 못했습니다"));
  await officer.page.unroute("**/dash/erasure-requests");
  await officer.button("다시 시도").click();
  await isSeen(officer.text("아직 삭제 요청이 없습니다."));
});

test.each(looks)("list and drawers are accessible in $lang at $width, $colours", async (opening) => {
  await addVisiting(suite.server, suite.site, over);
  const officer = await opens("/dash/erasure-requests?add=true", opening);
  await isSeen(dialog(officer, officer.say("erasure.add")));
  await hasNoViolation(officer.page, "taking a request");
  await field(officer, officer.say("person.name")).fill(person.name);
  await field(officer, officer.say("visit.cellPhone")).fill(person.cellphone);
  await press(officer, officer.say("erasure.addSubmit"));
  await isSeen(one(officer));
  await press(officer, officer.say("erasure.erase"));
  await hasNoViolation(officer.page, "one request");
  await officer.page.keyboard.press("Escape");
  await isGone(one(officer));
  await hasNoViolation(officer.page, "requests");
});
