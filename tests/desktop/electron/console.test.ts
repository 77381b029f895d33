/** The console inside the desktop app: in Electron, against the real API and database. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addVisitToday } from "../../support/console/console-site.ts";
import { addStaff, signedIn } from "../../support/console/staff.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { timezone } from "../../support/visitor/visitor-site.ts";
import { deskSuite } from "./desk.ts";
import { choose } from "./electron-app.ts";

const suite = deskSuite();
const shared = suite.share();

async function open(at?: Parameters<typeof shared>[0]) {
  const app = await shared(at);
  return { ...app, console: new ConsolePage(app.page, "ko") };
}

const host = () => new URL(suite.gate.origin).host;
const banner = ({ page }: Awaited<ReturnType<typeof open>>) => page.getByRole("banner");

async function atDesk() {
  const app = await open({ as: "desk", at: "/dash/visits" });
  await isSeen(app.console.heading(app.console.t("nav.allVisits")));
  return app;
}

async function approveElsewhere(id: number): Promise<void> {
  const other = await signedIn(suite.server, suite.site.company, "desk");
  const { status } = await other.put(`/dash/user/approve/${id}`, { body: {} });
  expect(status).toBe(200);
}

test("a user connects, signs in with a cookie that stays in the main process, and approves a visit", async () => {
  const app = await open({ servers: [] });
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk", { name: "안내원" });
  const { id } = await addVisitToday(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });

  await app.console.textbox("서버 주소").fill(suite.gate.origin);
  await app.console.button("연결").click();
  await app.console.waitForPath("/dash/login");
  await isSeen(app.console.text(new RegExp(host())).first());
  await app.console.logIn(loginId);
  await app.console.waitForPath("/dash/today");

  await isSeen(app.console.button(/안내원/));
  await isSeen(banner(app).getByText(host()));
  await isSeen(banner(app).getByText(/^(오전|오후) \d+:\d\d 기준$/));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));

  expect(await app.page.evaluate("document.cookie")).toBe("");
  const partitions = readdirSync(join(app.userData, "Partitions"));
  const cookies = await app.app.evaluate(
    ({ session }, names) =>
      Promise.all(
        names.map(async (name) => {
          const jar = await session.fromPartition(`persist:${name}`).cookies.get({});
          return [name.replace(/[0-9a-f]{32}$/, "#"), ...jar.map((cookie) => cookie.name).sort()];
        }),
      ),
    partitions,
  );
  // servers of earlier tests have left empty ones
  const kept = cookies.filter(([name, ...jar]) => name !== "server-#" || jar.length > 0);
  expect(kept.sort()).toEqual([["console"], ["lobby"], ["server-#", "visitor_device", "visitor_session"]]);

  await app.console.openFromMenu("nav.allVisits");
  await app.console.row("차도윤").first().getByRole("button").first().click();
  await app.console.act("action.approve").click();
  await isSeen(app.console.act("action.issue"));
  expect((await suite.server.db("visits").where({ id }).first()).statusCode).toBe("approved");
});

test("the keys of the menu search, print, open settings and manual, and go back and forward", async () => {
  const app = await atDesk();
  await isSeen(app.page.locator("[data-search]"));
  await choose(app, "CmdOrCtrl+F");
  await expect.poll(() => app.page.evaluate("document.activeElement.hasAttribute('data-search')")).toBe(true);
  await choose(app, "CmdOrCtrl+P");
  await app.page.getByRole("menuitem", { name: "출입증 명단" }).click();
  await app.console.waitForPath("/dash/print/passes");
  await choose(app, "Alt+Left");
  await app.console.waitForPath("/dash/visits");
  await choose(app, "F1");
  await app.console.waitForPath("/dash/manual");
  await choose(app, "CmdOrCtrl+,");
  await app.console.waitForPath("/dash/account");
  await choose(app, "Alt+Left");
  await app.console.waitForPath("/dash/manual");
  await choose(app, "Alt+Right");
  await app.console.waitForPath("/dash/account");
  await isGone(app.page.locator("[data-print]"));
  // a screen without a print button and a search field
  await app.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents) contents.print = () => void Object.assign(globalThis, { hasPrinted: true });
  });
  await choose(app, "CmdOrCtrl+P");
  await expect.poll(() => app.app.evaluate("globalThis.hasPrinted")).toBe(true);
  await choose(app, "CmdOrCtrl+F");
  await isSeen(app.page.getByRole("dialog").getByRole("textbox"));
});

test("a second window is signed in, follows a change of the server, and can be closed alone", async () => {
  const app = await atDesk();
  const opening = app.app.waitForEvent("window");
  await choose(app, "CmdOrCtrl+N");
  const second = await opening;
  await isSeen(second.getByRole("heading", { level: 1, name: "현황판" }));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));
  await app.page.goto(`${app.origin}/`);
  await app.console.textbox("서버 주소").fill(suite.server.url);
  await app.console.button("연결").click();
  await isSeen(second.getByText(new URL(suite.server.url).host).first());
  await second.close();
  await app.console.waitForPath("/dash/login");
});

test("without a network the console shows since when by the site's clock, keeps its content, and reconnects", async () => {
  const clock = new Intl.DateTimeFormat("ko", { hour: "numeric", minute: "2-digit", timeZone: timezone });
  const other = await addVisitToday(suite.server, suite.site, { name: "도하린", statusCode: "applied" });
  const { id } = await addVisitToday(suite.server, suite.site, { name: "라은채", statusCode: "applied" });
  const app = await atDesk();
  await isSeen(app.console.row("라은채"));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));

  await approveElsewhere(other.id);
  await isSeen(app.console.row("도하린").getByText("승인").first());

  const before = clock.format(new Date());
  await suite.gate.cut();
  const lost = banner(app).getByRole("status").getByText("부터 연결 끊김");
  await isSeen(lost);
  const since = (await lost.textContent())?.replace("부터 연결 끊김", "");
  expect([before, clock.format(new Date())]).toContain(since);
  await isSeen(app.console.row("라은채"));
  await app.console.row("라은채").getByRole("button").first().click();
  await isSeen(app.console.text("서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오.").first());

  await approveElsewhere(id);
  await suite.gate.mend();
  await isSeen(banner(app).getByRole("status").getByText("실시간"));
  await isSeen(app.console.row("라은채").getByText("승인").first());
});
