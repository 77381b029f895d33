/**
 * Tests the way to the server step by step, each through the part of the program that is asked in daily work: Chromium's
 * proxy settings, resolver, certificate check and network, and the session that holds the sign-in.
 */
import * as z from "zod/mini";
import { createServerCheck } from "../server/server-check.ts";
import type { SmallGet } from "../server/small-get.ts";

export const steps = ["proxy", "name", "tcp", "certificate", "product", "signIn"] as const;

export type Step = (typeof steps)[number];

export type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface StepResult {
  readonly step: Step;
  /** `skipped`: there is nothing to test, say no certificate over plain http */
  readonly outcome: "ok" | "failed" | "skipped";
  /** how long it took, in milliseconds */
  readonly ms: number;
  /** where it failed, `problem` says why */
  readonly facts: Facts;
}

export interface CertificateSeen {
  /** Chromium's verdict, "OK" or "CERT_AUTHORITY_INVALID" */
  readonly verdict: string;
  readonly facts: Facts;
}

/** What the test asks. Each may throw; the words of the error become the step's problem. */
export interface Probe {
  /** Chromium's answer for an address, "DIRECT" or "PROXY proxy.example.com:8080" */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** @returns addresses of a host */
  readonly resolveName: (host: string) => Promise<readonly string[]>;
  readonly dial: (host: string, port: number, signal: AbortSignal) => Promise<void>;
  /** through a session of its own, so that nothing is known from before */
  readonly get: SmallGet;
  /** the certificate that `get` was shown last */
  readonly certificate: () => CertificateSeen | undefined;
  /** whether the server has left a cookie, and how it answers who is signed in */
  readonly hasSession: () => Promise<boolean>;
  readonly currentUserStatus: (signal: AbortSignal) => Promise<number>;
}

interface Options {
  /** an origin */
  readonly server: string;
  readonly probe: Probe;
  /** milliseconds, of a clock that only goes forward */
  readonly now: () => number;
  readonly timeoutMs: number;
}

type Found = Pick<StepResult, "outcome" | "facts">;

const ok = (facts: Facts): Found => ({ outcome: "ok", facts });
const failed = (problem: string, facts: Facts = {}): Found => ({
  outcome: "failed",
  facts: { problem, ...facts },
});

const version = z.object({ version: z.string().check(z.maxLength(40)) });

/** Where a connection goes first. */
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
 * @param answer of Chromium, the first choice first: "PROXY proxy.example.com:8080;DIRECT"
 * @returns the proxy that is tried first; undefined where the way is direct
 */
export function hopOf(answer: string): Hop | undefined {
  const [, kind = "", host = "", port] =
    /^\s*(\w+)(?:\s+(\[[^\]]+\]|[^\s:;]+)(?::(\d+))?)?/.exec(answer) ?? [];
  const known = defaultPorts[kind.toUpperCase()];
  if (known === undefined || host === "") return undefined;
  return { host, port: Number(port ?? known), through: "proxy" };
}

/** Runs every step, also after one that failed: which of them still work is part of the finding. */
export async function* testConnection({
  server,
  probe,
  now,
  timeoutMs,
}: Options): AsyncGenerator<StepResult> {
  const { protocol, hostname, port } = new URL(server);
  const isSecure = protocol === "https:";
  let hop = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), through: "server" };

  const work: Readonly<Record<Step, (signal: AbortSignal) => Promise<Found>>> = {
    async proxy() {
      const used = await probe.resolveProxy(server);
      hop = hopOf(used) ?? hop;
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
      const got = await probe.get(`${server}/healthz`, signal);
      const seen = probe.certificate();
      if (!seen) return failed(got.kind === "failed" ? got.reason : got.kind);
      return seen.verdict === "OK" ? ok(seen.facts) : failed(seen.verdict, seen.facts);
    },
    async product(signal) {
      const problem = await createServerCheck(probe.get)(server, signal);
      if (problem) {
        const { code, ...values } = problem;
        return failed(code, values);
      }
      const got = await probe.get(`${server}/healthz`, signal);
      const said = got.kind === "answer" ? version.safeParse(parseJson(got.body)) : undefined;
      return ok(said?.success ? { version: said.data.version } : {});
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
    const found = await within(timeoutMs, work[step]).catch((error: Error) => failed(error.message));
    yield { step, ms: Math.round(now() - from), ...found };
  }
}

/** @throws Error "timeout" */
async function within(ms: number, work: (signal: AbortSignal) => Promise<Found>): Promise<Found> {
  const signal = AbortSignal.timeout(ms);
  const over = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(new Error("timeout"))),
  );
  return Promise.race([work(signal), over]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
