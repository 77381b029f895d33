/** Reports of visits: a period against the one before, in charts and tables. */
import { expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { addVisitToday, type VisitFields } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay, timezone } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A visit that many days ago, from nine o'clock on. */
const ago = (days: number, more: VisitFields = {}) =>
  addVisitToday(suite.server, suite.site, {
    startDate: `${siteDay(-days)} 09:00`,
    endDate: `${siteDay(-days)} 18:00`,
    createdAt: toInstant(`${siteDay(-days - 1)} 12:00`, timezone),
    ...more,
  });
/** A visit that was entered at ten, for so many minutes. */
const cameAgo = (days: number, minutes: number, more: VisitFields = {}) => {
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

async function opensReports(address = "/dash/reports", options?: StaffOptions): Promise<StaffPage> {
  const desk = await suite.staff("desk", options);
  await desk.open(address);
  return desk;
}

const week = () => `/dash/reports?from=${siteDay(-6)}&to=${siteDay()}`;
/** A figure: its value, its parts, the period before. */
const figure = (desk: StaffPage, name: string) =>
  desk.page.locator("dl > div").filter({ has: desk.page.getByText(name, { exact: true }) });
const says = (desk: StaffPage, name: string, ...parts: string[]) =>
  expect.poll(async () => (await figure(desk, name).innerText()).split("\n").slice(1)).toEqual(parts);
const card = (desk: StaffPage, name: string) => desk.page.getByRole("region", { name, exact: true });
const lines = async (desk: StaffPage, name: string) =>
  (await desk.table(name).getByRole("row").allInnerTexts()).map((line) => line.split(/\s*\t\s*/));

test("the desk compares a week with the one before", async () => {
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

test("outcomes differ by pattern, not by colour alone", async () => {
  await addFortnight();
  await ago(-1, { statusCode: "approved" });
  const desk = await opensReports(`/dash/reports?from=${siteDay(-6)}&to=${siteDay(1)}`);
  const days = card(desk, "날짜별 방문");
  await isSeen(days.locator(".recharts-surface").first());
  // hidden from screen readers, which read the table
  const drawn = { includeHidden: true };
  const legend = days.getByRole("list", drawn).getByRole("listitem", drawn);
  await expect.poll(() => legend.allInnerTexts()).toEqual(["입문", "노쇼", "취소·반려", "예정"]);
  const shapes = await days.locator("pattern").evaluateAll((found) => found.map((it) => it.innerHTML));
  expect(shapes).toHaveLength(4);
  expect(new Set(shapes).size).toBe(4);
  const ids = await days.locator("pattern").evaluateAll((found) => found.map((it) => `url(#${it.id})`));
  const fills = await days
    .locator(".recharts-bar-rectangle path")
    .evaluateAll((bars) => bars.map((it) => it.getAttribute("fill")));
  expect(new Set(fills)).toEqual(new Set(ids));
});

test("each chart has a table, hidden for screen readers or shown by a switch", async () => {
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
  expect(await card(desk, "날짜별 방문").getByRole("columnheader").getByRole("button").count()).toBe(0);
  await isGone(card(desk, "날짜별 방문").locator(".recharts-surface").first());
  expect((await desk.table("날짜별 방문").boundingBox())?.height).toBeGreaterThan(100);
});
