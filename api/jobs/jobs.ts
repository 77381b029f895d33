/** Work that nobody waits for, done once however many processes there are (docs/decisions/jobs.md). */
import { setTimeout as delay } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import type { Deps } from "#api/deps.ts";
import { cleanFiles, cleanUp, keepAccessLog } from "./clean-up.ts";
import { destroyDue } from "./destroy-due.ts";
import { endVisits } from "./end-visits.ts";
import { tendMessages } from "./messages.ts";

interface Job {
  readonly name: string;
  /** Minute of each hour, or every one. What "night" is, the job itself knows: it does what is due. */
  readonly minute: number | "*";
  readonly run: (deps: Deps) => Promise<unknown>;
}

const jobs: readonly Job[] = [
  { name: "end-visits", minute: 2, run: endVisits },
  { name: "clean-up", minute: 12, run: cleanUp },
  { name: "clean-files", minute: 17, run: cleanFiles },
  { name: "access-log", minute: 22, run: keepAccessLog },
  { name: "destroy-due", minute: 32, run: destroyDue },
  { name: "messages", minute: "*", run: tendMessages },
];

const retryMs = 5_000;
const graceMs = 5_000;

const queue = {
  // One of a kind waits or runs, in all processes together.
  policy: "exclusive",
  retryLimit: 3,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 600,
  // A process that died gives its job back.
  heartbeatSeconds: 30,
  deleteAfterSeconds: 86_400,
};

function createBoss(databaseUrl: string, { log }: Deps): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "visitor-jobs",
    max: 2,
    connectionTimeoutMillis: 5_000,
  });
  boss.on("error", (err) => log.error({ err }, "jobs"));
  boss.on("warning", ({ message }) => log.warn({ message }, "jobs"));
  return boss;
}

/** Declares a job and takes part in doing it. It also runs now: its hour may have passed while nobody was there. */
async function take(boss: PgBoss, { name, minute, run }: Job, deps: Deps): Promise<void> {
  await boss.createQueue(name, queue);
  await boss.schedule(name, `${minute} * * * *`);
  await boss.send(name);
  await boss.work(name, { pollingIntervalSeconds: 15 }, async () => {
    try {
      const result = await run(deps);
      deps.log[minute === "*" ? "debug" : "info"](
        { job: name, ...(typeof result === "number" && { count: result }) },
        "job done",
      );
    } catch (err) {
      deps.log.error({ job: name, err }, "job failed");
      // The library keeps what is thrown, and the database's own errors quote rows.
      throw new Error(`${name} failed; the log says why`);
    }
  });
}

export interface Jobs {
  /** Resolves when this process takes part. */
  readonly started: Promise<void>;
  /** Lets what was begun finish, for some seconds. */
  stop(): Promise<void>;
}

/**
 * Takes part in the jobs, trying again while the database cannot be reached. The library keeps them in a
 * schema of its own, which the first process makes while others wait.
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
        for (const job of jobs) await take(boss, job, deps);
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
