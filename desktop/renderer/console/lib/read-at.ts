/** When what is on the screen was read. */
import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { queryClient } from "./query-client.ts";

/** What stands around every screen, and is not what somebody came to read. */
const surroundings = new Set<unknown>(["session", "preferences", "configuration", "health"]);

const cache = queryClient.getQueryCache();

/** The oldest reading counts: nothing on the screen is older than that. */
function oldest(): number | undefined {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0);
  const main = shown.filter(({ queryKey }) => !surroundings.has(queryKey[0]));
  const times = (main.length > 0 ? main : shown).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const subscribe = (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed));

/** @returns milliseconds since 1970; undefined while nothing has been read */
export const useReadAt = (): number | undefined => useSyncExternalStore(subscribe, oldest);
