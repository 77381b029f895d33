/** The one connection of a process that LISTENs to PostgreSQL. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#api/log.ts";
import { timeLimits } from "#db/connection-settings.ts";
import { channel } from "./queries.ts";

const retryMs = 1000;
const pingMs = 3_000;
const answerMs = 2_000;

/** Listens until the connection is lost or the signal says stop. */
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
    // Notifications while the connection was lost.
    onAnnounced();
    // A connection that died silently would be listened to for ever.
    ping = setInterval(() => client.query("SELECT 1").catch(end), pingMs);
    await lost;
  } finally {
    clearInterval(ping);
    // Closing a dead connection takes long.
    await Promise.race([client.end().catch(() => {}), delay(500, undefined, { ref: false })]);
  }
}

/**
 * Listens for notifications, and reconnects when the connection is lost.
 * @param url of the database itself: a pooler that shares connections out by transaction hears nothing
 * @returns how to stop
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
