/** The pages of the public site, by roles, labels and texts. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { hasFocus, isGone, isSeen } from "./visitor-locators.ts";
import { type Person, siteDay } from "./visitor-site.ts";
import { type Language, siteText } from "./visitor-texts.ts";

export type { Language } from "./visitor-texts.ts";

/** "260101-0000A". */
const reserveNo = /^\d{6}-[0-9A-HJKMNP-TV-Z]{5}$/;

export interface Application extends Partial<Person> {
  readonly hostCompany?: string;
  readonly host?: string;
  readonly place?: string;
  readonly purpose?: string;
  readonly start?: string;
  readonly end?: string;
  readonly company?: string;
  readonly carNumber?: string;
}

const inKorean = { hostCompany: "가온정밀", host: "설계팀", place: "본관", purpose: "회의" };
const inEnglish = {
  hostCompany: "Gaon Precision",
  host: "설계팀",
  place: "Main building",
  purpose: "Meeting",
};

/** A visitor with a browser page. */
export class Visitor {
  readonly page: Page;
  readonly lang: Language;

  constructor(page: Page, lang: Language) {
    this.page = page;
    this.lang = lang;
  }

  t = (key: string, values?: Record<string, string | number>) => siteText(this.lang, key, values);

  button = (name: string | RegExp) => this.page.getByRole("button", { name, exact: true });
  link = (name: string | RegExp) => this.page.getByRole("link", { name });
  text = (text: string | RegExp) => this.page.getByText(text, { exact: true });
  dialog = (name: string) => this.page.getByRole("dialog", { name, exact: true });
  textbox = (key: string) => this.page.getByRole("textbox", { name: this.t(key), exact: true });
  choice = (key: string) => this.page.getByRole("combobox", { name: this.t(key), exact: true });
  checkbox = (name: string | RegExp) => this.page.getByRole("checkbox", { name });

  /** The page's main heading. */
  heading = (key: string) => this.page.getByRole("heading", { level: 1, name: this.t(key), exact: true });

  /** A toast. */
  toast = (kind: "info" | "warning", title: string) =>
    this.page
      .getByRole("region", { name: this.t("site.notices") })
      .getByRole(kind === "info" ? "status" : "alert")
      .getByText(title, { exact: true });

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await isSeen(this.page.getByRole("contentinfo"));
  }

  path = (): string => new URL(this.page.url()).pathname;

  /** Waits until the site is at a path. */
  async waitForPath(path: string): Promise<void> {
    await this.page.waitForURL((url) => url.pathname === path);
  }

  get reserveNo(): Locator {
    return this.text(reserveNo);
  }

  get back(): Locator {
    return this.button(this.t("site.back"));
  }

  // the terms step

  get agreeAll(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.t("terms.agreeAll")}`) });
  }

  get agree(): Locator {
    return this.button(this.t("terms.agree"));
  }

  get disagree(): Locator {
    return this.button(this.t("terms.disagree"));
  }

  /** Opens the form, and agrees to the mandatory terms. */
  async openForm(): Promise<void> {
    await this.open("/form");
    if (this.lang === "ko") await this.agreeAll.click();
    await this.agree.click();
    await isSeen(this.heading("request.heading"));
  }

  // the request step

  get submit(): Locator {
    return this.page.getByRole("button", { name: this.t("request.submit") });
  }

  get host(): Locator {
    return this.textbox("request.hostUser");
  }

  get carNumber(): Locator {
    return this.page.getByRole("textbox", { name: new RegExp(`^${this.t("request.carNumber")}`) });
  }

  moment = (end: "start" | "end", part: "date" | "hour" | "minute"): Locator =>
    this.page.getByLabel(`${this.t(`request.${end}`)} ${this.t(`request.${part}`)}`, { exact: true });

  /** Sets start or end. @param moment "YYYY-MM-DD HH:mm" */
  async setMoment(end: "start" | "end", moment: string): Promise<void> {
    await this.moment(end, "date").fill(moment.slice(0, 10));
    await this.moment(end, "hour").selectOption(moment.slice(11, 13));
    await this.moment(end, "minute").selectOption(moment.slice(14, 16));
  }

  get hostDialog(): Locator {
    return this.dialog(this.t("hosts.title"));
  }

  get hostSearch(): Locator {
    return this.hostDialog.getByRole("combobox", { name: this.t("hosts.label"), exact: true });
  }

  async openHostSearch(): Promise<void> {
    await this.button(this.t("request.hostSearchNamed")).click();
    await hasFocus(this.hostSearch);
  }

  /** Searches by name, and chooses the host whose row matches `words`. */
  async chooseHost(words: string | RegExp, name = "김철수"): Promise<void> {
    await this.openHostSearch();
    await this.hostSearch.fill(name);
    await this.hostSearch.press("Enter");
    await this.hostDialog.getByRole("option").filter({ hasText: words }).click();
    await isGone(this.hostDialog);
  }

  async tickChecklists(): Promise<void> {
    // one at a time: a list closes after its last checkbox
    const open = this.page.getByRole("main").getByRole("checkbox", { checked: false });
    for (let left = await open.count(); left > 0; left = await open.count()) {
      await open.first().click();
      await expect.poll(() => open.count()).toBeLessThan(left);
    }
  }

  /** Fills in the whole form; by default tomorrow from 14:00 to 16:00. */
  async fill(application: Application = {}): Promise<void> {
    const {
      hostCompany,
      host,
      place,
      purpose,
      start = `${siteDay(1)} 14:00`,
      end = `${siteDay(1)} 16:00`,
      name = "홍길동",
      cellphone = "010-1234-5678",
      company = "나래상사",
      carNumber = "12가 3456",
    } = application;
    const usual = this.lang === "ko" ? inKorean : inEnglish;
    await this.tickChecklists();
    await this.choice("request.userCompany").selectOption({ label: hostCompany ?? usual.hostCompany });
    await this.chooseHost(host ?? usual.host);
    await this.choice("request.location").selectOption({ label: place ?? usual.place });
    await this.choice("request.purpose").selectOption({ label: purpose ?? usual.purpose });
    await this.setMoment("start", start);
    await this.setMoment("end", end);
    await this.textbox("request.name").fill(name);
    await this.textbox("request.cellphone").fill(cellphone);
    await this.textbox("request.company").fill(company);
    await this.carNumber.fill(carNumber);
  }

  /** Waits for the final page. @returns the reservation number */
  async isSent(): Promise<string> {
    await isSeen(this.heading("final.heading"));
    return this.reserveNo.innerText();
  }

  // the lookup

  async lookUp({ name, cellphone }: Person): Promise<void> {
    if (this.path() !== "/result") await this.open("/result");
    await this.textbox("result.name").fill(name);
    await this.textbox("result.cellPhone").fill(cellphone);
    await this.button(this.t("result.search")).click();
  }
}
