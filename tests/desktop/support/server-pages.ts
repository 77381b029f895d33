/** Pages of the main process that request the chosen server, with a server of the test. */
import type { RequestListener } from "node:http";
import type { Session } from "electron";
import { beforeEach } from "vitest";
import type { Log } from "../../../desktop/main/logging/log.ts";
import type { RequestHandler } from "../../../desktop/main/pages/app-protocol.ts";
import { createServerRequest, type ServerRequest } from "../../../desktop/main/server/server-request.ts";
import { FakeSession } from "./electron.ts";
import { keptLog } from "./log.ts";
import { nodeNet } from "./node-net.ts";
import { serve, type TestServer } from "./servers.ts";

interface Parts {
  readonly currentServer: () => string | undefined;
  readonly session: Session;
  readonly send: ServerRequest;
  readonly log: Log;
}

/** @param create makes the pages, before each test */
export function serverPages(create: (parts: Parts) => RequestHandler) {
  let server: TestServer | undefined;
  let session: FakeSession;
  let lines: readonly string[];
  let answer: RequestHandler;

  beforeEach(() => {
    server = undefined;
    session = new FakeSession();
    const kept = keptLog();
    lines = kept.lines;
    answer = create({
      currentServer: () => server?.origin,
      session: session as unknown as Session,
      send: createServerRequest({ net: nodeNet, timeoutMs: 400 }),
      log: kept.log,
    });
  });

  return {
    answer: (request: Request) => answer(request),
    /** cookies of the session that asks the server */
    jar: () => session.jar,
    lines: () => lines,
    /** Starts and chooses a server. */
    async behind(listener: RequestListener): Promise<TestServer> {
      server = await serve(listener);
      return server;
    },
    /** No server is chosen any more. */
    forget(): void {
      server = undefined;
    },
  };
}
