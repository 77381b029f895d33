/**
 * Timeouts of arriving requests. Node has a single one, but a video needs longer than a form; in both cases an idle
 * client is disconnected.
 */
import type { IncomingMessage, Server } from "node:http";

/** For everything except files. */
const defaultMs = 60_000;
/** Between two chunks of a file. */
const idleMs = 30_000;
/** How long the rest of a body is drained after the answer, so that the client can read it. */
const lingerMs = 10_000;

/** For a complete file. */
const maxUploadMs = 3_600_000 / 2;

/** @param stalledMs after which a client that takes nothing of its answer is disconnected; longer than storing a video */
export const limitConnections = (server: Server, stalledMs = 600_000): Server =>
  Object.assign(server, { headersTimeout: 15_000, requestTimeout: maxUploadMs, timeout: stalledMs });

const timer = Symbol("timer");

/** Request with its timer; a WeakMap would cost the garbage collector as much as a small call takes. */
type Timed = IncomingMessage & { [timer]?: NodeJS.Timeout };

function destroyAfter(request: Timed, ms: number): void {
  clearTimeout(request[timer]);
  request[timer] = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms).unref();
}

/**
 * Limits a request to the default time. A request without a body has arrived with its head, which has its own
 * timeout.
 */
export function limitRequestTime(request: Timed): void {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length === undefined && encoding === undefined) return;
  destroyAfter(request, defaultMs);
  request.once("close", () => clearTimeout(request[timer]));
}

/**
 * Lets an upload continue while bytes keep arriving.
 * @returns to be called once the upload is stored or refused
 */
export function allowUploadTime(request: IncomingMessage): () => void {
  const wait = () => destroyAfter(request, idleMs);
  wait();
  // Polled: a listener would make the request flow.
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
