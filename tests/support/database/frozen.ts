/** Stops PostgreSQL for a while, as a machine that hangs does. */
import { readdirSync, readFileSync } from "node:fs";

/** Process numbers of a PostgreSQL and of all that it has started. */
function processesOf(postmaster: number): number[] {
  const children = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      return Number(parent) === postmaster ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
  return [postmaster, ...children];
}

/**
 * @param which all of its processes, or only the one that takes connections
 * @returns what lets it go on
 */
export function freezePostgres(postmaster: number, which: "all" | "postmaster" = "all"): () => void {
  const pids = which === "all" ? processesOf(postmaster) : [postmaster];
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // One that ended meanwhile.
      }
    }
  };
  send("SIGSTOP");
  return () => send("SIGCONT");
}
