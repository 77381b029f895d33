/**
 * Detects a lost standby (docs/reliability.md). With synchronous replication a commit waits for it without end, and
 * neither `statement_timeout` nor closing the connection ends that: connections would pile up.
 */
import type { Logger } from "#api/log.ts";
import { startWorker, type Worker } from "#api/worker.ts";
import { connect, type DatabaseState } from "#db/connection.ts";
import { commit, endWaitingCommits, hasWaitingCommits } from "./queries.ts";

const pollMs = 1_000;
/** A commit that waits for longer makes writes fail at once. */
const maxWaitMs = 1_500;

/**
 * Sets `state.writesWait` while commits wait for a standby: where one does, the watcher tries a commit of its own. If
 * that waits, too, it ends the connections of all. What they wrote may be stored.
 * @param url of the database whose pools share the state
 */
export function watchStandby(
  url: string,
  { state, log }: { readonly state: DatabaseState; readonly log: Logger },
): Pick<Worker, "stop"> {
  // Connections of its own, because all others may wait.
  const db = connect(url, { poolSize: 1 });
  const trial = connect(url, { poolSize: 1, statementMs: maxWaitMs });

  async function check(): Promise<void> {
    if (!state.writesWait && !(await hasWaitingCommits(db))) return;
    const writesWait = await commit(trial).then(
      () => false,
      // it may have failed for another reason
      async () => state.writesWait || (await hasWaitingCommits(db)),
    );
    if (writesWait !== state.writesWait)
      log[writesWait ? "error" : "info"](
        writesWait ? "commits wait for a standby: writes are refused" : "the standby answers again",
      );
    state.writesWait = writesWait;
    if (writesWait) await endWaitingCommits(db);
  }

  const { stop } = startWorker(check, {
    poll: pollMs,
    onError: (err) => log.debug({ err }, "the standby could not be checked"),
  });
  return {
    async stop() {
      await stop();
      await Promise.all([db.destroy(), trial.destroy()]);
    },
  };
}
