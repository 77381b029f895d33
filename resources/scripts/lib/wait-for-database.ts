/** Waits for a database that is away at the start, and says so on the server's port (docs/reliability.md). */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "#api/log.ts";
import type { Settings } from "#api/settings.ts";
import { DatabaseUnavailable } from "#db/error-code.ts";

const retryMs = 2_000;

function respond(path: string, response: ServerResponse): void {
  const [status, body] =
    path === "/healthz" ? [200, "starting"] : path === "/readyz" ? [503, "no database"] : [503, "starting"];
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    Connection: "close",
    ...(status === 503 && { "Retry-After": "5" }),
  });
  response.end(JSON.stringify({ status: body }));
}

async function listen({ host, port }: Settings): Promise<Server> {
  const server = createServer((request, response) => respond(request.url ?? "", response));
  await once(server.listen(port, host), "listening");
  return server;
}

/**
 * @param open fails with DatabaseUnavailable while the database is away, and is then tried again
 * @returns its result; the port is free again
 */
export async function waitForDatabase<Result>(
  { settings, log, signal }: { settings: Settings; log: Logger; signal: AbortSignal },
  open: () => Promise<Result>,
): Promise<Result> {
  let server: Server | undefined;
  let last = "";
  try {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        const mayPass = settings.databaseUrl !== undefined && error instanceof DatabaseUnavailable;
        if (!mayPass || signal.aborted) throw error;
        // Once for each reason, not for each attempt.
        if (error.message !== last) log.warn(`waiting for the database: ${error.message}`);
        last = error.message;
      }
      server ??= await listen(settings);
      await delay(retryMs, undefined, { signal });
    }
  } finally {
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server?.close(resolve));
  }
}
