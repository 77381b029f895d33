import { app, net, safeStorage, session } from "electron";
import { createHttpGet } from "../server/http-get.ts";
import { createServerProxy } from "../server/server-proxy.ts";
import { createServerRequest } from "../server/server-request.ts";
import { createServerSessions } from "../server/server-session.ts";
import { openSnapshot } from "../snapshot/snapshot.ts";
import type { AppContext } from "./context.ts";

const checkMaxBytes = 16_384;

export type ServerParts = ReturnType<typeof openServer>;

/**
 * Creates the connections to servers and the offline copy.
 * @param uploaded called with the bytes sent so far
 */
export function openServer(
  { timing, currentServer, currentLanguage, log }: AppContext,
  onUploadProgress: (id: string, sent: number) => void,
) {
  const get = createHttpGet({
    net,
    // in memory only: unknown servers leave no data behind
    session: session.fromPartition("server-check", { cache: false }),
    timeoutMs: timing.serverCheckMs,
    maxBytes: checkMaxBytes,
  });
  const servers = createServerSessions((partition) => session.fromPartition(partition));
  const send = createServerRequest({ net, timeoutMs: timing.silenceMs });
  const proxy = createServerProxy({ currentServer, sessionOf: servers.of, send, onUploadProgress, log });
  const snapshot = openSnapshot({
    folder: app.getPath("userData"),
    ask: proxy.forward,
    safeStorage,
    currentLanguage,
    currentServer,
    log,
  });
  return { get, servers, send, proxy, snapshot };
}
