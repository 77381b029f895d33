/** Stands in for `electron`, whose package would fetch its program; calls are recorded in `calls`. */
import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { type CookieJar, nodeNet } from "./node-net.ts";
import { fakeSafeStorage } from "./safe-storage.ts";

type Invoke = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Handle = (request: Request) => Response | Promise<Response>;

export const calls = {
  order: [] as string[],
  privileges: [] as Electron.CustomScheme[],
  windows: [] as FakeWindow[],
  menus: [] as Electron.MenuItemConstructorOptions[][],
  opened: [] as string[],
  errorBoxes: [] as [string, string][],
  schemes: [] as string[][],
  appUserModelIds: [] as string[],
  exitCode: undefined as number | undefined,
};

/** What the next start finds. */
export const surroundings = {
  userData: "",
  isPackaged: true,
  switches: [] as string[],
  languages: ["ko-KR"],
};

class FakeApp extends EventEmitter {
  commandLine = { hasSwitch: (name: string) => surroundings.switches.includes(name) };
  get isPackaged() {
    return surroundings.isPackaged;
  }
  enableSandbox = () => void calls.order.push("sandbox");
  exit = (code?: number) => {
    calls.exitCode = code ?? 0;
  };
  getPath = (name: string) =>
    name === "userData" ? surroundings.userData : `${surroundings.userData}/${name}`;
  getVersion = () => "1.2.3";
  setAppUserModelId = (id: string) => void calls.appUserModelIds.push(id);
  setAsDefaultProtocolClient = (scheme: string, _path?: string, args?: string[]) => {
    calls.schemes.push([scheme, ...(args ?? [])]);
    return true;
  };
  setBadgeCount = () => false;
  getPreferredSystemLanguages = () => surroundings.languages;
  getLoginItemSettings = () => ({ openAtLogin: false });
  quit = () => {};
  requestSingleInstanceLock = () => {
    calls.order.push("lock");
    return true;
  };
  setPath = () => {};
  whenReady = () => {
    calls.order.push("ready");
    return Promise.resolve();
  };
}

export class FakeContents
  extends EventEmitter
  implements Pick<Electron.WebContents, "send" | "setZoomFactor" | "forcefullyCrashRenderer" | "getURL">
{
  readonly mainFrame = { parent: null, detached: false, url: "app://console/" };
  readonly sent: [string, unknown][] = [];
  readonly ipc = new EventEmitter();
  isCrashed = () => false;
  isDevToolsOpened = () => false;
  openHandler: ((details: { url: string }) => Electron.WindowOpenHandlerResponse) | undefined;
  zoomFactor = 1;
  setZoomFactor = (factor: number) => {
    this.zoomFactor = factor;
  };
  forcefullyCrashRenderer = () =>
    void this.emit("render-process-gone", {}, { reason: "killed", exitCode: 9 });
  getURL = () => "app://console/";
  send = (channel: string, payload: unknown) => void this.sent.push([channel, payload]);
  setWindowOpenHandler(handler: (details: { url: string }) => Electron.WindowOpenHandlerResponse) {
    this.openHandler = handler;
  }
}

export class FakeWindow extends EventEmitter {
  static getAllWindows = () => calls.windows;
  readonly webContents = new FakeContents();
  readonly calls: string[] = [];
  readonly options: Electron.BrowserWindowConstructorOptions;
  loaded = "";
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  maximized = false;
  focused = false;
  fullScreen = false;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    calls.windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  getNormalBounds = () => this.bounds;
  getBounds = () => this.bounds;
  isGone = false;
  isDestroyed = () => this.isGone;
  destroy = () => {
    this.isGone = true;
    this.emit("closed");
  };
  isFocused = () => this.focused;
  flashFrame = (isFlashing: boolean) => void this.calls.push(isFlashing ? "flash" : "calm");
  isMaximized = () => this.maximized;
  isFullScreen = () => this.fullScreen;
  isMinimized = () => true;
  maximize = () => void this.calls.push("maximize");
  restore = () => void this.calls.push("restore");
  show = () => void this.calls.push("show");
  showInactive = () => void this.calls.push("showInactive");
  setAlwaysOnTop = (isTop: boolean, level: string) =>
    void this.calls.push(isTop ? `top ${level}` : "not top");
  removeMenu = () => void this.calls.push("removeMenu");
  focus = () => void this.calls.push("focus");
  loadURL = async (url: string) => {
    this.loaded = url;
    this.emit("loaded", url);
    this.webContents.emit("did-navigate", {}, url);
  };
}

export class FakeSession extends EventEmitter implements CookieJar {
  readonly jar = new Map<string, string>();
  readonly wiped: string[] = [];
  permissionRequest: Parameters<Electron.Session["setPermissionRequestHandler"]>[0] = null;
  permissionCheck: Parameters<Electron.Session["setPermissionCheckHandler"]>[0] = null;
  devicePermission: Parameters<Electron.Session["setDevicePermissionHandler"]>[0] = null;
  displayMedia: Parameters<Electron.Session["setDisplayMediaRequestHandler"]>[0] = null;
  beforeRequest:
    | ((details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void)
    | undefined;
  readonly handlers = new Map<string, Handle>();
  readonly protocol = {
    handle: (scheme: string, handler: Handle) => void this.handlers.set(scheme, handler),
  };
  readonly cookies = { flushStore: async () => void this.wiped.push("written") };
  closeAllConnections = async () => void this.wiped.push("connections");
  clearStorageData = async ({ storages }: Electron.ClearStorageDataOptions = {}) => {
    if (!storages) this.jar.clear();
    this.wiped.push(storages?.join() ?? "storage");
  };
  clearCache = async () => void this.wiped.push("cache");
  clearAuthCache = async () => void this.wiped.push("passwords");
  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession["beforeRequest"]>) => {
      this.beforeRequest = listener;
    },
  };
  setPermissionRequestHandler = (handler: FakeSession["permissionRequest"]) => {
    this.permissionRequest = handler;
  };
  setPermissionCheckHandler = (handler: FakeSession["permissionCheck"]) => {
    this.permissionCheck = handler;
  };
  setDevicePermissionHandler = (handler: FakeSession["devicePermission"]) => {
    this.devicePermission = handler;
  };
  setDisplayMediaRequestHandler = (handler: FakeSession["displayMedia"]) => {
    this.displayMedia = handler;
  };
}

export const partitions = new Map<string, FakeSession>();

export const app = new FakeApp();
export const BrowserWindow = FakeWindow;
export const net = nodeNet;
export const nativeTheme = { shouldUseDarkColors: false };
export const dialog = {
  showErrorBox: (title: string, content: string) => void calls.errorBoxes.push([title, content]),
};
export const safeStorage = fakeSafeStorage();
export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    calls.order.push("schemes");
    calls.privileges.push(...schemes);
  },
};
export const session = {
  fromPartition: (partition: string) => {
    const known = partitions.get(partition) ?? new FakeSession();
    partitions.set(partition, known);
    return known;
  },
};
export const shell = {
  openExternal: async (url: string) => void calls.opened.push(url),
  openPath: async (path: string) => {
    calls.opened.push(path);
    return "";
  },
};
export const powerMonitor = { getSystemIdleTime: () => 0 };
export const clipboard = { writeText: () => {} };
export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[]) => void calls.menus.push(menu),
};
const display = {
  id: 1,
  label: "",
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
};
type FakeDisplay = typeof display;

/** Displays that come and go; the first is the primary one. */
export class FakeScreen extends EventEmitter {
  displays: FakeDisplay[] = [display];
  getPrimaryDisplay = () => this.displays[0] ?? display;
  getAllDisplays = () => this.displays;
  getDisplayMatching = ({ x, y }: Electron.Rectangle) =>
    this.displays.find(
      ({ bounds }) =>
        x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height,
    ) ?? display;
}
export const screen = new FakeScreen();
export const nativeImage = { createFromBitmap: () => ({}) };
/** A system that shows no notifications. */
export const Notification = { isSupported: () => false };
export class Tray {}
export const powerSaveBlocker = { start: () => 1, stop: () => true };

export class FakeIpcMain {
  readonly handlers = new Map<string, Invoke>();
  handle = (channel: string, listener: Invoke) => void this.handlers.set(channel, listener);
}
export const ipcMain = new FakeIpcMain();

/** Calls a channel as a frame of a window would. */
export function invoke(
  main: FakeIpcMain,
  sender: FakeContents,
  frame: unknown,
  channel: string,
  args: unknown[],
) {
  const handler = main.handlers.get(channel);
  if (!handler) throw new Error(`Nothing handles ${channel}.`);
  const event = { sender, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
  return Promise.resolve(handler(event, ...args));
}
