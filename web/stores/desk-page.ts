/**
 * Whether the tab shows a page handed over by the desk (docs/behaviour.md, "Agreeing at the desk"): it has no
 * navigation, and returns to the console if the screen is the console's own.
 */
import { create } from "zustand";
import { read } from "../lib/storage.ts";

/** Same as in api/contract/visits/desk-links.ts, which would import the validator. */
const mark = "desk";
const handedOverKey = "visitor.handedOver";

/** Path at which the console continues; undefined if the screen is not the console's. */
export function returnPath(): string | undefined {
  const back = read("sessionStorage", handedOverKey);
  if (back === null) return undefined;
  return `/dash${back.startsWith("/") ? back : "/"}`;
}

export const useDeskPage = create<{ readonly isDesk: boolean }>(() => ({
  isDesk:
    location.pathname === "/v" &&
    (new URLSearchParams(location.search).has(mark) || returnPath() !== undefined),
}));

/** Call when the server reports a desk page, which is unknown after a reload. */
export const markDeskPage = (): void => useDeskPage.setState({ isDesk: true });
