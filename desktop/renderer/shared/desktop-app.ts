/** The desktop app around the console, where there is one: the same page runs in a browser. */

import { useEffect, useState } from "react";
import type { Bridge, UpdateState } from "../../ipc.ts";

export const desktopApp: Bridge | undefined = "desktop" in window ? window.desktop : undefined;

/** How the app keeps itself up to date, as it changes; undefined in a browser, and until the app has answered. */
export function useUpdates(): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    let isNew = true;
    // listen first: a change between the question and its answer must not be overwritten by the answer
    const stop = desktopApp?.onUpdates((next) => {
      isNew = false;
      setState(next);
    });
    desktopApp?.readUpdates().then(
      (first) => {
        if (isNew) setState(first);
      },
      // nothing is said of updates where nothing is known of them
      () => {},
    );
    return () => {
      isNew = false;
      stop?.();
    };
  }, []);
  return state;
}
