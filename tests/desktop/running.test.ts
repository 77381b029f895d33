/** The app in Electron itself, on machines that have its program: from the first start to the console's sign-in. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { startTestServer, type TestServer } from "../support/api.ts";
import { seedSite } from "../support/site.ts";
import { electronProgram } from "./support/electron-program.ts";
import { suiteFolder } from "./support/folder.ts";

const found = electronProgram();
const home = suiteFolder();

let server: TestServer;
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  if ("reason" in found) return;
  mkdirSync(join(home, "config"), { recursive: true });
  server = await startTestServer();
  await seedSite(server.db);
  app = await _electron.launch({
    executablePath: found.program,
    args: [inject("desktopBuild")],
    env: { ...process.env, HOME: home, APPDATA: join(home, "config"), XDG_CONFIG_HOME: join(home, "config") },
  });
  page = await app.firstWindow();
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach((context) => {
  if ("reason" in found) context.skip(found.reason);
});

test("it starts on the connection page, in a sandbox of its own", async () => {
  await page.getByRole("textbox").waitFor();
  expect(page.url()).toBe("app://console/");
  expect(await page.evaluate(() => [typeof require, typeof process])).toEqual(["undefined", "undefined"]);
});

test("it connects to a server and shows the console's sign-in", async () => {
  await page.getByRole("textbox").fill(server.url);
  await page.keyboard.press("Enter");
  await page.waitForURL("app://console/dash/login**");
  await page.locator("input[type=password]").waitFor();
});

test("it has its menu, and ends when that is wished", async () => {
  const menu = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items.map(({ role }) => role) ?? []),
  );
  expect(menu).toContain("quit");
  const ended = app.waitForEvent("close");
  await app.evaluate(({ app: program }) => program.quit()).catch(() => {});
  await ended;
});
