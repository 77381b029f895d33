/**
 * Whether the tab shows a page that the desk handed over (docs/behaviour.md, "Agreeing at the desk"): no way leads on from it, and it
 * comes back to the console where the screen is the console's own.
 */
import { create } from "zustand";
import { read } from "../lib/storage.ts";

/** As in api/contract/visits/desk-links.ts, which brings a validator along. */
const mark = "desk";
const handedOverKey = "visitor.handedOver";

/** Where the console goes on once the screen is back; undefined where it is not the console's. */
export function wayBack(): string | undefined {
  const back = read("sessionStorage", handedOverKey);
  if (back === null) return undefined;
  return `/dash${back.startsWith("/") ? back : "/"}`;
}

export const useDeskPage = create<{ readonly isDesk: boolean }>(() => ({
  isDesk:
    location.pathname === "/v" && (new URLSearchParams(location.search).has(mark) || wayBack() !== undefined),
}));

/** What the server says of the link, after a reload. */
export const noteDeskPage = (): void => useDeskPage.setState({ isDesk: true });
