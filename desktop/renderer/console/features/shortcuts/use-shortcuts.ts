import { useEffect, useRef } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import type { TextKey } from "../../lib/language.ts";
import { navigationOf, type Screen } from "../../lib/navigation.ts";
import { may } from "../../lib/session.ts";
import { isTextField } from "../scans/field-content.ts";
import { scanGapMs } from "../scans/scan-detection.ts";
import { focusRow, isOnRow, rememberRow } from "./table-rows.ts";

/** Maximum time between the two keys of a sequence. */
const sequenceTimeoutMs = 1_500;

const arrows: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowDown: 1, ArrowUp: -1 };

/** The Latin letter of a key, also with a Korean keyboard layout. */
const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/**
 * Listens for shortcuts. Keys without Ctrl or Command are ignored in text fields, while a dialog is open, and at the
 * speed of a barcode scanner. The app's menu has some of them, too.
 */
export function useShortcuts(user: CurrentUser, run: (shortcut: Shortcut) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const shortcuts = shortcutsOf(user);
    const find = (keys: string) => shortcuts.find((shortcut) => shortcut.keys.join(" ") === keys);
    let last = Number.NEGATIVE_INFINITY;
    let pending = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, timeStamp, isComposing } = event;
      const step = arrows[event.key];
      if (step && !ctrlKey && !metaKey && !altKey && isOnRow(event.target)) {
        event.preventDefault();
        return focusRow(step);
      }
      if (isComposing || event.key.length > 1) return;
      const key = keyOf(event);
      if ((ctrlKey || metaKey) && !altKey && !shiftKey) {
        const found = find(`mod ${key}`);
        if (!found) return;
        event.preventDefault();
        return latest.current(found);
      }
      const since = timeStamp - last;
      const first = since < sequenceTimeoutMs ? pending : "";
      last = timeStamp;
      pending = "";
      clearTimeout(timer);
      if (ctrlKey || metaKey || altKey || since < scanGapMs) return;
      if (isTextField(event.target) || isDialogOpen() || !areSingleKeysEnabled()) return;
      const pressed = first ? `${first} ${key}` : key;
      const found = find(pressed);
      if (found) {
        event.preventDefault();
        timer = setTimeout(() => latest.current(found), scanGapMs);
      } else if (shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)) pending = key;
    };
    const stop = desktopApp?.onMenu((command) => {
      const found = shortcuts.find(({ does }) => does === command);
      if (found) latest.current(found);
    });
    addEventListener("keydown", listen);
    addEventListener("focusin", rememberRow);
    return () => {
      stop?.();
      clearTimeout(timer);
      removeEventListener("keydown", listen);
      removeEventListener("focusin", rememberRow);
    };
  }, [user]);
}

interface ShortcutKeys {
  /** Pressed in sequence; the modifier `mod` is Command on a Mac, else Ctrl. */
  readonly keys: readonly string[];
  readonly label: TextKey;
}

export type Shortcut = ShortcutKeys &
  (
    | { readonly does: "palette" }
    | { readonly does: "help" }
    | { readonly does: "search" }
    | { readonly does: "row"; readonly step: 1 | -1 }
    | { readonly does: "choose" }
    | { readonly does: "go"; readonly to: Screen["to"] }
  );

const general: readonly Shortcut[] = [
  { keys: ["mod", "k"], label: "console.shortcut.palette", does: "palette" },
  { keys: ["?"], label: "console.shortcut.help", does: "help" },
  { keys: ["/"], label: "console.shortcut.search", does: "search" },
];

const rowKeys: readonly Shortcut[] = [
  { keys: ["j"], label: "console.shortcut.nextRow", does: "row", step: 1 },
  { keys: ["k"], label: "console.shortcut.previousRow", does: "row", step: -1 },
  { keys: ["x"], label: "console.shortcut.chooseRow", does: "choose" },
];

/** The key after G that opens a screen. */
const letters: Readonly<Partial<Record<string, string>>> = {
  "/today": "t",
  "/approvals": "a",
  "/visits": "v",
  "/reserve": "r",
  "/passes": "p",
  "/vehicle-passes": "c",
};

/** Shortcuts available to the user. */
export const shortcutsOf = (user: CurrentUser): readonly Shortcut[] => [
  ...general,
  ...(may(user, "desk") ? rowKeys : []),
  ...navigationOf(user)
    .flatMap(({ screens }) => screens)
    .flatMap(({ to, label }): Shortcut[] => {
      const letter = letters[to];
      return letter ? [{ keys: ["g", letter], label, does: "go", to }] : [];
    }),
];

const storageKey = "visitor.console.singleKeys";

/** Keys without Ctrl or Command can be switched off, for users of speech input (WCAG 2.1.4). */
export const areSingleKeysEnabled = (): boolean => localStorage.getItem(storageKey) !== "off";

export function setSingleKeysEnabled(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
}
