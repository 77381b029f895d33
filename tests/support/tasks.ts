/** Counts keys, taps and scans of daily tasks, against the figures of `docs/tasks.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ROOT } from "#scripts/lib/paths.ts";
import { scanInto } from "./browser/scanner.ts";

/** Milliseconds; slower than a scanner, whose keys follow within 60 ms. */
const asPeoplePress = { delay: 80 };

/** Seconds of a key or letter, of pointing and pressing, of taking up a code and scanning it (docs/tasks.md). */
const seconds = { key: 0.28, tap: 1.3, scan: 1.5 };

/** Keyboard, pointer and scanner of a user, counted. */
export class Hand {
  readonly #page: Page;
  #keys = 0;
  #taps = 0;
  #scans = 0;
  #typed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses keys one after the other; "Control+Enter" are two. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key, asPeoplePress);
      this.#keys += key.split("+").length;
    }
  }

  async tap(...targets: Locator[]): Promise<void> {
    for (const target of targets) {
      await target.click();
      this.#taps++;
    }
  }

  /** Of a list that the browser itself unfolds: one tap for the list, one for the choice. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.#taps += 2;
  }

  /** Types into what has the focus. A Korean syllable is as many letters as it has. */
  async type(words: string): Promise<void> {
    await this.#page.keyboard.insertText(words);
    this.#typed += words.normalize("NFD").length;
  }

  /** Scans a code, wherever the focus is. */
  async scan(code: string): Promise<void> {
    await scanInto(this.#page, code);
    this.#scans++;
  }

  /** Keys, taps and scans so far, letters included. */
  get all(): number {
    return this.#keys + this.#taps + this.#scans + this.#typed;
  }

  /** As `docs/tasks.md` has it: "12 + 9 typed, 7 s". */
  get figure(): string {
    const time =
      (this.#keys + this.#typed) * seconds.key + this.#taps * seconds.tap + this.#scans * seconds.scan;
    const typed = this.#typed > 0 ? ` + ${this.#typed} typed` : "";
    return `${this.#keys + this.#taps + this.#scans}${typed}, ${Math.ceil(time)} s`;
  }
}

/** The last column of a section's table, by task. */
function figuresOf(section: string): Map<string, string> {
  const text = readFileSync(join(ROOT, "docs", "tasks.md"), "utf8");
  const [, part = ""] = text.split(`\n## ${section}\n`);
  const rows = part.split("\n## ", 1)[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm) ?? [];
  return new Map([...rows].slice(1).map(([, task = "", after = ""]) => [task, after]));
}

interface Tasks {
  /** Does the task, and gives the hand that did it. */
  readonly [task: string]: () => Promise<Hand>;
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
