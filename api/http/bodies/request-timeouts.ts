/**
 * How long a request may take to arrive. Node has one time for all of them; a video needs longer than a form,
 * and whoever sends nothing for a while is not waited for in either case.
 */
import type { IncomingMessage } from "node:http";

/** For everything but files. */
const defaultMs = 60_000;
/** Between two pieces of a file. */
const idleMs = 30_000;
/** How long what is still being sent is read and dropped once the answer is given, so that it can be seen. */
const lingerMs = 10_000;

/** For a whole file; `server.requestTimeout`. */
export const maxUploadMs = 3_600_000 / 2;

const timer = Symbol("timer");

/** With the timer that ends it; in a weak map each would cost the collector as much as a small call takes. */
type Timed = IncomingMessage & { [timer]?: NodeJS.Timeout };

function destroyAfter(request: Timed, ms: number): void {
  clearTimeout(request[timer]);
  request[timer] = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms).unref();
}

/** Waits for a request no longer than usual. Without a body it has arrived with its head, which has a time of its own. */
export function limitRequestTime(request: Timed): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  destroyAfter(request, defaultMs);
  request.once("close", () => clearTimeout(request[timer]));
}

/**
 * Waits as long as something keeps coming.
 * @returns to be called when what came was taken or refused
 */
export function allowUploadTime(request: IncomingMessage): () => void {
  const wait = () => destroyAfter(request, idleMs);
  wait();
  // Looked at now and then, and not listened to: a listener would make the request flow.
  let seen = request.socket.bytesRead;
  const watch = setInterval(() => {
    if (request.socket.bytesRead === seen) return;
    seen = request.socket.bytesRead;
    wait();
  }, 1_000).unref();
  return () => {
    clearInterval(watch);
    destroyAfter(request, lingerMs);
  };
}
