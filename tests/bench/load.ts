/** The load generator, a process of its own: 32 connections, each with one request at a time, over plain sockets. */
import { connect, type Socket } from "node:net";
import { bytesOf, calls } from "./calls.ts";
import { directusAsk } from "./directus.ts";
import type { Load, Loaded } from "./servers.ts";

const connections = 32;
/** Requests of a run that are made beforehand; more than any server answers. */
const prepared = 20_000;
const headEnd = Buffer.from("\r\n\r\n");

function opened(port: number) {
  const socket: Socket = connect(port, "127.0.0.1").setNoDelay();
  let received: Buffer = Buffer.alloc(0);
  let whole = Number.POSITIVE_INFINITY;
  let settle: (answer: { status: number; text: string }) => void = () => {};
  let fail: (error: Error) => void = () => {};
  socket.on("error", (error) => fail(error));
  socket.on("close", () => fail(new Error("the server closed the connection")));
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (whole === Number.POSITIVE_INFINITY) {
      const end = received.indexOf(headEnd);
      if (end < 0) return;
      whole =
        end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(received.toString("latin1", 0, end))?.[1] ?? 0);
    }
    if (received.length < whole) return;
    const status = Number(received.toString("latin1", 9, 12));
    const text = status < 300 ? "" : received.toString("utf8");
    received = Buffer.alloc(0);
    whole = Number.POSITIVE_INFINITY;
    settle({ status, text });
  });
  return {
    close: () => socket.destroy(),
    send: (request: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        [settle, fail] = [resolve, reject];
        socket.write(request);
      }),
  };
}

async function run({ port, call, seed, seconds, most, directus }: Load): Promise<Loaded> {
  const requests = Array.from({ length: most ?? prepared }, (_, n) => {
    const ask = calls[call](n, seed);
    return directus
      ? bytesOf(directusAsk(call, ask), n, { Authorization: `Bearer ${directus}` })
      : bytesOf(ask, n);
  });
  let [next, answered] = [0, 0];
  let failure: string | undefined;
  const began = performance.now();
  const work = async () => {
    const connection = opened(port);
    while (performance.now() - began < seconds * 1_000 && next < requests.length && failure === undefined) {
      const request = requests[next++] as string;
      const { status, text } = await connection.send(request);
      if (status >= 200 && status < 300) answered++;
      else failure ??= `${request.split("\r\n", 1)[0]}\n${text}`;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { calls: answered, seconds: (performance.now() - began) / 1_000, failure };
}

process.on("message", (load: Load) =>
  run(load).then(
    (loaded) => process.send?.(loaded),
    (error: Error) => process.send?.({ calls: 0, seconds: 0, failure: error.message }),
  ),
);
process.once("disconnect", () => process.exit(0));
