/** Scheduled jobs, run once across all processes (docs/decisions/server/jobs.md). */
import { setTimeout as delay } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import type { Deps } from "#api/deps.ts";
import { watchEvents } from "#api/features/events/alerts.ts";
import { writeErasures } from "#api/features/privacy/erasure-register.ts";
import { isHeldAfterRestore } from "#db/backup/restored.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { cleanFiles, cleanUp, maintainAccessLog, maintainEvents } from "./clean-up.ts";
import { destroyDue } from "./destroy-due.ts";
import { endVisits } from "./end-visits.ts";
import { jobClock } from "./job-clock.ts";
import { retryMessages, sendNotices } from "./notices.ts";

interface Job {
  readonly name: string;
  /** Minute of each hour, or every minute. The job itself decides what is due in the site's time zone. */
  readonly minute: number | "*";
  readonly run: (deps: Deps) => Promise<unknown>;
  /** Depends on the time: uses the database's clock, and does not run while that differs from the process's. */
  readonly isTimed?: true;
  /** Also runs while jobs are paused after a restore. */
  readonly runsAlways?: true;
}

const jobs: readonly Job[] = [
  { name: "end-visits", minute: 2, run: endVisits, isTimed: true },
  { name: "clean-up", minute: 12, run: cleanUp, isTimed: true },
  { name: "clean-files", minute: 17, run: cleanFiles, isTimed: true },
  { name: "access-log", minute: 22, run: maintainAccessLog, isTimed: true },
  { name: "events", minute: 27, run: maintainEvents, isTimed: true },
  { name: "destroy-due", minute: 32, run: destroyDue, isTimed: true },
  { name: "alerts", minute: "*", run: watchEvents },
  { name: "messages", minute: "*", run: retryMessages, isTimed: true },
  { name: "notices", minute: "*", run: sendNotices, isTimed: true },
  { name: "erasure-register", minute: "*", run: writeErasures, runsAlways: true },
];

const retryMs = 5_000;
/** Jobs resume within ten seconds of a network failure. */
const pollSeconds = 5;
const graceMs = 5_000;

const queue = {
  // At most one job of a name is queued or active, across all processes.
  policy: "exclusive",
  retryLimit: 3,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 600,
  // The job of a process that died is returned to the queue.
  heartbeatSeconds: 30,
  deleteAfterSeconds: 86_400,
};

/** pg-boss passes these to its pool. */
const poolLimits = {
  connectionTimeoutMillis: timeLimits.connect,
  keepAlive: true,
  keepAliveInitialDelayMillis: timeLimits.keepAlive,
  // Abandons connections that do not respond, and keeps none idle between polls, where it could die unnoticed.
  query_timeout: timeLimits.statement,
  idleTimeoutMillis: 1_000,
};

function createBoss(databaseUrl: string, { log }: Deps): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "visitor-jobs",
    max: 2,
    ...poolLimits,
  });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  boss.on("warning", ({ message }) => log.warn({ message }, "jobs"));
  return boss;
}

/** Schedules a job and processes its queue. Also runs it now, because its time may have passed while no process ran. */
async function scheduleJob(
  boss: PgBoss,
  { name, minute, run, isTimed, runsAlways }: Job,
  deps: Deps,
): Promise<void> {
  await boss.createQueue(name, queue);
  await boss.schedule(name, `${minute} * * * *`);
  await boss.send(name);
  await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
    try {
      if (!runsAlways && (await isHeldAfterRestore(deps.db))) {
        deps.log.warn({ job: name }, "job waits: the database was restored, and no one has resumed jobs yet");
        return;
      }
      const work = async () => run(isTimed ? { ...deps, clock: await jobClock(deps) } : deps);
      const result = await (deps.traceJob ? deps.traceJob(name, work) : work());
      deps.log[minute === "*" ? "debug" : "info"](
        { job: name, ...(typeof result === "number" && { count: result }) },
        "job done",
      );
    } catch (err) {
      deps.log.error({ job: name, err }, "job failed");
      // pg-boss stores the error, and errors of the database quote rows.
      throw new Error(`${name} failed; the log says why`);
    }
  });
}

export interface Jobs {
  /** Resolves once this process works on jobs. */
  readonly started: Promise<void>;
  /** Waits a few seconds for running jobs. */
  stop(): Promise<void>;
}

/**
 * Starts working on jobs, and retries while the database is not reachable. pg-boss has a schema of its own, which the first
 * process creates while others wait.
 */
export function startJobs(deps: Deps, databaseUrl: string): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  let boss: PgBoss | undefined;

  async function start(): Promise<void> {
    while (!signal.aborted) {
      boss = createBoss(databaseUrl, deps);
      try {
        await boss.start();
        for (const job of jobs) await scheduleJob(boss, job, { ...deps, db: deps.slowDb });
        return;
      } catch (err) {
        deps.log.error({ err }, "jobs could not be started");
        await boss.stop({ graceful: false }).catch(() => {});
        await delay(retryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  const started = start();
  return {
    started,
    async stop() {
      stopping.abort();
      await started;
      await boss?.stop({ graceful: true, timeout: graceMs });
    },
  };
}
