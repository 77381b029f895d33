/** Links from outside (`visit://…`) and a second start of the program, in Electron. */
import { expect, test } from "vitest";
import { addVisitToday } from "../../support/console/console-site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, startAgain } from "./desk.ts";
import { choose } from "./electron-app.ts";

const suite = deskSuite();

test("a link at the start opens after the sign-in, and one of a second start in the current window", async () => {
  const { server, site } = suite;
  const { id, reserveNo } = await addVisitToday(server, site, { name: "차도윤" });
  await addVisitToday(server, site, { name: "하은별" });
  const desk = await suite.start({ args: ["--", `visit://${reserveNo}`] });
  await suite.signIn(desk);
  await desk.page.waitForURL((url) => url.pathname === "/dash/visits");
  expect(new URL(desk.page.url()).searchParams.get("q")).toBe(reserveNo);
  await isSeen(desk.page.getByRole("table").getByText("차도윤"));
  await isGone(desk.page.getByRole("table").getByText("하은별"));

  const opening = desk.app.waitForEvent("window");
  await choose(desk, "CmdOrCtrl+N");
  const second = await opening;
  await isSeen(second.getByRole("heading", { level: 1, name: "현황판" }));
  await desk.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    for (const window of windows) window.hide();
    // without a window manager, the focus moves at will
    windows.at(-1)?.emit("focus");
  });

  expect(await startAgain(desk, "--", `visit://${id}`)).toBe(0);
  const shown = () =>
    desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.isVisible() && !window.isMinimized())
        .map(({ webContents }) => webContents.getURL()),
    );
  const opened = [expect.stringContaining(`visit=${id}`)];
  await expect.poll(shown).toEqual(opened);

  // an invalid link is refused, and not repeated in the log
  expect(await startAgain(desk, "--", "visit://../../evil")).toBe(0);
  await expect.poll(() => desk.log().map(({ event }) => event)).toContain("link-refused");
  expect(JSON.stringify(desk.log())).not.toContain("evil");
  expect(await shown()).toEqual(opened);

  const roles = await desk.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items.map(({ role }) => role) ?? []),
  );
  expect(roles).toContain("quit");
  const ended = desk.app.waitForEvent("close");
  await desk.app.evaluate(({ app }) => app.quit()).catch(() => {});
  await ended;
});
