/** When a visit is: defaults, limits, what the form says about its length, and the site's own time. */
import { expect, test } from "vitest";
import { addMinutes, floorToStep } from "#contract/dates.ts";
import { hasError, isGone, isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { siteDay, siteTime, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();
const notLater = "종료일시는 시작일시보다 커야합니다.";

async function openForm(timezoneId?: string): Promise<Visitor> {
  const visitor = await suite.visitor({ ...(timezoneId && { timezoneId }) });
  await visitor.openForm();
  return visitor;
}

const options = async (visitor: Visitor, part: "hour" | "minute") =>
  visitor.moment("start", part).getByRole("option").allInnerTexts();

test("it begins now, rounded down to ten minutes, and ends two hours later", async () => {
  const before = floorToStep(siteTime());
  const visitor = await openForm();
  const start = await visitor.shownMoment("start");
  expect(start >= before && start <= floorToStep(siteTime())).toBe(true);
  expect(await visitor.shownMoment("end")).toBe(addMinutes(start, 120));
  await isSeen(visitor.text("방문 시간 2시간"));

  // hours from 0 to 23, minutes in steps of ten, and at the site itself nothing about time zones
  const two = (value: number) => String(value).padStart(2, "0");
  expect(await options(visitor, "hour")).toEqual(Array.from({ length: 24 }, (_, hour) => `${two(hour)}시`));
  expect(await options(visitor, "minute")).toEqual(["00분", "10분", "20분", "30분", "40분", "50분"]);
  expect(await visitor.text(/Asia\/Seoul/).count()).toBe(0);
});

test("an untouched start moves with the clock, a touched one stays", async () => {
  const visitor = await suite.visitor();
  await visitor.page.clock.install({ time: new Date("2026-05-12T01:07:00Z") });
  await visitor.openForm();
  expect(await visitor.shownMoment("start")).toBe("2026-05-12 10:00");
  await visitor.page.clock.runFor("15:00");
  await expect.poll(() => visitor.shownMoment("start")).toBe("2026-05-12 10:20");
  expect(await visitor.shownMoment("end")).toBe("2026-05-12 12:20");
  await visitor.moment("start", "minute").selectOption("30");
  await visitor.page.clock.runFor("30:00");
  expect(await visitor.shownMoment("start")).toBe("2026-05-12 10:30");
});

test("the end follows the start until it is chosen itself", async () => {
  const visitor = await openForm();
  await visitor.setMoment("start", `${siteDay(2)} 23:00`);
  expect(await visitor.shownMoment("end")).toBe(`${siteDay(3)} 01:00`);
  await visitor.setMoment("end", `${siteDay(3)} 09:30`);
  await visitor.setMoment("start", `${siteDay(3)} 08:00`);
  expect(await visitor.shownMoment("end")).toBe(`${siteDay(3)} 09:30`);
  await isSeen(visitor.text("방문 시간 1시간 30분"));
});

test("days can be chosen from today on, the end up to the longest visit", { tags: ["full"] }, async () => {
  const visitor = await openForm();
  const [start, end] = [visitor.moment("start", "date"), visitor.moment("end", "date")];
  expect(await start.getAttribute("min")).toBe(siteDay());
  await visitor.setMoment("start", `${siteDay(3)} 10:00`);
  expect(await end.getAttribute("min")).toBe(siteDay(3));
  expect(await end.getAttribute("max")).toBe(siteDay(9));
  await isSeen(visitor.text("최대 7일까지 신청할 수 있습니다."));
  await visitor.setMoment("end", `${siteDay(9)} 23:50`);
  await isSeen(visitor.text(/^방문 시간 6일 13시간 50분$/));
});

test("where a visit may last one day its end stays on that day", { tags: ["full"] }, async () => {
  await suite.server.db("configuration").update({ maxRequestDays: 1 });
  const visitor = await openForm();
  await visitor.setMoment("start", `${siteDay(1)} 23:00`);
  expect(await visitor.shownMoment("end")).toBe(`${siteDay(1)} 23:50`);
  expect(await visitor.moment("end", "date").getAttribute("max")).toBe(siteDay(1));
  await visitor.moment("start", "hour").selectOption("21");
  await isSeen(visitor.text("하루 안의 방문만 신청할 수 있습니다."));
});

test("times of today that are over cannot be chosen", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.page.clock.install({ time: new Date("2026-05-12T01:27:00Z") });
  await visitor.openForm();
  const open = async (edge: "start" | "end", part: "hour" | "minute") =>
    visitor.moment(edge, part).locator("option:not(:disabled)").allInnerTexts();
  expect((await open("start", "hour"))[0]).toBe("10시");
  expect(await open("start", "minute")).toEqual(["20분", "30분", "40분", "50분"]);
  expect((await open("end", "hour"))[0]).toBe("10시");

  // tomorrow has all of its hours; what is chosen there and is over today becomes the time that it is
  await visitor.setMoment("start", "2026-05-13 08:00");
  expect((await open("start", "hour"))[0]).toBe("00시");
  expect((await open("start", "minute"))[0]).toBe("00분");
  await visitor.moment("start", "date").fill("2026-05-12");
  expect(await visitor.shownMoment("start")).toBe("2026-05-12 10:20");
  await visitor.moment("start", "hour").selectOption("11");
  await visitor.moment("start", "minute").selectOption("10");
  await visitor.moment("start", "hour").selectOption("10");
  expect(await visitor.shownMoment("start")).toBe("2026-05-12 10:20");
});

test("late in the evening a visit of one day ends at the day's last minute", { tags: ["full"] }, async () => {
  await suite.server.db("configuration").update({ maxRequestDays: 1 });
  const visitor = await openForm();
  await visitor.setMoment("start", `${siteDay(1)} 23:50`);
  expect(await visitor.shownMoment("end")).toBe(`${siteDay(1)} 23:59`);
  const who = somebody();
  await visitor.fill({ ...who, start: `${siteDay(1)} 23:50`, end: `${siteDay(1)} 23:59` });
  await visitor.submit.click();
  await visitor.isSent();
  const [stored] = await storedVisits(suite.server, who.name);
  expect(stored?.endAt).toEqual(new Date(`${siteDay(1)}T23:59:00+09:00`));
  await visitor.lookUp(who);
  await isSeen(visitor.text("23:50 ~ 23:59"));
});

test("the length is said, and pointed out under one hour", { tags: ["full"] }, async () => {
  const visitor = await openForm();
  const alert = visitor.text("방문 시간이 1시간이 되지 않습니다. 시간을 확인해 주세요.");
  await visitor.setMoment("start", `${siteDay(1)} 10:00`);
  await visitor.setMoment("end", `${siteDay(1)} 11:00`);
  await isSeen(visitor.text("방문 시간 1시간"));
  await isGone(alert);
  const colour = () => styleOf(visitor.text(/^방문 시간 \d/), "color");
  const usual = await colour();
  await visitor.moment("end", "hour").selectOption("10");
  await visitor.moment("end", "minute").selectOption("50");
  await isSeen(visitor.text("방문 시간 50분"));
  await isSeen(alert);
  expect(await colour()).not.toBe(usual);
});

test("an end that is not later is said at once, and is not sent", async () => {
  const visitor = await openForm();
  await visitor.fill({ start: `${siteDay(1)} 14:00`, end: `${siteDay(1)} 14:00` });
  await hasError(visitor.moment("end", "date"), notLater);
  await visitor.submit.click();
  await isSeen(visitor.toast("info", "입력 항목을 검토하십시오."));
  await isSeen(visitor.heading("request.heading"));
  await visitor.moment("end", "hour").selectOption("15");
  await isGone(visitor.text(notLater));
  await visitor.submit.click();
  await visitor.isSent();
});

test("a visit that is too long or has begun is said beside its field", async () => {
  const visitor = await openForm();
  await visitor.fill({ start: `${siteDay(1)} 14:00`, end: `${siteDay(8)} 00:00` });
  await visitor.submit.click();
  await hasError(visitor.moment("end", "date"), "방문 기간은 최대 7일입니다.");
  await visitor.setMoment("start", `${siteDay(-1)} 10:00`);
  await visitor.submit.click();
  await hasError(visitor.moment("start", "date"), "시작일시가 이미 지났습니다.");
});

test("a browser elsewhere shows and sends the site's time", async () => {
  const before = floorToStep(siteTime());
  const visitor = await openForm("America/New_York");
  const start = await visitor.shownMoment("start");
  expect(start >= before && start <= floorToStep(siteTime())).toBe(true);
  expect(await visitor.moment("start", "date").getAttribute("min")).toBe(siteDay());
  await isSeen(visitor.text("방문하는 곳의 시간(Asia/Seoul) 기준입니다."));
  const who = somebody();
  await visitor.fill({ ...who, start: `${siteDay(1)} 08:30`, end: `${siteDay(1)} 17:00` });
  await visitor.submit.click();
  await visitor.isSent();
  expect(await visitor.page.getByRole("article").innerText()).toContain(`${siteDay(1)} `);
  await isSeen(visitor.page.getByRole("article").getByText(/ 08:30$/));

  const [stored] = await storedVisits(suite.server, who.name);
  const day = siteDay(1);
  expect(stored?.startAt).toEqual(new Date(`${day}T08:30:00+09:00`));
  expect(stored?.endAt).toEqual(new Date(`${day}T17:00:00+09:00`));
  await isSeen(visitor.text("방문하는 곳의 시간(Asia/Seoul) 기준입니다."));
  await visitor.lookUp(who);
  await isSeen(visitor.text("08:30 ~ 17:00"));
  await isSeen(visitor.text("방문하는 곳의 시간(Asia/Seoul) 기준입니다."));
});
