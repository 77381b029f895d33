/** Every screen: no axe violation in either language or colour, and nothing cut off on wide screens and phones. */
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { full, sampleOf } from "../../../support/browser/appearance.ts";
import {
  brokenDatesOn,
  brokenWordsOn,
  consoleOverflowOn,
  cutTimesOn,
  enlargeText,
  violationsInMoreContrast,
  violationsInSystemColours,
  violationsOn,
} from "../../../support/browser/page-checks.ts";
import { addHeldPass, addOverdue, addVisiting } from "../../../support/console/console-site.ts";
import { type ConsoleOpening, consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import {
  everyScreen,
  type FilledDay,
  fillDay,
  type Screen,
  screensOf,
} from "../../../support/console/screens.ts";
import { addStaff } from "../../../support/console/staff.ts";
import { isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite({ isIdleAtTimes: true });

/** The full run looks at each screen in each of these, the usual one in one of them, by turns. */
const openings = [
  { lang: "ko", colours: "light", width: 1440, height: 900 },
  { lang: "en", colours: "dark", width: 320, height: 640 },
  { lang: "ko", colours: "dark", width: 1440, height: 900 },
  { lang: "en", colours: "light", width: 768, height: 900 },
  { lang: "ko", colours: "light", width: 320, height: 640 },
] as const satisfies readonly ConsoleOpening[];

type Walker = keyof typeof screensOf;

/** Administrators see the screens of privacy officers, too: in the usual run they go through these with their own. */
const walked: Partial<Record<Walker, readonly Screen[]>> = full
  ? screensOf
  : { desk: screensOf.desk, admin: [...screensOf.admin, ...screensOf.privacy] };

/** The screens that somebody of a role looks at in one of the openings. */
const screensIn = (role: Walker, turn: number): readonly Screen[] => {
  const all = walked[role] ?? [];
  return full
    ? all
    : all.filter(({ isDetail }) => !isDetail).filter((_, index) => index % openings.length === turn);
};

/** Somebody of the desk and a day that stays the same while they look at it in several ways. */
async function aDay(role: Role = "desk") {
  const { id, loginId } = await addStaff(suite.server, suite.site.company, role, {
    name: "안내원",
    enName: "Front Desk",
  });
  return { person: { id, loginId }, filled: await fillDay(suite, id) };
}

type Day = Awaited<ReturnType<typeof aDay>>;

/** Opens a screen in a page that may have shown another, and does what is done on it. */
async function goesTo(desk: StaffPage, screen: Screen, filled: FilledDay): Promise<void> {
  const path = screen.path(filled);
  const subjectOf = (address: string) => /^\/dash\/([\w-]+)/.exec(address)?.[1];
  const shown = subjectOf(desk.path());
  const isOther = shown !== undefined && shown !== subjectOf(path);
  // what was opened on a screen goes with it, so that another needs no new page, which takes a second
  await (isOther ? desk.movesTo(path) : desk.open(path));
  await screen.doing?.(desk, filled);
  await expect.poll(() => desk.page.locator(".mantine-Skeleton-root").count()).toBe(0);
}

async function look(screen: Screen, { person, filled }: Day, opening: ConsoleOpening): Promise<StaffPage> {
  const desk = await suite.staff("desk", { as: person, ...opening });
  await goesTo(desk, screen, filled);
  return desk;
}

const walks = (Object.keys(walked) as Walker[]).flatMap((role) =>
  (["ko", "en"] as const).map((lang) => ({ role, lang })),
);

/** One person goes through the screens of a language: a browser of its own for each takes twice the time. */
test.each(walks)(
  "the screens of the role $role keep nobody out ($lang)",
  { timeout: 400_000 },
  async ({ role, lang }) => {
    const { person, filled } = await aDay(role);
    const one = await suite.staff(role, { as: person, lang });
    const { page } = one;
    for (const [turn, { colours, width, height }] of openings.entries()) {
      if (openings[turn]?.lang !== lang) continue;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: colours });
      for (const screen of screensIn(role, turn)) {
        await goesTo(one, screen, filled);
        const state = `${screen.name}, ${colours}, ${width} pixels`;
        expect.soft(await violationsOn(page), state).toEqual([]);
        if (!screen.isPaper) expect.soft(await consoleOverflowOn(page), state).toEqual([]);
        if (turn === 0 && (full ? everyScreen.includes(screen) : screen.name === "board"))
          expect
            .soft(await violationsInSystemColours(page), `${screen.name} in the system's colours`)
            .toEqual([]);
      }
    }
  },
);

test.each(
  sampleOf([
    { lang: "ko", width: 360 },
    { lang: "en", colours: "dark" },
    { lang: "ko" },
    { lang: "en", width: 360 },
  ] as const),
)("the login page keeps nobody out, and nothing is cut off (%o)", async (opening) => {
  suite.tolerate(/status of 400/);
  const guest = await suite.guest(opening);
  await guest.open("/dash/login");
  expect(await violationsOn(guest.page)).toEqual([]);
  expect(await consoleOverflowOn(guest.page)).toEqual([]);
  await guest.logIn("nobody", "nothing");
  await isSeen(guest.page.getByRole("alert").first());
  expect(await violationsOn(guest.page)).toEqual([]);
});

test("the menus of navigation and person keep nobody out on a phone", { tags: ["full"] }, async () => {
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

test.each(everyScreen)(
  "$name fits the narrowest phone in both languages",
  { tags: ["full"] },
  async (screen) => {
    const day = await aDay();
    for (const lang of ["ko", "en"] as const) {
      const desk = await look(screen, day, { lang, width: 320, height: 640 });
      expect(await consoleOverflowOn(desk.page), lang).toEqual([]);
      expect(await brokenDatesOn(desk.page), lang).toEqual([]);
    }
  },
);

/** What administrators look through: the widest tables that there are. */
const lists = [
  "/dash/today",
  "/dash/today?list=inside",
  "/dash/visits",
  "/dash/approvals",
  "/dash/passes",
  "/dash/messages",
  "/dash/host-users",
  "/dash/companies",
  "/dash/policies",
  "/dash/trash",
  "/dash/register",
  "/dash/erasure-requests",
  "/dash/access-log",
  "/dash/access-log?view=review",
  "/dash/access-log?view=events",
];

test.each(lists)("no word or number breaks on %s at 390, 1024 and 1280", { tags: ["full"] }, async (path) => {
  const { server, site } = suite;
  const facts = { company: "가온 정밀화학 소재", carNumber: "12가 3456", position: "수석연구원" };
  for (const statusCode of ["applied", "approved", "entered", "exited"] as const)
    await addVisiting(server, site, { ...facts, statusCode });
  const { id } = await addOverdue(server, site, facts);
  await addHeldPass(server, "P-007", id);
  await addHeldPass(server, "V-02", id, true);
  const admin = await addStaff(server, site.company, "admin", { name: "관리자", enName: "Administrator" });
  for (const lang of ["ko", "en"] as const)
    for (const width of [390, 1024, 1280]) {
      const desk = await suite.staff("admin", { as: admin, lang, width, height: 800 });
      await desk.open(path);
      await isSeen(desk.page.getByRole("heading", { level: 1 }));
      await expect.poll(() => desk.page.locator(".mantine-Skeleton-root").count()).toBe(0);
      const broken = await brokenWordsOn(desk.page);
      // the made-up names of other tests' people may break at their hyphens
      expect(
        broken.filter((word) => !/^\w+-staff-\d+$/.test(word)),
        `${lang} ${width}`,
      ).toEqual([]);
    }
});

test.each(everyScreen)(
  "$name is readable with text of 200 percent, and in more contrast",
  { tags: ["full"] },
  async (screen) => {
    const day = await aDay();
    const desk = await suite.staff("desk", { as: day.person, lang: "en", width: 1280, height: 800 });
    await enlargeText(desk.page, 2);
    await desk.open(screen.path(day.filled));
    await screen.doing?.(desk, day.filled);
    await expect.poll(() => desk.page.locator(".mantine-Skeleton-root").count()).toBe(0);
    expect(await consoleOverflowOn(desk.page)).toEqual([]);
    expect(await violationsOn(desk.page)).toEqual([]);
    expect(await violationsInMoreContrast(desk.page), "more contrast").toEqual([]);
  },
);

test.each(["reserve", "messages", "visits"])(
  "days, hours and minutes can be read whole on a phone: %s",
  { tags: ["full"] },
  async (path) => {
    for (const width of [320, 390]) {
      const desk = await suite.staff("desk", { width, height: 844 });
      await desk.open(`/dash/${path}?from=2026-11-22&to=2026-11-22`);
      await isSeen(desk.page.getByRole("heading", { level: 1 }));
      await expect.poll(() => desk.page.locator(".mantine-Skeleton-root").count()).toBe(0);
      expect(await cutTimesOn(desk.page), String(width)).toEqual([]);
    }
  },
);

test("the cards of one's account end with what they hold", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk", { width: 1440, height: 900 });
  await desk.open("/dash/account");
  await isSeen(desk.page.getByRole("heading", { level: 1 }));
  await expect.poll(() => desk.page.locator(".mantine-Skeleton-root").count()).toBe(0);
  const room = `[...document.querySelectorAll("main section")].map((card) => {
    const last = Math.max(...[...card.querySelectorAll("*")].filter((it) => it.checkVisibility()
      && (it.matches("input, button") || it.textContent && !it.children.length))
      .map((it) => it.getBoundingClientRect().bottom));
    return [card.ariaLabel, Math.round(card.getBoundingClientRect().bottom - last)];
  }).filter(([, left]) => left > 32)`;
  expect(await desk.page.evaluate(room)).toEqual([]);
});

/** A screen of 1280 pixels at 400 percent is 320 wide; at 200 percent it is 640 by 400. */
test.each(everyScreen)("$name fits at 200 percent in both languages", { tags: ["full"] }, async (screen) => {
  const day = await aDay();
  for (const lang of ["ko", "en"] as const) {
    const desk = await look(screen, day, { lang, width: 640, height: 400 });
    expect(await consoleOverflowOn(desk.page), lang).toEqual([]);
  }
});

test("what is chosen or on is told where the system takes the colours", { tags: ["full"] }, async () => {
  const { person } = await aDay();
  const desk = await suite.staff("desk", { as: person });
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
  const tiles = desk.page.getByRole("region", { name: desk.say("today.lists") });
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
