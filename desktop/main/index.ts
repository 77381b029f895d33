/** Entry point of the desktop app: what must happen before Electron is ready, then the shell. */
import { join } from "node:path";
import { app, dialog, protocol } from "electron";
import { appId } from "./app-id.ts";
import { languageFor, texts } from "./language.ts";
import { createLog } from "./logging/log.ts";
import { openLogFile } from "./logging/log-file.ts";
import { schemePrivileges } from "./pages/app-protocol.ts";
import { handleFailures } from "./recovery/failures.ts";
import { lockContents, refusedSwitch } from "./security/lockdown.ts";
import { logRefusedCertificates } from "./server/certificates.ts";
import { previewPrivileges } from "./server/preview-page.ts";
import { createConsoleWindows } from "./shell/console-windows.ts";
import { openShell } from "./shell/shell.ts";
import { createLinks, linkScheme } from "./startup/links.ts";
import { flushPendingWrites } from "./storage/json-file.ts";
import { acquireSingleInstance, pause } from "./updates/single-instance.ts";
import { disableDictionaryDownloads } from "./window/spelling.ts";

// keeps development data separate from the installed app's
if (!app.isPackaged) app.setPath("userData", join(app.getPath("appData"), "visitor-development"));

const keepLine = openLogFile({ folder: app.getPath("logs"), maxBytes: 1_000_000, keep: 5 });
const log = createLog((line) => {
  process.stderr.write(line);
  keepLine(line);
}, Date.now);
const links = createLinks(log);
const windows = createConsoleWindows();

/** Texts for errors before the settings, and with them the language, are read. */
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

const failures = handleFailures({ program: process, app, log, giveUp });

function run(): void {
  protocol.registerSchemesAsPrivileged([schemePrivileges, previewPrivileges]);
  app.enableSandbox();
  // same id as the installer's shortcut: Windows requires it for notifications and taskbar grouping
  app.setAppUserModelId(appId);
  lockContents(app, log);
  disableDictionaryDownloads(app, process.platform);
  logRefusedCertificates(app, log);
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", () => flushPendingWrites(log));
  app.on("second-instance", (_event, argv) => {
    windows.show();
    links.offerFrom(argv);
  });
  // macOS delivers links as an event, other systems as command-line arguments
  app.on("open-url", (event, address) => {
    event.preventDefault();
    windows.show();
    links.offer(address);
  });
  links.offerFrom(process.argv);
  // after "--" nothing in a link is parsed as a switch
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme, process.execPath, ["--"]);
  app
    .whenReady()
    .then(() => openShell(log, { links, failures, windows }))
    .catch(giveUp);
}

const refused = app.isPackaged ? refusedSwitch(app.commandLine) : undefined;
if (refused) refuseToRun(refused);
// a second instance only focuses the first one's window
else if (acquireSingleInstance({ app, env: process.env, pause })) run();
else app.quit();
