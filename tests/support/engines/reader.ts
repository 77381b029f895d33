/** A browser that Playwright does not drive: finds elements by role and accessible name. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import type { Driver, Handle } from "./driver.ts";

/** What may have a role; the names are worked out in the page. */
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

/** Finds the first that is in sight and has the role and the name; while a dialog asks, nothing outside of it can be pressed. */
const finding = `
  const [selector, name, isWhole] = args;
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const nameOf = (it) =>
    plain(it.getAttribute("aria-label")) ||
    plain((it.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent).join(" ")) ||
    plain([...(it.labels ?? [])].map((label) => label.textContent).join(" ")) ||
    plain(it.textContent);
  const fits = (it) => (isWhole ? nameOf(it) === name : nameOf(it).includes(name));
  const isInSight = (it) => it.checkVisibility({ visibilityProperty: true }) && it.closest("[inert]") === null;
  const reach = document.querySelector("dialog:modal") ?? document;
  return [...reach.querySelectorAll(selector)].find((it) => isInSight(it) && !it.disabled && fits(it)) ?? null;
`;

/** Takes down what the page complains about from now on. */
const listening = `
  window.complaints = [];
  // WebKit says so where a size that was observed changes another one in the same frame: it is told with the next
  const isDelayed = (message) => message.startsWith("ResizeObserver loop completed");
  addEventListener("error", ({ message, error }) => isDelayed(message) || window.complaints.push(message + " " + (error?.stack ?? "")));
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(String(reason?.stack ?? reason)));
  addEventListener("securitypolicyviolation", (it) => window.complaints.push(it.violatedDirective + " " + it.blockedURI));
`;

const waits = { timeout: 20_000, interval: 100 };

export class Reader {
  readonly #driver: Driver;
  readonly #browser: string;
  readonly #origin: string;

  /** @param browser its name, for pictures */
  constructor(driver: Driver, browser: string, origin: string) {
    this.#driver = driver;
    this.#browser = browser;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(this.#origin + path);
    await this.#driver.run(listening);
  }

  /** Waits until something with the role and the name is in sight. @param part of the name is enough */
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

  /** Types into a field that is pressed first. */
  async write(name: string, text: string, role: Role = "textbox"): Promise<void> {
    const field = await this.find(role, name, true);
    await this.#driver.click(field);
    await this.#driver.type(field, text);
  }

  /** Chooses from a list that the system unfolds, out of the page's reach. */
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

  sees = (text: string): Promise<void> =>
    expect
      .poll(() => this.#driver.run("return document.body.innerText.includes(args[0])", text), {
        ...waits,
        message: `"${text}" on the page`,
      })
      .toBe(true);

  /** Keeps a picture in `dist/engines` where the browser gives one, and fails where something reaches over the right edge or the page complained. */
  async looks(state: string): Promise<void> {
    const folder = join(ROOT, "dist", "engines");
    mkdirSync(folder, { recursive: true });
    const picture = await this.#driver.picture?.();
    if (picture) writeFileSync(join(folder, `${this.#browser}-${state}.png`), picture);
    const width = "[document.scrollingElement.scrollWidth <= innerWidth, window.complaints ?? []]";
    expect(await this.read(width), state).toEqual([true, []]);
  }
}
