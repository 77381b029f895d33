/** No axe violation on any page in any state; the pages themselves are looked at in every run (widths.test.ts). */
import { expect, test } from "vitest";
import { violationsInSystemColours, violationsOn } from "../support/browser/page-checks.ts";
import { isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function isAccessible({ page }: Visitor, state: string): Promise<void> {
  expect(await violationsOn(page), state).toEqual([]);
  expect(await violationsInSystemColours(page), `${state}, system's colours`).toEqual([]);
}

async function addFamily(): Promise<ReturnType<typeof somebody>> {
  const { server, site } = suite;
  const [leader, companion] = [somebody(), somebody()];
  const leaderNo = await addVisit(server, site, leader, { position: "부장", phone: "031-123-4567" });
  await addVisit(server, site, companion, { leader: leaderNo });
  for (const statusCode of ["approved", "entered", "exited", "rejected", "cancelled"] as const)
    await addVisit(server, site, leader, { statusCode });
  return leader;
}

test("home, with and without the last request, and while nothing is set up", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.open("/");
  await isAccessible(visitor, "home");
  await visitor.openForm();
  await visitor.fill();
  await visitor.submit.click();
  await visitor.isSent();
  await isAccessible(visitor, "final");
  await visitor.arrivesAt("/");
  await isSeen(visitor.page.getByRole("region", { name: "최근 신청" }));
  await isAccessible(visitor, "home with the last request");

  const { db } = suite.server;
  await db("terms").update({ inUse: false });
  try {
    for (const path of ["/", "/form"]) {
      await visitor.open(path);
      await isSeen(visitor.text("접수 준비 중"));
      await isAccessible(visitor, `${path} not ready`);
    }
  } finally {
    await db("terms").update({ inUse: true });
  }
});

test("terms, one in a dialog, what is missing, the question before leaving", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.open("/form");
  await isSeen(visitor.agreeAll);
  await isAccessible(visitor, "terms");
  await visitor.button("안내 문자 수신 동의 내용 보기").click();
  await isSeen(visitor.dialog("안내 문자 수신 동의"));
  await isAccessible(visitor, "terms in a dialog");
  await visitor.page.keyboard.press("Escape");
  await visitor.agree.click();
  await isSeen(visitor.toast("warning", "약관에 동의가 필요합니다"));
  await isAccessible(visitor, "terms missing");
  await visitor.back.click();
  await isSeen(visitor.dialog("취소 하시겠습니까?"));
  await isAccessible(visitor, "question");
});

test("form, with errors, a short stay, the host dialog in each of its states", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 500/);
  const visitor = await suite.visitor();
  await visitor.openForm();
  await isAccessible(visitor, "form");
  await visitor.tickChecklists();
  await visitor.moment("end", "date").fill("");
  await visitor.submit.click();
  await isSeen(visitor.toast("info", "입력 항목을 검토하십시오."));
  await isAccessible(visitor, "form with errors");

  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  await isAccessible(visitor, "host dialog");
  await visitor.hostSearch.fill("김철수");
  await isSeen(visitor.hostDialog.getByRole("option").first());
  await visitor.page.keyboard.press("ArrowDown");
  await isAccessible(visitor, "host dialog with results");
  // the chosen one has the brand's tint, of which the system leaves nothing
  await visitor.page.emulateMedia({ forcedColors: "active" });
  const chosen = visitor.hostDialog.getByRole("option", { selected: true });
  expect(await styleOf(chosen, "outlineStyle")).toBe("solid");
  await visitor.page.emulateMedia({ forcedColors: "none" });
  await visitor.hostSearch.fill("아무개");
  await isSeen(visitor.hostDialog.getByRole("paragraph").getByText(/해당하는 담당자가 없습니다/));
  await isAccessible(visitor, "host dialog without results");
  await visitor.page.route("**/visitor/findHostUsers?*", (route) => route.fulfill({ status: 500 }));
  await visitor.hostSearch.fill("없는이");
  await isSeen(visitor.hostDialog.getByRole("alert"));
  await isAccessible(visitor, "host dialog that failed");
});

test("form on a wide screen with a short stay and its summary", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor({ width: 1440, height: 900 });
  await visitor.openForm();
  await visitor.fill();
  await visitor.moment("end", "hour").selectOption("14");
  await visitor.moment("end", "minute").selectOption("30");
  await isSeen(visitor.text("방문 시간 30분"));
  await isAccessible(visitor, "wide form");
});

test("policy, an address that is not there, a page that cannot be loaded", { tags: ["full"] }, async () => {
  suite.tolerate(/status of (404|500)/, /^CallError: refused 500/);
  const visitor = await suite.visitor();
  await visitor.open("/privacy");
  await isSeen(visitor.text(/^60\. /));
  await isAccessible(visitor, "policy");
  await visitor.open("/no/such/page");
  await isAccessible(visitor, "404");
  await visitor.page.route("**/api/config", (route) => route.fulfill({ status: 500 }));
  await visitor.page.goto("/");
  await isSeen(visitor.button("다시 시도하기"));
  await isAccessible(visitor, "failure");
});

test.each([
  ["cards", { width: 360 }],
  ["a table", { width: 1440 }],
] as const)(
  "lookup, empty, with rows, the QR and the question (%s)",
  { tags: ["full"] },
  async (_, opening) => {
    const leader = await addFamily();
    const visitor = await suite.visitor(opening);
    await visitor.lookUp({ ...leader, name: "아무개" });
    await isSeen(visitor.text("방문신청 내역이 없습니다."));
    await isAccessible(visitor, "result empty");
    await visitor.lookUp(leader);
    await isSeen(visitor.text("6건을 찾았습니다"));
    await isAccessible(visitor, "result with rows");
    await visitor.button("출입 QR 보기").first().click();
    await isSeen(visitor.dialog("출입 QR").getByRole("img"));
    await isAccessible(visitor, "QR");
    await visitor.page.keyboard.press("Escape");
    await visitor.button("신청 취소하기").first().click();
    await isSeen(visitor.dialog("이 방문신청을 취소하시겠습니까?"));
    await isAccessible(visitor, "question of cancelling");
  },
);

test("home, policy step, form and lookup in English", { tags: ["full"] }, async () => {
  const leader = await addFamily();
  const visitor = await suite.visitor({ lang: "en", width: 1440 });
  await visitor.open("/");
  await isAccessible(visitor, "home in English");
  await visitor.open("/form");
  await isSeen(visitor.agree);
  await isAccessible(visitor, "policy step");
  await visitor.agree.click();
  await isSeen(visitor.submit);
  await isAccessible(visitor, "form in English");
  await visitor.lookUp(leader);
  await isSeen(visitor.page.getByRole("table"));
  await isAccessible(visitor, "result in English");
});
