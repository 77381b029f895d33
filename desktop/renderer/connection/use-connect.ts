import { useState } from "react";
import type { Problem } from "../../ipc.ts";

/** Where a try to connect began: in the form, or at a saved server. */
export type Origin = "form" | (string & {});

export type Attempt =
  | { readonly origin: Origin; readonly state: "running" }
  | { readonly origin: Origin; readonly state: "failed"; readonly problem: Problem }
  | { readonly origin: Origin; readonly state: "notSaved" };

/**
 * One try to connect at a time, and how it went.
 * @param onConnected called with the server that answered
 */
export function useConnect(onConnected: (server: string) => void) {
  const [attempt, setAttempt] = useState<Attempt>();

  /** @returns true when connected */
  async function connect(address: string, origin: Origin): Promise<boolean> {
    if (attempt?.state === "running") return false;
    setAttempt({ origin, state: "running" });
    try {
      const outcome = await window.desktop.connect(address);
      if (outcome.connected) {
        setAttempt(undefined);
        onConnected(outcome.server);
      } else {
        setAttempt({ origin, state: "failed", problem: outcome.problem });
      }
      return outcome.connected;
    } catch {
      setAttempt({ origin, state: "notSaved" });
      return false;
    }
  }

  return { attempt, connect, forgetAttempt: () => setAttempt(undefined) };
}
