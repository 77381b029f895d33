import type { ServerProblem } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";

type Code = ServerProblem["code"];

/** While a server is away the page tries it every other second: without this that would be all of the log. */
const quietMs = 60_000;

/** All calls fail for these, until one does not; the others are about what was asked. */
const awayCodes: readonly Code[] = ["unreachable", "timeout", "certificate", "status"];

/**
 * Says in the log that calls fail: at once where that is new, then at most once a minute with how many did meanwhile;
 * and once that they are answered again.
 * @param now milliseconds, of any beginning
 */
export function createCallFailures(log: Log, now: () => number) {
  const said = new Map<Code, { readonly at: number; more: number }>();

  return {
    failed(problem: Code): void {
      const before = said.get(problem);
      if (before && now() - before.at < quietMs) {
        before.more += 1;
        return;
      }
      said.set(problem, { at: now(), more: 0 });
      log("call-failed", { problem, ...(before?.more && { more: before.more }) });
    },
    answered(): void {
      const away = awayCodes.filter((code) => said.delete(code));
      if (away.length > 0) log("calls-answered");
    },
  };
}
