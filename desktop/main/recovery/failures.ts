import type { App } from "electron";
import type { Log } from "../logging/log.ts";

/** The parts of Node's `process` used here. */
interface Program {
  on(event: "uncaughtException" | "unhandledRejection", listener: (error: unknown) => void): unknown;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  on(event: "error", listener: () => void): unknown;
}

interface Options {
  readonly program: Program;
  readonly app: Pick<App, "on">;
  readonly log: Log;
  /** called for an error before the window exists */
  readonly giveUp: (error: Error) => void;
}

export interface Failures {
  /** Handles all further errors of the main process. */
  readonly setErrorHandler: (help: () => void) => void;
}

/**
 * Electron throws this when a request ends while a chunk of its body is being sent (net.request, chunkedEncoding): the
 * failing stream is internal and cannot have a listener. The sender of the request is notified separately.
 */
const brokenUpload = /^mojo result not ok: \d+$/;

/**
 * Logs unexpected errors and keeps the app running. Without it Electron shows a stack trace in a dialog for each error.
 */
export function handleFailures({ program, app, log, giveUp }: Options): Failures {
  let help: (() => void) | undefined;

  function fail(event: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (brokenUpload.test(error.message)) {
      log("upload-ended", { problem: error.message });
      return;
    }
    log(event, { problem: error.message, at: stackPositions(error) });
    if (help) help();
    else giveUp(error);
  }

  // ignores closed pipes; each log line would otherwise raise another error
  for (const stream of [program.stdout, program.stderr]) stream.on("error", () => {});
  program.on("uncaughtException", (error) => fail("uncaught-exception", error));
  program.on("unhandledRejection", (reason) => fail("unhandled-rejection", reason));
  app.on("child-process-gone", (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === "clean-exit") return;
    log("child-process-gone", { type, name: name ?? serviceName ?? "", reason, exitCode });
  });
  return {
    setErrorHandler(next) {
      help = next;
    },
  };
}

/** First positions of a stack, "index.js:12:3 index.js:40:5", without folders, which may contain a user's name. */
const stackPositions = ({ stack = "" }: Error): string =>
  [...stack.matchAll(/(?<![^/\\\s()])([^/\\\s()]+:\d+:\d+)\)?$/gm)]
    .slice(0, 3)
    .map(([, position]) => position)
    .join(" ");
