/** What each role sees: its own screens only, and instead of another's its first one. */
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { sampleOf } from "../../../support/browser/appearance.ts";
import type { ConsolePage } from "../../../support/console/console-pages.ts";
import { addHeldPass, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

const screens: Record<Role, { first: string; heading: string; own: readonly string[] }> = {
  host: { first: "/dash/approvals", heading: "승인함", own: ["승인함"] },
  desk: { first: "/dash/today", heading: "현황판", own: ["현황판", "승인함", "방문 목록"] },
  admin: { first: "/dash/today", heading: "현황판", own: ["현황판", "승인함", "방문 목록"] },
  privacy: { first: "/dash/visits", heading: "방문 목록", own: ["방문 목록"] },
};

const links = { 현황판: "/dash/today", 승인함: "/dash/approvals", "방문 목록": "/dash/visits" };

const navigationOf = (one: ConsolePage) =>
  one.page.getByRole("navigation", { name: one.say("shell.screens") });

const keepsOpen = ({ person }: StaffPage, openGroups: readonly string[]) =>
  suite.server.db("hostUserPreferences").insert({
    hostUserId: person.id,
    ...{ colourScheme: "auto", tableDensity: "comfortable", openGroups, updatedAt: new Date() },
  });

// in every run all of them are in tests/component/console/roles.test.tsx
test.each(Object.entries(screens))(
  "%s is led to the first screen of the role, and from every other's",
  { tags: ["full"] },
  async (role, mine) => {
    const one = await suite.staff(role as Role);
    await one.open("/dash");
    await one.arrivesAt(mine.first);
    await isSeen(one.heading(mine.heading));
    const navigation = one.page.getByRole("navigation");
    for (const [name, path] of Object.entries(links)) {
      const isOwn = mine.own.includes(name);
      expect(await navigation.getByRole("link", { name, exact: true }).count(), name).toBe(isOwn ? 1 : 0);
      await one.open(path);
      await one.arrivesAt(isOwn ? path : mine.first);
      await isSeen(one.heading(isOwn ? name : mine.heading));
    }
  },
);

test.each(
  sampleOf([
    ["admin", "ko"],
    ["admin", "en"],
    ["host", "ko"],
    ["desk", "ko"],
    ["privacy", "ko"],
  ] as const),
)("the navigation of the role %s needs no scrolling, with all groups open (%s)", async (role, lang) => {
  const one = await suite.staff(role, { lang, width: 1440, height: 900 });
  await keepsOpen(one, ["administration", "privacy"]);
  await one.open("/dash/account");
  const navigation = navigationOf(one);
  await isSeen(navigation.getByRole("link").first());
  expect(await navigation.getByRole("button", { expanded: false }).count()).toBe(0);
  const scroller = navigation.locator("xpath=ancestor::*[contains(@class, 'ScrollArea-viewport')]");
  const { needed, room } = await scroller.evaluate(({ scrollHeight, clientHeight }) => ({
    needed: scrollHeight,
    room: clientHeight,
  }));
  expect(room).toBeGreaterThan(0);
  expect(needed).toBeLessThanOrEqual(room);
});

test("the privacy officer sees visits and changes none", { tags: ["full"] }, async () => {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });
  const privacy = await suite.staff("privacy");
  await privacy.open(`/dash/visits?visit=${id}`);
  await privacy.showsVisit("차도윤");
  for (const action of ["approve", "reject", "issue", "cancel"])
    await isGone(privacy.act(`action.${action}`));
  await isGone(privacy.page.getByRole("radiogroup", { name: "목록" }));
});

test("a host issues no pass, and takes none back", { tags: ["full"] }, async () => {
  const host = await suite.staff("host");
  const mine = { hostUserId: host.person.id };
  const coming = await addVisiting(suite.server, suite.site, { ...mine, name: "차도윤" });
  const inside = await addVisiting(suite.server, suite.site, {
    ...mine,
    name: "안에있는이",
    statusCode: "entered",
  });
  await addHeldPass(suite.server, "P-1", inside.id);
  await host.open(`/dash/approvals?visit=${coming.id}`);
  await isSeen(host.act("action.undo"));
  await isGone(host.act("action.issue"));
  await host.open(`/dash/approvals?list=visited&visit=${inside.id}`);
  await host.showsVisit("안에있는이");
  await isGone(host.act("action.recovery"));
});

test("another host's visit is not there", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 404/);
  const { id } = await addVisiting(suite.server, suite.site, { name: "남의손님" });
  const host = await suite.staff("host");
  await host.open(`/dash/approvals?visit=${id}`);
  await isSeen(host.drawer.getByRole("alert"));
  await isGone(host.text("남의손님"));
});
