/** Counts the keys, taps and scans of daily tasks, and compares them with `docs/tasks.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { scanInto } from "./browser/scanner.ts";

/** Slower than a scanner, which takes at most 60 ms between keys. */
const humanSpeed = { delay: 80 };

/** Seconds for a key, a tap, and a scan (docs/tasks.md). */
const seconds = { key: 0.28, tap: 1.3, scan: 1.5 };

/** Input to a page that counts keys, taps and scans. */
export class CountedInput {
  readonly #page: Page;
  #keys = 0;
  #taps = 0;
  #scans = 0;
  #typed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys in sequence; "Control+Enter" counts as two. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key, humanSpeed);
      this.#keys += key.split("+").length;
    }
  }

  async tap(...targets: Locator[]): Promise<void> {
    for (const target of targets) {
      await target.click();
      this.#taps++;
    }
  }

  /** Chooses from a native select: counts two taps. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.#taps += 2;
  }

  /** Types into the focused element; counts the letters of Korean syllables. */
  async type(words: string): Promise<void> {
    await this.#page.keyboard.insertText(words);
    this.#typed += words.normalize("NFD").length;
  }

  /** Scans a code. */
  async scan(code: string): Promise<void> {
    await scanInto(this.#page, code);
    this.#scans++;
  }

  /** Number of keys, taps and scans, including typed letters. */
  get all(): number {
    return this.#keys + this.#taps + this.#scans + this.#typed;
  }

  /** The figure in `docs/tasks.md`: "12 + 9 typed, 7 s". */
  get figure(): string {
    const time =
      (this.#keys + this.#typed) * seconds.key + this.#taps * seconds.tap + this.#scans * seconds.scan;
    const typed = this.#typed > 0 ? ` + ${this.#typed} typed` : "";
    return `${this.#keys + this.#taps + this.#scans}${typed}, ${Math.ceil(time)} s`;
  }
}

/** Last column of a section's table, by task. */
function figuresOf(section: string): Map<string, string> {
  const text = readFileSync(join(ROOT, "docs", "tasks.md"), "utf8");
  const [, part = ""] = text.split(`\n## ${section}\n`);
  const rows = part.split("\n## ", 1)[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm) ?? [];
  return new Map([...rows].slice(1).map(([, task = "", after = ""]) => [task, after]));
}

interface Tasks {
  /** Performs the task. @returns its counted input */
  readonly [task: string]: () => Promise<CountedInput>;
}

/** One test for each task of a section of `docs/tasks.md`. */
export function testTasks(section: string, tasks: Tasks): void {
  const figures = figuresOf(section);

  test(`docs/tasks.md lists the tasks of "${section}"`, () => {
    expect([...figures.keys()]).toEqual(Object.keys(tasks));
  });

  for (const [task, run] of Object.entries(tasks))
    test(`${section}: ${task}`, async () => {
      const { figure } = await run();
      expect(figure, "the last column of docs/tasks.md; fewer is good news to write there").toBe(
        figures.get(task),
      );
    });
}
