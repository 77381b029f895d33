/** Companies on the site: added, changed, put out of use, deleted by administrators; read by the desk. */
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation, looksRight } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

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

async function opens(address = "/dash/companies", opening?: StaffOpening): Promise<StaffPage> {
  const admin = await suite.staff("admin", opening);
  await admin.open(address);
  return admin;
}

const drawer = ({ page }: StaffPage) => page.getByRole("dialog");
const field = (admin: StaffPage, name: string) => drawer(admin).getByRole("textbox", { name, exact: true });
const press = (admin: StaffPage, name: string) =>
  drawer(admin).getByRole("button", { name, exact: true }).click();
/** What is next in a row is a button without words. */
const names = async ({ page }: StaffPage) =>
  (
    await page
      .getByRole("table")
      .getByRole("row")
      .getByRole("button", { name: /^가온|^한빛/ })
      .allInnerTexts()
  ).filter(Boolean);
const shows = (admin: StaffPage, ...wanted: string[]) => expect.poll(() => names(admin)).toEqual(wanted);
const stored = (name: string) => suite.server.db("companies").where({ name }).first();

test("a company is put out of use, and deleted, in its row", { tags: ["full"] }, async () => {
  const admin = await opens();
  await admin.button("가온바이오 다음 작업").click();
  await press(admin, "사용 중지");
  await isSeen(admin.row("가온바이오").getByText("사용 안 함", { exact: true }));
  expect(await stored("가온바이오")).toMatchObject({ inUse: false });
  await suite.server.db("companies").insert({ name: "한빛소재", dispOrder: 9 });
  await admin.page.reload();
  await admin.button("한빛소재 다음 작업").click();
  await press(admin, "삭제");
  await isSeen(drawer(admin).getByRole("alert"));
  await press(admin, "삭제");
  await isGone(admin.row("한빛소재"));
  const desk = await suite.staff("desk");
  await desk.open("/dash/companies");
  await isSeen(desk.row("가온바이오"));
  await isGone(desk.button("가온바이오 다음 작업"));
});

test("an administrator adds a company, changes it and puts it out of use", async () => {
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

test("only what was changed is sent: another's change of another field stays", {
  tags: ["full"],
}, async () => {
  const admin = await opens(`/dash/companies?company=${suite.site.otherCompany}`);
  await hasValue(field(admin, "이름"), "가온바이오");
  await field(admin, "영문 이름").fill("Gaon Bio");
  await suite.server.db("companies").where({ id: suite.site.otherCompany }).update({ name: "가온바이오텍" });
  await press(admin, "저장");
  await isSeen(admin.toast("success", "‘가온바이오텍’ 항목을 저장했습니다."));
  expect(await stored("가온바이오텍")).toMatchObject({ enName: "Gaon Bio" });
});

test("a name that is taken is refused beside its field, and so is none", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const admin = await opens("/dash/companies?company=new");
  await field(admin, "영문 이름").fill("Nothing");
  await press(admin, "추가");
  await hasError(field(admin, "이름"), "필수 입력 항목입니다");
  await field(admin, "이름").fill("가온정밀");
  await press(admin, "추가");
  await hasError(field(admin, "이름"), "이미 등록된 이름입니다.");
  await hasFocus(field(admin, "이름"));
  await hasNoViolation(admin.page, "refused company");
});

test("a company with people stays, and its sentence says why; one without is deleted after a question", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  await suite.server.db("companies").insert({ name: "한빛소재" });
  const admin = await opens(`/dash/companies?company=${suite.site.company}`);
  await press(admin, "삭제");
  await press(admin, "삭제");
  await isSeen(
    admin.toast(
      "warning",
      "이 회사에 소속된 직원이 있어 삭제할 수 없습니다. 대신 사용을 중지하실 수 있습니다.",
    ),
  );
  expect(await stored("가온정밀")).toBeDefined();
  await press(admin, "취소");
  await admin.button("한빛소재").click();
  await press(admin, "삭제");
  await isSeen(drawer(admin).getByText("‘한빛소재’ 항목을 삭제하시겠습니까? 되돌릴 수 없습니다."));
  await press(admin, "삭제");
  await isSeen(admin.toast("success", "‘한빛소재’ 항목을 삭제했습니다."));
  expect(await stored("한빛소재")).toBeUndefined();
});

test("search, use, order and page stand in the address", { tags: ["full"] }, async () => {
  await suite.server
    .db("companies")
    .insert(Array.from({ length: 22 }, (_, n) => ({ name: `한빛${n + 10}`, dispOrder: 100 - n })));
  const admin = await opens("/dash/companies?sort=-name&page=2");
  await shows(admin, "한빛11", "한빛10", "가온정밀", "가온옛회사", "가온바이오");
  await admin.textbox("회사 검색").fill("ㄱㅇ");
  await shows(admin, "가온정밀", "가온옛회사", "가온바이오");
  expect(admin.search().get("page")).toBeNull();
  await admin.page.getByRole("combobox", { name: "사용 여부", exact: true }).click();
  await admin.page.getByRole("option", { name: "사용 안 함", exact: true }).click();
  await shows(admin, "가온옛회사");
  await admin.page.reload();
  await shows(admin, "가온옛회사");
  await admin.textbox("회사 검색").fill("없는 회사");
  await isSeen(admin.text("조건에 맞는 회사가 없습니다."));
});

test("what somebody else adds is there at once", { tags: ["full"] }, async () => {
  const admin = await opens();
  await shows(admin, "가온옛회사", "가온정밀", "가온바이오");
  const other = await opens("/dash/companies?company=new");
  await field(other, "이름").fill("한빛소재");
  await press(other, "추가");
  await shows(admin, "가온옛회사", "가온정밀", "가온바이오", "한빛소재");
});

test("closing the drawer asks before what was typed is lost", { tags: ["full"] }, async () => {
  const admin = await opens(`/dash/companies?company=${suite.site.otherCompany}`);
  await field(admin, "영문 이름").fill("Gaon");
  await admin.page.keyboard.press("Escape");
  await isSeen(drawer(admin).getByRole("alertdialog"));
  await press(admin, "계속 작성");
  await hasValue(field(admin, "영문 이름"), "Gaon");
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const admin = await suite.staff("admin");
  // so that nothing but the press reads it again
  await admin.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/dash/companies" && !url.searchParams.has("company");
  await admin.page.route(isAway, (route) =>
    route.request().resourceType() === "document"
      ? route.continue()
      : route.fulfill({
          status: 503,
          contentType: "application/json",
          body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
        }),
  );
  await admin.open("/dash/companies");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute(isAway);
  await admin.button("다시 시도").click();
  await shows(admin, "가온옛회사", "가온정밀", "가온바이오");
});

test("the desk reads, and is offered nothing to change", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/companies");
  await isGone(desk.button("회사 추가"));
  await desk.button("가온정밀").click();
  await isSeen(drawer(desk).getByText("Gaon Precision", { exact: true }));
  await isGone(drawer(desk).getByRole("textbox"));
  await isGone(drawer(desk).getByRole("button", { name: "삭제", exact: true }));
});

test.each(["host", "privacy"] as const)("a %s sees no base data", { tags: ["full"] }, async (role) => {
  const own = await suite.staff(role);
  await own.open("/dash/companies");
  await expect.poll(() => own.path()).not.toBe("/dash/companies");
  await isGone(own.link("회사"));
});

test.each(looks)(
  "list and drawer are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const admin = await opens("/dash/companies", opening);
    await isSeen(admin.button("가온정밀"));
    await looksRight(admin.page, "companies");
    await admin.button("가온정밀").click();
    await isSeen(drawer(admin).getByRole("button", { name: admin.say("referenceData.save"), exact: true }));
    await looksRight(admin.page, "one company");
  },
);
