import { useEffect, useState } from "react";
import { fillText } from "#browser/language.ts";
import type { Connection, Problem } from "../../ipc.ts";
import type { Texts } from "./texts.ts";

/** Connection state of the main process; undefined until it is loaded. @throws when it cannot be read */
export function useConnection(): Connection | undefined {
  const [connection, setConnection] = useState<Connection>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isNew = true;
    // subscribe first: the reply must not overwrite a newer change
    const stop = window.desktop.onConnection((next) => {
      isNew = false;
      setConnection(next);
    });
    window.desktop.readConnection().then(
      (first) => {
        if (isNew) setConnection(first);
      },
      () => setHasFailed(true),
    );
    return () => {
      isNew = false;
      stop();
    };
  }, []);
  if (hasFailed && !connection) throw new Error("The main process does not answer.");
  return connection;
}

/** Where an attempt started: in the form, or at a saved server. */
type Origin = "form" | (string & {});

export type Attempt =
  | { readonly origin: Origin; readonly state: "running" }
  | { readonly origin: Origin; readonly state: "failed"; readonly problem: Problem }
  | { readonly origin: Origin; readonly state: "notSaved" };

/**
 * Runs one connection attempt at a time.
 * @param onConnected called with the connected server
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

/** Opens the console of the selected server. */
export const enterConsole = (): void => window.location.assign("/dash/");

/** Error of an attempt that started at `origin`; undefined without one. */
export function attemptText(attempt: Attempt | undefined, origin: Origin, texts: Texts): string | undefined {
  if (attempt?.origin !== origin || attempt.state === "running") return undefined;
  return attempt.state === "failed" ? problemText(attempt.problem, texts) : texts.connection.notSaved;
}

/** Problem and remedy as text. */
export function problemText(problem: Problem, texts: Texts): string {
  const { code, ...values } = problem;
  return fillText(texts.problem[code], values);
}
