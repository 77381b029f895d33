import type { Log } from "../../../desktop/main/logging/log.ts";

/** A log that a test can read: "event reason". */
export function keptLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const log: Log = (event, facts = {}) => {
    lines.push([event, ...Object.values(facts)].join(" "));
  };
  return { log, lines };
}
