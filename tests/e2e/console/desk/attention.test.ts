/** Waiting requests: a number in the title, and a sound where it is on. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addPendingVisit, moveToBackground, toneCount } from "../../../support/console/pending-visits.ts";
import { publishLiveChanges } from "../../../support/live-readers.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const addPending = (name: string, hostUserId?: number) =>
  addPendingVisit(suite.server, suite.site, name, hostUserId);
const title = ({ page }: StaffPage) => page.title();
const sound = ({ page }: StaffPage) => page.getByRole("switch", { name: /^소리/ });

const isLive = (desk: StaffPage) => isSeen(desk.page.getByRole("status").getByText("실시간"));

test("the document title shows the number of pending requests on every screen", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/today");
  await isLive(desk);
  expect(await title(desk)).not.toMatch(/^\(/);
  await addPending("차도윤");
  await expect.poll(() => title(desk)).toMatch(/^\(1\) 현황판/);
  await desk.openFromMenu("nav.allVisits");
  await expect.poll(() => title(desk)).toMatch(/^\(1\) 방문 목록/);
  await suite.server.db("visits").update({ statusCode: "rejected" });
  const { id } = await suite.server.db("visits").first("id");
  await publishLiveChanges(suite.server.db, [{ kind: "visit", visitId: id, hostUserId: suite.site.host }]);
  await expect.poll(() => title(desk)).toMatch(/^방문 목록/);
});

test("a host hears a sound for their own visitors only, once it is switched on for this device", async () => {
  const host = await suite.staff("host");
  await host.open("/dash/account");
  await isLive(host);
  await moveToBackground(host.page);
  await addPending("차도윤", host.person.id);
  await expect.poll(() => title(host)).toMatch(/^\(1\) /);
  expect(await toneCount(host.page)).toBe(0);

  await sound(host).click({ force: true });
  await isSeen(host.text("저장했습니다."));
  await host.open("/dash/account");
  expect(await sound(host).isChecked()).toBe(true);
  await isLive(host);
  await expect.poll(() => title(host)).toMatch(/^\(1\) /);
  await moveToBackground(host.page);
  await addPending("남의손님");
  await addPending("한가람", host.person.id);
  await expect.poll(() => toneCount(host.page)).toBe(2);
  expect(await title(host)).toMatch(/^\(2\) /);
  await addPending("윤슬", host.person.id);
  await expect.poll(() => title(host)).toMatch(/^\(3\) /);
  // not again within ten seconds
  expect(await toneCount(host.page)).toBe(2);
});
