/** What waits, told in a browser: a number in the title, and a sound where it was chosen. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { applies as addsApplied, lookElsewhere, tones } from "../../../support/console/attention.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { note } from "../../../support/live-readers.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const applies = (name: string, hostUserId?: number) =>
  addsApplied(suite.server, suite.site, name, hostUserId);
const title = ({ page }: StaffPage) => page.title();
const sound = ({ page }: StaffPage) => page.getByRole("switch", { name: /^소리/ });

/** The live stream is heard. */
const isLive = (desk: StaffPage) => isSeen(desk.page.getByRole("status").getByText("실시간"));

test("the title says how many wait, on every screen, and no longer once they are decided", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isLive(desk);
  expect(await title(desk)).not.toMatch(/^\(/);
  await applies("차도윤");
  await expect.poll(() => title(desk)).toMatch(/^\(1\) 현황판/);
  await desk.goTo("nav.allVisits");
  await expect.poll(() => title(desk)).toMatch(/^\(1\) 방문 목록/);
  await suite.server.db("visits").update({ statusCode: "rejected" });
  const { id } = await suite.server.db("visits").first("id");
  await note(suite.server.db, [{ kind: "visit", visitId: id, hostUserId: suite.site.host }]);
  await expect.poll(() => title(desk)).toMatch(/^방문 목록/);
});

test("a host hears of their own visitors only, and only where they chose so on this device", {
  tags: ["full"],
}, async () => {
  const host = await suite.staff("host");
  await host.open("/dash/account");
  await isLive(host);
  await lookElsewhere(host.page);
  await applies("차도윤", host.person.id);
  await expect.poll(() => title(host)).toMatch(/^\(1\) /);
  expect(await tones(host.page)).toBe(0);

  await sound(host).click({ force: true });
  await isSeen(host.text("저장했습니다."));
  await host.open("/dash/account");
  expect(await sound(host).isChecked()).toBe(true);
  await isLive(host);
  await expect.poll(() => title(host)).toMatch(/^\(1\) /);
  await lookElsewhere(host.page);
  await applies("남의손님");
  await applies("한가람", host.person.id);
  await expect.poll(() => tones(host.page)).toBe(2);
  expect(await title(host)).toMatch(/^\(2\) /);
  await applies("윤슬", host.person.id);
  await expect.poll(() => title(host)).toMatch(/^\(3\) /);
  // not again within ten seconds
  expect(await tones(host.page)).toBe(2);
});

test("nothing sounds on the page that is worked in", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/account");
  await sound(desk).click({ force: true });
  await isSeen(desk.text("저장했습니다."));
  await isLive(desk);
  await lookElsewhere(desk.page);
  await desk.page.evaluate("document.hasFocus = () => true");
  await applies("차도윤");
  await expect.poll(() => title(desk)).toMatch(/^\(1\) /);
  expect(await tones(desk.page)).toBe(0);
});

test("a browser is asked for no permission, and offers the sound alone", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/account");
  await isSeen(sound(desk));
  expect(await desk.page.getByRole("switch", { name: /^작업 표시줄 알림/ }).count()).toBe(0);
  await hasNoViolation(desk.page, "account");
});
