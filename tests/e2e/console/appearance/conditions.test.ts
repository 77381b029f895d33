/** The console on a phone, with large text, more contrast and the system's colours; words and numbers of lists. */
import { expect, test } from "vitest";
import {
  brokenWordsOn,
  consoleOverflowOn,
  enlargeText,
  violationsInMoreContrast,
  violationsOn,
} from "../../../support/browser/page-checks.ts";
import { addHeldPass, addOverdue, addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { deskScreens, fillDay, openScreen } from "../../../support/console/screens.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ hasIdleCallbacks: true });

test.each([
  { lang: "ko", width: 360 },
  { lang: "en", colours: "dark" },
] as const)("the login page is accessible, and nothing is cut off ($lang)", async (options) => {
  suite.allowErrors(/status of 400/);
  const guest = await suite.guest(options);
  await guest.open("/dash/login");
  expect(await consoleOverflowOn(guest.page)).toEqual([]);
  await guest.logIn("unknown", "nothing");
  await isSeen(guest.page.getByRole("alert").first());
  expect(await violationsOn(guest.page)).toEqual([]);
});

test("the menus of navigation and account are accessible on a phone", async () => {
  const desk = await suite.staff("desk", { width: 360, person: { name: "안내원" } });
  await desk.open("/dash/today");
  await desk.button("메뉴").click();
  await isSeen(desk.link("현황판"));
  expect(await violationsOn(desk.page)).toEqual([]);
  await desk.button("메뉴").click();
  await desk.button("안내원 님의 계정").click();
  await isSeen(desk.button("로그아웃"));
  expect(await violationsOn(desk.page)).toEqual([]);
});

const lists = [
  ...["today", "today?list=inside", "visits", "approvals", "passes", "messages", "host-users"],
  ...["companies", "policies", "trash", "register", "erasure-requests", "access-log"],
  ...["access-log?view=review", "access-log?view=events"],
];

test.each(["ko", "en"] as const)(
  "no word or number of a list breaks (%s)",
  { timeout: 120_000 },
  async (lang) => {
    const { server, site } = suite;
    const facts = { company: "가온 정밀화학 소재", carNumber: "12가 3456", position: "수석연구원" };
    for (const statusCode of ["applied", "approved", "entered", "exited"] as const)
      await addVisitToday(server, site, { ...facts, statusCode });
    const { id } = await addOverdue(server, site, facts);
    await addHeldPass(server, "P-007", id);
    await addHeldPass(server, "V-02", id, true);
    const person = { name: "관리자", enName: "Administrator" };
    const admin = await suite.staff("admin", { lang, width: 1280, height: 800, person });
    const { page } = admin;
    await admin.open("/dash/about");
    for (const path of lists) {
      // another view of the same screen keeps its heading, by which a move is noticed
      if (path.includes("?")) await admin.navigateTo("/dash/about");
      await admin.navigateTo(`/dash/${path}`);
      await isGone(page.locator(".mantine-Skeleton-root").first());
      for (const width of [390, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const broken = async () =>
          // names of staff made up by tests may break at their hyphens
          (await brokenWordsOn(page)).filter((word) => !/^\w+-staff-\d+$/.test(word));
        await expect.poll(broken, { message: `${path} at ${width}` }).toEqual([]);
      }
    }
  },
);

test("text of 200 percent fits, and more contrast breaks no rule", { timeout: 240_000 }, async () => {
  const desk = await suite.staff("desk", { lang: "en", width: 1280, height: 800 });
  const filled = await fillDay(suite, desk.person.id);
  await enlargeText(desk.page, 2);
  for (const screen of deskScreens.filter(({ isPaper, isDetail }) => !isPaper && !isDetail)) {
    await openScreen(desk, screen, filled);
    await expect.poll(() => consoleOverflowOn(desk.page), { message: screen.name }).toEqual([]);
  }
  for (const path of ["/dash/today", "/dash/reserve", "/dash/visits"]) {
    await desk.navigateTo(path);
    await isGone(desk.page.locator(".mantine-Skeleton-root").first());
    expect.soft(await violationsInMoreContrast(desk.page), path).toEqual([]);
  }
  await desk.page.close();
});

test("selected and switched-on items are distinguishable with forced colours", async () => {
  const desk = await suite.staff("desk");
  await desk.page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, property: string) =>
    desk.page
      .locator(selector)
      .first()
      .evaluate(
        (it, name) => it.ownerDocument.defaultView?.getComputedStyle(it).getPropertyValue(name),
        property,
      );

  await desk.open("/dash/today");
  const tiles = desk.page.getByRole("region", { name: desk.t("today.lists") });
  await isSeen(tiles.getByRole("button", { pressed: true }));
  await expect.poll(() => style('[aria-pressed="true"]', "outline-style")).toBe("solid");
  expect(await style('[aria-pressed="false"]', "outline-style")).toBe("none");
  expect(await style("nav a[data-active]", "background-color")).not.toBe(
    await style("nav a:not([data-active])", "background-color"),
  );

  await desk.open("/dash/visits");
  const label = ".mantine-SegmentedControl-label";
  await expect
    .poll(() => style(`${label}[data-active]`, "background-color"))
    .not.toBe(await style(`${label}:not([data-active])`, "background-color"));

  await desk.open("/dash/account");
  await expect.poll(() => style(".mantine-Switch-track", "border-top-width")).toBe("1px");
});
