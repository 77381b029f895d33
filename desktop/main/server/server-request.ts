/**
 * One request to the server through Chromium's network, with the system's proxies and certificates. Bodies stream both
 * ways: `net.fetch` would collect an upload in memory, report a redirect as a lost network, and let an event stream that
 * nobody hears any more go on.
 */
import { Readable } from "node:stream";
import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage, Net, Session } from "electron";

type Bytes = ReadableStream<Uint8Array>;

export interface Ask {
  readonly url: string;
  readonly method: string;
  /** through whose connections and cache it goes */
  readonly session: Session;
  /** whether the session's cookies go along, and the server's are kept there */
  readonly credentials: "include" | "omit";
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Bytes | null;
  readonly cache: NonNullable<ClientRequestConstructorOptions["cache"]>;
  readonly signal: AbortSignal;
  /** told how many bytes of a large body have gone out */
  readonly onSent?: (bytes: number) => void;
  /** told once when all is over, well or not */
  readonly onOver: () => void;
}

/** What came back. `failed` names Chromium's error, "net::ERR_…". */
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

export type ServerRequest = (ask: Ask) => Promise<Reply>;

interface Options {
  readonly net: Pick<Net, "request">;
  /** How long nothing may move: no byte of a body taken, no answer begun, no byte of the answer come. */
  readonly timeoutMs: number;
}

/** Up to so many bytes a body goes in one piece with its length, as servers like it best; beyond, in chunks. */
const smallBodyBytes = 256 * 1024;

export function createServerRequest({ net, timeoutMs }: Options): ServerRequest {
  return async (ask) => {
    const { url, method, session, credentials, cache, headers, signal } = ask;
    const body = await beginning(ask.body);
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
        // after `abort`, which may say something of its own
        resolve({ kind: "failed", reason: "net::ERR_ABORTED" });
        ask.onOver();
      };
      const end = (reply: Reply) => {
        resolve(reply);
        stop();
      };
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: "timeout" }), timeoutMs);
      };
      const moved = () => clearTimeout(timer);

      request.on("redirect", (_status, _method, to) => end({ kind: "redirect", to }));
      request.on("login", (_authInfo, callback) => callback());
      request.on("error", (error) => end({ kind: "failed", reason: error.message }));
      let isAnswered = false;
      request.on("response", (response) => {
        isAnswered = true;
        moved();
        const { statusCode: status, headers } = response;
        resolve({ kind: "answer", status, headers, body: bodyOf(response, { wait, moved, stop }) });
      });
      signal.addEventListener("abort", stop);
      if (signal.aborted) return stop();
      wait();
      upload(request, body, stopped.signal, (bytes) => {
        if (!isAnswered) wait();
        ask.onSent?.(bytes);
      }).catch(stop);
    });
  };
}

interface Body {
  readonly first: readonly Buffer[];
  /** Undefined where the first is all. */
  readonly rest: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/** Copies each chunk at once: the stream that Electron hands out may use its memory again for the next. */
async function beginning(body: Bytes | null): Promise<Body> {
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

/** Sends a body; the next chunk of a large one is read when the network has taken the last. */
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
  // a request that has ended takes nothing, and does not say so
  const over = new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
  const send = async (chunk: Buffer) => {
    const taken = new Promise<void>((resolve) => request.write(chunk, undefined, resolve));
    await Promise.race([taken, over]);
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

/** The answer's body, read as fast as it is taken; giving it up ends the request. */
function bodyOf(
  response: IncomingMessage,
  { wait, moved, stop }: Record<"wait" | "moved" | "stop", () => void>,
): Bytes {
  // Electron documents it as a readable stream, and types only its events
  const reader = Readable.toWeb(response as unknown as Readable).getReader();
  return new ReadableStream({
    async pull(controller) {
      wait();
      try {
        const { done, value } = await reader.read();
        moved();
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
