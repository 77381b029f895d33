/** Scheduled jobs, run once across all processes (docs/decisions/server/jobs.md). */
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, fromKnex, PgBoss, systemClock } from "pg-boss";
import type { Deps } from "#api/deps.ts";
import { watchEvents } from "#api/features/events/alerts.ts";
import { writeErasures } from "#api/features/privacy/erasure-register.ts";
import { isHeldAfterRestore } from "#db/backup/restored.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { JobRun } from "#db/models/job-run.ts";
import { startWorker, type Worker } from "../worker.ts";
import { cleanFiles, cleanUp, maintainAccessLog, maintainEvents, repairFutureTimes } from "./clean-up.ts";
import { destroyDue } from "./destroy-due.ts";
import { endVisits } from "./end-visits.ts";
import { jobClock } from "./job-clock.ts";
import { retryMessages, sendNotices } from "./notices.ts";
import { claimDueJobs, claimFutureJobs } from "./queries.ts";

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
  { name: "repair-times", minute: "*", run: repairFutureTimes, isTimed: true },
  { name: "alerts", minute: "*", run: watchEvents },
  { name: "messages", minute: "*", run: retryMessages, isTimed: true },
  { name: "notices", minute: "*", run: sendNotices, isTimed: true },
  { name: "erasure-register", minute: "*", run: writeErasures, runsAlways: true },
];

const retryMs = 5_000;
/** Jobs resume within ten seconds of a network failure. */
const pollSeconds = 5;
/** How often due jobs are looked for. */
const defaultScheduleMs = 15_000;
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

/** Timers of the library compare times, and would rest after the clock is set back. */
const monotonicClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

function createBoss(databaseUrl: string, { log }: Deps): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "visitor-jobs",
    max: 2,
    clock: monotonicClock,
    // It would rest after the database's clock is set back (docs/decisions/server/jobs.md).
    schedule: false,
    ...poolLimits,
  });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  boss.on("warning", ({ message }) => log.warn({ message }, "jobs"));
  return boss;
}

/** Makes the queues of jobs anew whose rows a clock that was ahead has dated: until then no such job would run. */
async function renewQueues(boss: PgBoss, { db, log }: Deps): Promise<void> {
  for (const name of await claimFutureJobs(db)) {
    log.warn({ job: name }, "the database's clock was set back; the job's queue is made anew");
    await boss.deleteQueue(name);
    await boss.createQueue(name, queue);
    await boss.send(name);
  }
}

async function queueDueJobs(boss: PgBoss, deps: Deps): Promise<void> {
  await renewQueues(boss, deps);
  await deps.db.transaction(async (trx) => {
    for (const name of await claimDueJobs(trx)) await boss.send(name, null, { db: fromKnex(trx) });
  });
}

/** Schedules a job and processes its queue. Also runs it now, because its time may have passed while no process ran. */
async function scheduleJob(
  boss: PgBoss,
  { name, minute, run, isTimed, runsAlways }: Job,
  deps: Deps,
): Promise<void> {
  await boss.createQueue(name, queue);
  const now = deps.db.fn.now();
  const row = { name, minute: minute === "*" ? null : minute };
  await JobRun.query(deps.db)
    .insert(row)
    .onConflict("name")
    .merge({ ...row, queuedAt: now });
  await boss.send(name);
  await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
    try {
      if (!runsAlways && (await isHeldAfterRestore(deps.db))) {
        deps.log.warn({ job: name }, "job waits: the database was restored, and no one has resumed jobs yet");
        return;
      }
      const work = async () => run(isTimed ? { ...deps, clock: await jobClock(deps) } : deps);
      const result = await (deps.traceJob ? deps.traceJob(name, work) : work());
      await JobRun.query(deps.db).findById(name).patch({ doneAt: deps.db.fn.now() });
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
export function startJobs(deps: Deps, databaseUrl: string, { scheduleMs = defaultScheduleMs } = {}): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  let boss: PgBoss | undefined;
  let scheduler: Worker | undefined;

  async function start(): Promise<void> {
    while (!signal.aborted) {
      const current = createBoss(databaseUrl, deps);
      boss = current;
      try {
        await current.start();
        const jobDeps = { ...deps, db: deps.slowDb };
        await renewQueues(current, jobDeps);
        const names = jobs.map(({ name }) => name);
        await JobRun.query(jobDeps.db).delete().whereNotIn("name", names);
        for (const job of jobs) await scheduleJob(current, job, jobDeps);
        scheduler = startWorker(() => queueDueJobs(current, jobDeps), {
          poll: scheduleMs,
          onError: (err) => deps.log.error({ err }, "jobs could not be queued"),
        });
        return;
      } catch (err) {
        deps.log.error({ err }, "jobs could not be started");
        await current.stop({ graceful: false }).catch(() => {});
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
      await scheduler?.stop();
      await boss?.stop({ graceful: true, timeout: graceMs });
    },
  };
}
