/** What the console does inside the desktop app: links from outside, updates, versions. The app's side is a stand-in. */
import { expect, test } from "vitest";
import type { UpdateState, VisitLink } from "../../../desktop/ipc.ts";
import type { ConsolePage } from "../../support/console-pages.ts";
import { consoleSuite } from "../../support/console-suite.ts";
import { addStaff } from "../../support/staff.ts";
import { isGone, isSeen } from "../../support/visitor-locators.ts";
import { addVisit } from "../../support/visits.ts";

const suite = consoleSuite();

interface App {
  readonly link?: VisitLink;
  readonly update?: UpdateState;
}

/** Puts the app's bridge into the page, as the preload does. @returns hands it a link while it runs */
async function inApp({ page }: ConsolePage, { link, update = { state: "current" } }: App) {
  const start = JSON.stringify({ link: link ?? null, update, server: suite.server.url });
  await page.addInitScript(`{
    const { link, update, server } = ${start};
    const taken = "visitor.test.taken";
    const nothing = () => () => {};
    let waiting = sessionStorage.getItem(taken) ? null : link;
    let hear = () => {};
    window.__arrive = (next) => { waiting = next; hear(); };
    window.desktop = {
      readConnection: async () => ({
        language: "ko", servers: [server], settingsLost: false, serversFixed: false, policyBroken: false,
        current: { server, health: { state: "ok", at: 0 } },
      }),
      onConnection: nothing,
      onUploadProgress: nothing,
      readApp: async () => ({ version: "7.8.9", electron: "45.4.1", chromium: "150.0", system: "Linux 6.1 (x64)" }),
      readUpdates: async () => update,
      checkUpdates: async () => {},
      onUpdates: nothing,
      takeLink: async () => {
        const given = waiting;
        waiting = null;
        sessionStorage.setItem(taken, "yes");
        return given;
      },
      onLink: (listener) => { hear = listener; return () => {}; },
    };
  }`);
  return (next: VisitLink) => page.evaluate(`window.__arrive(${JSON.stringify(next)})`);
}

test("a link by reservation number waits for the sign-in and then shows its visit", async () => {
  const visit = await addVisit(suite.server, suite.site, { name: "김방문" });
  await addVisit(suite.server, suite.site, { name: "이방문" });
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk");
  const guest = await suite.guest();
  await inApp(guest, { link: { reserveNo: visit.reserveNo } });
  await guest.open("/dash/");
  await guest.arrivesAt("/dash/login");
  await guest.logIn(loginId);
  await guest.arrivesAt("/dash/visits");
  expect(new URL(guest.page.url()).searchParams.get("q")).toBe(visit.reserveNo);
  await isSeen(guest.page.getByRole("table").getByText("김방문"));
  await isGone(guest.page.getByRole("table").getByText("이방문"));
});

test("a link by id that arrives while somebody works opens the visit", async () => {
  const visit = await addVisit(suite.server, suite.site, { name: "김방문" });
  const desk = await suite.staff("desk");
  const arrive = await inApp(desk, {});
  await desk.open("/dash/today");
  await isSeen(desk.heading("현황판"));
  await arrive({ id: visit.id });
  await desk.arrivesAt("/dash/visits");
  await isSeen(desk.page.getByRole("dialog").getByText("김방문").first());
});

test("the console says quietly that a newer version waits, and the page about it names all versions", async () => {
  const desk = await suite.staff("desk");
  await inApp(desk, { update: { state: "ready", version: "8.0.0" } });
  await desk.open("/dash/about");
  const words = "새 버전 8.0.0을 받아 두었습니다. 종료할 때 설치됩니다.";
  await isSeen(desk.page.getByRole("navigation").locator("..").locator("..").getByText(words).first());
  for (const text of ["7.8.9", "45.4.1", "150.0", "Linux 6.1 (x64)"])
    await isSeen(desk.page.getByRole("main").getByText(text, { exact: true }));
  await isSeen(desk.page.getByRole("main").getByText(words));
});

test("in a browser nothing is said of an app", async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/about");
  await isSeen(desk.heading("정보"));
  await isGone(desk.page.getByText("Electron"));
});
