/** Calls a server as often as it answers, over a number of connections. */
import { Agent, request } from "node:http";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  /** Answers that were no 2xx. */
  readonly failed: number;
}

function send(url: string, agent: Agent, { method, path, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      {
        method,
        agent,
        headers: {
          ...(body !== undefined && {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * @param next the call that a connection makes next
 * @param seconds for how long, after a warm-up of a fifth of it
 */
export async function load(
  url: string,
  next: (connection: number, turn: number) => Call,
  { seconds = 5, connections = 32 } = {},
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const begin = performance.now() + seconds * 200;
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const from = performance.now();
        const status = await send(url, agent, next(connection, turn));
        if (from < begin) continue;
        times.push(performance.now() - from);
        if (status < 200 || status > 299) failed++;
      }
    }),
  );
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), failed };
}
