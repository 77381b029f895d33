/** Sends requests: a single one, or as many as a server answers on 32 connections without pipelining. */
import { Agent, request } from "node:http";
import { type Ask, type CallName, calls, headersOf } from "./calls.ts";
import { directusAsk } from "./directus.ts";

const connections = 32;
/** Requests prepared for a run; more than any server answers. */
const prepared = 20_000;

export interface Target {
  readonly port: number;
  /** Of Directus, which needs its own form of the calls. */
  readonly token?: string | undefined;
}

/** @returns the response's text @throws Error unless it is 2xx */
export function send({ port, token }: Target, ask: Ask, n = 0, agent?: Agent): Promise<string> {
  const { method, path } = ask;
  const body = ask.body === undefined ? "" : JSON.stringify(ask.body);
  const length = body && { "Content-Length": Buffer.byteLength(body) };
  const headers = { ...headersOf(ask, n), ...length, ...(token && { Authorization: `Bearer ${token}` }) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode?.toString()[0] === "2") resolve(text);
      else reject(new Error(`${method} ${path} at port ${port}: ${response.statusCode} ${text}`));
    });
    sent.once("error", reject).end(body);
  });
}

/** @param most number of requests, if each may be sent only once */
export async function load(
  target: Target,
  call: CallName,
  { seed, seconds, most = prepared }: { seed: number; seconds: number; most?: number | undefined },
) {
  const asks = Array.from({ length: most }, (_, n) => calls[call](n, seed));
  const requests = target.token ? asks.map((ask) => directusAsk(call, ask)) : asks;
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1_000 && count < requests.length) {
      const n = count++;
      await send(target, requests[n] as Ask, n, agent);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { calls: count, seconds: (performance.now() - startedAt) / 1_000 };
}
