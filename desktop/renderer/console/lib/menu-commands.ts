/** Entries of the app's menu; the shell opens its dialogs itself (features/shortcuts/use-shortcuts.ts). */
import type { Bridge } from "../../../ipc.ts";

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Uses the screen's own print button, which has the attribute `data-print`. */
function print(app: Bridge): void {
  const button = isDialogOpen() ? null : document.querySelector<HTMLElement>("[data-print]");
  if (button) button.click();
  else void app.printScreen().catch(() => {});
}

/** @param go opens a screen */
export function followMenu(app: Bridge, go: (to: "/account" | "/about") => void): void {
  app.onMenu((command) => {
    if (command === "print") print(app);
    else if (command === "settings") go("/account");
    else if (command === "about") go("/about");
  });
}
