/** What a person sees of one thing on a page; each waits until it is so. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** As much of an element as the helpers below read inside the page. */
export interface InPage {
  readonly textContent: string;
  readonly ownerDocument: {
    readonly activeElement: InPage;
    readonly defaultView: { getComputedStyle(of: InPage): Readonly<Record<string, string>> };
    getElementById(id: string): InPage | null;
  };
  getAttribute(name: string): string | null;
  checkVisibility(): boolean;
}

export const isSeen = (locator: Locator) => locator.waitFor({ state: "visible" });
export const isGone = (locator: Locator) => locator.waitFor({ state: "hidden" });

export const hasFocus = (locator: Locator) =>
  expect.poll(() => locator.evaluate((it: InPage) => it === it.ownerDocument.activeElement)).toBe(true);

export const hasValue = (field: Locator, value: string) => expect.poll(() => field.inputValue()).toBe(value);

/** What stands beside a field and belongs to it: hint and error. */
export const descriptionOf = (field: Locator): Promise<string> =>
  field.evaluate((input: InPage) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => input.ownerDocument.getElementById(id))
      .filter((note) => note?.checkVisibility())
      .map((note) => note?.textContent)
      .join(" "),
  );

/** The same of a field that is marked as wrong; empty where it is not. */
export const errorOf = async (field: Locator): Promise<string> =>
  (await field.getAttribute("aria-invalid")) === "true" ? descriptionOf(field) : "";

export const hasError = (field: Locator, sentence: string) =>
  expect.poll(() => errorOf(field)).toContain(sentence);

/** How something looks, by a property of its computed style ("backgroundColor"). */
export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate(
    (it: InPage, name) => it.ownerDocument.defaultView.getComputedStyle(it)[name] ?? "",
    property,
  );
