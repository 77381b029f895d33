/**
 * The app in Electron, and a real server whose connection can be cut.
 *
 * The tests run in Electron 33.2 on Linux. Of 45, which is shipped, they do not show `DownloadItem.getInitiatorOrigin`, the
 * asynchronous calls of `safeStorage`, `URL.parse`, and the frame of a page after a crash: docs/desktop-acceptance.md has the
 * steps for these.
 */
/// <reference path="../support/global-build.ts" />
/// <reference path="../support/global-session.ts" />
/// <reference path="../../support/browser/global-public-site.ts" />
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { Timing } from "../../../desktop/main/timing.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { addStaff, password } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type Site, seedSite } from "../../support/site.ts";
import { newFolder, ownFolder, removeFolder } from "../support/folder.ts";
import { type Gate, openGate } from "../support/gate.ts";
import { type AppStart, environmentOf, launchElectron, type RunningApp } from "./electron-app.ts";
import { renewApp } from "./renew-app.ts";

interface LaunchOptions extends Pick<AppStart, "policy" | "args"> {
  /** of the page, in pixels; the window is made to fit */
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
  readonly language?: "ko" | "en";
  /** the computer's */
  readonly timezone?: string;
  readonly timing?: Partial<Timing>;
  /** of CUPS (support/cups.ts) */
  readonly printServer?: string;
  /** the first one is chosen; by default the server of the suite */
  readonly servers?: readonly string[];
  /** the settings file as it stands, instead of the servers */
  readonly settings?: string;
  /** the folder of an app that was closed, with its settings */
  readonly home?: string;
}

/** The state of a shared app at the start of a test. */
interface Beginning {
  /** the first one is chosen, each must answer; by default the server of the suite */
  readonly servers?: readonly string[];
  /** the role of the signed-in user */
  readonly as?: Role;
  /** the address; by default the sign-in or, without servers, the connection page */
  readonly at?: string;
}

/** Errors of pages in the current test. */
let pageErrors: string[] = [];

/** @param errors takes the errors of a page: one that is closed may still report in the next test */
function watch(page: Page, errors: () => string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") errors().push(message.text());
  });
  page.on("pageerror", (error) => errors().push(error.message));
}

/** @param home the folder of the user @param errors takes the errors of the page */
async function launch(options: LaunchOptions, home: string, errors: () => string[]) {
  const electron = inject("electron");
  if ("reason" in electron) throw new Error(electron.reason);
  const {
    width = 1440,
    height = 900,
    colours = "light",
    language = null,
    timezone,
    timing,
    printServer,
  } = options;
  const { servers = [], settings, ...rest } = options;
  const kept = settings ?? { servers, current: servers[0] ?? null, language };
  const desk = await launchElectron({
    ...rest,
    build: inject("desktopBuild"),
    program: electron.program,
    env: {
      ...electron.env,
      ...(timezone !== undefined && { TZ: timezone }),
      ...(timing && { DESKTOP_TIMING: JSON.stringify(timing) }),
      ...(printServer !== undefined && { CUPS_SERVER: printServer }),
    },
    home,
    ...(options.home === undefined && { settings: kept }),
  });
  watch(desk.page, errors);
  const look = async (wanted: { width: number; height: number; colours: "light" | "dark" }) => {
    const isThere = await desk.app.evaluate(({ nativeTheme, BrowserWindow }, { colours, width, height }) => {
      const ours = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith("app://console/"),
      );
      if (!ours?.isVisible()) return false;
      nativeTheme.themeSource = colours;
      ours.setMinimumSize(1, 1);
      ours.setContentSize(width, height);
      return true;
    }, wanted);
    const isDark = () =>
      desk.page
        .evaluate<boolean>(`matchMedia("(prefers-color-scheme: dark)").matches`)
        .catch(() => undefined);
    if (isThere) await expect.poll(isDark).toBe(wanted.colours === "dark");
    return isThere;
  };
  const looksAsUsual = () =>
    expect.poll(() => look({ colours, width, height }), { timeout: 20_000 }).toBe(true);
  await looksAsUsual().catch(async (error) => {
    await desk.close();
    throw error;
  });
  return {
    ...desk,
    home,
    looksAsUsual,
    origin: "app://console",
    look,
    hasLists: () => existsSync(join(desk.userData, "snapshot")),
    savePdf: () => savePdf(desk, home),
  };
}

/** The app that the files of a worker share by default, as a start takes longer than most tests. It ends with the worker. */
const ofWorker: { running?: Awaited<ReturnType<typeof launch>> } = {};

/**
 * Call at the top of a file. An error of a page that is not allowed fails its test.
 * @param env of the server
 */
export function deskSuite(env: Record<string, string> = {}) {
  const electron = inject("electron");
  let server: TestServer;
  let site: Site;
  let gate: Gate;
  let closers: (() => unknown)[] = [];
  let allowed: RegExp[] = [];

  beforeAll(async () => {
    if ("reason" in electron) return;
    server = await startTestServer({ now: () => new Date(), siteDir: inject("publicSiteDir"), env });
    site = await seedSite(server.db);
    gate = await openGate(server.url);
  });
  afterAll(async () => {
    await gate?.cut();
    await server?.close();
  });
  beforeEach(async (test) => {
    if ("reason" in electron) test.skip(electron.reason);
    // the browser logs lost connections and ended sessions, too
    [closers, pageErrors, allowed] = [[], [], [/Failed to load resource|ERR_/]];
    await truncate(server.db, "passes", "visits");
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    await gate?.cut();
    await gate?.mend();
    expect(pageErrors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  async function start(options: LaunchOptions = {}) {
    const ours = pageErrors;
    const given = { servers: [gate.origin], ...options };
    const desk = await launch(given, options.home ?? ownFolder(), () => ours);
    closers.push(desk.close);
    return desk;
  }

  /**
   * One app for the tests of a file that do not change the program itself. Call at the top of a file. A failed test ends the app.
   * @param options how it is started, called at the first test; by default the app of the worker
   * @returns resets the app (renew-app.ts) for a test
   */
  function share(options?: () => Omit<LaunchOptions, "home" | "servers" | "settings">) {
    const shared: typeof ofWorker = options ? {} : ofWorker;
    const end = async () => {
      const { running } = shared;
      delete shared.running;
      await running?.close();
      if (running) removeFolder(running.home);
    };
    afterEach(({ task }) => (task.result?.state === "fail" ? end() : undefined));
    if (options) afterAll(end);
    async function begin(servers: readonly string[]) {
      const home = newFolder();
      if (!options) process.once("exit", () => removeFolder(home));
      return launch({ ...options?.(), servers, language: "ko" }, home, () => pageErrors);
    }
    return async ({ servers = [gate.origin], as, at }: Beginning = {}) => {
      const { running } = shared;
      if (running) await renewApp(running, servers);
      const desk = running ?? (await begin(servers));
      shared.running = desk;
      await desk.looksAsUsual();
      const before = desk.log().length;
      if (as) await enter(desk, as, servers[0]);
      if (running || as || at) {
        const usual = as ? "/dash/today" : servers.length > 0 ? "/dash/login" : "/";
        await desk.page.goto(`${desk.origin}${at ?? usual}`, { waitUntil: "commit" });
      }
      // errors of the previous page while it unloads
      pageErrors.length = 0;
      return { ...desk, log: () => desk.log().slice(before) };
    };
  }

  const addPerson = (role: Role) => addStaff(server, site.company, role, { name: "안내원" });

  /** Signs a user in without the form: the app gets the cookies of a session. */
  async function enter({ app }: RunningApp, role: Role, origin = gate.origin): Promise<void> {
    const { loginId } = await addPerson(role);
    const status = await app.evaluate(
      async ({ session }, { origin, body }) => {
        const { createHash } = process.getBuiltinModule("node:crypto");
        const name = createHash("sha256").update(origin).digest("hex").slice(0, 32);
        const headers = { "Content-Type": "application/json", Origin: origin };
        const request = { method: "POST", headers, body };
        return (await session.fromPartition(`persist:server-${name}`).fetch(`${origin}/dash/login`, request))
          .status;
      },
      { origin, body: JSON.stringify({ loginId, password }) },
    );
    expect(status).toBe(200);
  }

  async function signIn({ page }: { page: Page }, role: Role = "desk") {
    const person = await addPerson(role);
    await page.getByRole("textbox", { name: /^(아이디|Login ID)$/ }).fill(person.loginId);
    await page.getByLabel(/^(비밀번호|Password)$/, { exact: true }).fill(password);
    await page.getByRole("button", { name: /^(로그인|Sign in)$/ }).click();
    return person;
  }

  return {
    start,
    share,
    signIn,
    /** Allows an error of a page in this test. */
    allowErrors: (pattern: RegExp) => void allowed.push(pattern),
    get server() {
      return server;
    },
    get site() {
      return site;
    },
    get gate() {
      return gate;
    },
  };
}

export type Desk = Awaited<ReturnType<ReturnType<typeof deskSuite>["start"]>>;

let saved = 0;

async function savePdf({ app, page }: RunningApp, folder: string): Promise<Buffer> {
  const name = `saved-${++saved}.pdf`;
  await app.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    join(folder, name),
  );
  await page.getByRole("button", { name: /^(PDF로 저장|Save as PDF)$/ }).click();
  await page.getByText(name).first().waitFor();
  return readFileSync(join(folder, name));
}

/** Goes to another screen of the console without a page load. @param path "/dash/visits" */
export const goTo = ({ page }: Pick<RunningApp, "page">, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);

/** Takes a screenshot into the folder that SCREENSHOTS names, if any. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Starts the program once more, as the system does with a link. @returns its exit code */
export async function startAgain({ home }: Desk, ...args: string[]): Promise<number> {
  const electron = inject("electron");
  if ("reason" in electron) throw new Error(electron.reason);
  const all = ["--password-store=gnome-libsecret", inject("desktopBuild"), ...args];
  const child = spawn(electron.program, all, { env: environmentOf({ ...electron, home }), stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code;
}
