import { useEffect } from "react";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the page is reloaded or closed while it would lose input; other screens keep drafts. */
export function useAskBeforeUnload(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}
