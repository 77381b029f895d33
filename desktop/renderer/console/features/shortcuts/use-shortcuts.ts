import { useEffect, useRef } from "react";
import type { CurrentUser } from "#contract/account.ts";
import { fastestTypingMs, isTyping } from "../../lib/typing.ts";
import { areSingleKeysOn, type Shortcut, shortcutsOf } from "./shortcuts.ts";

/** After the first key of two there is this much time for the second. */
const secondKeyMs = 1_500;

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
      if (ctrlKey || metaKey || altKey || since < fastestTypingMs) return;
      if (isTyping(event.target) || isDialogOpen() || !areSingleKeysOn()) return;
      const pressed = first ? `${first} ${key}` : key;
      const found = find(pressed);
      if (found) {
        event.preventDefault();
        timer = setTimeout(() => latest.current(found), fastestTypingMs);
      } else if (shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)) held = key;
    };
    addEventListener("keydown", listen);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", listen);
    };
  }, [user]);
}
