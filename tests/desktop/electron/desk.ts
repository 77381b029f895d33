/** A desk with the app in Electron itself, and a real server behind a line that can be cut. */
/// <reference path="../support/global-build.ts" />
/// <reference path="../support/global-session.ts" />
/// <reference path="../../support/browser/global-public-site.ts" />
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import type { Role } from "#contract/people/roles.ts";
import type { Timing } from "../../../desktop/main/timing.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { addStaff, password } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type Site, seedSite } from "../../support/site.ts";
import { ownFolder } from "../support/folder.ts";
import { type Gate, openGate } from "../support/gate.ts";
import { type AppStart, launchElectron, type RunningApp } from "./electron-app.ts";

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

/** Call at the top of a file. A page that writes an error which no test foresees fails its test. */
export function deskSuite() {
  const electron = inject("electron");
  let server: TestServer;
  let site: Site;
  let gate: Gate;
  let closers: (() => unknown)[] = [];
  let complaints: string[] = [];
  let tolerated: RegExp[] = [];

  beforeAll(async () => {
    if ("reason" in electron) return;
    server = await startTestServer({ now: () => new Date(), siteDir: inject("publicSiteDir") });
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

  function watch(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  }

  /** Starts the app. */
  async function start(opening: Opening = {}) {
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
    const { servers = [gate.origin], home = ownFolder(), settings, ...rest } = opening;
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
    closers.push(desk.close);
    watch(desk.page);
    const look = async (wished: { width: number; height: number; colours: "light" | "dark" }) => {
      const isThere = await desk.app.evaluate(
        ({ nativeTheme, BrowserWindow }, { colours, width, height }) => {
          const ours = BrowserWindow.getAllWindows().find(({ webContents }) =>
            webContents.getURL().startsWith("app://console/"),
          );
          if (!ours?.isVisible()) return false;
          nativeTheme.themeSource = colours;
          ours.setMinimumSize(1, 1);
          ours.setContentSize(width, height);
          return true;
        },
        wished,
      );
      const isDark = () =>
        desk.page
          .evaluate<boolean>(`matchMedia("(prefers-color-scheme: dark)").matches`)
          .catch(() => undefined);
      if (isThere) await expect.poll(isDark).toBe(wished.colours === "dark");
      return isThere;
    };
    await expect.poll(() => look({ colours, width, height }), { timeout: 20_000 }).toBe(true);
    return {
      ...desk,
      home,
      origin: "app://console",
      /** Gives the window another size, in pixels, and other colours. */
      look,
      hasLists: () => existsSync(join(desk.userData, "snapshot")),
      /** What the app's own button makes of the sheet on the screen. */
      savePdf: () => savePdf(desk, home),
    };
  }

  /** Signs somebody in, in the app. */
  async function signIn({ page }: { page: Page }, role: Role = "desk") {
    const person = await addStaff(server, site.company, role, { name: "안내원" });
    await page.getByRole("textbox", { name: /^(아이디|Login ID)$/ }).fill(person.loginId);
    await page.getByLabel(/^(비밀번호|Password)$/, { exact: true }).fill(password);
    await page.getByRole("button", { name: /^(로그인|Sign in)$/ }).click();
    return person;
  }

  return {
    start,
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

/** Takes a picture to look at, where SCREENSHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
