/** A browser that Playwright does not drive: finds elements by role and accessible name. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import type { Driver, Handle } from "./driver.ts";

/** Elements by role; the page computes their names. */
const selectors = {
  button: "button, [role=button]",
  checkbox: "input[type=checkbox]",
  choice: "select",
  combobox: "[role=combobox]",
  heading: "h1, h2, h3",
  link: "a[href]",
  option: "[role=option]",
  textbox: "input:not([type=checkbox], [type=radio]), textarea",
} as const;

type Role = keyof typeof selectors;

/** Returns the first visible element with this role and name; while a modal dialog is open, only those inside it. */
const finding = `
  const [selector, name, isWhole] = args;
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const nameOf = (it) =>
    plain(it.getAttribute("aria-label")) ||
    plain((it.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent).join(" ")) ||
    plain([...(it.labels ?? [])].map((label) => label.textContent).join(" ")) ||
    plain(it.textContent);
  const matches = (it) => (isWhole ? nameOf(it) === name : nameOf(it).includes(name));
  const isVisible = (it) => it.checkVisibility({ visibilityProperty: true }) && it.closest("[inert]") === null;
  const scope = document.querySelector("dialog:modal") ?? document;
  return [...scope.querySelectorAll(selector)].find((it) => isVisible(it) && !it.disabled && matches(it)) ?? null;
`;

/** Records the page's errors. */
const recordErrors = `
  window.errors = [];
  // WebKit reports this harmless error when a ResizeObserver callback causes another resize in the same frame
  const isDelayed = (message) => message.startsWith("ResizeObserver loop completed");
  addEventListener("error", ({ message, error }) => isDelayed(message) || window.errors.push(message + " " + (error?.stack ?? "")));
  addEventListener("unhandledrejection", ({ reason }) => window.errors.push(String(reason?.stack ?? reason)));
  addEventListener("securitypolicyviolation", (it) => window.errors.push(it.violatedDirective + " " + it.blockedURI));
`;

const waits = { timeout: 20_000, interval: 100 };

export class PageDriver {
  readonly #driver: Driver;
  readonly #browser: string;
  readonly #origin: string;

  /** @param browser its name, for screenshots */
  constructor(driver: Driver, browser: string, origin: string) {
    this.#driver = driver;
    this.#browser = browser;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(this.#origin + path);
    await this.#driver.run(recordErrors);
  }

  /** Waits for a visible element with this role and name. @param part whether a part of the name suffices */
  async find(role: Role, name: string, part = false): Promise<Handle> {
    let found: Handle | undefined;
    await expect
      .poll(
        async () => {
          found = await this.#driver.element(finding, selectors[role], name, !part);
          return found !== undefined;
        },
        { ...waits, message: `${role} "${name}"` },
      )
      .toBe(true);
    return found ?? "";
  }

  async tap(role: Role, name: string, part = false): Promise<void> {
    await this.#driver.click(await this.find(role, name, part));
  }

  /** Clicks a field and types into it. */
  async write(name: string, text: string, role: Role = "textbox"): Promise<void> {
    const field = await this.find(role, name, true);
    await this.#driver.click(field);
    await this.#driver.type(field, text);
  }

  /** Chooses from a native select, whose list belongs to the system. */
  async choose(name: string, label: string): Promise<void> {
    await this.find("choice", name, true);
    const done = await this.#driver.run(
      `const list = ((...args) => { ${finding} })(...args);
       const option = [...list.options].find((it) => it.textContent.includes(args[3]));
       if (!option) return false;
       list.value = option.value;
       list.dispatchEvent(new Event("input", { bubbles: true }));
       list.dispatchEvent(new Event("change", { bubbles: true }));
       return true;`,
      selectors.choice,
      name,
      false,
      label,
    );
    expect(done, `${label} in ${name}`).toBe(true);
  }

  read = (expression: string): Promise<unknown> => this.#driver.run(`return ${expression}`);

  expectText = (text: string): Promise<void> =>
    expect
      .poll(() => this.#driver.run("return document.body.innerText.includes(args[0])", text), {
        ...waits,
        message: `"${text}" on the page`,
      })
      .toBe(true);

  /** Saves a screenshot in `dist/engines` if the browser can, and fails on horizontal overflow or page errors. */
  async expectNoErrors(state: string): Promise<void> {
    const folder = join(ROOT, "dist", "engines");
    mkdirSync(folder, { recursive: true });
    const picture = await this.#driver.picture?.();
    if (picture) writeFileSync(join(folder, `${this.#browser}-${state}.png`), picture);
    const check = "[document.scrollingElement.scrollWidth <= innerWidth, window.errors ?? []]";
    expect(await this.read(check), state).toEqual([true, []]);
  }
}
