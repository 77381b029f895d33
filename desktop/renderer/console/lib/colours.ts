/**
 * Light or dark. Whoever signs in brings their own along; it holds for this window until they leave, so that it is
 * there at once when the page is loaded again. Before that the device decides.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

const storageKey = "visitor.console.colours";

let tell: ((scheme: MantineColorScheme) => void) | undefined;

export const colourSchemeManager: MantineColorSchemeManager = {
  get(usual) {
    const kept = sessionStorage.getItem(storageKey);
    return kept === "light" || kept === "dark" ? kept : usual;
  },
  set: (scheme) => sessionStorage.setItem(storageKey, scheme),
  subscribe(onUpdate) {
    tell = onUpdate;
  },
  unsubscribe() {
    tell = undefined;
  },
  clear: () => sessionStorage.removeItem(storageKey),
};

/** Paints everything in these colours. */
export function applyColours(scheme: MantineColorScheme): void {
  colourSchemeManager.set(scheme);
  tell?.(scheme);
}
