import { useEffect } from "react";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Reloading or closing the page asks first while it would lose something; other screens keep it as a draft. */
export function useAskBeforeUnload(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}
