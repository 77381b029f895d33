/**
 * Tests the connection to the server step by step with the components the app uses in daily work: Chromium's proxy
 * settings, resolver, certificate check and network, and the session that holds the sign-in.
 */
import * as z from "zod/mini";
import { type HttpGet, parseJson } from "../server/http-get.ts";
import { createServerCheck } from "../server/server-check.ts";

export const steps = ["proxy", "name", "tcp", "certificate", "product", "signIn"] as const;

export type Step = (typeof steps)[number];

export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface StepResult {
  readonly step: Step;
  /** `skipped`: not applicable, such as the certificate over plain http */
  readonly outcome: "ok" | "failed" | "skipped";
  /** duration in milliseconds */
  readonly ms: number;
  /** `problem` holds the reason of a failure */
  readonly facts: Facts;
}

export interface CertificateSeen {
  /** Chromium's result, "OK" or "CERT_AUTHORITY_INVALID" */
  readonly verdict: string;
  readonly facts: Facts;
}

/** Network access of the test. Each may throw; the error's message becomes the step's problem. */
export interface Probe {
  /** Chromium's proxy for an address, "DIRECT" or "PROXY proxy.example.com:8080" */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** @returns addresses of a host */
  readonly resolveName: (host: string) => Promise<readonly string[]>;
  readonly dial: (host: string, port: number, signal: AbortSignal) => Promise<void>;
  /** through a separate session without cached results */
  readonly get: HttpGet;
  /** the certificate of the last `get` */
  readonly certificate: () => CertificateSeen | undefined;
  /** whether there are cookies of the server */
  readonly hasSession: () => Promise<boolean>;
  readonly currentUserStatus: (signal: AbortSignal) => Promise<number>;
}

interface Options {
  /** an origin */
  readonly server: string;
  readonly probe: Probe;
  /** monotonic clock, in milliseconds */
  readonly now: () => number;
  readonly timeoutMs: number;
}

type Outcome = Pick<StepResult, "outcome" | "facts">;

const ok = (facts: Facts): Outcome => ({ outcome: "ok", facts });
const failed = (problem: string, facts: Facts = {}): Outcome => ({
  outcome: "failed",
  facts: { problem, ...facts },
});

const version = z.object({ version: z.string().check(z.maxLength(40)) });

/** First hop of a connection. */
interface Hop {
  readonly host: string;
  readonly port: number;
  readonly through: string;
}

const defaultPorts: Readonly<Record<string, number>> = {
  PROXY: 80,
  HTTPS: 443,
  SOCKS: 1080,
  SOCKS4: 1080,
  SOCKS5: 1080,
};

/**
 * @param answer of Chromium in order of preference: "PROXY proxy.example.com:8080;DIRECT"
 * @returns the first proxy; undefined for a direct connection
 */
export function proxyHop(answer: string): Hop | undefined {
  const [, kind = "", host = "", port] =
    /^\s*(\w+)(?:\s+(\[[^\]]+\]|[^\s:;]+)(?::(\d+))?)?/.exec(answer) ?? [];
  const known = defaultPorts[kind.toUpperCase()];
  if (known === undefined || host === "") return undefined;
  return { host, port: Number(port ?? known), through: "proxy" };
}

/** Runs every step even after a failure: the steps that still work are part of the diagnosis. */
export async function* testConnection({
  server,
  probe,
  now,
  timeoutMs,
}: Options): AsyncGenerator<StepResult> {
  const { protocol, hostname, port } = new URL(server);
  const isSecure = protocol === "https:";
  let hop = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), through: "server" };

  const work: Readonly<Record<Step, (signal: AbortSignal) => Promise<Outcome>>> = {
    async proxy() {
      const used = await probe.resolveProxy(server);
      hop = proxyHop(used) ?? hop;
      return ok({ used });
    },
    async name() {
      const host = hop.host.replace(/^\[|\]$/g, "");
      return ok({ of: hop.through, addresses: await probe.resolveName(host) });
    },
    async tcp(signal) {
      await probe.dial(hop.host.replace(/^\[|\]$/g, ""), hop.port, signal);
      return ok({ to: hop.through, port: hop.port });
    },
    async certificate(signal) {
      if (!isSecure) return { outcome: "skipped", facts: { reason: "plain http" } };
      const result = await probe.get(`${server}/healthz`, signal);
      const seen = probe.certificate();
      if (!seen) return failed(result.kind === "failed" ? result.reason : result.kind);
      return seen.verdict === "OK" ? ok(seen.facts) : failed(seen.verdict, seen.facts);
    },
    async product(signal) {
      const problem = await createServerCheck(probe.get)(server, signal);
      if (problem) {
        const { code, ...values } = problem;
        return failed(code, values);
      }
      const result = await probe.get(`${server}/healthz`, signal);
      const health = result.kind === "answer" ? version.safeParse(parseJson(result.body)) : undefined;
      return ok(health?.success ? { version: health.data.version } : {});
    },
    async signIn(signal) {
      const hasCookie = await probe.hasSession();
      const status = await probe.currentUserStatus(signal);
      const facts = { hasCookie, status };
      return status === 200 || status === 401 ? ok(facts) : failed(`HTTP ${status}`, facts);
    },
  };

  for (const step of steps) {
    const from = now();
    const found = await withTimeout(timeoutMs, work[step]).catch((error: Error) => failed(error.message));
    yield { step, ms: Math.round(now() - from), ...found };
  }
}

/** @throws Error "timeout" */
async function withTimeout(ms: number, work: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome> {
  const signal = AbortSignal.timeout(ms);
  const over = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(new Error("timeout"))),
  );
  return Promise.race([work(signal), over]);
}
