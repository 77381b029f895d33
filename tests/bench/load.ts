/**
 * The load generator, a process of its own: keeps connections busy with requests as bytes, by plain sockets, so that it
 * takes as little of the machine as it can. Asked by messages; ends with its parent.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { withUuid } from "./calls.ts";

export interface Load {
  readonly port: number;
  /** Whole requests; `{uuid}` in them is new each time. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** How many are sent a second, evenly; as many as are answered unless given. */
  readonly perSecond?: number;
  /** Stops after the last of the requests; else they come again and again. */
  readonly isOnce: boolean;
}

export interface Measured {
  /** Calls that were answered, in the order of the requests. */
  readonly calls: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** What was no 2xx: the first of them. */
  readonly failure: string | undefined;
  readonly failed: number;
}

const headEnd = Buffer.from("\r\n\r\n");

/** A connection that asks one thing at a time. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #whole = Number.POSITIVE_INFINITY;
  #status = 0;
  #answered: (answer: { status: number; body: string }) => void = () => {};

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1").setNoDelay();
    this.#socket.on("data", (chunk) => this.#read(chunk));
  }

  send(request: string): Promise<{ status: number; body: string }> {
    this.#socket.write(request);
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#whole === Number.POSITIVE_INFINITY) {
      const end = this.#received.indexOf(headEnd);
      if (end < 0) return;
      const head = this.#received.toString("latin1", 0, end);
      this.#status = Number(head.slice(9, 12));
      this.#whole = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (this.#received.length < this.#whole) return;
    const body = this.#status < 300 ? "" : this.#received.toString("utf8");
    this.#received = Buffer.alloc(0);
    this.#whole = Number.POSITIVE_INFINITY;
    this.#answered({ status: this.#status, body });
  }
}

async function run({
  port,
  requests,
  connections,
  seconds,
  perSecond = Number.POSITIVE_INFINITY,
  isOnce,
}: Load): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  let failure: string | undefined;
  let next = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const work = async (connection: Connection) => {
    while (performance.now() < end && !(isOnce && next >= requests.length)) {
      const place = next++;
      const early = began + (place / perSecond) * 1000 - performance.now();
      if (early > 0) await delay(early);
      const request = requests[place % requests.length] as string;
      const from = performance.now();
      const { status, body } = await connection.send(withUuid(request));
      times.push(performance.now() - from);
      if (status >= 200 && status <= 299) continue;
      failed++;
      failure ??= `${request.split("\r\n", 1)[0]}\n${body}`;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, () => work(new Connection(port))));
  const took = (performance.now() - began) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { calls: times.length, seconds: took, p50: at(0.5), p95: at(0.95), failure, failed };
}

process.on("message", async (load: Load) => process.send?.(await run(load)));
process.once("disconnect", () => process.exit(0));
