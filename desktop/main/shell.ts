import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { release, tmpdir, type, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  type Session,
  safeStorage,
  screen,
  session,
  shell,
} from "electron";
import type { AppFacts, Language } from "../ipc.ts";
import { createDiagnostics, createProgressWindow } from "./diagnostics/diagnostics.ts";
import { createProbe } from "./diagnostics/electron-probe.ts";
import { withDiagnosticsPage } from "./diagnostics/progress-page.ts";
import { settingsFacts } from "./diagnostics/settings-facts.ts";
import { languageFor, texts } from "./language.ts";
import { createLobbyOf } from "./lobby/open-lobby.ts";
import type { Log } from "./logging/log.ts";
import { attentionCalls } from "./notifications/attention.ts";
import { createAttentionOf } from "./notifications/open-attention.ts";
import { type Answer, createAppProtocol, parseFileList } from "./pages/app-protocol.ts";
import { consolePage, scheme, startPage } from "./pages/app-routes.ts";
import { createPreviewPage, previewScheme } from "./pages/preview-page.ts";
import { readPolicy } from "./policy/policy.ts";
import { policySources } from "./policy/policy-sources.ts";
import { openPrintChoices } from "./printing/print-choices.ts";
import { createPrinting, printingCalls } from "./printing/printing.ts";
import type { Failures } from "./recovery/failures.ts";
import { watchPage } from "./recovery/page-watch.ts";
import { recover } from "./recovery/recovery.ts";
import { withTroublePage } from "./recovery/trouble-page.ts";
import { guardDownloads } from "./security/downloads.ts";
import { createOpenExternal } from "./security/external-link.ts";
import { createIpc } from "./security/ipc-guard.ts";
import { lockSession } from "./security/lockdown.ts";
import { openSiteLinks } from "./security/site-links.ts";
import { createConnection } from "./server/connection.ts";
import { fixServers } from "./server/fixed-servers.ts";
import { createServerCheck } from "./server/server-check.ts";
import { createServerProxy } from "./server/server-proxy.ts";
import { createServerRequest } from "./server/server-request.ts";
import { createServerSessions } from "./server/server-session.ts";
import { createSmallGet } from "./server/small-get.ts";
import { noticeSessions, openSnapshot, snapshotCalls } from "./snapshot/snapshot.ts";
import type { Links } from "./startup/links.ts";
import { openStartChoices } from "./startup/start-choices.ts";
import { openSettings } from "./storage/settings.ts";
import { readTiming } from "./timing.ts";
import { openRestarts } from "./updates/restarts.ts";
import { isSelfUpdating } from "./updates/self-updating.ts";
import { createUpdates } from "./updates/updates.ts";
import { createAbout } from "./window/about.ts";
import { openContextMenus } from "./window/context-menu.ts";
import { menuTemplate } from "./window/menu.ts";
import { checksSpelling } from "./window/spelling.ts";
import { askAboutUnsaved } from "./window/unsaved-changes.ts";
import { openWindow } from "./window/window.ts";
import { openWindowState } from "./window/window-state.ts";
import { createZoom } from "./window/zoom.ts";

const checkMaxBytes = 16_384;

/** Puts the parts together once Electron is ready: session, protocol, settings, bridge, menu, window. */
export async function openShell(log: Log, links: Links, failures: Failures): Promise<void> {
  const timing = readTiming(app.isPackaged, process.env);
  const policy = await readPolicy(policySources(policyPlaces), log);
  const settings = fixServers(
    openSettings(join(app.getPath("userData"), "settings.json"), log),
    policy.policy,
  );
  const serverNow = () => settings.value().current ?? undefined;
  const languageNow = () => languageFor(settings.value().language, app.getPreferredSystemLanguages());
  // in memory only: what strangers answer leaves nothing behind
  const checkSession = session.fromPartition("server-check", { cache: false });
  const get = createSmallGet({
    net,
    session: checkSession,
    timeoutMs: timing.serverCheckMs,
    maxBytes: checkMaxBytes,
  });

  let window: BrowserWindow | undefined;
  const windowContents = () => (window && !window.isDestroyed() ? window.webContents : undefined);
  const ipc = createIpc({ ipcMain, windowContents, log });
  const servers = createServerSessions((partition) => session.fromPartition(partition));
  const send = createServerRequest({ net, patienceMs: timing.silenceMs });
  const proxy = createServerProxy({
    serverNow,
    sessionOf: servers.of,
    send,
    uploaded: (id, sent) => ipc.send("upload.progress", { id, sent }),
    log,
  });
  const snapshot = openSnapshot({
    folder: app.getPath("userData"),
    ask: proxy.forward,
    safeStorage,
    languageNow,
    serverNow,
    log,
  });
  const pages = session.fromPartition("persist:console");
  const withMadePages = (answer: Answer) =>
    withDiagnosticsPage(withTroublePage(answer, languageNow), {
      languageNow,
      runNow: () => diagnostics.runNow(),
      save: () => diagnostics.save(),
    });
  await servePages(pages, noticeSessions(proxy.forward, snapshot), withMadePages, log);
  // in memory, and nobody's: whoever is signed in is so elsewhere
  const previews = session.fromPartition("preview");
  pages.protocol.handle(previewScheme, createPreviewPage({ serverNow, session: previews, send, log }));

  const printing = createPrinting({
    contents: windowContents,
    dialog,
    choices: openPrintChoices(join(app.getPath("userData"), "printing.json"), policy.policy, log),
    ended: (end) => ipc.send("printing.ended", end),
    folder: () => app.getPath("documents"),
    languageNow,
    now: Date.now,
    log,
  });

  const lobby = createLobbyOf({
    policy: policy.policy,
    serverNow,
    languageNow,
    send,
    changed: () => showMenu(),
    log,
  });
  const diagnostics = createDiagnostics({
    dialog,
    folder: () => app.getPath("documents"),
    logFolder: app.getPath("logs"),
    serverNow,
    probe: (server, timeoutMs) =>
      createProbe({
        net,
        send,
        server,
        serverSession: servers.of(server),
        testSession: session.fromPartition(`diagnostics-${randomUUID()}`, { cache: false }),
        timeoutMs,
      }),
    facts: () => ({ versions: { ...facts() }, ...settingsFacts(settings, policy) }),
    openWindow: createProgressWindow({
      create: (options) => new BrowserWindow(options),
      parent: () => window,
      session: pages,
      log,
    }),
    languageNow,
    now: Date.now,
    log,
  });

  const openExternal = createOpenExternal({ shell, allowed: () => [serverNow() ?? []].flat(), log });
  const connection = createConnection({
    settings,
    policy,
    checkServer: createServerCheck(get),
    openExternal,
    languageNow,
    switched() {
      proxy.endAll();
      snapshot.look();
      lobby.switched();
    },
    forgotten: servers.wipe,
    changed: (next) => ipc.send("connection.changed", next),
    now: Date.now,
  });

  const updates = createUpdates({
    load: () => import("electron-updater").then(({ default: { autoUpdater } }) => autoUpdater),
    policy: policy.policy,
    isPolicyBroken: policy.isBroken,
    isSelfUpdating: isSelfUpdating(installation()),
    changed: (state) => ipc.send("updates.changed", state),
    repeat: setInterval,
    later: setTimeout,
    log,
  });
  const restarts = openRestarts({
    updates,
    app,
    dialog,
    powerMonitor,
    windowContents,
    send: ipc.send,
    isBusy: printing.isPrinting,
    file: join(app.getPath("userData"), "return.json"),
    hour: policy.policy.updateHour,
    languageNow,
    log,
  });
  const starts = await openStartChoices({
    app,
    platform: process.platform,
    program: process.execPath,
    env: process.env,
    policy: policy.policy,
    log,
  });
  const attention = createAttentionOf({
    policy: policy.policy,
    window: () => (window?.isDestroyed() ? undefined : window),
    languageNow,
    opened: (kind) => ipc.send("attention.opened", kind),
    log,
  });
  const zoom = createZoom(join(app.getPath("userData"), "zoom.json"), log);
  const about = createAbout({
    facts: facts(),
    get,
    server: () => settings.value().current,
    languageNow,
    dialog,
    copy: clipboard.writeText,
    saveDiagnostics: diagnostics.save,
  });

  const chooseLanguage = async (language: Language) => {
    await connection.chooseLanguage(language);
    showMenu();
  };
  const showMenu = () =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          language: languageNow(),
          isMac: process.platform === "darwin",
          devTools: !app.isPackaged,
          changeServer: () => void window?.loadURL(startPage).catch(notLoaded(log)),
          chooseLanguage: (language) => void chooseLanguage(language).catch(notSaved(log)),
          zoom: (step) => zoom.change(window, step),
          lobby: lobby.entries(),
          openLogs: () => void shell.openPath(app.getPath("logs")),
          saveDiagnostics: diagnostics.save,
          showAbout: () => void about(),
          starts: starts.choices,
        }),
      ),
    );
  ipc.handleAll({
    "connection.read": connection.read,
    "connection.connect": connection.connect,
    "connection.check": connection.check,
    "connection.forget": connection.forget,
    "connection.openSite": connection.openSite,
    "language.choose": chooseLanguage,
    "app.read": facts,
    "updates.read": updates.read,
    "updates.check": updates.check,
    ...restarts.calls,
    "link.take": links.take,
    "upload.cancel": proxy.cancelUpload,
    "diagnostics.save": diagnostics.save,
    ...snapshotCalls(snapshot),
    ...printingCalls(printing),
    ...attentionCalls(attention),
  });
  showMenu();
  window = openWindow({
    create: (options) => new BrowserWindow(options),
    state: openWindowState(join(app.getPath("userData"), "window.json"), log),
    workAreas: workAreas(),
    session: pages,
    page: serverNow() === undefined ? startPage : (restarts.takeReturnPage() ?? consolePage),
    preload: join(import.meta.dirname, "../preload/index.cjs"),
    title: texts[languageNow()].app.name,
    isDark: nativeTheme.shouldUseDarkColors,
    devTools: !app.isPackaged,
    checksSpelling: checksSpelling(process.platform),
    isFullScreen: starts.isFullScreen,
    log,
  });
  failures.helpWith(recover(window, { log, now: Date.now }));
  watchPage(window, {
    dialog,
    isDialogOpen: printing.isDialogOpen,
    languageNow,
    now: Date.now,
    intervalMs: timing.pagePingMs,
    log,
  });
  zoom.follow(window);
  lobby.follow(window);
  attention.follow(window);
  links.onArrival(() => {
    ipc.send("link.arrived", null);
    // the connection page opens no visits
    const isElsewhere = !windowContents()?.getURL().startsWith(consolePage);
    if (isElsewhere && serverNow() !== undefined) void window?.loadURL(consolePage).catch(notLoaded(log));
  });
  updates.start();
  restarts.start();
  openContextMenus({
    contents: window.webContents,
    languageNow,
    serverNow,
    copy: clipboard.writeText,
    show: (template) => Menu.buildFromTemplate(template).popup(window && { window }),
  });
  openSiteLinks(window.webContents, { serverNow, openExternal, log });
  askAboutUnsaved(window, dialog, languageNow, restarts.isLeaving);
  window.webContents.on("did-navigate", proxy.endStreams);
  window.webContents.on("render-process-gone", proxy.endAll);
  window.webContents.on("destroyed", proxy.endAll);
  await connection.check();
}

const facts = (): AppFacts => ({
  version: app.getVersion(),
  electron: process.versions.electron ?? "",
  chromium: process.versions.chrome ?? "",
  system: `${type()} ${release()} (${process.arch})`,
});

const installation = () => ({
  platform: process.platform,
  isPackaged: app.isPackaged,
  resources: process.resourcesPath ?? "",
  program: process.execPath,
  env: process.env,
  exists: existsSync,
});

const policyPlaces = {
  platform: process.platform,
  systemRoot: process.env.SystemRoot,
  // only there; it throws where the system knows no such account
  userName: process.platform === "darwin" ? userInfo().username : "",
  readFile,
  execFile: promisify(execFile),
  makeFolder: () => mkdtemp(join(tmpdir(), "visitor-desk-")),
  removeFolder: (folder: string) => rm(folder, { recursive: true, force: true }),
};

const notLoaded = (log: Log) => (error: Error) => log("page-not-loaded", { problem: error.message });

const notSaved = (log: Log) => (error: Error) => log("settings-not-saved", { problem: error.message });

function workAreas() {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/** Gives our pages their session and address, and takes everything else from them. */
async function servePages(
  pages: Session,
  forward: Answer,
  withMadePages: (answer: Answer) => Answer,
  log: Log,
): Promise<void> {
  guardDownloads(pages, log);
  const viteServer = process.env.ELECTRON_RENDERER_URL;
  if (import.meta.env.DEV && viteServer && !app.isPackaged) {
    const { createDevProtocol } = await import("./pages/dev-renderer.ts");
    lockSession(pages, log, [viteServer.replace("http:", "ws:"), viteServer]);
    pages.protocol.handle(scheme, createDevProtocol(net, viteServer, forward));
    return;
  }
  lockSession(pages, log);
  pages.protocol.handle(scheme, withMadePages(await builtPages(forward, log)));
}

async function builtPages(forward: Answer, log: Log): Promise<Answer> {
  const folder = join(import.meta.dirname, "../renderer");
  const files = parseFileList(await readFile(join(folder, "files.json"), "utf8"));
  return createAppProtocol({ folder, files, forward, random: randomBytes, log });
}
