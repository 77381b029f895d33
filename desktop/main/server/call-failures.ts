import type { ServerProblem } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";

type Code = ServerProblem["code"];

/** The page retries every other second while a server is unreachable, which would flood the log. */
const quietMs = 60_000;

/** Failures of the whole connection; the others concern a single call. */
const connectionCodes: readonly Code[] = ["unreachable", "timeout", "certificate", "status"];

/**
 * Logs failed calls: new failures immediately, repeated ones at most once a minute with their number, and the recovery
 * once.
 * @param now monotonic clock, in milliseconds
 */
export function createCallFailures(log: Log, now: () => number) {
  const logged = new Map<Code, { readonly at: number; more: number }>();

  return {
    failed(problem: Code): void {
      const before = logged.get(problem);
      if (before && now() - before.at < quietMs) {
        before.more += 1;
        return;
      }
      logged.set(problem, { at: now(), more: 0 });
      log("call-failed", { problem, ...(before?.more && { more: before.more }) });
    },
    answered(): void {
      const recovered = connectionCodes.filter((code) => logged.delete(code));
      if (recovered.length > 0) log("calls-answered");
    },
  };
}
