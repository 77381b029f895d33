/** Reports of visits: the figures of a period against the one before, in charts, tables and a file. */
import { buffer } from "node:stream/consumers";
import readSheets from "read-excel-file/node";
import { expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addParty, addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay, timezone } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A visit that many days ago, from nine o'clock on. */
const ago = (days: number, more: Visiting = {}) =>
  addVisiting(suite.server, suite.site, {
    startDate: `${siteDay(-days)} 09:00`,
    endDate: `${siteDay(-days)} 18:00`,
    createdAt: toInstant(`${siteDay(-days - 1)} 12:00`, timezone),
    ...more,
  });
/** Of somebody who came at ten and stayed so many minutes. */
const cameAgo = (days: number, minutes: number, more: Visiting = {}) => {
  const enteredAt = toInstant(`${siteDay(-days)} 10:00`, timezone);
  const exitedAt = new Date(enteredAt.getTime() + minutes * 60_000);
  return ago(days, { statusCode: "ended", enteredFrom: "approved", enteredAt, exitedAt, ...more });
};

/** Two weeks: four people in this one, two in the one before. */
async function addFortnight(): Promise<void> {
  await cameAgo(1, 60);
  await cameAgo(1, 120, { locationId: null, origin: "console" });
  await ago(2, { statusCode: "ended", endedBecause: "noShow" });
  await ago(6, { statusCode: "cancelled" });
  await cameAgo(7, 30);
  await ago(13, { statusCode: "ended", endedBecause: "noShow" });
}

async function opensReports(address = "/dash/reports", opening?: StaffOpening): Promise<StaffPage> {
  const desk = await suite.staff("desk", opening);
  await desk.open(address);
  return desk;
}

const week = () => `/dash/reports?from=${siteDay(-6)}&to=${siteDay()}`;
/** The figure of a name: its value, what it is made of, the period before. */
const figure = (desk: StaffPage, name: string) =>
  desk.page.locator("dl > div").filter({ has: desk.page.getByText(name, { exact: true }) });
const says = (desk: StaffPage, name: string, ...parts: string[]) =>
  expect.poll(async () => (await figure(desk, name).innerText()).split("\n").slice(1)).toEqual(parts);
const card = (desk: StaffPage, name: string) => desk.page.getByRole("region", { name, exact: true });
const lines = async (desk: StaffPage, name: string) =>
  (await desk.table(name).getByRole("row").allInnerTexts()).map((line) => line.split(/\s*\t\s*/));

test("the desk goes to the reports and sees a week beside the one before", async () => {
  await addFortnight();
  const desk = await opensReports();
  await desk.button("최근 7일").click();
  await expect.poll(() => desk.search().get("from")).toBe(siteDay(-6));
  expect(desk.search().get("to")).toBe(siteDay());
  await says(desk, "방문", "4", "동행 0명 포함", "이전 기간 2 (+100%)");
  await says(desk, "입문", "2", "취소·반려 1명, 예정 0명", "이전 기간 1 (+100%)");
  await says(desk, "노쇼율", "33.3%", "1명", "이전 기간 50%");
  await says(desk, "평균 체류 시간", "1시간 30분", "이전 기간 30분");
  await says(desk, "온라인 신청", "75%", "3명", "이전 기간 100%");
  await isSeen(desk.text("가장 붐비는 시간: 10시"));
});

test("what became of visits differs by shape, not by colour alone", { tags: ["full"] }, async () => {
  await addFortnight();
  await ago(-1, { statusCode: "approved" });
  const desk = await opensReports(`/dash/reports?from=${siteDay(-6)}&to=${siteDay(1)}`);
  const days = card(desk, "날짜별 방문");
  await isSeen(days.locator(".recharts-surface").first());
  // for the eye alone: the table is what is read aloud
  const drawn = { includeHidden: true };
  const legend = days.getByRole("list", drawn).getByRole("listitem", drawn);
  await expect.poll(() => legend.allInnerTexts()).toEqual(["입문", "노쇼", "취소·반려", "예정"]);
  // a pattern without what differs by colour
  const shapes = await days.locator("pattern").evaluateAll((found) => found.map((it) => it.innerHTML));
  expect(shapes).toHaveLength(4);
  expect(new Set(shapes).size).toBe(4);
  const ids = await days.locator("pattern").evaluateAll((found) => found.map((it) => `url(#${it.id})`));
  const fills = await days
    .locator(".recharts-bar-rectangle path")
    .evaluateAll((bars) => bars.map((it) => it.getAttribute("fill")));
  expect(new Set(fills)).toEqual(new Set(ids));
});

test("each chart has its table, for readers of the screen and for who asks", { tags: ["full"] }, async () => {
  await addFortnight();
  const desk = await opensReports(week());
  await isSeen(card(desk, "날짜별 방문").locator(".recharts-surface").first());
  const days = await lines(desk, "날짜별 방문");
  expect(days).toHaveLength(8);
  expect(days.at(0)).toEqual(["날짜", "방문", "입문", "노쇼", "취소·반려", "예정"]);
  expect(days.at(-2)).toEqual([siteDay(-1), "2", "2", "0", "0", "0"]);
  expect(days.at(1)).toEqual([siteDay(-6), "1", "0", "0", "1", "0"]);
  expect(await lines(desk, "장소별 방문")).toEqual([
    ["장소", "방문", "입문", "노쇼", "취소·반려", "예정", "평균 체류(분)"],
    ["본관", "3", "1", "1", "1", "0", "60"],
    ["미지정", "1", "1", "0", "0", "0", "120"],
  ]);
  expect((await lines(desk, "부서별 방문")).at(1)?.slice(0, 3)).toEqual(["가온정밀", "설계팀", "4"]);
  const hidden = await desk.table("날짜별 방문").locator("..").boundingBox();
  expect(hidden?.height).toBeLessThan(5);
  await card(desk, "날짜별 방문").getByRole("switch", { name: "표로 보기" }).check();
  // its rows have one order
  expect(await card(desk, "날짜별 방문").getByRole("columnheader").getByRole("button").count()).toBe(0);
  await isGone(card(desk, "날짜별 방문").locator(".recharts-surface").first());
  expect((await desk.table("날짜별 방문").boundingBox())?.height).toBeGreaterThan(100);
});

test("a year is put together by month, and counts every companion", { tags: ["full"] }, async () => {
  await addParty(suite.server, suite.site, ["김동행", "이동행"], {
    startDate: `${siteDay(-40)} 09:00`,
    endDate: `${siteDay(-38)} 18:00`,
  });
  const desk = await opensReports();
  await isSeen(desk.text("이 기간에는 방문이 없습니다."));
  await desk.button("최근 1년").click();
  await says(desk, "방문", "3", "동행 2명 포함", "이전 기간 0");
  const months = await lines(desk, "날짜별 방문");
  expect(months.length).toBeGreaterThanOrEqual(13);
  expect(months.length).toBeLessThanOrEqual(14);
  const total = months.slice(1).reduce((sum, [, visits]) => sum + Number(visits), 0);
  expect(total).toBe(3);
});

test("the file has every table on a sheet of its own", { tags: ["full"] }, async () => {
  await addFortnight();
  const desk = await opensReports(week());
  await isSeen(figure(desk, "방문"));
  await says(desk, "방문", "4", "동행 0명 포함", "이전 기간 2 (+100%)");
  const [download] = await Promise.all([
    desk.page.waitForEvent("download"),
    desk.button("엑셀로 내보내기").click(),
  ]);
  expect(download.suggestedFilename()).toBe(`방문 통계_${siteDay(-6)}_${siteDay()}.xlsx`);
  const sheets = await readSheets(await buffer(await download.createReadStream()));
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    ...["요약", "날짜별 방문", "시간대별 입문", "장소별 방문", "목적별 방문", "부서별 방문"],
  ]);
  const [figures, days, hours, places] = sheets.map(({ data }) => data);
  expect(figures?.slice(0, 2)).toEqual([
    ["항목", "이 기간", "내용", "이전 기간"],
    ["방문", "4", "동행 0명 포함", "2 (+100%)"],
  ]);
  expect(days?.at(-2)).toEqual([siteDay(-1), 2, 2, 0, 0, 0]);
  expect(hours).toHaveLength(25);
  expect(hours?.at(11)).toEqual(["10시", 2]);
  expect(places?.at(1)).toEqual(["본관", 3, 1, 1, 1, 0, 60]);
});

test("a period that is none, or too long, is said beside its field", { tags: ["full"] }, async () => {
  const desk = await opensReports("/dash/reports?from=2026-03-02&to=2026-03-01");
  const to = desk.page.getByLabel("종료일", { exact: true });
  await hasError(to, "종료일은 시작일과 같거나 그 뒤여야 합니다.");
  await to.fill("2027-03-03");
  await hasError(to, "기간은 최대 366일입니다.");
  await to.fill("2026-03-31");
  await isSeen(desk.text("이 기간에는 방문이 없습니다."));
  expect(desk.search().get("to")).toBe("2026-03-31");
});

test("a report that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  await addFortnight();
  const desk = await suite.staff("admin");
  const isAway = (url: URL) => url.pathname === "/dash/reports/visits";
  await desk.page.route(isAway, (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await desk.hearsNothing();
  await desk.open(week());
  await isSeen(desk.alert("불러오지 못했습니다"));
  await desk.page.unroute(isAway);
  await desk.button("다시 시도").click();
  await isSeen(figure(desk, "방문"));
});

test("what came in meanwhile is there when it is read again", { tags: ["full"] }, async () => {
  await addFortnight();
  const desk = await opensReports(week());
  await says(desk, "방문", "4", "동행 0명 포함", "이전 기간 2 (+100%)");
  await ago(1);
  await desk.button("새로고침").click();
  await says(desk, "방문", "5", "동행 0명 포함", "이전 기간 2 (+150%)");
});

test.each(["host", "privacy"] as const)(
  "a %s sees no reports, neither in the navigation nor by the address",
  { tags: ["full"] },
  async (role) => {
    const own = await suite.staff(role);
    await own.open("/dash/reports");
    expect(own.path()).not.toBe("/dash/reports");
    await isGone(own.link("방문 통계"));
  },
);

test("no other screen loads the charts", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  const scripts: Promise<string>[] = [];
  desk.page.on("response", (answer) => {
    if (answer.request().resourceType() === "script") scripts.push(answer.text());
  });
  const haveCharts = async () => (await Promise.all(scripts)).some((code) => code.includes("recharts-"));
  await desk.open("/dash/today");
  await isSeen(desk.count("expected"));
  expect(scripts.length).toBeGreaterThan(0);
  expect(await haveCharts()).toBe(false);
  await desk.open("/dash/reports");
  await expect.poll(haveCharts).toBe(true);
});

test.each(looks)(
  "charts and tables are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    await addFortnight();
    const desk = await opensReports(week(), opening);
    await isSeen(desk.page.locator(".recharts-surface").first());
    await hasNoViolation(desk.page, "charts");
    for (const table of await desk.page.getByRole("switch").all()) await table.check();
    await isGone(desk.page.locator(".recharts-surface").first());
    await hasNoViolation(desk.page, "tables");
  },
);
