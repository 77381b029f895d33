/**
 * Updates in Electron itself, from the server's own answers to the installed file: check, download, the attempt to install
 * on "restart now" and on quitting, and an attempt that fails. Seen in Electron 33 on Linux, with an AppImage whose file is
 * a script. For 45 this rests on the same modules of electron-updater; NSIS and Squirrel.Mac were only read.
 */
/// <reference path="../support/global-build.ts" />
/// <reference path="../support/global-session.ts" />
import { createHash, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { signManifest } from "../../../desktop/update-signature.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { addStaff, password } from "../../support/console/staff.ts";
import { type Site, seedSite } from "../../support/site.ts";
import { ownFolder, suiteFolder } from "../support/folder.ts";
import { installApp } from "./installed-app.ts";

const electron = inject("electron");
const offered = join(suiteFolder(), "offered");
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
let server: TestServer;
let site: Site;

beforeAll(async () => {
  if ("reason" in electron) return;
  mkdirSync(offered);
  server = await startTestServer({ now: () => new Date(), env: { DESKTOP_UPDATES_DIR: offered } });
  site = await seedSite(server.db);
});
afterAll(() => server?.close());
beforeEach((context) => {
  if ("reason" in electron) context.skip(electron.reason);
  else if (process.platform !== "linux") context.skip("only Linux has AppImages");
});

/** Publishes a version at the server. @returns its file */
function publish(version: string, content: string): string {
  const url = `visitor-desk-${version}-linux-x86_64.AppImage`;
  const sha512 = createHash("sha512").update(content).digest("base64");
  const size = Buffer.byteLength(content);
  const signature = signManifest({ version, files: [{ url, sha512, size }] }, privateKey);
  writeFileSync(join(offered, url), content);
  writeFileSync(
    join(offered, "latest-linux.yml"),
    `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n    size: ${size}\n` +
      `path: ${url}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T00:00:00.000Z'\nsignature: ${signature}\n`,
  );
  return url;
}

/** An installed version 1.2.3, and 1.3.0 at the server; signed in, on the screen of passes. */
async function start() {
  if ("reason" in electron) throw new Error(electron.reason);
  const installed = installApp({
    ...electron,
    home: ownFolder(),
    build: inject("desktopBuild"),
    updates: `${server.url}/desktop/updates`,
    updateKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    server: server.url,
  });
  const content = installed.appImageOf("1.3.0");
  const newName = publish("1.3.0", content);
  const desk = await installed.start();
  const person = await addStaff(server, site.company, "desk", { name: "안내원" });
  await desk.type("input[autocomplete=username]", person.loginId);
  await desk.type("input[type=password]", password);
  await desk.press("로그인");
  await desk.untilInPage(`document.querySelector("nav a[href$='/dash/passes']")`);
  await desk.inPage(`document.querySelector("nav a[href$='/dash/passes']").click()`);
  await desk.untilInPage(`location.pathname === "/dash/passes"`);
  return { installed, desk, content, newName };
}

test("an update waits for a print dialog, reports a failure, restarts on the same screen, and is installed on quitting", async () => {
  const { installed, desk, content, newName } = await start();
  const entry = join(installed.config, "autostart", "visitor-desk.desktop");
  await desk.run(
    `electron.Menu.getApplicationMenu().items[0].submenu.items.find(({ label }) => label === "로그인하면 자동 실행").click()`,
  );
  await expect.poll(() => existsSync(entry) && readFileSync(entry, "utf8")).toContain(installed.appImage);

  await desk.run(`
    const [{ webContents }] = electron.BrowserWindow.getAllWindows();
    webContents.print = (_options, done) => { globalThis.cancelPrinting = () => done(false, "canceled"); };
  `);
  await desk.inPage(`desktop.print("passes", true, null)`);
  await desk.press("지금 다시 시작");
  await desk.untilInPage(`document.body.textContent.includes("인쇄가 끝난 뒤 다시 시작해 주십시오.")`);
  await desk.run("cancelPrinting()");

  installed.allowWriting(false);
  await desk.press("지금 다시 시작");
  await desk.untilInPage(`document.body.textContent.includes("새 버전 1.3.0을 설치하지 못했습니다.")`);
  expect(installed.logOf("1.2.3")).toContain('"event":"update-failed","code":"EACCES"');
  // the app goes on, and the installation can be tried again
  await desk.inPage(`document.querySelector("nav a[href$='/dash/visits']").click()`);
  await desk.untilInPage(`location.pathname === "/dash/visits" && document.querySelector("table")`);
  expect([desk.isRunning(), installed.starts()]).toEqual([true, [expect.stringMatching(/^1\.2\.3 /)]]);
  installed.allowWriting(true);
  await desk.press("설치 다시 시도");
  await desk.ends();
  const next = await installed.steer("1.3.0");
  expect(await next.run("return electron.app.getVersion()")).toBe("1.3.0");
  await next.untilInPage(`location.pathname === "/dash/visits"`);
  await next.untilInPage(`document.querySelector("nav a[href$='/dash/visits']")`);

  expect(readdirSync(installed.applications)).toEqual([newName]);
  expect(readFileSync(join(installed.applications, newName), "utf8")).toBe(content);
  expect(installed.starts().map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
    "1.2.3 silent= exit=",
    "1.3.0 silent=true exit=",
  ]);
  // the system starts the new file at sign-in
  await expect.poll(() => readFileSync(entry, "utf8")).toContain(newName);

  // on quitting, a new version is installed and not started
  const newest = installed.appImageOf("1.4.0");
  const newestName = publish("1.4.0", newest);
  await next.inPage(`void desktop.checkUpdates()`);
  await next.untilInPage(`document.body.textContent.includes("지금 다시 시작")`);
  await next.run("setTimeout(() => electron.app.quit())");
  await next.ends();
  expect(readFileSync(join(installed.applications, newestName), "utf8")).toBe(newest);
  // electron-updater starts it once for its set-up
  expect(installed.starts().at(-1)).toMatch(/^1\.4\.0 silent=true exit=true /);
  expect(installed.logOf("1.4.0")).toBe("");
}, 120_000);
