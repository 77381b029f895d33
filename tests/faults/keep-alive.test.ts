/** TCP keep-alive on idle connections to PostgreSQL. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { startJobs } from "#api/jobs/jobs.ts";
import { listenForChanges } from "#api/live/listener.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { startTestServer } from "../support/api.ts";

const tables = ["/proc/net/tcp", "/proc/net/tcp6"].filter(existsSync);

/** Kernel code of the keep-alive timer. */
const keepAliveTimer = "02";
/** Kernel code of an established connection; closed ones keep their port for a minute. */
const established = "01";

/** Timer of a connection from one of our ports, in milliseconds. */
function timerOf(port: number): { readonly kind: string; readonly ms: number } | undefined {
  const hex = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const table of tables)
    for (const line of readFileSync(table, "utf8").split("\n").slice(1)) {
      const [, local = "", , state, , timer = ""] = line.trim().split(/\s+/);
      const [kind = "", ticks = ""] = timer.split(":");
      if (state === established && local.endsWith(hex)) return { kind, ms: Number.parseInt(ticks, 16) * 10 };
    }
  return undefined;
}

it.skipIf(tables.length === 0)(
  "connections use TCP keep-alive (SKIPPED without /proc/net)",
  { timeout: 60_000 },
  async () => {
    const server = await startTestServer();
    const jobs = startJobs(server.deps, server.databaseUrl);
    const unlisten = listenForChanges(server.databaseUrl, server.deps.log, () => {});
    afterAll(async () => {
      await Promise.all([jobs.stop(), unlisten()]);
      await server.close();
    });
    await jobs.started;
    await server.db.raw("SELECT 1");
    const open = async () => {
      const { rows } = await server.db.raw<{ rows: { kind: string; port: number }[] }>(
        `SELECT application_name AS kind, client_port AS port FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'visitor%'`,
      );
      return rows;
    };
    const kinds = ["visitor", "visitor-jobs", "visitor-live"];
    const kindsOpen = async () => [...new Set((await open()).map(({ kind }) => kind))].sort();
    await expect.poll(kindsOpen, { timeout: 10_000 }).toEqual(kinds);
    // A connection answered at this moment has another timer until its acknowledgement.
    const unguarded = async () =>
      (await open())
        .map(({ kind, port }) => ({ connection: kind, ...timerOf(port) }))
        .filter(({ kind, ms = 0 }) => kind !== keepAliveTimer || ms > timeLimits.keepAlive)
        .map(({ connection, kind, ms }) => `${connection}: timer ${kind}, ${ms} ms`)
        .join("; ");
    await expect.poll(unguarded, { timeout: 10_000 }).toBe("");
  },
);
