/** Paper: what stands on each page as it comes out of the printer, and who may print it. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { pagesOf } from "../../../support/browser/pdf.ts";
import { addHeldPass, addParty, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

/** What the printer gets. */
const printed = async ({ page }: StaffPage) =>
  pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false }));

async function opens(path: string, heading: string): Promise<StaffPage> {
  const desk = await suite.staff("desk", { person: { name: "안내원" } });
  await desk.open(path);
  await isSeen(desk.page.getByRole("heading", { level: 2, name: heading, exact: true }));
  return desk;
}

test("the pass list has site, date, printer and time, and a line for each visitor to sign on", async () => {
  const { server, site } = suite;
  const visit = await addVisiting(server, site, {
    name: "차도윤",
    carNumber: "12가 3456",
    cellphone: "010-0000-1234",
  });
  await addHeldPass(server, "A-17", visit.id);
  // who comes along has still to agree for themselves
  await addVisiting(server, site, { name: "강보람", leaderId: visit.id });
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

test("a long pass list has the header row and its number on every page, and nobody twice or missing", {
  tags: ["full"],
}, async () => {
  const names = Array.from({ length: 45 }, (_, n) => `손님${String(n + 1).padStart(2, "0")}`);
  for (const name of names) await addVisiting(suite.server, suite.site, { name });
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
  // what is shown are the pages that are printed, each as long as its sheet
  const pages = desk.page.getByRole("article");
  const shown = await pages.allTextContents();
  expect(shown.map((text) => text.match(/손님\d\d/g) ?? [])).toEqual(found);
  for (const [index, text] of shown.entries())
    expect(text).toContain(`${index + 1} / ${sheets.length} 페이지`);
  const heights = await Promise.all(
    (await pages.all()).map(async (each) => (await each.boundingBox())?.height),
  );
  expect(new Set(heights.map((height = 0) => Math.round(height)))).toEqual(new Set([794]));

  // a window that is less wide shows all of each page, and divides the list the same
  await desk.page.setViewportSize({ width: 900, height: 700 });
  await desk.page.reload();
  await isSeen(pages.nth(sheets.length - 1));
  expect((await pages.allTextContents()).map((text) => text.match(/손님\d\d/g) ?? [])).toEqual(found);
  const { x, width } = (await pages.first().boundingBox()) ?? { x: 900, width: 0 };
  expect(x + width).toBeLessThanOrEqual(900);
});

test("a list of visits is printed as it is narrowed on its screen, past its first page", {
  tags: ["full"],
}, async () => {
  for (let n = 0; n < 22; n++)
    await addVisiting(suite.server, suite.site, { name: `손님${n}`, company: "나래상사" });
  await addVisiting(suite.server, suite.site, { name: "차도윤", company: "다온건설" });
  const desk = await suite.staff("desk");
  await desk.open("/dash/visits?list=reserved&q=나래상사");
  await desk.button("인쇄").click();
  await desk.page.getByRole("menuitem", { name: "출입증 명단" }).click();
  await desk.arrivesAt("/dash/print/passes");
  await isSeen(desk.page.getByText("예약 · ‘나래상사’ · 22명", { exact: true }));
  const text = (await printed(desk)).map((sheet) => sheet.text).join("");
  expect(text).not.toContain("차도윤");
  expect(text.match(/손님\d+/g)).toHaveLength(22);
  await desk.button("돌아가기").click();
  await desk.arrivesAt("/dash/visits");
  expect(desk.search().get("q")).toBe("나래상사");
});

test("the evacuation list has everybody who is inside, by place, with boxes to tick", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  await addVisiting(server, site, { name: "차도윤", statusCode: "entered" });
  await addVisiting(server, site, { name: "하은별", statusCode: "entered", locationId: null });
  await addVisiting(server, site, { name: "고나라", statusCode: "exited" });
  await addVisiting(server, site, { name: "노을", statusCode: "approved" });
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

test("a badge has a card of its own for each of a party, with the reservation number in a code", async () => {
  const { leader } = await addParty(suite.server, suite.site, ["하은별", "고나라"], { name: "차도윤" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${leader.id}`);
  await desk.showsVisit("차도윤");
  await desk.drawer.getByRole("link", { name: "방문증 인쇄" }).click();
  await desk.arrivesAt("/dash/print/badge");
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

test("long names and companies stay on the card and on the sheet", { tags: ["full"] }, async () => {
  const name = "Maximiliana Wilhelmina Featherstone-Cholmondeleys";
  const company = "가나다라마바사아자차카타파하".repeat(3).slice(0, 40);
  const visit = await addVisiting(suite.server, suite.site, { name, company });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/print/badge?visit=${visit.id}`);
  await isSeen(desk.page.getByRole("img"));
  const card = desk.page.getByRole("article");
  expect(
    await card.evaluate(
      (it: { scrollHeight: number; clientHeight: number }) => it.scrollHeight - it.clientHeight,
    ),
  ).toBeLessThanOrEqual(0);
  expect(await printed(desk)).toHaveLength(1);
  await desk.open("/dash/print/passes?board=expected");
  await isSeen(desk.row(name.slice(0, 10)));
  const [sheet] = await printed(desk);
  expect(sheet?.text).toContain(name.replaceAll(" ", ""));
});

test("the print button opens the printer's dialog once everything is there", { tags: ["full"] }, async () => {
  await addVisiting(suite.server, suite.site);
  const desk = await suite.staff("desk");
  await desk.page.addInitScript("window.print = () => { document.title = 'printed'; }");
  await desk.open("/dash/print/passes?board=expected");
  await isSeen(desk.row("나래상사"));
  await desk.button("인쇄").click();
  await expect.poll(() => desk.page.title()).toBe("printed");
});

test("a list that cannot be read says so, and is offered again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 500/);
  const desk = await suite.staff("desk");
  let isBroken = true;
  await desk.page.route("**/dash/visits/progress", (route) =>
    isBroken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await desk.open("/dash/print/passes?board=expected");
  await isSeen(desk.text("불러오지 못했습니다"));
  isBroken = false;
  await desk.button("다시 시도").click();
  await isSeen(desk.text("명단에 올릴 방문객이 없습니다."));
});

test("who may not see the lists may not print them", { tags: ["full"] }, async () => {
  const visit = await addVisiting(suite.server, suite.site);
  for (const path of ["passes?board=expected", "evacuation", `badge?visit=${visit.id}`]) {
    const host = await suite.staff("host");
    await host.open(`/dash/print/${path}`);
    await host.arrivesAt("/dash/approvals");
  }
  const officer = await suite.staff("privacy");
  await officer.open("/dash/print/evacuation");
  await officer.arrivesAt("/dash/visits");
  expect(await officer.page.getByRole("menuitem").count()).toBe(0);
  const guest = await suite.guest();
  await guest.open("/dash/print/evacuation");
  await guest.arrivesAt("/dash/login");
  await guest.open("/dash/print/nothing");
  await guest.arrivesAt("/dash/login");
});

test("previews break no rule of accessibility, in dark colours and on a phone, too", {
  tags: ["full"],
}, async () => {
  const visit = await addVisiting(suite.server, suite.site, { statusCode: "entered" });
  for (const [colours, width] of [
    ["light", 1440],
    ["dark", 360],
  ] as const) {
    const desk = await suite.staff("desk", { colours, width });
    for (const path of ["passes?board=inside", "evacuation", `badge?visit=${visit.id}`]) {
      await desk.open(`/dash/print/${path}`);
      await isSeen(desk.text(visit.name));
      await isGone(desk.page.locator(".mantine-Skeleton-root"));
      await hasNoViolation(desk.page, `${path} ${colours}`);
    }
  }
});
