/** Bridge to the desktop app; undefined in browsers. */

import { useEffect, useState } from "react";
import type { Bridge, UpdateState } from "../../ipc.ts";

export const desktopApp: Bridge | undefined = "desktop" in window ? window.desktop : undefined;

/** State of updates; undefined in browsers and until loaded. */
export function useUpdates(): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    let isNew = true;
    // subscribe first: the reply must not overwrite a newer change
    const stop = desktopApp?.onUpdates((next) => {
      isNew = false;
      setState(next);
    });
    desktopApp?.readUpdates().then(
      (first) => {
        if (isNew) setState(first);
      },
      // unknown state: show nothing
      () => {},
    );
    return () => {
      isNew = false;
      stop?.();
    };
  }, []);
  return state;
}
