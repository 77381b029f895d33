/** Context menu of fields, selections, misspelled words and links. */
import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from "electron";
import type { Language } from "../../ipc.ts";
import { texts } from "../language.ts";
import { appOrigin } from "../pages/app-routes.ts";

export type ClickTarget = Pick<
  ContextMenuParams,
  "dictionarySuggestions" | "editFlags" | "isEditable" | "linkURL" | "misspelledWord" | "selectionText"
>;

interface Actions {
  readonly language: Language;
  /** origin of the selected server */
  readonly server: string | undefined;
  readonly replaceWord: (word: string) => void;
  readonly addWord: (word: string) => void;
  readonly copy: (text: string) => void;
}

const separator: MenuItemConstructorOptions = { type: "separator" };

/** @returns no entries if nothing applies */
export function contextMenuTemplate(target: ClickTarget, actions: Actions): MenuItemConstructorOptions[] {
  const groups = [
    spelling(target, actions),
    ...(target.isEditable ? fieldEntries(target, actions) : [selectionEntries(target, actions)]),
    linkEntries(target, actions),
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at ? [separator, ...group] : group));
}

function spelling(
  { misspelledWord, dictionarySuggestions }: ClickTarget,
  { language, replaceWord, addWord }: Actions,
): MenuItemConstructorOptions[] {
  if (misspelledWord === "") return [];
  const { contextMenu } = texts[language];
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => replaceWord(word) })),
    ...(dictionarySuggestions.length === 0 ? [{ label: contextMenu.noSuggestions, enabled: false }] : []),
    { label: contextMenu.addWord, click: () => addWord(misspelledWord) },
  ];
}

function fieldEntries({ editFlags }: ClickTarget, { language }: Actions): MenuItemConstructorOptions[][] {
  const { menu } = texts[language];
  return [
    [
      { role: "undo", label: menu.undo, enabled: editFlags.canUndo },
      { role: "redo", label: menu.redo, enabled: editFlags.canRedo },
    ],
    [
      { role: "cut", label: menu.cut, enabled: editFlags.canCut },
      { role: "copy", label: menu.copy, enabled: editFlags.canCopy },
      { role: "paste", label: menu.paste, enabled: editFlags.canPaste },
      { role: "selectAll", label: menu.selectAll, enabled: editFlags.canSelectAll },
    ],
  ];
}

function selectionEntries(
  { selectionText, editFlags }: ClickTarget,
  { language }: Actions,
): MenuItemConstructorOptions[] {
  if (selectionText.trim() === "") return [];
  return [{ role: "copy", label: texts[language].menu.copy, enabled: editFlags.canCopy }];
}

function linkEntries(
  { linkURL }: ClickTarget,
  { language, server, copy }: Actions,
): MenuItemConstructorOptions[] {
  const address = addressOf(linkURL, server);
  if (address === undefined) return [];
  return [{ label: texts[language].contextMenu.copyLink, click: () => copy(address) }];
}

/** Link address that works outside of the app: a screen of the console on the server, a web page, an e-mail address. */
function addressOf(link: string, server: string | undefined): string | undefined {
  if (link.startsWith(`${appOrigin}/dash/`)) return server && server + link.slice(appOrigin.length);
  if (link.startsWith("mailto:")) return decodeMail(link.slice("mailto:".length).split("?", 1)[0] ?? "");
  return /^https?:/.test(link) ? link : undefined;
}

function decodeMail(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Options {
  readonly contents: WebContents;
  readonly currentLanguage: () => Language;
  readonly currentServer: () => string | undefined;
  readonly copy: (text: string) => void;
  readonly show: (template: MenuItemConstructorOptions[]) => void;
}

/** Electron has no built-in context menu. */
export function openContextMenus({ contents, currentLanguage, currentServer, copy, show }: Options): void {
  contents.on("context-menu", (_event, target) => {
    const template = contextMenuTemplate(target, {
      language: currentLanguage(),
      server: currentServer(),
      replaceWord: (word) => contents.replaceMisspelling(word),
      addWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      copy,
    });
    if (template.length > 0) show(template);
  });
}
