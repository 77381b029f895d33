/** Terms and policies for the console's browser tests, and its editor spoken of as a person sees it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { ROOT } from "#scripts/lib/paths.ts";
import type { TestServer } from "../api.ts";
import { isSeen } from "../visitor/visitor-locators.ts";
import type { ConsolePage } from "./console-pages.ts";

/** The formatted texts that the product brings along itself, in one language. */
export function ownTexts(lang: "ko" | "en"): string {
  const folders = ["db/seeds/texts", "resources/templates"].map((folder) => join(ROOT, folder));
  return folders
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(`.${lang}.html`))
        .sort()
        .map((name) =>
          readFileSync(join(folder, name), "utf8")
            .replace(/^=== .*$/gm, "")
            .trim(),
        ),
    )
    .join("\n");
}

/** Line ends and indentation of a file are no part of a text. */
export const withoutBreaks = (html: string): string => html.replace(/\s+/g, " ").replace(/> </g, "><").trim();

/** Adds a draft of a version. @returns its id */
export async function addDraft(
  { db }: TestServer,
  termsId: number,
  version: number,
  texts: { body: string; enBody?: string },
): Promise<number> {
  const [row] = await db("termsVersions")
    .insert({ termsId, version, ...texts })
    .returning("id");
  return row.id;
}

/** The frame with what visitors would read. */
export const previewOf = (one: ConsolePage): FrameLocator =>
  one.page.frameLocator(`iframe[title="${one.t("texts.previewFrame")}"]`);

/** Where a text is written. @param language as the language is called in itself */
export const editorOf = (one: ConsolePage, language = "한국어"): Locator =>
  one.page.getByRole("textbox", { name: one.t("texts.bodyIn", { language }) });

interface Box {
  /** The editor puts itself on its box. */
  readonly editor?: { readonly commands: { focus(at: "end"): void } };
}

/** Puts the caret to the end of a text; by the editor itself, which sets it anew a moment after it has the focus. */
export async function caretAtEnd(one: ConsolePage, language?: string): Promise<void> {
  const editor = editorOf(one, language);
  await isSeen(editor);
  await editor.focus();
  await editor.evaluate((box: Box) => box.editor?.commands.focus("end"));
  await one.page.keyboard.press("ControlOrMeta+End");
}

/** Writes at the end of a text. */
export async function writesAtEnd(one: ConsolePage, words: string, language?: string): Promise<void> {
  await caretAtEnd(one, language);
  await one.page.keyboard.press("Enter");
  await one.page.keyboard.insertText(words);
}
