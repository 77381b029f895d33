import { useEffect, useState } from "react";
import { fillText } from "#browser/language.ts";
import type { Connection, Problem } from "../../ipc.ts";
import type { Texts } from "./texts.ts";

/** What the main process knows of servers, as it changes; undefined until it has answered. @throws where it fails to */
export function useConnection(): Connection | undefined {
  const [connection, setConnection] = useState<Connection>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isNew = true;
    // listen first: a change between the question and its answer must not be overwritten by the answer
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

/** Where a try to connect began: in the form, or at a saved server. */
type Origin = "form" | (string & {});

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

/** Goes on to the console of the chosen server, another page of ours. */
export const enterConsole = (): void => window.location.assign("/dash/");

/** What went wrong with a try that began at `origin`; undefined where nothing did. */
export function attemptText(attempt: Attempt | undefined, origin: Origin, texts: Texts): string | undefined {
  if (attempt?.origin !== origin || attempt.state === "running") return undefined;
  return attempt.state === "failed" ? problemText(attempt.problem, texts) : texts.connection.notSaved;
}

/** What is wrong, and what can be done about it, in words. */
export function problemText(problem: Problem, texts: Texts): string {
  const { code, ...values } = problem;
  return fillText(texts.problem[code], values);
}
