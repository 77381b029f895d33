/**
 * The screen in a visitor's hands (docs/decisions/public-site/visit-links.md). The server takes nothing from the session until the
 * visitor has agreed; here everything that is drawn goes, in all tabs, so that no way back shows it.
 */
import { handedOverKey } from "#contract/visits/desk-links.ts";

/** One for speaking and hearing: this tab does not hear itself. */
let channel: BroadcastChannel | undefined;

/** Whether this tab was handed over, and nobody has used the console in it since. */
export const isHandedOver = (): boolean => sessionStorage.getItem(handedOverKey) !== null;

/** Somebody is signed in here. */
export const endHandOver = (): void => sessionStorage.removeItem(handedOverKey);

/** A page that the browser keeps for its way back keeps nothing to be seen. */
const clearPage = () => document.body.replaceChildren();

/**
 * Shows the visitor's page in place of the console, whose session is locked by now.
 * @param url the visitor's page
 * @param back where the console goes on, "/today?visit=1"
 */
export function handOverScreen(url: string, back: string): void {
  sessionStorage.setItem(handedOverKey, back);
  channel?.postMessage("handedOver");
  clearPage();
  const { pathname, search, hash } = new URL(url);
  location.replace(`${pathname}${search}${hash}`);
}

/** The other tabs ask who is signed in as soon as one is handed over: nobody is. So does a page that the browser kept. */
export function followHandOver(): void {
  const leave = () => {
    clearPage();
    location.reload();
  };
  channel = new BroadcastChannel("visitor.handedOver");
  channel.addEventListener("message", leave);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) leave();
  });
}
