/**
 * Task `pictures`: takes the screenshots in docs/pictures from a running demonstration.
 * Usage: npm start, and beside it npm run pictures [-- http://127.0.0.1:3000]
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findBrowser, launchOptions } from "#tests/support/browser/browser.ts";
import { ROOT } from "./lib/paths.ts";

const address = process.argv[2] ?? "http://127.0.0.1:3000";
const folder = join(ROOT, "docs", "pictures");

interface Picture {
  readonly name: string;
  readonly lang: "ko" | "en";
  readonly width: number;
  readonly height: number;
  readonly take: (page: Page) => Promise<void>;
}

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

const pictures: Picture[] = [
  {
    name: "home-ko-360",
    lang: "ko",
    width: 360,
    height: 760,
    take: async (page) => void (await page.goto(address)),
  },
  {
    name: "form-ko-1440",
    lang: "ko",
    width: 1440,
    height: 900,
    async take(page) {
      await page.goto(`${address}/form`);
      await page.getByRole("button", { name: "모두 동의하기" }).click();
      await page.getByRole("button", { name: "동의하고 계속하기" }).click();
      await page
        .getByRole("button", { name: /검색|찾기/ })
        .first()
        .waitFor();
    },
  },
  { name: "result-ko-360", lang: "ko", width: 360, height: 760, take: lookUp("김방문", "01000001234") },
  {
    name: "result-en-1440",
    lang: "en",
    width: 1440,
    height: 900,
    take: lookUp("Jane Visitor", "01000005678"),
  },
];

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

/** Waits until what a screen shows has been read: its event stream keeps the network busy for good. */
const isRead = (page: Page) =>
  page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached", timeout: 10_000 });

/** A screen of the console, as a demonstration account sees it. */
const screen = (account: string, path: string, act?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.context().addCookies((await sessionOf(account)).cookies);
  await page.goto(address + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await isRead(page);
  await act?.(page);
};

/** Opens the first visit of today's board. */
const openFirst = async (page: Page) => {
  await page.getByRole("table").last().getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "출입증 번호" }).first().waitFor();
};

const wide = { width: 1440, height: 900 } as const;
const laptop = { width: 1024, height: 768 } as const;
const phone = { width: 360, height: 760 } as const;

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

/** Screens of administrators. */
const management: readonly (readonly [
  name: string,
  account: string,
  path: string,
  act?: (page: Page) => Promise<void>,
])[] = [
  ["compose", "desk", "/dash/messages/new"],
  ["messages", "desk", "/dash/messages"],
  ["wording", "admin", "/dash/messages/templates"],
  ["signage", "desk", "/dash/signage"],
  ["reports", "admin", "/dash/reports"],
  ["host-users", "admin", "/dash/host-users"],
  ["host-import", "admin", "/dash/host-users/import"],
  ["companies", "admin", "/dash/companies"],
  ["codes", "admin", "/dash/codes/9003"],
  ["terms", "privacy", "/dash/terms"],
  ["terms-versions", "privacy", "/dash/terms", openTerms],
  ["terms-editor", "privacy", "/dash/terms", openEditor],
  ["policies", "privacy", "/dash/policies"],
  ["trash", "privacy", "/dash/trash"],
  ["register", "privacy", "/dash/register"],
  ["access-log", "privacy", "/dash/access-log"],
  ["erasure-requests", "privacy", "/dash/erasure-requests"],
  ["configuration", "admin", "/dash/configuration"],
  ["set-up", "admin", "/dash/set-up"],
];

pictures.push(
  {
    name: "console-login-ko-1440",
    lang: "ko",
    ...wide,
    take: async (page) => void (await page.goto(`${address}/dash/login`)),
  },
  { name: "console-today-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/today") },
  { name: "console-issue-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/today", openFirst) },
  { name: "console-today-en-360", lang: "en", ...phone, take: screen("desk", "/dash/today") },
  { name: "console-closing-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/closing") },
  { name: "console-approvals-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/approvals") },
  { name: "console-visits-ko-1024", lang: "ko", ...laptop, take: screen("desk", "/dash/visits") },
  { name: "console-visits-en-1440", lang: "en", ...wide, take: screen("desk", "/dash/visits") },
  { name: "console-approvals-ko-360", lang: "ko", ...phone, take: screen("host", "/dash/approvals") },
  { name: "console-reserve-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/reserve") },
  { name: "console-passes-ko-1440", lang: "ko", ...wide, take: screen("desk", "/dash/passes") },
  { name: "console-account-en-1440", lang: "en", ...wide, take: screen("host", "/dash/account") },
  ...management.map(([name, account, path, act]) => ({
    name: `console-${name}-ko-1440`,
    lang: "ko" as const,
    ...wide,
    take: screen(account, path, act),
  })),
  {
    name: "lobby-ko-1440",
    lang: "ko",
    ...wide,
    take: async (page) => void (await page.goto(`${address}/did`)),
  },
);

const executable = findBrowser();
if (!executable) throw new Error("No Chrome or Chromium was found.");
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(launchOptions(executable));
try {
  for (const { name, lang, width, height, take } of pictures) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    await context.addInitScript((language) => {
      localStorage.setItem("visitor.language", language);
      localStorage.setItem("visitor.console.language", language);
    }, lang);
    const page = await context.newPage();
    await take(page);
    await isRead(page);
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
