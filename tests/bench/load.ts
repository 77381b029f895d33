/** The load generator, a process of its own: 32 connections, each with one request at a time, over plain sockets. */
import { connect } from "node:net";
import { type Ask, calls, headersOf } from "./calls.ts";
import { directusAsk } from "./directus.ts";
import type { Load, Loaded } from "./servers.ts";

const connections = 32;
/** Requests of a run that are made beforehand; more than any server answers. */
const prepared = 20_000;

/** A whole request. */
function bytesOf(ask: Ask, n: number, more: Record<string, string>): string {
  const body = ask.body === undefined ? "" : JSON.stringify(ask.body);
  const length = body && { "Content-Length": Buffer.byteLength(body) };
  const headers = Object.entries({ ...headersOf(ask, n), ...more, ...length });
  const lines = [
    `${ask.method} ${ask.path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Sends requests one after the other. @returns the first answer that is no 2xx */
async function work(port: number, next: () => string | undefined, onAnswer: () => void) {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  let received: Buffer = Buffer.alloc(0);
  let whole = Number.POSITIVE_INFINITY;
  try {
    let request = next();
    if (request) socket.write(request);
    for await (const chunk of socket) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = whole === Number.POSITIVE_INFINITY ? received.indexOf("\r\n\r\n") : -1;
      const head = end < 0 ? "" : received.toString("latin1", 0, end);
      if (head) whole = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < whole) continue;
      if (received.toString("latin1", 9, 10) !== "2") return `${request?.split("\r\n", 1)}\n${received}`;
      onAnswer();
      [received, whole] = [Buffer.alloc(0), Number.POSITIVE_INFINITY];
      request = next();
      if (!request) return undefined;
      socket.write(request);
    }
    return "the server closed the connection";
  } finally {
    socket.destroy();
  }
}

async function run({ port, call, seed, seconds, most, directus }: Load): Promise<Loaded> {
  const requests = Array.from({ length: most ?? prepared }, (_, n) => {
    const ask = calls[call](n, seed);
    return directus
      ? bytesOf(directusAsk(call, ask), n, { Authorization: `Bearer ${directus}` })
      : bytesOf(ask, n, {});
  });
  let [sent, answered] = [0, 0];
  const began = performance.now();
  const next = () => (performance.now() - began < seconds * 1_000 ? requests[sent++] : undefined);
  const all = Array.from({ length: connections }, () => work(port, next, () => answered++));
  const failure = (await Promise.all(all)).find((text) => text !== undefined);
  return { calls: answered, seconds: (performance.now() - began) / 1_000, failure };
}

process.on("message", (load: Load) =>
  run(load).then(
    (loaded) => process.send?.(loaded),
    (error: Error) => process.send?.({ calls: 0, seconds: 0, failure: error.message }),
  ),
);
process.once("disconnect", () => process.exit(0));
