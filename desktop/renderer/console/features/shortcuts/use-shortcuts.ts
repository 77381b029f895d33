import { useEffect, useRef } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import type { TextKey } from "../../lib/language.ts";
import { navigationOf, type Screen } from "../../lib/navigation.ts";
import { may } from "../../lib/session.ts";
import { isTyping } from "../scans/field-before.ts";
import { scanGapMs } from "../scans/recognise.ts";
import { isOnRow, rememberRow, toRow } from "./table-rows.ts";

/** After the first key of two there is this much time for the second. */
const secondKeyMs = 1_500;

const arrows: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowDown: 1, ArrowUp: -1 };

/** A letter by what is printed on it, whatever script the keyboard writes at the moment. */
const keyOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/**
 * Listens for the shortcuts. Keys without Ctrl or Command count only where nobody is writing and no dialog is open, and
 * a scanner's do not: they come too fast.
 */
export function useShortcuts(user: CurrentUser, run: (shortcut: Shortcut) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const shortcuts = shortcutsOf(user);
    const find = (keys: string) => shortcuts.find((shortcut) => shortcut.keys.join(" ") === keys);
    let last = Number.NEGATIVE_INFINITY;
    let held = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, timeStamp, isComposing } = event;
      const step = arrows[event.key];
      if (step && !ctrlKey && !metaKey && !altKey && isOnRow(event.target)) {
        event.preventDefault();
        return toRow(step);
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
      const first = since < secondKeyMs ? held : "";
      last = timeStamp;
      held = "";
      clearTimeout(timer);
      if (ctrlKey || metaKey || altKey || since < scanGapMs) return;
      if (isTyping(event.target) || isDialogOpen() || !areSingleKeysOn()) return;
      const pressed = first ? `${first} ${key}` : key;
      const found = find(pressed);
      if (found) {
        event.preventDefault();
        timer = setTimeout(() => latest.current(found), scanGapMs);
      } else if (shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)) held = key;
    };
    addEventListener("keydown", listen);
    addEventListener("focusin", rememberRow);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", listen);
      removeEventListener("focusin", rememberRow);
    };
  }, [user]);
}

/** Every shortcut of the console, in one list: it is shown as it is, and the keys are listened for by it. */
interface Keyed {
  /** Pressed one after the other; `mod` is held: Command on a Mac, else Ctrl. */
  readonly keys: readonly string[];
  readonly label: TextKey;
}

export type Shortcut = Keyed &
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

/** The letter after G that leads to a screen. */
const letters: Readonly<Partial<Record<string, string>>> = {
  "/today": "t",
  "/approvals": "a",
  "/visits": "v",
  "/reserve": "r",
  "/passes": "p",
  "/vehicle-passes": "c",
};

/** Those that lead somewhere for this person. */
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

/** Whether keys without Ctrl or Command do something: who speaks to the computer may not want that. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== "off";

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
}
