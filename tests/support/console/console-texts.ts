/** Terms and policies for the console's browser tests, and locators of their editor. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { ROOT } from "#scripts/lib/paths.ts";
import type { TestServer } from "../api.ts";
import { isSeen } from "../visitor/visitor-locators.ts";
import type { ConsolePage } from "./console-pages.ts";

/** The formatted texts included in the product, in one language. */
export function bundledTexts(lang: "ko" | "en"): string {
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

/** Removes the line breaks and indentation of a file. */
export const withoutBreaks = (html: string): string => html.replace(/\s+/g, " ").replace(/> </g, "><").trim();

/** Adds a draft version. @returns its id */
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

/** The preview frame, with the text as visitors see it. */
export const previewOf = (one: ConsolePage): FrameLocator =>
  one.page.frameLocator(`iframe[title="${one.t("texts.previewFrame")}"]`);

/** The editor of a text. @param language the own name of its language */
export const editorOf = (one: ConsolePage, language = "한국어"): Locator =>
  one.page.getByRole("textbox", { name: one.t("texts.bodyIn", { language }) });

interface EditorElement {
  /** Set by the editor library. */
  readonly editor?: { readonly commands: { focus(at: "end"): void } };
}

/** Moves the caret to the end by the editor, which otherwise resets it a moment after receiving the focus. */
export async function caretAtEnd(one: ConsolePage, language?: string): Promise<void> {
  const editor = editorOf(one, language);
  await isSeen(editor);
  await editor.focus();
  await editor.evaluate((element: EditorElement) => element.editor?.commands.focus("end"));
  await one.page.keyboard.press("ControlOrMeta+End");
}

/** Writes a new paragraph at the end of a text. */
export async function writesAtEnd(one: ConsolePage, words: string, language?: string): Promise<void> {
  await caretAtEnd(one, language);
  await one.page.keyboard.press("Enter");
  await one.page.keyboard.insertText(words);
}
