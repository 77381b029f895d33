/**
 * A desk with the app in Electron itself, and a real server behind a line that can be cut.
 *
 * What these tests show, they show for Electron 33.2 on Linux, which runs them. For 45, which is shipped, these were read and
 * not seen: `DownloadItem.getInitiatorOrigin` (a typed stand-in in tests/desktop/main/security/downloads.test.ts), the
 * asynchronous calls of `safeStorage` and `URL.parse` (filled in for 33), and that the frame of a page which crashed and came
 * back is no longer reported as detached (tolerated in page-recovery.test.ts). docs/desktop-acceptance.md has the steps that
 * show them on the shipped app.
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

interface Opening extends Pick<AppStart, "policy" | "words" | "switches"> {
  /** of the page, in pixels; the window is made to fit */
  readonly width?: number;
  readonly height?: number;
  readonly colours?: "light" | "dark";
  readonly language?: "ko" | "en";
  /** the computer's */
  readonly timezone?: string;
  /** shorter waits of the program (desktop/main/timing.ts) */
  readonly timing?: Partial<Timing>;
  /** where its printers are (support/cups.ts) */
  readonly printServer?: string;
  /** known ones, the first one chosen; the one behind the line where nothing is said */
  readonly servers?: readonly string[];
  /** the settings file as it stands, instead of the servers */
  readonly settings?: string;
  /** the person's folder of an app that was closed, with its settings */
  readonly home?: string;
}

/** Where a test begins in an app that it shares. */
interface Beginning {
  /** known ones, the first one chosen; each must answer; the one behind the line where nothing is said */
  readonly servers?: readonly string[];
  /** somebody of this role is signed in already, by no form */
  readonly as?: Role;
  /** the address; where nothing is said, the sign-in or, where no server is to be known, the connection page */
  readonly at?: string;
}

/** What pages complain of in the test that runs, of the one file that a worker is at. */
let complaints: string[] = [];

/** @param heard takes what a page complains of: a page that is closed may still be heard in the next test */
function watch(page: Page, heard: () => string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") heard().push(message.text());
  });
  page.on("pageerror", (error) => heard().push(error.message));
}

/** @param home the person's folder @param heard takes what the page complains of */
async function launch(opening: Opening, home: string, heard: () => string[]) {
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
  } = opening;
  const { servers = [], settings, ...rest } = opening;
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
    ...(opening.home === undefined && { settings: kept }),
  });
  watch(desk.page, heard);
  const look = async (wished: { width: number; height: number; colours: "light" | "dark" }) => {
    const isThere = await desk.app.evaluate(({ nativeTheme, BrowserWindow }, { colours, width, height }) => {
      const ours = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith("app://console/"),
      );
      if (!ours?.isVisible()) return false;
      nativeTheme.themeSource = colours;
      ours.setMinimumSize(1, 1);
      ours.setContentSize(width, height);
      return true;
    }, wished);
    const isDark = () =>
      desk.page
        .evaluate<boolean>(`matchMedia("(prefers-color-scheme: dark)").matches`)
        .catch(() => undefined);
    if (isThere) await expect.poll(isDark).toBe(wished.colours === "dark");
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
    /** Gives the window another size, in pixels, and other colours. */
    look,
    hasLists: () => existsSync(join(desk.userData, "snapshot")),
    /** What the app's own button makes of the sheet on the screen. */
    savePdf: () => savePdf(desk, home),
  };
}

/**
 * The app that all files of a worker share where they say nothing of how it is started: a start is most of what a small
 * test costs. It ends with the worker.
 */
const ofWorker: { running?: Awaited<ReturnType<typeof launch>> } = {};

/**
 * Call at the top of a file. A page that writes an error which no test foresees fails its test.
 * @param env of the server
 */
export function deskSuite(env: Record<string, string> = {}) {
  const electron = inject("electron");
  let server: TestServer;
  let site: Site;
  let gate: Gate;
  let closers: (() => unknown)[] = [];
  let tolerated: RegExp[] = [];

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
    // a lost line and an ended session are told by the browser, too
    [closers, complaints, tolerated] = [[], [], [/Failed to load resource|ERR_/]];
    await truncate(server.db, "passes", "visits");
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    await gate?.cut();
    await gate?.mend();
    expect(complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  /** Starts the app for one test. */
  async function start(opening: Opening = {}) {
    const ours = complaints;
    const wished = { servers: [gate.origin], ...opening };
    const desk = await launch(wished, opening.home ?? ownFolder(), () => ours);
    closers.push(desk.close);
    return desk;
  }

  /**
   * One app for those tests of a file that leave the program itself as it was. Call at the top of a file. A test that fails
   * takes the app with it.
   * @param opening how it is started, called at the first test, when a suite has set up what it names; the worker's app
   *   where nothing is said
   * @returns how a test gets it, as a new person at the computer finds it (renew-app.ts)
   */
  function share(opening?: () => Omit<Opening, "home" | "servers" | "settings">) {
    const shared: typeof ofWorker = opening ? {} : ofWorker;
    const end = async () => {
      const { running } = shared;
      delete shared.running;
      await running?.close();
      if (running) removeFolder(running.home);
    };
    afterEach(({ task }) => (task.result?.state === "fail" ? end() : undefined));
    if (opening) afterAll(end);
    async function begin(servers: readonly string[]) {
      const home = newFolder();
      if (!opening) process.once("exit", () => removeFolder(home));
      return launch({ ...opening?.(), servers, language: "ko" }, home, () => complaints);
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
      // what the page before this one said while it went is no test's
      complaints.length = 0;
      return { ...desk, log: () => desk.log().slice(before) };
    };
  }

  const addPerson = (role: Role) => addStaff(server, site.company, role, { name: "안내원" });

  /** Gives the app the cookies of somebody's session, as an earlier sign-in has left them. */
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

  /** Signs somebody in, in the app. */
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
    /** Says what the browser may complain about in this test. */
    tolerate: (complaint: RegExp) => void tolerated.push(complaint),
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

/** Goes to another screen of the console as its links do, without loading the page anew. @param path "/dash/visits" */
export const goTo = ({ page }: Pick<RunningApp, "page">, path: string): Promise<void> =>
  page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);

/** Takes a picture to look at, where SCREENSHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Starts the program once more, as the system does with a link. @returns its exit code */
export async function startAgain({ home }: Desk, ...words: string[]): Promise<number> {
  const electron = inject("electron");
  if ("reason" in electron) throw new Error(electron.reason);
  const args = ["--password-store=gnome-libsecret", inject("desktopBuild"), ...words];
  const child = spawn(electron.program, args, { env: environmentOf({ ...electron, home }), stdio: "ignore" });
  const [code] = await once(child, "exit");
  return code;
}
