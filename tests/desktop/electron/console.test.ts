/** The console inside the desktop app: in Electron, against the real API and database. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { addVisiting } from "../../support/console/console-site.ts";
import { addStaff, signedIn } from "../../support/console/staff.ts";
import { png } from "../../support/images.ts";
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
  await isSeen(app.console.heading(app.console.say("nav.allVisits")));
  return app;
}

async function approveElsewhere(id: number): Promise<void> {
  const other = await signedIn(suite.server, suite.site.company, "desk");
  const { status } = await other.put(`/dash/user/approve/${id}`, { body: {} });
  expect(status).toBe(200);
}

test("from the first start to a decision: connect, sign in, open a visit, approve it", async () => {
  const app = await open({ servers: [] });
  const { loginId } = await addStaff(suite.server, suite.site.company, "desk", { name: "안내원" });
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", statusCode: "applied" });

  await app.console.textbox("서버 주소").fill(suite.gate.origin);
  await app.console.button("연결").click();
  await app.console.arrivesAt("/dash/login");
  await isSeen(app.console.text(new RegExp(host())).first());
  await app.console.logIn(loginId);
  await app.console.arrivesAt("/dash/today");

  await isSeen(app.console.button(/안내원/));
  await isSeen(banner(app).getByText(host()));
  await isSeen(banner(app).getByText(/^(오전|오후) \d+:\d\d 기준$/));
  await isSeen(banner(app).getByRole("status").getByText("실시간"));

  await app.console.goTo("nav.allVisits");
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
  await app.console.arrivesAt("/dash/print/passes");
  await choose(app, "Alt+Left");
  await app.console.arrivesAt("/dash/visits");
  await choose(app, "F1");
  await app.console.arrivesAt("/dash/manual");
  await choose(app, "CmdOrCtrl+,");
  await app.console.arrivesAt("/dash/account");
  await choose(app, "Alt+Left");
  await app.console.arrivesAt("/dash/manual");
  await choose(app, "Alt+Right");
  await app.console.arrivesAt("/dash/account");
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

test("a second window is signed in, follows a change of the server, and leaves the first one at work", async () => {
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
  await app.console.arrivesAt("/dash/login");
});

test("the session's cookie stays in the main process, in the server's own partition", async () => {
  const app = await open();
  await suite.signIn(app);
  await app.console.arrivesAt("/dash/today");
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
});

test("without a network it says since when by the site's clock, keeps its content, and reconnects by itself", async () => {
  const app = await atDesk();
  const clock = new Intl.DateTimeFormat("ko", { hour: "numeric", minute: "2-digit", timeZone: timezone });
  const other = await addVisiting(suite.server, suite.site, { name: "도하린", statusCode: "applied" });
  const { id } = await addVisiting(suite.server, suite.site, { name: "라은채", statusCode: "applied" });
  await app.page.reload();
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

test("a lobby file is uploaded with its progress, and served by range", async () => {
  const app = await open({ as: "admin", at: "/dash/signage" });
  await isSeen(app.console.heading(app.console.say("nav.signage")));
  await app.page.evaluate(`window.steps = [];
    void window.desktop.onUploadProgress(({ sent }) => window.steps.push(sent))`);
  const buffer = png({ padding: 3_000_000 });
  // from the disk: a file from memory comes in one piece
  const file = join(app.home, "로비 안내.png");
  writeFileSync(file, buffer);
  await app.page.locator('input[type="file"]').setInputFiles(file);
  await isSeen(app.console.toast("success", app.console.say("signage.uploaded", { name: "로비 안내.png" })));

  const steps = await app.page.evaluate<number[]>("window.steps");
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.at(-1)).toBeGreaterThan(buffer.length);
  const [item, ...more] = await suite.server.db("signageContents").where({ title: "로비 안내" });
  expect(more).toEqual([]);
  const part = await app.page.evaluate(async (name: string) => {
    const answer = await fetch(`/files/${name}`, { headers: { Range: "bytes=1-3" } });
    return [answer.status, answer.headers.get("Content-Range"), await answer.text()];
  }, String(item.fileName));
  // stored files are encoded anew, without the padding
  expect(item.fileSize).toBeLessThan(buffer.length);
  expect(part).toEqual([206, `bytes 1-3/${item.fileSize}`, "PNG"]);
});
