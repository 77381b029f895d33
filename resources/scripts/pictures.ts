/**
 * Task `pictures`: takes the screenshots in docs/pictures from a running demonstration.
 * Usage: npm start, and meanwhile npm run pictures [-- http://127.0.0.1:3000]
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser, launchOptions } from "#tests/support/browser/browser.ts";
import { ROOT } from "./lib/paths.ts";

const address = process.argv[2] ?? "http://127.0.0.1:3000";
const folder = join(ROOT, "docs", "pictures");

type Take = (page: Page) => Promise<void>;

/** Width and height of each kind of picture, by the end of its name. */
const sizes = { "360": [360, 760], "1024": [1024, 768], "1440": [1440, 900] } as const;

const open = (path: string) => async (page: Page) => {
  await page.goto(address + path);
};

const lookUp = (name: string, number: string) => async (page: Page) => {
  await page.goto(`${address}/result`);
  await page.getByRole("textbox").nth(0).fill(name);
  await page.getByRole("textbox").nth(1).fill(number);
  await page.keyboard.press("Enter");
  await page
    .getByText(/\d{6}-[0-9A-Z]{5}/)
    .filter({ visible: true })
    .first()
    .waitFor();
};

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

const sessions = new Map<string, Session>();

/** Signs in a demonstration account once: the server limits sign-ins per minute. */
async function sessionOf(account: string): Promise<Session> {
  const known = sessions.get(account);
  if (known) return known;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}/dash/login`);
  await page.locator('input[autocomplete="username"]').fill(account);
  await page.locator('input[type="password"]').fill("visit-demo-2026!");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  const session = await context.storageState();
  sessions.set(account, session);
  await context.close();
  return session;
}

/** Waits for a screen's content; its event stream keeps the network busy, so `networkidle` never comes. */
const waitForContent = (page: Page) =>
  page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached", timeout: 10_000 });

/** A screen of the console, as a demonstration account sees it. */
const screen = (account: string, path: string, act?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.context().addCookies((await sessionOf(account)).cookies);
  await page.goto(address + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitForContent(page);
  await act?.(page);
};

/** Opens the first visit of today's board. */
const openFirst = async (page: Page) => {
  await page.getByRole("table").last().getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "출입증 번호" }).first().waitFor();
};

/** Opens the first of the terms, with its versions. */
const openTerms = async (page: Page) => {
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForURL(/terms\/\d+/);
  await page.getByRole("table").waitFor();
};

/** Opens its newest version in the editor with the visitor preview. */
const openEditor = async (page: Page) => {
  await openTerms(page);
  await page.getByRole("table").getByRole("link", { name: "편집" }).first().click();
  await page.waitForURL(/versions/);
  await page.locator("iframe").waitFor();
};

/** By name: what is shown, the language, and the width. */
const pictures: Readonly<Record<string, Take>> = {
  "home-ko-360": open("/"),
  async "form-ko-1440"(page) {
    await page.goto(`${address}/form`);
    await page.getByRole("button", { name: "모두 동의하기" }).click();
    await page.getByRole("button", { name: "동의하고 계속하기" }).click();
    await page
      .getByRole("button", { name: /검색|찾기/ })
      .first()
      .waitFor();
  },
  "result-ko-360": lookUp("김방문", "01000001234"),
  "result-en-1440": lookUp("Jane Visitor", "01000005678"),
  "lobby-ko-1440": open("/did"),
  "console-login-ko-1440": open("/dash/login"),
  "console-today-ko-1440": screen("desk", "/dash/today"),
  "console-issue-ko-1440": screen("desk", "/dash/today", openFirst),
  "console-today-en-360": screen("desk", "/dash/today"),
  "console-closing-ko-1440": screen("desk", "/dash/closing"),
  "console-approvals-ko-1440": screen("desk", "/dash/approvals"),
  "console-visits-ko-1024": screen("desk", "/dash/visits"),
  "console-visits-en-1440": screen("desk", "/dash/visits"),
  "console-approvals-ko-360": screen("host", "/dash/approvals"),
  "console-reserve-ko-1440": screen("desk", "/dash/reserve"),
  "console-passes-ko-1440": screen("desk", "/dash/passes"),
  "console-account-en-1440": screen("host", "/dash/account"),
  "console-compose-ko-1440": screen("desk", "/dash/messages/new"),
  "console-messages-ko-1440": screen("desk", "/dash/messages"),
  "console-wording-ko-1440": screen("admin", "/dash/messages/templates"),
  "console-signage-ko-1440": screen("desk", "/dash/signage"),
  "console-reports-ko-1440": screen("admin", "/dash/reports"),
  "console-host-users-ko-1440": screen("admin", "/dash/host-users"),
  "console-host-import-ko-1440": screen("admin", "/dash/host-users/import"),
  "console-companies-ko-1440": screen("admin", "/dash/companies"),
  "console-codes-ko-1440": screen("admin", "/dash/codes/9003"),
  "console-terms-ko-1440": screen("privacy", "/dash/terms"),
  "console-terms-versions-ko-1440": screen("privacy", "/dash/terms", openTerms),
  "console-terms-editor-ko-1440": screen("privacy", "/dash/terms", openEditor),
  "console-policies-ko-1440": screen("privacy", "/dash/policies"),
  "console-trash-ko-1440": screen("privacy", "/dash/trash"),
  "console-register-ko-1440": screen("privacy", "/dash/register"),
  "console-access-log-ko-1440": screen("privacy", "/dash/access-log"),
  "console-erasure-requests-ko-1440": screen("privacy", "/dash/erasure-requests"),
  "console-configuration-ko-1440": screen("admin", "/dash/configuration"),
  "console-set-up-ko-1440": screen("admin", "/dash/set-up"),
};

const executable = findBrowser();
if (!executable) throw new Error("No Chrome or Chromium was found.");
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(launchOptions(executable));
try {
  for (const [name, take] of Object.entries(pictures)) {
    const [, lang, kind] = /-(ko|en)-(\d+)$/.exec(name) ?? [];
    const [width, height] = sizes[kind as keyof typeof sizes];
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    await context.addInitScript((language) => {
      localStorage.setItem("visitor.language", language ?? "ko");
      localStorage.setItem("visitor.console.language", language ?? "ko");
    }, lang);
    const page = await context.newPage();
    await take(page);
    await waitForContent(page);
    // a page with an event stream or video is never idle
    await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => undefined);
    await page.evaluate("document.fonts.ready");
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
    console.log(`docs/pictures/${name}.png`);
  }
} finally {
  await browser.close();
}
