/** When a visit is: a day's last minute, a length that is pointed out, and the site's own time. */
import { expect, test } from "vitest";
import { floorToStep } from "#contract/dates.ts";
import { isGone, isSeen, styleOf } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { siteDay, siteTime, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function openForm(timezoneId?: string): Promise<Visitor> {
  const visitor = await suite.visitor({ ...(timezoneId && { timezoneId }) });
  await visitor.openForm();
  return visitor;
}

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

test("a browser elsewhere shows and sends the site's time", { tags: ["full"] }, async () => {
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
