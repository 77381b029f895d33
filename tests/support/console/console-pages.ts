/** The screens of the console, by roles, labels and texts. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { scanInto } from "../browser/scanner.ts";
import { isSeen } from "../visitor/visitor-locators.ts";
import { type Language, textOf } from "../visitor/visitor-texts.ts";
import { password } from "./staff.ts";

export type ToastKind = "success" | "warning" | "error";

/** Expands every collapsed group of the navigation. */
export async function expandGroups(navigation: Locator): Promise<void> {
  await isSeen(navigation.getByRole("link").first());
  const collapsed = navigation.getByRole("button", { expanded: false });
  for (let left = await collapsed.count(); left > 0; left--) {
    await collapsed.first().click();
    await expect.poll(() => collapsed.count()).toBeLessThan(left);
  }
}

/** A browser page with the console. */
export class ConsolePage {
  readonly page: Page;
  readonly lang: Language;

  constructor(page: Page, lang: Language) {
    this.page = page;
    this.lang = lang;
  }

  /** A text of the console. @param key "login.submit" */
  t = (key: string, values?: Record<string, string | number>) => textOf(this.lang, `console.${key}`, values);

  button = (name: string | RegExp) => this.page.getByRole("button", { name, exact: true });
  link = (name: string) => this.page.getByRole("link", { name, exact: true });
  textbox = (name: string | RegExp) => this.page.getByRole("textbox", { name, exact: true });
  text = (text: string | RegExp) => this.page.getByText(text, { exact: true });
  heading = (name: string | RegExp) => this.page.getByRole("heading", { name, exact: true });
  alert = (text: string) => this.page.getByRole("alert").filter({ hasText: text });
  table = (name: string | RegExp) => this.page.getByRole("table", { name });
  /** A table row that contains this text. */
  row = (text: string) => this.page.getByRole("row").filter({ hasText: text });

  /** A toast. Its kind is a colour and an icon, so only the library's class identifies it. */
  toast = (kind: ToastKind, text: string): Locator =>
    this.page.locator(`.Toastify__toast--${kind}`).getByText(text, { exact: true });

  /** Keeps toasts until they are closed, or lets them disappear again. */
  keepToasts = (isKept: boolean): Promise<unknown> =>
    this.page.evaluate(`{
      globalThis.keepToasts ??= new CSSStyleSheet();
      keepToasts.replaceSync(".Toastify__progress-bar { animation-play-state: paused !important }");
      keepToasts.disabled = ${!isKept};
      document.adoptedStyleSheets = [keepToasts];
    }`);

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await isSeen(this.page.getByRole("heading", { level: 1 }));
  }

  /** Changes the screen without loading the page, as links do. */
  async navigateTo(path: string): Promise<void> {
    await this.page.evaluate(`{
      document.querySelector("h1").dataset.left = "";
      history.pushState(null, "", ${JSON.stringify(path)});
      dispatchEvent(new PopStateEvent("popstate"));
    }`);
    await isSeen(this.page.locator("h1:not([data-left])"));
  }

  path = (): string => new URL(this.page.url()).pathname;
  search = (): URLSearchParams => new URL(this.page.url()).searchParams;

  async waitForPath(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.pathname === path);
  }

  /** Opens a screen from the navigation. @param key "nav.board" */
  async openFromMenu(key: string): Promise<void> {
    const navigation = this.page.getByRole("navigation", { name: this.t("shell.screens") });
    const link = navigation.getByRole("link", { name: this.t(key), exact: true });
    await isSeen(navigation.getByRole("link").first());
    if (!(await link.isVisible())) await expandGroups(navigation);
    await link.click();
    await isSeen(this.page.getByRole("heading", { level: 1, name: this.t(key), exact: true }));
  }

  // signing in

  get loginId(): Locator {
    return this.textbox(this.t("login.loginId"));
  }

  get password(): Locator {
    return this.page.getByLabel(this.t("login.password"), { exact: true });
  }

  /** Fills in the login form and submits it. */
  async logIn(loginId: string, secret = password): Promise<void> {
    await this.loginId.fill(loginId);
    await this.password.fill(secret);
    await this.button(this.t("login.submit")).click();
  }

  // one visit

  /** The drawer of a visit. */
  get drawer(): Locator {
    return this.page.getByRole("dialog", { name: this.t("visit.title"), exact: true });
  }

  /** A button of the drawer. @param key "action.issue" */
  act = (key: string): Locator => this.drawer.getByRole("button", { name: this.t(key), exact: true });

  /** The drawer shows this visitor. */
  async showsVisit(name: string): Promise<void> {
    await isSeen(this.drawer.getByRole("heading", { level: 2, name, exact: true }));
  }

  // today

  get daySearch(): Locator {
    return this.page.getByRole("textbox", { name: this.t("search.label"), exact: true });
  }

  /** A list's button on the board, with its count. */
  count = (list: string): Locator =>
    this.page
      .getByRole("region", { name: this.t("today.lists"), exact: true })
      .getByRole("button", { name: new RegExp(`^${this.t(`today.${list}`)}`) });

  /** Scans a code: typed fast, ended by Enter, wherever the focus is. */
  scan = (code: string): Promise<void> => scanInto(this.page, code);
}
