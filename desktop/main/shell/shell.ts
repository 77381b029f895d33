import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { app, type BrowserWindow, clipboard, dialog, ipcMain, session, shell } from "electron";
import { openLobby } from "../lobby/open-lobby.ts";
import type { Log } from "../logging/log.ts";
import { attentionCalls } from "../notifications/attention.ts";
import { openAttention } from "../notifications/open-attention.ts";
import { consolePage, startPage } from "../pages/app-routes.ts";
import { openPrintChoices } from "../printing/print-choices.ts";
import { createPrinting, printingCalls } from "../printing/printing.ts";
import type { Failures } from "../recovery/failures.ts";
import { createErrorHandler } from "../recovery/recovery.ts";
import { createOpenExternal } from "../security/external-link.ts";
import { createIpc } from "../security/ipc-guard.ts";
import { createConnection } from "../server/connection.ts";
import { createServerCheck } from "../server/server-check.ts";
import { snapshotCalls } from "../snapshot/snapshot.ts";
import { createBrowserSignIn } from "../startup/browser-sign-in.ts";
import type { Links } from "../startup/links.ts";
import { openStartOptions } from "../startup/start-options.ts";
import { createAbout } from "../window/about.ts";
import { openWindowState } from "../window/window-state.ts";
import { createZoom } from "../window/zoom.ts";
import { appInfo } from "./app-info.ts";
import type { ConsoleWindows } from "./console-windows.ts";
import { openContext } from "./context.ts";
import { openConsoleWindow, showPage, watchConsoleWindow } from "./open-console-window.ts";
import { openDiagnostics } from "./open-diagnostics.ts";
import { openMenu } from "./open-menu.ts";
import { openServer } from "./open-server.ts";
import { openTray } from "./open-tray.ts";
import { openUpdates } from "./open-updates.ts";
import { servePages } from "./serve-pages.ts";

/** What exists before Electron is ready. */
interface StartedParts {
  readonly links: Links;
  readonly failures: Failures;
  readonly windows: ConsoleWindows;
}

/** Creates all parts once Electron is ready: session, protocol, settings, IPC, menu, window. */
export async function openShell(log: Log, { links, failures, windows }: StartedParts): Promise<void> {
  const context = await openContext(log);
  const { policy, settings, currentServer, currentLanguage } = context;

  const windowContents = () => windows.current()?.webContents;
  const allContents = () => windows.all().map(({ webContents }) => webContents);
  const ipc = createIpc({ ipcMain, windows: allContents, windowContents, log });
  const server = openServer(context, (id, sent) => ipc.send("upload.progress", { id, sent }));
  const { proxy, snapshot } = server;
  const pages = session.fromPartition("persist:console");
  await servePages(pages, context, server, () => diagnostics);

  const printing = createPrinting({
    contents: windowContents,
    dialog,
    choices: openPrintChoices(join(app.getPath("userData"), "printing.json"), policy.policy, log),
    onEnd: (end) => ipc.send("printing.ended", end),
    folder: () => app.getPath("documents"),
    currentLanguage,
    now: Date.now,
    log,
  });
  const lobby = openLobby({
    policy: policy.policy,
    currentServer,
    currentLanguage,
    send: server.send,
    onChange: () => menu.show(),
    log,
  });
  const diagnostics = openDiagnostics(context, {
    server,
    pages,
    window: windows.current,
    serverToTest: (typed) => connection.serverToTest(typed),
  });
  const openExternal = createOpenExternal({ shell, allowed: () => [currentServer() ?? []].flat(), log });
  const signIn = createBrowserSignIn({
    openExternal,
    currentServer,
    random: randomBytes,
    now: Date.now,
    onReturn: () => ipc.send("signIn.returned", null),
    log,
  });
  const connection = createConnection({
    settings,
    policy,
    checkServer: createServerCheck(server.get),
    openExternal,
    currentLanguage,
    onSwitch() {
      proxy.endAll();
      snapshot.refreshInBackground();
      lobby.refresh();
    },
    onRemove: server.servers.wipe,
    onChange: (next) => ipc.send("connection.changed", next),
    now: Date.now,
  });
  const { updates, restarts } = openUpdates(context, {
    send: ipc.send,
    windows: allContents,
    windowContents,
    isBusy: printing.isPrinting,
  });
  const starts = await openStartOptions({
    app,
    platform: process.platform,
    program: process.execPath,
    env: process.env,
    policy: policy.policy,
    log,
  });
  const attention = openAttention({
    timing: context.timing,
    policy: policy.policy,
    window: windows.current,
    currentLanguage,
    onOpen: (kind) => ipc.send("attention.opened", kind),
    log,
  });
  const zoom = createZoom(join(app.getPath("userData"), "zoom.json"), log);
  const about = createAbout({
    facts: appInfo(),
    get: server.get,
    server: () => settings.value().current,
    currentLanguage,
    dialog,
    copy: clipboard.writeText,
    saveDiagnostics: diagnostics.save,
  });
  const menu = openMenu(context, {
    window: windows.current,
    openWindow: () => openWindow(currentServer() === undefined ? startPage : consolePage),
    connection,
    diagnostics,
    lobby,
    zoom,
    updates,
    send: ipc.send,
    showAbout: about,
    starts: starts.choices,
  });

  ipc.handleAll({
    "connection.read": connection.readAtLoad,
    "connection.connect": connection.connect,
    "connection.check": connection.check,
    "connection.forget": connection.forget,
    "connection.openSite": connection.openSite,
    "language.choose": menu.chooseLanguage,
    "app.read": appInfo,
    "updates.read": updates.read,
    "updates.check": updates.check,
    ...restarts.calls,
    "link.take": links.take,
    "signIn.begin": signIn.begin,
    "signIn.take": signIn.take,
    "signIn.leave": signIn.leave,
    "upload.cancel": proxy.cancelUpload,
    "diagnostics.save": diagnostics.save,
    ...snapshotCalls(snapshot),
    ...printingCalls(printing),
    ...attentionCalls(attention),
  });
  const keepRunning = policy.policy.trayIcon
    ? openTray(context, { windows, isLeaving: restarts.isLeaving })
    : undefined;
  const windowState = openWindowState(join(app.getPath("userData"), "window.json"), log);
  function openWindow(page: string, isFullScreen = false): BrowserWindow {
    const window = openConsoleWindow(context, {
      pages,
      page,
      isFullScreen,
      state: windowState,
      near: windows.current(),
    });
    windows.add(window);
    watchConsoleWindow(window, context, {
      proxy,
      hasOthers: () => windows.all().some((other) => other !== window),
      openExternal,
      isDialogOpen: printing.isDialogOpen,
      isLeaving: restarts.isLeaving,
    });
    zoom.follow(window);
    keepRunning?.(window);
    window.on("focus", attention.clear);
    return window;
  }

  /** The lobby player and the number on the icon follow the oldest window. */
  function followFirst(window: BrowserWindow): void {
    lobby.follow(window);
    attention.follow(window);
    window.on("closed", () => {
      const [next] = windows.all();
      if (next) followFirst(next);
    });
  }

  menu.show();
  followFirst(
    openWindow(
      currentServer() === undefined ? startPage : (restarts.takeReturnPage() ?? consolePage),
      starts.isFullScreen,
    ),
  );
  failures.setErrorHandler(createErrorHandler(windows.current, { log, now: Date.now }));
  links.onSignIn(signIn.offer);
  links.onArrival(() => {
    ipc.send("link.arrived", null);
    // the connection page cannot open visits
    const isElsewhere = !windowContents()?.getURL().startsWith(consolePage);
    if (isElsewhere && currentServer() !== undefined) showPage(windows.current(), consolePage, log);
  });
  updates.start();
  restarts.start();
  await connection.check();
}
