import type { MenuItemConstructorOptions } from "electron";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../../desktop/ipc.ts";
import { languageFor } from "../../../../desktop/main/language.ts";
import type { StartOption } from "../../../../desktop/main/startup/start-option.ts";
import { menuTemplate } from "../../../../desktop/main/window/menu.ts";

interface MenuOptions {
  isMac?: boolean;
  devTools?: boolean;
  starts?: StartOption[];
}

function menu(language: Language, options: MenuOptions = {}) {
  const chosen: Language[] = [];
  const zoomed: string[] = [];
  let changes = 0;
  const template = menuTemplate({
    language,
    isMac: options.isMac ?? false,
    devTools: options.devTools ?? false,
    chooseLanguage: (next) => chosen.push(next),
    zoom: (step) => zoomed.push(step),
    openLogs: () => zoomed.push("logs"),
    saveDiagnostics: () => zoomed.push("diagnostics"),
    command: (command) => zoomed.push(command),
    openWindow: () => zoomed.push("window"),
    goBack: () => zoomed.push("back"),
    goForward: () => zoomed.push("forward"),
    checkUpdates: () => zoomed.push("updates"),
    changeServer: () => {
      changes++;
    },
    showAbout: () => {},
    lobby: [{ label: "Off", isChosen: true, isEnabled: true, choose: () => zoomed.push("lobby") }],
    starts: options.starts ?? [],
  });
  const entries = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? entries(item.submenu) : [])]);
  return { template, all: entries(template), chosen, zoomed, changes: () => changes };
}

describe("the menu", () => {
  it("is in Korean or English", () => {
    expect(menu("ko").template.map(({ label }) => label)).toEqual(["파일", "편집", "보기", "도움말"]);
    expect(menu("en").template.map(({ label }) => label)).toEqual(["File", "Edit", "View", "Help"]);
  });

  it("has a label for every entry, so that none is in the system's language", () => {
    for (const language of ["ko", "en"] as const)
      for (const isMac of [true, false])
        for (const { type, label } of menu(language, { isMac, devTools: true }).all)
          expect(type === "separator" || (label ?? "") !== "").toBe(true);
  });

  it("has copy and paste, required for their shortcuts on macOS", () => {
    const roles = menu("ko", { isMac: true }).all.map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(["copy", "paste", "selectAll", "quit"]));
  });

  it.each([
    [true, "Command+[", "Command+]", "Control+Command+F"],
    [false, "Alt+Left", "Alt+Right", "F11"],
  ])(
    "has the shortcuts of browsers, and zoom also without Shift (macOS: %s)",
    (isMac, back, forward, fullScreen) => {
      const { all, zoomed } = menu("en", { isMac });
      const press = (...names: string[]) => {
        for (const name of names)
          for (const { label, accelerator, click } of all)
            if (label === name || accelerator === name) (click as (() => void) | undefined)?.();
      };
      press("CmdOrCtrl+Plus", "CmdOrCtrl+=", "CmdOrCtrl+-", "CmdOrCtrl+0", "CmdOrCtrl+N", "CmdOrCtrl+P");
      press(
        "CmdOrCtrl+F",
        "CmdOrCtrl+,",
        back,
        forward,
        "F1",
        "Keyboard shortcuts",
        "Open log folder",
        "Check for updates…",
      );
      expect(zoomed.join(" ")).toBe(
        "in in out reset window print search settings back forward manual help logs updates",
      );
      expect(all.find(({ role }) => role === "togglefullscreen")?.accelerator).toBe(fullScreen);
    },
  );

  it.each([true, false])("has the start options, those of the policy disabled (macOS: %s)", (isMac) => {
    const changed: string[] = [];
    const choice = (label: StartOption["label"], isFixed: boolean): StartOption => ({
      label,
      isFixed,
      isOn: () => true,
      change: async (isOn) => void changed.push(`${label} ${isOn}`),
    });
    const starts = [choice("startAtSignIn", false), choice("startFullScreen", true)];
    const shown = menu("en", { isMac, starts }).all.filter(({ label }) => label?.startsWith("Start "));
    expect(shown.map(({ label, checked, enabled }) => [label, checked, enabled])).toEqual([
      ["Start at sign-in", true, true],
      ["Start in full screen", true, false],
    ]);
    const click = shown[0]?.click as ((item: { checked: boolean }) => void) | undefined;
    click?.({ checked: false });
    expect(changed).toEqual(["startAtSignIn false"]);
  });

  it("shows the developer tools in development only", () => {
    const has = (devTools: boolean) =>
      menu("ko", { devTools }).all.some(({ role }) => role === "toggleDevTools");
    expect([has(true), has(false)]).toEqual([true, false]);
  });

  it("changes the language", () => {
    const { all, chosen } = menu("ko");
    const languages = all.filter(({ type }) => type === "radio");
    expect(languages.map(({ label, checked }) => [label, checked])).toEqual([
      ["한국어", true],
      ["English", false],
    ]);
    const click = languages[1]?.click as (() => void) | undefined;
    click?.();
    expect(chosen).toEqual(["en"]);
  });
});

describe("the language", () => {
  it.each([
    [null, ["ko-KR", "en-US"], "ko"],
    [null, ["en-GB", "ko-KR"], "en"],
    [null, ["EN"], "en"],
    [null, ["de-DE", "en-US"], "ko"],
    [null, [], "ko"],
    ["ko", ["en-US"], "ko"],
    ["en", ["ko-KR"], "en"],
  ] as const)("chosen %s, system %j: %s", (chosen, preferred, language) => {
    expect(languageFor(chosen, preferred)).toBe(language);
  });
});
