import type { MenuItemConstructorOptions } from "electron";
import { type Language, languageNames, languages, type MenuCommand } from "../../ipc.ts";
import { texts } from "../language.ts";
import type { LobbyEntry } from "../lobby/lobby.ts";
import type { StartOption } from "../startup/start-option.ts";
import type { ZoomStep } from "./zoom.ts";

interface Options {
  readonly language: Language;
  readonly isMac: boolean;
  /** in development only */
  readonly devTools: boolean;
  readonly chooseLanguage: (language: Language) => void;
  readonly openWindow: () => void;
  readonly changeServer: () => void;
  /** carried out by the page */
  readonly command: (command: MenuCommand) => void;
  readonly goBack: () => void;
  readonly goForward: () => void;
  readonly zoom: (step: ZoomStep) => void;
  /** displays for the lobby player */
  readonly lobby: readonly LobbyEntry[];
  readonly openLogs: () => void;
  readonly saveDiagnostics: () => void;
  readonly checkUpdates: () => void;
  readonly showAbout: () => void;
  /** start-up options */
  readonly starts: readonly StartOption[];
}

/**
 * Application menu in the chosen language. Copy and paste shortcuts on macOS depend on its entries. A page that handles a
 * key itself keeps it: Ctrl+, is subscript in the text editor.
 */
export function menuTemplate(options: Options): MenuItemConstructorOptions[] {
  const { isMac, command } = options;
  const { menu, app } = texts[options.language];
  const about: MenuItemConstructorOptions = { label: menu.about, click: options.showAbout };
  const logs: MenuItemConstructorOptions = { label: menu.openLogs, click: options.openLogs };
  const diagnostics: MenuItemConstructorOptions = {
    label: menu.saveDiagnostics,
    click: options.saveDiagnostics,
  };
  const updates: MenuItemConstructorOptions = { label: menu.checkUpdates, click: options.checkUpdates };
  const manual: MenuItemConstructorOptions = {
    label: menu.manual,
    accelerator: "F1",
    click: () => command("manual"),
  };
  const shortcuts: MenuItemConstructorOptions = { label: menu.shortcuts, click: () => command("help") };
  const settings: MenuItemConstructorOptions = {
    label: menu.settings,
    accelerator: "CmdOrCtrl+,",
    click: () => command("settings"),
  };
  const newWindow: MenuItemConstructorOptions = {
    label: menu.newWindow,
    accelerator: "CmdOrCtrl+N",
    click: options.openWindow,
  };
  const print: MenuItemConstructorOptions = {
    label: menu.print,
    accelerator: "CmdOrCtrl+P",
    click: () => command("print"),
  };
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const server: MenuItemConstructorOptions = { label: menu.changeServer, click: options.changeServer };
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      about,
      updates,
      separator,
      settings,
      server,
      separator,
      ...startEntries(options),
      separator,
      { role: "hide", label: menu.hide },
      { role: "hideOthers", label: menu.hideOthers },
      { role: "unhide", label: menu.unhide },
      separator,
      { role: "quit", label: menu.quit },
    ],
  };
  const fileMenu: MenuItemConstructorOptions = {
    label: menu.file,
    submenu: isMac
      ? [newWindow, print, separator, { role: "close", label: menu.close }]
      : [
          newWindow,
          print,
          separator,
          settings,
          server,
          separator,
          ...startEntries(options),
          separator,
          { role: "quit", label: menu.quit },
        ],
  };
  const windowMenu: MenuItemConstructorOptions = {
    role: "windowMenu",
    label: menu.window,
    submenu: [
      { role: "minimize", label: menu.minimize },
      { role: "zoom", label: menu.zoom },
      separator,
      { role: "front", label: menu.front },
    ],
  };
  const help = [manual, shortcuts, separator, logs, diagnostics];
  return [
    ...(isMac ? [appMenu] : []),
    fileMenu,
    { label: menu.edit, submenu: editEntries(options) },
    { label: menu.view, submenu: viewEntries(options) },
    ...(isMac ? [windowMenu] : []),
    { role: "help", label: menu.help, submenu: isMac ? help : [...help, separator, updates, about] },
  ];
}

/** Options fixed by the policy are disabled. */
function startEntries({ language, starts }: Options): MenuItemConstructorOptions[] {
  return starts.map(({ label, isOn, isFixed, change }) => ({
    label: texts[language].menu[label],
    type: "checkbox" as const,
    checked: isOn(),
    enabled: !isFixed,
    click: ({ checked }) => void change(checked),
  }));
}

function editEntries({ language, command }: Options): MenuItemConstructorOptions[] {
  const { menu } = texts[language];
  return [
    { role: "undo", label: menu.undo },
    { role: "redo", label: menu.redo },
    { type: "separator" },
    { role: "cut", label: menu.cut },
    { role: "copy", label: menu.copy },
    { role: "paste", label: menu.paste },
    { role: "selectAll", label: menu.selectAll },
    { type: "separator" },
    // the search of the whole list: a search of the page would find the loaded rows only
    { label: menu.find, accelerator: "CmdOrCtrl+F", click: () => command("search") },
  ];
}

function viewEntries(options: Options): MenuItemConstructorOptions[] {
  const { language, isMac, devTools, chooseLanguage, zoom } = options;
  const { menu } = texts[language];
  return [
    {
      label: menu.language,
      submenu: languages.map((each) => ({
        label: languageNames[each],
        type: "radio" as const,
        checked: each === language,
        click: () => chooseLanguage(each),
      })),
    },
    { type: "separator" },
    { label: menu.back, accelerator: isMac ? "Command+[" : "Alt+Left", click: options.goBack },
    { label: menu.forward, accelerator: isMac ? "Command+]" : "Alt+Right", click: options.goForward },
    { role: "reload", label: menu.reload },
    { label: menu.resetZoom, accelerator: "CmdOrCtrl+0", click: () => zoom("reset") },
    { label: menu.zoomIn, accelerator: "CmdOrCtrl+Plus", click: () => zoom("in") },
    // the same key without Shift, as in browsers
    {
      label: menu.zoomIn,
      accelerator: "CmdOrCtrl+=",
      visible: false,
      acceleratorWorksWhenHidden: true,
      click: () => zoom("in"),
    },
    { label: menu.zoomOut, accelerator: "CmdOrCtrl+-", click: () => zoom("out") },
    {
      role: "togglefullscreen",
      label: menu.fullScreen,
      accelerator: isMac ? "Control+Command+F" : "F11",
    },
    {
      label: menu.lobby,
      // not radio buttons: one of those is always checked, but the chosen display may be disconnected
      submenu: options.lobby.map(({ label, isChosen, isEnabled, choose }) => ({
        label,
        type: "checkbox" as const,
        checked: isChosen,
        enabled: isEnabled,
        click: choose,
      })),
    },
    ...(devTools ? [{ role: "toggleDevTools" as const, label: menu.devTools }] : []),
  ];
}
