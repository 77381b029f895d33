/** Links from outside (`visit://…`) and a second start of the program, in Electron. */
import { expect, test } from "vitest";
import { addVisiting } from "../../support/console/console-site.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite, startAgain } from "./desk.ts";

const suite = deskSuite();

test("a link at the start is opened after the sign-in, and one of a second start in the first window", async () => {
  const { server, site } = suite;
  const { id, reserveNo } = await addVisiting(server, site, { name: "차도윤" });
  await addVisiting(server, site, { name: "하은별" });
  const desk = await suite.start({ args: ["--", `visit://${reserveNo}`] });
  await suite.signIn(desk);
  await desk.page.waitForURL((url) => url.pathname === "/dash/visits");
  expect(new URL(desk.page.url()).searchParams.get("q")).toBe(reserveNo);
  await isSeen(desk.page.getByRole("table").getByText("차도윤"));
  await isGone(desk.page.getByRole("table").getByText("하은별"));

  const isMinimized = () =>
    desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());

  expect(await startAgain(desk, "--", `visit://${id}`)).toBe(0);
  await isSeen(desk.page.getByRole("dialog").getByText("차도윤").first());
  expect(await isMinimized()).toBe(false);
  const windows = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.isVisible()),
  );
  expect(windows).toEqual([true]);

  // an invalid link is refused, and not repeated in the log
  expect(await startAgain(desk, "--", "visit://../../evil")).toBe(0);
  await expect.poll(() => desk.log().map(({ event }) => event)).toContain("link-refused");
  expect(JSON.stringify(desk.log())).not.toContain("evil");
  expect(desk.page.url()).toContain(`visit=${id}`);

  const roles = await desk.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items.map(({ role }) => role) ?? []),
  );
  expect(roles).toContain("quit");
  const ended = desk.app.waitForEvent("close");
  await desk.app.evaluate(({ app }) => app.quit()).catch(() => {});
  await ended;
});
