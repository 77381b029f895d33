import { EventEmitter } from "node:events";
import type { App, MenuItemConstructorOptions, Session, WebContents } from "electron";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../../desktop/ipc.ts";
import {
  type ClickTarget,
  contextMenuTemplate,
  openContextMenus,
} from "../../../../desktop/main/window/context-menu.ts";
import { checksSpelling, disableDictionaryDownloads } from "../../../../desktop/main/window/spelling.ts";

const none = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
};
const plain: ClickTarget = {
  dictionarySuggestions: [],
  editFlags: none,
  isEditable: false,
  linkURL: "",
  misspelledWord: "",
  selectionText: "",
};

function open(place: Partial<ClickTarget>, language: Language = "en", server = "https://visit.example.com") {
  const done: string[] = [];
  const entries = contextMenuTemplate(
    { ...plain, ...place },
    {
      language,
      server,
      replaceWord: (word) => done.push(`replace ${word}`),
      addWord: (word) => done.push(`add ${word}`),
      copy: (text) => done.push(`copy ${text}`),
    },
  );
  const press = (label: string) =>
    (entries.find((entry) => entry.label === label)?.click as (() => void) | undefined)?.();
  return { entries, labels: entries.map(({ label, type }) => label ?? type), press, done };
}

describe("the context menu", () => {
  it("copies the selection", () => {
    const { entries } = open({ selectionText: "V-017", editFlags: { ...none, canCopy: true } }, "ko");
    expect(entries).toEqual([{ role: "copy", label: "복사", enabled: true }]);
  });

  it("is empty without applicable actions", () => {
    expect([open({}).entries, open({ selectionText: " \n" }).entries]).toEqual([[], []]);
  });

  it("offers corrections first, and adding the word", () => {
    const { labels, press, done } = open({
      isEditable: true,
      misspelledWord: "recieve",
      dictionarySuggestions: ["receive", "relieve"],
    });
    expect(labels.slice(0, 4)).toEqual(["receive", "relieve", "Add to dictionary", "separator"]);
    press("receive");
    press("Add to dictionary");
    expect(done).toEqual(["replace receive", "add recieve"]);
  });

  it("shows that there is no correction", () => {
    const { entries } = open({ isEditable: true, misspelledWord: "나루솔" }, "ko");
    expect(entries[0]).toEqual({ label: "추천 단어 없음", enabled: false });
    expect(entries[1]?.label).toBe("사전에 추가");
  });

  it.each([
    ["app://console/dash/visits?visit=17", "https://visit.example.com/dash/visits?visit=17"],
    ["https://law.example.kr/act", "https://law.example.kr/act"],
    ["mailto:desk%2Bgate@example.com?subject=x", "desk+gate@example.com"],
    ["mailto:%E0%A4%A", "%E0%A4%A"],
  ])("copies the link %s as the server's address", (linkURL, copied) => {
    const { press, done } = open({ linkURL });
    press("Copy link address");
    expect(done).toEqual([`copy ${copied}`]);
  });

  it.each([
    ...["app://console/", "app://console/trouble", "blob:app://console/1", "visit://17"],
    "javascript:alert(1)",
  ])("has nothing to copy for %s", (linkURL) => expect(open({ linkURL }).entries).toEqual([]));

  it("has no address of a screen if no server is chosen", () => {
    const place = { ...plain, linkURL: "app://console/dash/visits" };
    const nothing = () => {};
    expect(
      contextMenuTemplate(place, {
        language: "ko",
        server: undefined,
        replaceWord: nothing,
        addWord: nothing,
        copy: nothing,
      }),
    ).toEqual([]);
  });

  it("opens for the window's page, in the current language", () => {
    const done: string[] = [];
    const session = { addWordToSpellCheckerDictionary: (word: string) => done.push(`add ${word}`) > 0 };
    const contents = Object.assign(new EventEmitter(), {
      session,
      replaceMisspelling: (word: string) => void done.push(`replace ${word}`),
    });
    const shown: MenuItemConstructorOptions[][] = [];
    openContextMenus({
      contents: contents as unknown as WebContents,
      currentLanguage: () => "ko",
      currentServer: () => undefined,
      copy: () => {},
      show: (template) => shown.push(template),
    });
    contents.emit("context-menu", {}, plain);
    expect(shown).toEqual([]);
    const misspelled = { ...plain, isEditable: true, misspelledWord: "teh", dictionarySuggestions: ["the"] };
    contents.emit("context-menu", {}, misspelled);
    for (const { click } of shown[0]?.slice(0, 2) ?? []) (click as () => void)();
    expect(done).toEqual(["replace the", "add teh"]);
  });
});

describe("spelling", () => {
  it.each([
    ["win32", true, []],
    ["darwin", true, []],
    ["linux", false, [false]],
  ] as const)("on %s is checked: %s, without downloads of dictionaries", (platform, isChecked, switched) => {
    expect(checksSpelling(platform)).toBe(isChecked);
    const app = new EventEmitter();
    disableDictionaryDownloads(app as unknown as App, platform);
    const addresses: string[] = [];
    const enabled: boolean[] = [];
    const session: Pick<Session, "setSpellCheckerDictionaryDownloadURL" | "setSpellCheckerEnabled"> = {
      setSpellCheckerDictionaryDownloadURL: (address) => void addresses.push(address),
      setSpellCheckerEnabled: (isOn) => void enabled.push(isOn),
    };
    app.emit("session-created", session);
    expect(addresses).toEqual(["app://no-dictionaries/"]);
    expect(enabled).toEqual(switched);
  });
});
