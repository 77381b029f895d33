/** Answers the desktop app: unsaved input, links, menu commands. Not loaded in browsers. */
import type { Bridge } from "../../../ipc.ts";
import { reportUnsaved } from "./forms/report-unsaved.ts";
import { followLinks, type searchOf } from "./visit-links.ts";

type Target =
  | { readonly to: "/account" | "/manual" | "/about" }
  | { readonly to: "/visits"; readonly search: ReturnType<typeof searchOf> };

const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;

/** Uses the screen's own print button, which has the attribute `data-print`. */
function print(app: Bridge): void {
  const button = isDialogOpen() ? null : document.querySelector<HTMLElement>("[data-print]");
  if (button) button.click();
  else void app.printScreen().catch(() => {});
}

/** Commands that open dialogs are handled in features/shortcuts/use-shortcuts.ts. @param go opens a screen */
export function followApp(app: Bridge, go: (target: Target) => void): void {
  reportUnsaved(app);
  followLinks(app, (search) => go({ to: "/visits", search }));
  app.onMenu((command) => {
    if (command === "print") print(app);
    else if (command === "settings") go({ to: "/account" });
    else if (command === "manual") go({ to: "/manual" });
    else if (command === "about") go({ to: "/about" });
  });
}
