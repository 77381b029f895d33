/** The screens of the console and data for them. */
import { expect } from "vitest";
import { brokenDatesOn, consoleOverflowOn, cutTimesOn, violationsOn } from "../browser/page-checks.ts";
import { isGone, isSeen } from "../visitor/visitor-locators.ts";
import { addGroup, addHeldPass, addOverdue, addPasses, addVisitToday } from "./console-site.ts";
import type { ConsoleSuite, StaffPage } from "./console-suite.ts";

const long = {
  name: "황보남궁선우제갈독고사공서문동방어금망절",
  company: "주식회사 가온정밀화학소재부품장비연구개발센터",
  carNumber: "서울123가 4567",
  position: "수석연구위원 겸 기술기획총괄",
  note: "https://intranet.example.com/visits/guides/two-hundred-and-twelve?building=main-building-north-wing",
};

/** Adds visits of every status, a group and passes. @param host of the visits */
export async function fillDay({ server, site }: Pick<ConsoleSuite, "server" | "site">, host: number) {
  const mine = { hostUserId: host };
  const { leader } = await addGroup(server, site, ["동행하나", "동행둘"], {
    ...long,
    ...mine,
    cellphone: "010-0000-7781",
  });
  for (const statusCode of ["applied", "rejected", "exited", "cancelled", "ended"] as const)
    await addVisitToday(server, site, { ...long, ...mine, statusCode });
  const inside = await addOverdue(server, site, { ...long, ...mine, guide: "안내하는이" });
  await addHeldPass(server, "P-1", inside.id);
  await addHeldPass(server, "V-1", inside.id, true);
  await server.db("visitLogs").insert({
    visitId: inside.id,
    ...{ action: "issue", fromCode: "approved", toCode: "entered" },
    ...{ actorKind: "staff", actorId: host, passNo: "P-1, V-1", at: inside.enteredAt },
  });
  await addPasses(server, ["P-2", "P-3", "P-4"]);
  const { id: terms, versionId } = site.terms.required;
  return { leader: leader.id, inside: inside.id, terms, versionId };
}

export type FilledDay = Awaited<ReturnType<typeof fillDay>>;

export interface Screen {
  readonly name: string;
  readonly path: (filled: FilledDay) => string;
  /** Brings the screen into the state to check. */
  readonly prepare?: (staff: StaffPage, filled: FilledDay) => Promise<unknown>;
  /** A state of another screen, checked in one language only. */
  readonly isDetail?: true;
  /** As wide as the paper, at any screen width. */
  readonly isPaper?: true;
}

const at = (path: string): Screen => ({ name: path, path: () => `/dash/${path}` });
const paperAt = (path: string): Screen => ({ ...at(path), isPaper: true });
const detailAt = (path: string, prepare?: Screen["prepare"]): Screen => ({
  ...at(path),
  isDetail: true,
  ...(prepare && { prepare }),
});
const press = (key: string) => (staff: StaffPage) => staff.button(staff.t(key)).first().click();
const drawerSeen = (desk: StaffPage) => isSeen(desk.drawer.getByText(desk.t("log.title")));

export const deskScreens: readonly Screen[] = [
  ...["today", "visits", "approvals", "reserve", "absence", "passes", "messages", "set-up"].map(at),
  ...["configuration", "account", "about", "manual", "closing", "reports", "signage"].map(at),
  { name: "issue to a group", path: ({ leader }) => `/dash/today?visit=${leader}`, prepare: drawerSeen },
  { name: "visitor inside", path: ({ inside }) => `/dash/visits?visit=${inside}`, prepare: drawerSeen },
  { name: "writing a message", path: ({ leader }) => `/dash/messages/new?visit=${leader}` },
  ...["print/passes?board=expected", "print/evacuation"].map(paperAt),
  { name: "badge", path: ({ leader }) => `/dash/print/badge?visit=${leader}`, isPaper: true },
  ...["today?list=left", "visits?q=없는이름", "approvals?list=visited"].map((path) => detailAt(path)),
  ...["no-such-screen", "vehicle-passes", "signage?add=text"].map((path) => detailAt(path)),
  detailAt("today", async (desk) => {
    await desk.daySearch.fill("황보");
    await isSeen(desk.page.getByRole("option").first());
  }),
  detailAt("visits", async (desk) => {
    await desk.button(desk.t("table.columns")).click();
    await isSeen(desk.page.getByRole("checkbox").first());
  }),
  {
    name: "refused edit of a visit",
    path: ({ leader }) => `/dash/visits?visit=${leader}`,
    isDetail: true,
    prepare: async (desk) => {
      await desk.act("action.edit").click();
      await desk.drawer.getByRole("textbox", { name: desk.t("person.name"), exact: true }).fill("");
      await desk.act("edit.submit").click();
    },
  },
  {
    name: "return of passes",
    path: ({ inside }) => `/dash/visits?visit=${inside}`,
    isDetail: true,
    prepare: (desk) => desk.act("action.recovery").click(),
  },
  {
    name: "refused reason",
    path: ({ inside }) => `/dash/visits?visit=${inside}`,
    isDetail: true,
    prepare: async (desk) => {
      await desk.act("action.revert").click();
      await desk.act("action.revert").click();
    },
  },
  detailAt("reserve", async (desk) => {
    await desk.button(desk.t("reserve.paste")).click();
    await desk.textbox(desk.t("reserve.pasteLabel")).fill("다솜\t1000005678\n라온\t010-12");
    await isSeen(desk.row("라온"));
    await desk.button(desk.t("reserve.submit")).click();
  }),
  detailAt("passes", (desk) => desk.button("P-2").click()),
  detailAt("passes?add=true", (desk) =>
    desk.page
      .getByRole("dialog")
      .getByRole("button", { name: desk.t("passes.add"), exact: true })
      .click(),
  ),
];

/** Administration and privacy, as an administrator sees them. */
export const officeScreens: readonly Screen[] = [
  ...["host-users", "host-users/import", "companies", "codes/9002", "terms", "policies"].map(at),
  ...["messages/templates", "webhooks", "api-keys"].map(at),
  ...["trash", "register", "access-log", "erasure-requests"].map(at),
  { name: "versions of terms", path: ({ terms }) => `/dash/terms/${terms}` },
  { name: "one version", path: ({ terms, versionId }) => `/dash/terms/${terms}/versions/${versionId}` },
  { ...paperAt("print/register"), isDetail: true },
  { name: "settings of terms", path: ({ terms }) => `/dash/terms/${terms}?edit=true`, isDetail: true },
  ...["codes/9003", "host-users?user=new", "companies?company=new", "codes/9002?code=new"].map((path) =>
    detailAt(path),
  ),
  ...["webhooks?webhook=new", "api-keys?key=new", "policies/new"].map((path) => detailAt(path)),
  ...["access-log?view=review", "access-log?view=person", "access-log?view=events"].map((path) =>
    detailAt(path),
  ),
  detailAt("terms", press("terms.add")),
];

/** English is longer and looks at every narrow width (640 is a screen of 1280 pixels at 200 percent); dates break at 320 in both. */
const looks = {
  ko: { width: 1440, others: [320], colours: "light" },
  en: { width: 320, others: [640, 768], colours: "dark" },
} as const;

/** Opens a screen without loading the page, which is faster. */
export async function openScreen(staff: StaffPage, screen: Screen, filled: FilledDay): Promise<void> {
  const path = screen.path(filled);
  const subjectOf = (address: string) => /^\/dash\/([\w-]+)/.exec(address)?.[1];
  const shown = subjectOf(staff.path());
  // a screen keeps the state of the last visit to it
  if (shown === subjectOf(path)) await staff.navigateTo(`/dash/${shown === "about" ? "passes" : "about"}`);
  await (shown === undefined ? staff.open(path) : staff.navigateTo(path));
  await screen.prepare?.(staff, filled);
  await isGone(staff.page.locator(".mantine-Skeleton-root").first());
}

/** Looks at each screen of a role: axe in the look of the language, and nothing cut off at any width. */
export async function lookAt(
  suite: ConsoleSuite,
  role: "desk" | "admin",
  screens: readonly Screen[],
  lang: "ko" | "en",
): Promise<void> {
  const { width, others, colours } = looks[lang];
  const person = { name: "안내원", enName: "Front Desk" };
  const staff = await suite.staff(role, { lang, width, colours, height: 900, person });
  const { page } = staff;
  const filled = await fillDay(suite, staff.person.id);
  const isTurn = (index: number) => index % 2 === (lang === "ko" ? 0 : 1);
  for (const screen of screens.filter(({ isDetail }, index) => !isDetail || isTurn(index))) {
    await openScreen(staff, screen, filled);
    expect.soft(await violationsOn(page), screen.name).toEqual([]);
    if (screen.isPaper) continue;
    for (const each of [width, ...others]) {
      await page.setViewportSize({ width: each, height: 900 });
      const state = `${screen.name} at ${each}`;
      await expect.poll(() => consoleOverflowOn(page), { message: state }).toEqual([]);
      await expect.poll(() => brokenDatesOn(page), { message: `${state}: dates` }).toEqual([]);
      await expect.poll(() => cutTimesOn(page), { message: `${state}: times` }).toEqual([]);
    }
    await page.setViewportSize({ width, height: 900 });
  }
}
