/** Printed pages. */
import { expect, test } from "vitest";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { addGroup, addHeldPass, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

const printed = async ({ page }: StaffPage) =>
  pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false }));

async function opens(path: string, heading: string): Promise<StaffPage> {
  const desk = await suite.staff("desk", { person: { name: "안내원" } });
  await desk.open(path);
  await isSeen(desk.page.getByRole("heading", { level: 2, name: heading, exact: true }));
  return desk;
}

test("the pass list has site, date, user and time, and a line for each visitor to sign", async () => {
  const { server, site } = suite;
  const visit = await addVisitToday(server, site, {
    name: "차도윤",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
  });
  await addHeldPass(server, "A-17", visit.id);
  await addVisitToday(server, site, { name: "강보람", leaderId: visit.id });
  const desk = await opens("/dash/print/passes?board=expected", "출입증 명단");
  const [sheet, ...more] = await printed(desk);
  expect(more).toEqual([]);
  expect([sheet?.width, sheet?.height]).toEqual([297, 210]);
  const today = new Intl.DateTimeFormat("ko", { dateStyle: "full", timeZone: "Asia/Seoul" }).format();
  for (const words of ["가온정밀", "출입증명단", "방문예정·2명", today.replaceAll(" ", ""), "인쇄안내원"])
    expect(sheet?.text).toContain(words);
  expect(sheet?.text).toMatch(/\d{4}-\d\d-\d\d\d\d:\d\d기준/);
  expect(sheet?.text).toContain("번호방문객소속담당자장소시간출입증번호차량번호서명");
  expect(sheet?.text).toContain("1차도윤나래상사김철수설계팀본관00:00–23:59A-1712가3456");
  expect(sheet?.text).toContain("2강보람동의전나래상사");
  expect(sheet?.text).toContain("1/1");
  expect(sheet?.text).not.toMatch(/1234|돌아가기|현황판/);
});

test("every page of a long pass list has header and number, and each visitor is on one page", async () => {
  const names = Array.from({ length: 45 }, (_, n) => `손님${String(n + 1).padStart(2, "0")}`);
  for (const name of names) await addVisitToday(suite.server, suite.site, { name });
  const desk = await opens("/dash/print/passes?board=expected", "출입증 명단");
  const sheets = await printed(desk);
  expect(sheets.length).toBeGreaterThan(2);
  for (const [index, { text, width }] of sheets.entries()) {
    expect(width).toBe(297);
    expect(text).toContain("번호방문객소속담당자장소시간출입증번호차량번호서명");
    expect(text).toContain(`${index + 1}/${sheets.length}`);
    expect(text).toMatch(/손님\d\d/);
  }
  const found = sheets.map(({ text }) => text.match(/손님\d\d/g) ?? []);
  expect(found.flat().sort()).toEqual(names);
  // the screen shows the printed pages, each as long as its sheet
  const pages = desk.page.getByRole("article");
  const shown = await pages.allTextContents();
  expect(shown.map((text) => text.match(/손님\d\d/g) ?? [])).toEqual(found);
  for (const [index, text] of shown.entries())
    expect(text).toContain(`${index + 1} / ${sheets.length} 페이지`);
  const heights = await Promise.all(
    (await pages.all()).map(async (each) => (await each.boundingBox())?.height),
  );
  expect(new Set(heights.map((height = 0) => Math.round(height)))).toEqual(new Set([794]));

  // a narrower window divides the list the same
  await desk.page.setViewportSize({ width: 900, height: 700 });
  await desk.page.reload();
  await isSeen(pages.nth(sheets.length - 1));
  expect((await pages.allTextContents()).map((text) => text.match(/손님\d\d/g) ?? [])).toEqual(found);
  const { x, width } = (await pages.first().boundingBox()) ?? { x: 900, width: 0 };
  expect(x + width).toBeLessThanOrEqual(900);
});

test("the evacuation list has all visitors inside, by place, with boxes to tick", async () => {
  const { server, site } = suite;
  await addVisitToday(server, site, { name: "차도윤", statusCode: "entered" });
  await addVisitToday(server, site, { name: "하은별", statusCode: "entered", locationId: null });
  await addVisitToday(server, site, { name: "고나라", statusCode: "exited" });
  await addVisitToday(server, site, { name: "노을", statusCode: "approved" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await desk.button("인쇄").click();
  await desk.page.getByRole("menuitem", { name: "대피 명단" }).click();
  await isSeen(desk.page.getByRole("heading", { level: 2, name: "대피 명단" }));
  const [sheet, ...more] = await printed(desk);
  expect(more).toEqual([]);
  expect([sheet?.width, sheet?.height]).toEqual([210, 297]);
  expect(sheet?.text).toContain("체류중인방문객2명");
  expect(sheet?.text).toMatch(/본관\(1명\).*차도윤.*장소없음\(1명\).*하은별.*확인한사람확인한시각/);
  expect(sheet?.text).not.toMatch(/고나라|노을/);
  const boxes = desk.page.locator("td > span[aria-hidden]");
  expect(await boxes.count()).toBe(2);
  expect((await boxes.first().boundingBox())?.width).toBeGreaterThan(15);
});

test("each member of a group gets a badge with the reservation number in a QR code", async () => {
  const { leader } = await addGroup(suite.server, suite.site, ["하은별", "고나라"], { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${leader.id}`);
  await desk.showsVisit("차도윤");
  await desk.drawer.getByRole("link", { name: "방문증 인쇄" }).click();
  await desk.waitForPath("/dash/print/badge");
  await isSeen(desk.page.getByRole("img", { name: `예약번호 ${leader.reserveNo}의 QR 코드` }));
  const cards = await printed(desk);
  expect(cards.map(({ width, height }) => [width, height])).toEqual(Array(3).fill([90, 125]));
  expect(cards.map(({ text }) => /차도윤|하은별|고나라/.exec(text)?.[0])).toEqual([
    "차도윤",
    "하은별",
    "고나라",
  ]);
  expect(cards[0]?.text).toContain(leader.reserveNo);
  await desk.page.getByRole("checkbox", { name: "동행 2명" }).uncheck();
  expect(await printed(desk)).toHaveLength(1);
});
