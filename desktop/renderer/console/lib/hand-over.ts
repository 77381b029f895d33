/**
 * Hands the screen over to a visitor (docs/decisions/public-site/visit-links.md). The server keeps the session locked
 * until the visitor has agreed; all tabs clear their content, so that going back does not show it.
 */
import { handedOverKey } from "#contract/visits/desk-links.ts";

/** One channel for sending and receiving: a tab does not receive its own messages. */
let channel: BroadcastChannel | undefined;

/** Whether this tab was handed over and the console has not been used in it since. */
export const isHandedOver = (): boolean => sessionStorage.getItem(handedOverKey) !== null;

/** Call after a sign-in. */
export const endHandOver = (): void => sessionStorage.removeItem(handedOverKey);

/** Clears the page, because the back/forward cache keeps it. */
const clearPage = () => document.body.replaceChildren();

/**
 * Replaces the console, whose session is locked already, with the visitor's page.
 * @param url the visitor's page
 * @param back where the console continues, "/today?visit=1"
 */
export function handOverScreen(url: string, back: string): void {
  sessionStorage.setItem(handedOverKey, back);
  channel?.postMessage("handedOver");
  clearPage();
  const { pathname, search, hash } = new URL(url);
  location.replace(`${pathname}${search}${hash}`);
}

/** Reloads the other tabs, and pages restored from the back/forward cache, after a hand-over. */
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
