/**
 * Sends a request through Chromium's network with the system's proxies and certificates. Bodies are streamed both ways:
 * `net.fetch` would buffer uploads in memory, report redirects as network errors and keep abandoned event streams open.
 */
import { Readable } from "node:stream";
import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage, Net, Session } from "electron";

type Bytes = ReadableStream<Uint8Array>;

export interface RequestOptions {
  readonly url: string;
  readonly method: string;
  /** for connections, cache and cookies */
  readonly session: Session;
  /** whether to send and store cookies */
  readonly credentials: "include" | "omit";
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Bytes | null;
  readonly cache: NonNullable<ClientRequestConstructorOptions["cache"]>;
  readonly signal: AbortSignal;
  /** reports the bytes sent of a large body */
  readonly onSent?: (bytes: number) => void;
  /** called once at the end, successful or not */
  readonly onEnd: () => void;
}

/** The response. `failed` contains Chromium's error, "net::ERR_…". */
export type Reply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: IncomingMessage["headers"];
      readonly body: Bytes;
    }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "failed"; readonly reason: string };

export type ServerRequest = (options: RequestOptions) => Promise<Reply>;

interface Options {
  readonly net: Pick<Net, "request">;
  /** Idle timeout: time without progress of the request body, the response or its body. */
  readonly timeoutMs: number;
}

/** Bodies up to this size are sent at once with their length; larger ones in chunks. */
const smallBodyBytes = 256 * 1024;

export function createServerRequest({ net, timeoutMs }: Options): ServerRequest {
  return async (options) => {
    const { url, method, session, credentials, cache, headers, signal } = options;
    const body = await readBeginning(options.body);
    return new Promise((resolve) => {
      const request = net.request({
        url,
        method,
        session,
        cache,
        redirect: "manual",
        credentials,
        priority: "medium",
      });
      for (const [name, value] of headers) request.setHeader(name, value);
      if (body.rest) request.chunkedEncoding = true;

      const stopped = new AbortController();
      const stop = () => {
        if (stopped.signal.aborted) return;
        stopped.abort();
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        void body.rest?.cancel().catch(() => {});
        request.abort();
        // after `abort`, which may emit an event
        resolve({ kind: "failed", reason: "net::ERR_ABORTED" });
        options.onEnd();
      };
      const end = (reply: Reply) => {
        resolve(reply);
        stop();
      };
      let timer: NodeJS.Timeout | undefined;
      const startIdleTimer = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: "timeout" }), timeoutMs);
      };
      const stopIdleTimer = () => clearTimeout(timer);

      request.on("redirect", (_status, _method, to) => end({ kind: "redirect", to }));
      request.on("login", (_authInfo, callback) => callback());
      request.on("error", (error) => end({ kind: "failed", reason: error.message }));
      let isAnswered = false;
      request.on("response", (response) => {
        isAnswered = true;
        stopIdleTimer();
        const { statusCode: status, headers } = response;
        resolve({
          kind: "answer",
          status,
          headers,
          body: bodyOf(response, { startIdleTimer, stopIdleTimer, stop }),
        });
      });
      signal.addEventListener("abort", stop);
      if (signal.aborted) return stop();
      startIdleTimer();
      upload(request, body, stopped.signal, (bytes) => {
        if (!isAnswered) startIdleTimer();
        options.onSent?.(bytes);
      }).catch(stop);
    });
  };
}

interface Body {
  readonly first: readonly Buffer[];
  /** Undefined if `first` is the whole body. */
  readonly rest: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/** Reads up to smallBodyBytes. Copies each chunk: Electron's stream may reuse its memory. */
async function readBeginning(body: Bytes | null): Promise<Body> {
  const first: Buffer[] = [];
  if (!body) return { first, rest: undefined };
  const reader = body.getReader();
  for (let size = 0; size <= smallBodyBytes; ) {
    const { done, value } = await reader.read();
    if (done) return { first, rest: undefined };
    first.push(Buffer.from(value));
    size += value.length;
  }
  return { first, rest: reader };
}

/** Sends the body with back-pressure: reads the next chunk when the network has taken the previous one. */
async function upload(
  request: ClientRequest,
  { first, rest }: Body,
  stopped: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<void> {
  if (!rest) {
    for (const chunk of first) request.write(chunk);
    request.end();
    return;
  }
  let sent = 0;
  // an ended request never calls back
  const aborted = new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
  const send = async (chunk: Buffer) => {
    const written = new Promise<void>((resolve) => request.write(chunk, undefined, resolve));
    await Promise.race([written, aborted]);
    sent += chunk.length;
    if (!stopped.aborted) onSent(sent);
  };
  for (const chunk of first) await send(chunk);
  while (!stopped.aborted) {
    const { done, value } = await rest.read();
    if (done) break;
    await send(Buffer.from(value));
  }
  if (!stopped.aborted) request.end();
}

/** The response body with back-pressure; cancelling it ends the request. */
function bodyOf(
  response: IncomingMessage,
  { startIdleTimer, stopIdleTimer, stop }: Record<"startIdleTimer" | "stopIdleTimer" | "stop", () => void>,
): Bytes {
  // documented as a readable stream, but typed with its events only
  const reader = Readable.toWeb(response as unknown as Readable).getReader();
  return new ReadableStream({
    async pull(controller) {
      startIdleTimer();
      try {
        const { done, value } = await reader.read();
        stopIdleTimer();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      stop();
    },
    cancel: stop,
  });
}
