/** A desk with the whole app, a real server behind a line that can be cut, and a browser that is watched. */
/// <reference path="./global-build.ts" />
/// <reference path="../../support/global-public-site.ts" />
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import type { Role } from "#contract/roles.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { type Site, seedSite } from "../../support/site.ts";
import { addStaff, password } from "../../support/staff.ts";
import { type AppOptions, startApp } from "./app.ts";
import { ownFolder } from "./folder.ts";
import { type Gate, openGate } from "./gate.ts";

interface Opening {
  readonly width?: number;
  readonly colours?: "light" | "dark";
  /** the computer's */
  readonly timezone?: string;
  /** known ones, the first one chosen; the one behind the line where nothing is said */
  readonly servers?: readonly string[];
  /** what else the program finds */
  readonly surroundings?: AppOptions["surroundings"];
  /** the folder of an app that was closed */
  readonly userData?: string;
}

/** Call at the top of a file. A page that writes an error which no test foresees fails its test. */
export function deskSuite() {
  const provided = inject("browser");
  let browser: Browser | undefined;
  let server: TestServer;
  let site: Site;
  let gate: Gate;
  let closers: (() => unknown)[] = [];
  let complaints: string[] = [];
  let tolerated: RegExp[] = [];

  beforeAll(async () => {
    if ("reason" in provided) return;
    browser = await chromium.connect(provided.address);
    server = await startTestServer({ now: () => new Date(), siteDir: inject("publicSiteDir") });
    site = await seedSite(server.db);
    gate = await openGate(server.url);
  });
  afterAll(async () => {
    await browser?.close();
    await gate?.cut();
    await server?.close();
  });
  beforeEach(async (test) => {
    if ("reason" in provided) test.skip(provided.reason);
    // a lost line and an ended session are told by the browser, too
    [closers, complaints, tolerated] = [[], [], [/Failed to load resource|ERR_/]];
    await server.db.raw("TRUNCATE passes, visits CASCADE");
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    await gate.cut();
    await gate.mend();
    expect(complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  function watch(page: Page): void {
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  }

  /** Starts the app. */
  async function start({
    width = 1440,
    colours = "light",
    timezone,
    servers = [gate.origin],
    surroundings,
    userData = ownFolder(),
  }: Opening = {}) {
    if (!browser) throw new Error("There is no browser.");
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: colours,
      ...(timezone !== undefined && { timezoneId: timezone }),
    });
    closers.push(() => context.close());
    context.on("page", watch);
    const app = await startApp(context, {
      build: inject("desktopBuild"),
      userData,
      servers,
      ...(servers[0] !== undefined && { current: servers[0] }),
      ...(surroundings && { surroundings }),
    });
    closers.push(app.close);
    return { ...app, userData, hasLists: () => existsSync(join(userData, "snapshot")) };
  }

  /** Signs somebody in, in the app. */
  async function signIn({ page }: { page: Page }, role: Role = "desk") {
    const person = await addStaff(server, site.company, role, { name: "안내원" });
    await page.getByRole("textbox", { name: "아이디" }).fill(person.loginId);
    await page.getByLabel("비밀번호", { exact: true }).fill(password);
    await page.getByRole("button", { name: "로그인" }).click();
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
