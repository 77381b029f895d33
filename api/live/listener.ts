/** The process's only connection that LISTENs to PostgreSQL. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#api/log.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { channel } from "./queries.ts";

const retryMs = 1000;
const pingMs = 3_000;
const answerMs = 2_000;

/** Listens until the connection is lost or the signal aborts. */
async function listenOnce(url: string, signal: AbortSignal, onAnnounced: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "visitor-live",
    connectionTimeoutMillis: timeLimits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeLimits.keepAlive,
    query_timeout: answerMs,
  });
  let ping: NodeJS.Timeout | undefined;
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  client.on("error", end);
  client.on("end", end);
  signal.addEventListener("abort", end, { once: true });
  client.on("notification", onAnnounced);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // Catches up on notifications missed without a connection.
    onAnnounced();
    // Detects a connection that died silently.
    ping = setInterval(() => client.query("SELECT 1").catch(end), pingMs);
    await lost;
  } finally {
    clearInterval(ping);
    // Closing a dead connection may take long.
    await Promise.race([client.end().catch(() => {}), delay(500, undefined, { ref: false })]);
  }
}

/**
 * Listens for notifications, and reconnects when the connection is lost.
 * @param url of the database itself: LISTEN does not work through a pooler in transaction mode
 * @returns stops listening
 */
export function listenForChanges(url: string, log: Logger, onAnnounced: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await listenOnce(url, signal, onAnnounced).catch((err) =>
        log.warn({ err }, "cannot listen for changes"),
      );
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
