import type { App } from "electron";
import type { Log } from "../logging/log.ts";

/** What the program hears of a process; Node's own, or a stand-in. */
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
  /** what to do while there is no window that could help */
  readonly giveUp: (error: Error) => void;
}

export interface Failures {
  /** From now on, errors of the program are answered by this. */
  readonly helpWith: (help: () => void) => void;
}

/**
 * Electron throws this where a request ends while a chunk of its body is on its way (net.request, chunkedEncoding): the
 * stream inside it that fails has no listener and cannot be given one. Whoever made the request has heard of its end.
 */
const brokenUpload = /^mojo result not ok: \d+$/;

/**
 * Keeps the program running, and its log complete, where something goes wrong that nobody foresaw. Without it Electron
 * opens a box with a stack trace for each error.
 */
export function handleFailures({ program, app, log, giveUp }: Options): Failures {
  let help: (() => void) | undefined;

  function fail(event: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (brokenUpload.test(error.message)) {
      log("upload-ended", { problem: error.message });
      return;
    }
    log(event, { problem: error.message, at: placeOf(error) });
    if (help) help();
    else giveUp(error);
  }

  // whoever read them has closed them; each line would otherwise be an error of its own
  for (const stream of [program.stdout, program.stderr]) stream.on("error", () => {});
  program.on("uncaughtException", (error) => fail("uncaught-exception", error));
  program.on("unhandledRejection", (reason) => fail("unhandled-rejection", reason));
  app.on("child-process-gone", (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === "clean-exit") return;
    log("child-process-gone", { type, name: name ?? serviceName ?? "", reason, exitCode });
  });
  return {
    helpWith(next) {
      help = next;
    },
  };
}

/** The first lines of a stack, "index.js:12:3 index.js:40:5"; folders may be named after a person. */
const placeOf = ({ stack = "" }: Error): string =>
  [...stack.matchAll(/([^/\\\s()]+:\d+:\d+)\)?$/gm)]
    .slice(0, 3)
    .map(([, place]) => place)
    .join(" ");
