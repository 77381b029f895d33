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

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

function destroyAfter(request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request));
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms);
  timers.set(request, timer.unref());
}

/** Waits for a request no longer than usual. */
export function limitRequestTime(request: IncomingMessage): void {
  destroyAfter(request, defaultMs);
  request.once("close", () => clearTimeout(timers.get(request)));
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
  const timer = setInterval(() => {
    if (request.socket.bytesRead === seen) return;
    seen = request.socket.bytesRead;
    wait();
  }, 1_000).unref();
  return () => {
    clearInterval(timer);
    destroyAfter(request, lingerMs);
  };
}
