/** Code that is needed without warning is fetched before it is, while the browser has nothing else to do. */
import { useEffect } from "react";
import { queryClient } from "./query-client.ts";

const quietMs = 1_000;
const retryMs = 10_000;

/** Runs once the browser has nothing else to do. */
export const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work);
};

/**
 * Fetches once what the screen shows has been read; where something cannot be fetched, all is tried again later.
 * @param loads what to fetch; a constant
 */
export function useLoadAhead(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    let timer = setTimeout(look, quietMs);
    let isThere = true;
    function look() {
      if (queryClient.isFetching() > 0) timer = setTimeout(look, quietMs);
      else whenIdle(() => isThere && void Promise.all(loads.map((load) => load())).catch(again));
    }
    function again() {
      if (isThere) timer = setTimeout(look, retryMs);
    }
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [loads]);
}
