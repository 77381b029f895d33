/** When a site works: its days and hours, when a request that nobody decides on is passed on, and the holidays of a year. */
import { expect, test } from "vitest";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { type ConsoleOpening, consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const usual = {
  ...{ workDays: [1, 2, 3, 4, 5], workFrom: "09:00", workUntil: "18:00" },
  ...{ koreanHolidays: true, escalateAfterHours: 0 },
};
const words = {
  ko: { saturday: "토", newYear: "1월 1일", own: "창립기념일", order: "종료일시는 시작일시보다 커야합니다." },
  en: {
    saturday: "Sat",
    newYear: "New Year's Day",
    own: "Founding Day",
    order: "The end must be later than the start.",
  },
};
interface Opening extends ConsoleOpening {
  readonly lang: "ko" | "en";
}

const thisYear = () => siteDay(0).slice(0, 4);

async function opens(opening: ConsoleOpening, role: "admin" | "desk" = "admin"): Promise<StaffPage> {
  await suite.server.db("configuration").update(usual);
  await suite.server.db("holidays").delete();
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/configuration");
  await isSeen(staff.page.getByRole("region", { name: staff.say("holidays.title"), exact: true }));
  return staff;
}

const stored = async () => (await suite.server.db("configuration").first(...Object.keys(usual))) as object;
const holidays = () => suite.server.db("holidays").select("day", "name", "isOff");
const scrollsSideways = ({ page }: StaffPage) =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** Sets the hours, and says what cannot be beside its field. */
async function setsHours(opening: Opening): Promise<void> {
  suite.tolerate(/status of 400/);
  const admin = await opens(opening);
  const { page, say } = admin;
  const save = () => admin.button(say("configuration.save")).click();
  await page.getByRole("checkbox", { name: words[opening.lang].saturday, exact: true }).check();
  await admin.textbox(say("configuration.workUntil")).fill("08:00");
  await admin.textbox(say("configuration.escalateAfterHours")).fill("4");
  await isSeen(admin.text(say("configuration.stepDeputy", { count: 4 })));
  await isSeen(admin.text(say("configuration.stepDesk", { count: 8 })));
  await save();
  await hasError(admin.textbox(say("configuration.workUntil")), words[opening.lang].order);
  await hasFocus(admin.textbox(say("configuration.workUntil")));
  expect(await stored()).toEqual(usual);
  await hasNoViolation(page, "refused hours");

  await admin.textbox(say("configuration.workUntil")).fill("17:30");
  await save();
  await isSeen(admin.toast("success", say("configuration.saved")));
  const changed = { workDays: [1, 2, 3, 4, 5, 6], workUntil: "17:30", escalateAfterHours: 4 };
  expect(await stored()).toEqual({ ...usual, ...changed });
  await page.reload();
  await hasValue(admin.textbox(say("configuration.workUntil")), "17:30");
  expect(
    await page.getByRole("checkbox", { name: words[opening.lang].saturday, exact: true }).isChecked(),
  ).toBe(true);
  expect(await scrollsSideways(admin)).toBe(false);
}

/** Makes a public holiday a day of work and gives it back; adds one of the site's own and takes it away. */
async function setsHolidays(opening: Opening): Promise<void> {
  const admin = await opens(opening);
  const { page, say } = admin;
  const { newYear, own } = words[opening.lang];
  const first = { day: `${thisYear()}-01-01`, name: newYear };
  await admin.button(say("holidays.workOf", first)).click();
  await isSeen(admin.button(say("holidays.offOf", first)));
  expect(await holidays()).toMatchObject([{ isOff: false }]);
  await hasNoViolation(page, "a holiday on which people work");
  await admin.button(say("holidays.offOf", first)).click();
  await isSeen(admin.button(say("holidays.workOf", first)));
  expect(await holidays()).toEqual([]);

  const day = `${Number(thisYear()) + 1}-06-15`;
  const form = page.getByRole("form", { name: say("holidays.add"), exact: true });
  await form.getByRole("textbox", { name: say("holidays.day"), exact: true }).fill(day);
  await form.getByRole("textbox", { name: say("holidays.name"), exact: true }).fill(own);
  await form.getByRole("button", { name: say("holidays.add"), exact: true }).click();
  await isSeen(admin.toast("success", say("holidays.added")));
  // its year comes up
  await isSeen(admin.button(say("holidays.removeOf", { day, name: own })));
  expect(await holidays()).toMatchObject([{ name: own, isOff: true }]);
  await admin.button(say("holidays.before")).click();
  await isSeen(admin.button(say("holidays.workOf", first)));
  await isGone(admin.button(say("holidays.removeOf", { day, name: own })));
  await admin.button(say("holidays.after")).click();
  await admin.button(say("holidays.removeOf", { day, name: own })).click();
  await isGone(admin.button(say("holidays.removeOf", { day, name: own })));
  expect(await holidays()).toEqual([]);
  expect(await scrollsSideways(admin)).toBe(false);
}

/** Without the public holidays only the site's own are left. */
async function dropsPublicHolidays(opening: Opening): Promise<void> {
  const admin = await opens(opening);
  const { page, say } = admin;
  const first = { day: `${thisYear()}-01-01`, name: words[opening.lang].newYear };
  await isSeen(admin.button(say("holidays.workOf", first)));
  await page
    .getByRole("switch", { name: new RegExp(`^${say("configuration.koreanHolidays")}`) })
    .press("Space");
  await admin.button(say("configuration.save")).click();
  await isSeen(admin.toast("success", say("configuration.saved")));
  await isGone(admin.button(say("holidays.workOf", first)));
  await isSeen(admin.text(say("holidays.none")));
}

test("an administrator sets working days and hours, and when a request is passed on", () =>
  setsHours({ lang: "ko", width: 1440 }));

test("a public holiday becomes a day of work, and the site has one of its own", () =>
  setsHolidays({ lang: "ko", width: 360 }));

test("without Korea's public holidays only the site's own are left", () =>
  dropsPublicHolidays({ lang: "ko", width: 1440 }));

test("the same in English on a phone", { tags: ["full"] }, () =>
  dropsPublicHolidays({ lang: "en", width: 360 }),
);

test.each([
  ["ko", 360],
  ["en", 360],
  ["en", 1440],
] as const)("hours in %s at %i", { tags: ["full"] }, (lang, width) => setsHours({ lang, width }));

test.each([
  ["ko", 1440],
  ["en", 360],
  ["en", 1440],
] as const)("holidays in %s at %i", { tags: ["full"] }, (lang, width) => setsHolidays({ lang, width }));

test("the desk reads the holidays, and changes none", { tags: ["full"] }, async () => {
  const desk = await opens({}, "desk");
  await isSeen(desk.text(words.ko.newYear));
  await isGone(
    desk.button(desk.say("holidays.workOf", { day: `${thisYear()}-01-01`, name: words.ko.newYear })),
  );
  await isGone(desk.button(desk.say("holidays.add")));
});
