/**
 * Prometheus metrics (docs/operations.md). Loaded on demand. Database metrics are the same in every process; calls,
 * connections and streams belong to the process, and are added up where several share a port.
 */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Next, ParameterizedContext } from "koa";
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import type { Deps } from "#api/deps.ts";
import type { RequestState } from "#api/http/request-context.ts";
import { commit, version } from "#api/version.ts";
import { databaseState } from "#db/connection.ts";
import { shareMetrics } from "./cluster-metrics.ts";
import { readCounts } from "./counts.ts";
import { hasDiskSpace } from "./health.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Timeout of the database during a scrape; its metrics are then missing. */
const timeoutMs = 3_000;

/** Makes gauges of a register. @param aggregator combines the values of several processes */
const gaugesIn =
  (register: Registry, aggregator: Aggregator) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, aggregator, registers: [register] });

/** @returns updates the process's metrics */
function processGauges({ db, publicDb, live, files }: Deps, register: Registry): () => Promise<void> {
  const sum = gaugesIn(register, "sum");
  const first = gaugesIn(register, "first");
  const min = gaugesIn(register, "min");
  const connections = sum(
    "visitor_database_connections",
    "Connections of this process for calls, by state; pending calls wait for one.",
    "state",
  );
  const most = sum("visitor_database_connections_max", "Most connections of this process for calls.");
  const streams = sum("visitor_live_streams", "Consoles that follow changes at this process.");
  const disk = first(
    "visitor_disk_bytes",
    "Of the disk that holds uploaded files; with a bucket, of the one that uploads pass through.",
    "state",
  );
  const filesUp = min("visitor_files_up", "1 where uploaded files could be read and written at this scrape.");
  const writable = min(
    "visitor_database_writable",
    "0 while the database's disk is full or its standby is lost.",
  );
  return async () => {
    writable.set(!databaseState(db).writesWait && (await hasDiskSpace(db)) ? 1 : 0);
    connections.reset();
    most.set(0);
    for (const { client } of new Set([db, publicDb])) {
      connections.inc({ state: "used" }, client.pool.numUsed());
      connections.inc({ state: "free" }, client.pool.numFree());
      connections.inc({ state: "pending" }, client.pool.numPendingAcquires());
      most.inc(client.pool.max);
    }
    streams.set(live.streams());
    disk.reset();
    filesUp.set((await files.storage.isUsable()) ? 1 : 0);
    const found = await statfs(dirname(files.storage.arriving)).catch(() => undefined);
    if (!found) return;
    disk.set({ state: "free" }, found.bavail * found.bsize);
    disk.set({ state: "total" }, found.blocks * found.bsize);
  };
}

/** @returns updates the database's metrics */
function databaseGauges({ db, clock }: Deps, register: Registry): () => Promise<void> {
  const gauge = gaugesIn(register, "first");
  const up = gauge("visitor_database_up", "1 where the database answered this scrape.");
  const jobs = gauge("visitor_jobs", "Jobs of the last day by name and state.", "name", "state");
  const jobsDone = gauge("visitor_jobs_done_seconds", "Since the job was last done.", "name");
  const jobsOverdue = gauge("visitor_jobs_overdue", "1 where the job is late by twice its period.", "name");
  const messages = gauge("visitor_messages", "Messages that wait, and others of the last day.", "state");
  const messagesOldest = gauge("visitor_messages_oldest_seconds", "How long the oldest message is overdue.");
  const overdue = gauge("visitor_visits_past_destruction", "Visits that should have been destroyed.");
  const paused = gauge("visitor_jobs_paused", "Jobs that wait for a person.");
  const held = gauge("visitor_restore_unconfirmed", "1 where jobs and messages wait since a restore.");
  const unwritten = gauge("visitor_erasures_unwritten", "Erasures that the register outside lacks.");
  const difference = gauge("visitor_clock_difference_seconds", "Database's clock less this process's.");
  const all = [jobs, jobsDone, jobsOverdue, messages];

  async function set(): Promise<void> {
    const counts = await readCounts(db);
    const { now } = counts;
    const secondsSince = (at: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1000);
    for (const one of all) one.reset();
    for (const { name, doneAt, isOverdue } of counts.jobStates) {
      if (doneAt) jobsDone.set({ name }, secondsSince(doneAt));
      jobsOverdue.set({ name }, isOverdue ? 1 : 0);
    }
    for (const { name, state, count } of counts.jobs) jobs.set({ name, state }, count);
    for (const state of ["queued", "sending"]) messages.set({ state }, 0);
    messagesOldest.set(0);
    for (const { status, count, since } of counts.messages) {
      messages.set({ state: status }, count);
      if (status === "queued" && since) messagesOldest.set(secondsSince(since));
    }
    overdue.set(counts.overdue);
    paused.set(counts.paused);
    held.set(counts.held);
    unwritten.set(counts.unwritten);
    difference.set((now.getTime() - clock().getTime()) / 1000);
  }

  return async () => {
    const late = delay(timeoutMs, false, { ref: false });
    const answered = set().then(
      () => true,
      () => false,
    );
    up.set((await Promise.race([answered, late])) ? 1 : 0);
  };
}

/** Starts counting. */
export function createMetrics(deps: Deps) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const max = gaugesIn(register, "max");
  max("visitor_build_info", "1, with version and commit of this process.", "version", "commit").set(
    { version, commit: commit ?? "" },
    1,
  );
  const requests = new Counter({
    name: "visitor_http_requests_total",
    help: "Calls by the pattern of their route, and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const unlogged = new Counter({
    name: "visitor_untraced_reads_total",
    help: "Answers with personal data that the access log misses, because the database could not write.",
    labelNames: ["route"],
    registers,
  });
  const durations = new Histogram({
    name: "visitor_http_request_duration_seconds",
    help: "How long calls took to answer.",
    labelNames: ["method", "route"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const setProcess = processGauges(deps, register);
  const setDatabase = databaseGauges(deps, register);
  async function readOwn(): Promise<Registry> {
    await Promise.all([setProcess(), setDatabase()]);
    return register;
  }
  const readAll = shareMetrics(async () => (await readOwn()).getMetricsAsJSON());
  return {
    /** Counts and times each call by the pattern of its route. */
    async observe(ctx: ParameterizedContext<RequestState>, next: Next): Promise<void> {
      const end = durations.startTimer();
      await next();
      // One label for unmatched routes: callers can invent any number of methods.
      const method = ctx.state.route === undefined ? "other" : ctx.method;
      const route = ctx.state.route ?? "other";
      end({ method, route });
      requests.inc({ method, route, status: String(ctx.status) });
      if (ctx.state.isAccessUnlogged) unlogged.inc({ route });
    },
    /** @returns the metrics as text */
    async read() {
      const ofAll = readAll ? AggregatorRegistry.aggregate(await readAll()) : await readOwn();
      return { type: register.contentType, text: await ofAll.metrics() };
    },
  };
}
