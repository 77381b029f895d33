/** The list of visits: its state lives in the address, so that back, reload and a link show the same. */
import { expect, test } from "vitest";
import { detailHasNoViolation } from "../../../support/browser/axe.ts";
import { addHeldPass, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const names = async (desk: StaffPage): Promise<string[]> => {
  const cells = await desk.page.getByRole("row").getByRole("cell").first().isVisible();
  if (!cells) return [];
  const buttons = desk.page.getByRole("cell").getByRole("button");
  // that of a row's actions has no text
  return (await buttons.allInnerTexts()).filter(Boolean);
};

/** The rows on the screen, in their order. */
const shows = (desk: StaffPage, ...wanted: string[]) => expect.poll(() => names(desk)).toEqual(wanted);

async function addThree(): Promise<void> {
  const { server, site } = suite;
  await addVisiting(server, site, { name: "가나다", company: "나래상사", statusCode: "applied" });
  await addVisiting(server, site, {
    name: "나다라",
    company: "다솜물산",
    startDate: `${siteDay(3)} 10:00`,
    endDate: `${siteDay(3)} 11:00`,
  });
  await addVisiting(server, site, { name: "다라마", company: "가람전자", statusCode: "entered" });
}

test("status and period narrow it, together with what was typed", { tags: ["full"] }, async () => {
  await addThree();
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?sort=name");
  await desk.page.getByLabel("상태", { exact: true }).first().click();
  await desk.page.getByRole("option", { name: "신청", exact: true }).click();
  await desk.page.getByRole("option", { name: "승인", exact: true }).click();
  await desk.page.keyboard.press("Escape");
  await shows(desk, "가나다", "나다라");
  expect(desk.search().get("status")).toBe("applied,approved");
  await desk.page.getByLabel("시작일", { exact: true }).fill(siteDay(2));
  await shows(desk, "나다라");
  await desk.page.getByLabel("종료일", { exact: true }).fill(siteDay(2));
  await isSeen(desk.text("조건에 맞는 방문이 없습니다."));
  expect(desk.search().get("from")).toBe(siteDay(2));
});

test("at 1024 no number breaks, the table scrolls in its box, and the name stays in sight", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const { reserveNo } = await addVisiting(server, site, { name: "남궁민수", company: "가늠자품질평가원" });
  const desk = await suite.staff("desk", { width: 1024 });
  await desk.open("/dash/visits");
  const cell = (words: string) => desk.page.getByRole("cell", { name: words, exact: true });
  const textHeight = (words: string) =>
    cell(words).evaluate((td) => {
      const range = td.ownerDocument.createRange();
      range.selectNodeContents(td);
      return Math.round(range.getBoundingClientRect().height);
    });
  expect(await textHeight(reserveNo)).toBeLessThan(24);
  expect(await textHeight("가늠자품질평가원")).toBeLessThan(24);
  const name = desk.button("남궁민수");
  const before = await name.boundingBox();
  const box = desk.page.getByRole("table", { name: "전체" });
  await box.evaluate((table) => table.parentElement?.scrollTo({ left: 10_000 }));
  await expect.poll(() => box.evaluate((table) => table.parentElement?.scrollLeft ?? 0)).toBeGreaterThan(50);
  expect((await name.boundingBox())?.x).toBe(before?.x);
  expect(await desk.page.evaluate("document.documentElement.scrollWidth")).toBe(1024);
});

test("a view is kept, opens the list, is renamed and deleted", { tags: ["full"] }, async () => {
  await addThree();
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?status=applied&sort=name");
  await shows(desk, "가나다");
  await desk.button("보기").click();
  await desk.page.getByRole("menuitem", { name: "현재 조건 저장·관리" }).click();
  await desk.textbox("새 보기 이름").fill("신청만");
  await desk.page.getByRole("checkbox", { name: "이 목록의 기본 보기" }).check();
  await desk.button("저장").click();
  await isSeen(desk.page.getByRole("region", { name: "신청만" }));
  await desk.page.keyboard.press("Escape");
  await isSeen(desk.button("보기: 신청만"));
  // the list opens with it, and without it where the address says something else
  await desk.goTo("nav.visitorPasses");
  await desk.goTo("nav.allVisits");
  await shows(desk, "가나다");
  expect(desk.search().get("status")).toBe("applied");
  await desk.button("보기: 신청만").click();
  await desk.page.getByRole("menuitem", { name: "모든 조건 해제" }).click();
  await shows(desk, "나다라", "다라마", "가나다");
  await desk.button("보기").click();
  await desk.page.getByRole("menuitem", { name: "신청만 (기본)" }).click();
  await shows(desk, "가나다");
  await desk.button("보기: 신청만").click();
  await desk.page.getByRole("menuitem", { name: "현재 조건 저장·관리" }).click();
  const kept = desk.page.getByRole("region");
  await kept.getByRole("textbox").fill("대기");
  await kept.getByRole("button", { name: "이름 변경" }).click();
  await isSeen(desk.page.getByRole("region", { name: "대기" }));
  await detailHasNoViolation(desk.page, "views");
  await kept.getByRole("button", { name: "삭제" }).click();
  await kept.getByRole("button", { name: "삭제" }).click();
  await isSeen(desk.text("저장한 보기가 없습니다."));
});

test("the desk's lists hold what their names say", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  await addThree();
  const { id } = await addVisiting(server, site, { name: "라마바", statusCode: "exited" });
  await addHeldPass(server, "P-1", id);
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  const choose = (name: string) =>
    desk.page.getByRole("radiogroup", { name: "목록" }).getByText(name, { exact: true }).click();
  await choose("예약");
  await shows(desk, "나다라");
  await choose("현재 체류");
  await shows(desk, "다라마");
  await choose("출입증 미반납");
  await shows(desk, "라마바");
  expect(desk.search().get("list")).toBe("notReturned");
  await desk.page.reload();
  await shows(desk, "라마바");
});

test("columns that are not wanted stay away, on this device, after a reload too", {
  tags: ["full"],
}, async () => {
  await addThree();
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits");
  const header = desk.page.getByRole("columnheader", { name: "차량번호" });
  await isSeen(header);
  await desk.button("표시할 열").click();
  await desk.page.getByRole("checkbox", { name: "차량번호" }).uncheck();
  await isGone(header);
  await desk.page.keyboard.press("Escape");
  await desk.page.reload();
  await isSeen(desk.page.getByRole("columnheader", { name: "방문 기간" }));
  await isGone(header);
  await desk.button("표시할 열").click();
  await desk.page.getByRole("checkbox", { name: "차량번호" }).check();
  await isSeen(header);
});

test("a change elsewhere shows in the list by itself", async () => {
  await addThree();
  const desk = await suite.staff("desk");
  const other = await signedIn(suite.server, suite.site.company, "admin");
  await desk.open("/dash/visits?q=나래");
  await isSeen(desk.text("실시간"));
  await isSeen(desk.row("가나다").getByText("신청", { exact: true }));
  const { id } = await suite.server.db("visits").where({ name: "가나다" }).first("id");
  expect((await other.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
  await isSeen(desk.row("가나다").getByText("승인", { exact: true }));
});
