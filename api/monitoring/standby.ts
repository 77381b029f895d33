/**
 * Detects a lost standby (docs/reliability.md). With synchronous replication a commit waits for it without end, and
 * neither `statement_timeout` nor closing the connection ends that: connections would pile up.
 */
import type { Logger } from "#api/log.ts";
import { startWorker, type Worker } from "#api/worker.ts";
import { connect } from "#db/connection.ts";
import type { DatabaseState } from "#db/database-state.ts";
import { endWaitingCommits, readWaitingCommits } from "./queries.ts";

const pollMs = 1_000;
/** A commit that waits for longer makes writes fail at once. */
const maxWaitMs = 1_500;

/**
 * Sets `state.writesWait` while a commit of any process waits for a standby. Ends the connections of all such commits
 * but the oldest: it goes on once the standby is back, which ends the state. What they wrote may be stored.
 * @param url of the database whose pools share the state
 */
export function watchStandby(
  url: string,
  { state, log }: { readonly state: DatabaseState; readonly log: Logger },
): Pick<Worker, "stop"> {
  // A connection of its own, because all others may wait.
  const db = connect(url, { poolSize: 1 });
  let waiting = new Map<string, number>();

  async function check(): Promise<void> {
    const commits = await readWaitingCommits(db);
    const now = performance.now();
    waiting = new Map(commits.map(({ key }) => [key, waiting.get(key) ?? now]));
    const long = commits.filter(({ key }) => now - (waiting.get(key) ?? now) >= maxWaitMs);
    const writesWait = long.length > 0;
    if (writesWait !== state.writesWait)
      log[writesWait ? "error" : "info"](
        writesWait ? "commits wait for a standby: writes are refused" : "the standby answers again",
      );
    state.writesWait = writesWait;
    const pids = long.slice(1).flatMap(({ pid, isOurs }) => (isOurs ? [pid] : []));
    if (pids.length > 0) await endWaitingCommits(db, pids);
  }

  const { stop } = startWorker(check, {
    poll: pollMs,
    onError: (err) => log.debug({ err }, "the standby could not be checked"),
  });
  return {
    async stop() {
      await stop();
      await db.destroy();
    },
  };
}
