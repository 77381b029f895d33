/** Properties of a page's elements; each function waits for its element. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** The properties of an element that the functions below read in the page. */
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

/** The accessible description of a field: hint and error. */
export const descriptionOf = (field: Locator): Promise<string> =>
  field.evaluate((input: InPage) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => input.ownerDocument.getElementById(id))
      .filter((note) => note?.checkVisibility())
      .map((note) => note?.textContent)
      .join(" "),
  );

/** The description of an invalid field; empty for a valid one. */
export const errorOf = async (field: Locator): Promise<string> =>
  (await field.getAttribute("aria-invalid")) === "true" ? descriptionOf(field) : "";

export const hasError = (field: Locator, sentence: string) =>
  expect.poll(() => errorOf(field)).toContain(sentence);

/** A property of the computed style, like "backgroundColor". */
export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.evaluate(
    (it: InPage, name) => it.ownerDocument.defaultView.getComputedStyle(it)[name] ?? "",
    property,
  );
