/** The start of the desktop app: what must happen before Electron is ready, then the parts put together. */
import { join } from "node:path";
import { app, BrowserWindow, dialog, protocol } from "electron";
import { appId } from "./app-id.ts";
import { languageFor, texts } from "./language.ts";
import { lobbyOrigin } from "./lobby/player-pages.ts";
import { createLog } from "./logging/log.ts";
import { openLogFile } from "./logging/log-file.ts";
import { schemePrivileges } from "./pages/app-protocol.ts";
import { handleFailures } from "./recovery/failures.ts";
import { lockContents, refusedSwitch } from "./security/lockdown.ts";
import { previewPrivileges } from "./server/preview-page.ts";
import { openShell } from "./shell/shell.ts";
import { createLinks, linkScheme } from "./startup/links.ts";
import { writeUnwritten } from "./storage/json-file.ts";
import { isOnlyOne, pause } from "./updates/single-start.ts";
import { keepSpellingLocal } from "./window/spelling.ts";

// what is tried out in development must not meddle with what is installed
if (!app.isPackaged) app.setPath("userData", join(app.getPath("appData"), "visitor-development"));

const keepLine = openLogFile({ folder: app.getPath("logs"), maxBytes: 1_000_000, keep: 5 });
const log = createLog((line) => {
  process.stderr.write(line);
  keepLine(line);
}, Date.now);
const links = createLinks(log);

/** Before there is a window, and settings that could name another language. */
const ownTexts = () => texts[languageFor(null, app.getPreferredSystemLanguages())].start;

function refuseToRun(name: string): void {
  log("switch-refused", { name });
  dialog.showErrorBox(ownTexts().refusedTitle, ownTexts().refused.replace("{name}", `--${name}`));
  app.exit(1);
}

function giveUp(error: Error): void {
  log("start-failed", { problem: error.message });
  dialog.showErrorBox(ownTexts().failedTitle, ownTexts().failed);
  app.exit(1);
}

/** Not the lobby's player. */
const isDesk = ({ webContents }: BrowserWindow) => !webContents.getURL().startsWith(`${lobbyOrigin}/`);
const failures = handleFailures({ program: process, app, log, giveUp });

function bringToFront(): void {
  const window = BrowserWindow.getAllWindows().find(isDesk);
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

function run(): void {
  protocol.registerSchemesAsPrivileged([schemePrivileges, previewPrivileges]);
  app.enableSandbox();
  // as the installer's shortcut has it: without it Windows shows no notifications and groups the taskbar by program
  app.setAppUserModelId(appId);
  lockContents(app, log);
  keepSpellingLocal(app, process.platform);
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", () => writeUnwritten(log));
  app.on("second-instance", (_event, argv) => {
    bringToFront();
    links.offerFrom(argv);
  });
  // how macOS hands over a link; the others put it into the words of a start
  app.on("open-url", (event, address) => {
    event.preventDefault();
    bringToFront();
    links.offer(address);
  });
  links.offerFrom(process.argv);
  // behind the two dashes nothing counts as a switch, whatever stands in a link
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ["--"]);
  app
    .whenReady()
    .then(() => openShell(log, links, failures))
    .catch(giveUp);
}

const refused = app.isPackaged ? refusedSwitch(app.commandLine) : undefined;
if (refused) refuseToRun(refused);
// a second start only brings the first one's window to the front
else if (isOnlyOne({ app, env: process.env, pause })) run();
else app.quit();
