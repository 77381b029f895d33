/** Health endpoints: liveness and readiness. */

import { setTimeout as delay } from "node:timers/promises";
import type Router from "@koa/router";
import type { Knex } from "knex";
import type { Deps } from "#api/deps.ts";
import type { RequestState } from "#api/http/request-context.ts";
import { clocksAgree } from "#api/jobs/job-clock.ts";
import { commit, version } from "#api/version.ts";
import { isRestoreUnfinished } from "#db/backup/restored.ts";
import { databaseState } from "#db/connection.ts";
import { type JobState, readJobStates } from "#db/job-states.ts";
import { keysFit } from "#db/key-canaries.ts";
import { hasNewestMigration, unknownRequirement } from "#db/schema-requirements.ts";
import { answer, writeMegabyte } from "./queries.ts";

export interface Life {
  /** True once a stop was requested. */
  stopping: boolean;
}

const product = "visitor";

type Readiness =
  | "ready"
  | "stopping"
  | "no database"
  | "database full"
  | "database writes wait"
  | "database too new"
  | "database too old"
  | "restore unfinished"
  | "keys differ"
  | "clocks differ"
  | "files not writable"
  | "bucket not usable";

const answerWithinMs = 600;

/** The pool that answers first, because one may wait for locks. @throws where neither answers */
const answeringPool = ({ db, publicDb }: Deps): Promise<Knex> =>
  Promise.any(
    [publicDb, db].map(async (pool) => {
      await answer(pool, answerWithinMs);
      return pool;
    }),
  );

/** False from a statement that failed for lack of disk space until a write succeeds. */
export async function hasDiskSpace(db: Knex): Promise<boolean> {
  const state = databaseState(db);
  if (!state.isFull) return true;
  try {
    await writeMegabyte(db);
    state.isFull = false;
    return true;
  } catch {
    return false;
  }
}

interface ReadinessBody {
  readonly status: Readiness;
  /** Last runs of jobs, where the process can serve. */
  readonly jobs?: readonly JobState[];
}

/** The first reason why the process cannot serve. */
async function statusOf(deps: Deps, db: Knex): Promise<Readiness> {
  const { cipher, files } = deps;
  if (databaseState(db).writesWait) return "database writes wait";
  if (!(await hasDiskSpace(db))) return "database full";
  const [requirement, isMigrated, unfinished, fit, agree, hasFiles] = await Promise.all([
    unknownRequirement(db),
    hasNewestMigration(db),
    isRestoreUnfinished(db),
    keysFit(db, cipher),
    clocksAgree({ ...deps, db }),
    files.storage.isUsable(),
  ]);
  if (requirement) return "database too new";
  if (!isMigrated) return "database too old";
  if (unfinished) return "restore unfinished";
  if (!fit) return "keys differ";
  if (!agree) return "clocks differ";
  if (!hasFiles) return files.storage.kind === "folder" ? "files not writable" : "bucket not usable";
  return "ready";
}

async function readiness(deps: Deps, life: Life): Promise<ReadinessBody> {
  if (life.stopping) return { status: "stopping" };
  const db = await answeringPool(deps);
  const status = await statusOf(deps, db);
  return status === "ready" ? { status, jobs: await readJobStates(db) } : { status };
}

const readyWithinMs = 700;

/** As `readiness`, with a timeout: a slow database counts as unavailable. */
async function readinessWithTimeout(deps: Deps, life: Life): Promise<ReadinessBody> {
  const away: ReadinessBody = { status: "no database" };
  const late = delay(readyWithinMs, away, { ref: false });
  const found = readiness(deps, life).catch(() => away);
  return Promise.race([found, late]);
}

/** `/healthz` returns product, version and commit; `/readyz` is 503 while the process cannot serve. */
export function healthRoutes(router: Router<RequestState>, deps: Deps, life: Life): void {
  router.get("/healthz", (ctx) => {
    ctx.state.route = "/healthz";
    ctx.set("Cache-Control", "no-store");
    ctx.body = { status: "ok", product, version, commit };
  });
  router.get("/readyz", async (ctx) => {
    ctx.state.route = "/readyz";
    ctx.set("Cache-Control", "no-store");
    const body = await readinessWithTimeout(deps, life);
    ctx.status = body.status === "ready" ? 200 : 503;
    ctx.body = body;
  });
}
