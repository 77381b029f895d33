/** The one connection of a process that LISTENs to PostgreSQL. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "#api/log.ts";
import { channel } from "#db/statements/changes.ts";

const retryMs = 1000;

/** Listens until the connection is lost or the signal says stop. */
async function listenOnce(url: string, signal: AbortSignal, onAnnounced: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "visitor-live",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const lost = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", onAnnounced);
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // Notifications while the connection was lost.
    onAnnounced();
    await lost;
  } finally {
    // Closing a dead connection takes long; nobody waits for it.
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
