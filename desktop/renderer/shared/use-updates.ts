import { useEffect, useState } from "react";
import type { UpdateState } from "../../ipc.ts";
import { desktopApp } from "./desktop-app.ts";

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
