/** Every shortcut of the console, in one list: it is shown as it is, and the keys are listened for by it. */
import type { CurrentUser } from "#contract/account.ts";
import type { TextKey } from "../../lib/language.ts";
import { navigationOf, type Screen } from "../../lib/navigation.ts";

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
    | { readonly does: "go"; readonly to: Screen["to"] }
  );

const general: readonly Shortcut[] = [
  { keys: ["mod", "k"], label: "console.shortcut.palette", does: "palette" },
  { keys: ["?"], label: "console.shortcut.help", does: "help" },
  { keys: ["/"], label: "console.shortcut.search", does: "search" },
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
