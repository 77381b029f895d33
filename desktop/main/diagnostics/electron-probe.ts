import { connect } from "node:net";
import type { Certificate, Net, Session } from "electron";
import { createHttpGet } from "../server/http-get.ts";
import type { ServerRequest } from "../server/server-request.ts";
import type { CertificateSeen, Facts, Probe } from "./connection-test.ts";

const maxBytes = 16_384;
/** Protects against malicious certificates that refer to each other in a cycle. */
const maxChain = 8;

interface Options {
  readonly net: Pick<Net, "request">;
  readonly send: ServerRequest;
  readonly server: string;
  /** the session with the sign-in */
  readonly serverSession: Session;
  /** a new session: Chromium caches certificate results for the lifetime of a session */
  readonly testSession: Session;
  readonly timeoutMs: number;
}

/** Implements the probe with Electron's network stack. */
export function createProbe({ net, send, server, serverSession, testSession, timeoutMs }: Options): Probe {
  let seen: CertificateSeen | undefined;
  testSession.setCertificateVerifyProc(
    ({ certificate, verificationResult, isIssuedByKnownRoot }, callback) => {
      const verdict = verificationResult.replace(/^net::(?:ERR_)?/, "");
      seen = { verdict, facts: { ...factsOf(certificate), isIssuedByKnownRoot } };
      // -3: use Chromium's verification result
      callback(-3);
    },
  );
  return {
    resolveProxy: (url) => testSession.resolveProxy(url),
    resolveName: async (host) =>
      (await testSession.resolveHost(host)).endpoints.map(({ address }) => address),
    dial,
    get: createHttpGet({ net, session: testSession, timeoutMs, maxBytes }),
    certificate: () => seen,
    hasSession: async () => (await serverSession.cookies.get({ url: server })).length > 0,
    async currentUserStatus(signal) {
      const reply = await send({
        url: `${server}/dash/user/current`,
        method: "GET",
        session: serverSession,
        credentials: "include",
        // does not extend an idle session
        headers: [
          ["Accept", "application/json"],
          ["X-Background", "1"],
        ],
        body: null,
        cache: "no-store",
        signal,
        onEnd: () => {},
      });
      if (reply.kind !== "answer") throw new Error(reply.kind === "failed" ? reply.reason : reply.kind);
      await reply.body.cancel();
      return reply.status;
    },
  };
}

const dial = (host: string, port: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.message)));
  });

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function factsOf(certificate: Certificate): Facts {
  const chain: string[] = [];
  for (let one: Certificate | undefined = certificate; one && chain.length < maxChain; one = one.issuerCert)
    chain.push(`${one.subjectName} (issued by ${one.issuerName})`);
  return {
    subject: certificate.subjectName,
    issuer: certificate.issuerName,
    validFrom: dateOf(certificate.validStart),
    validUntil: dateOf(certificate.validExpiry),
    fingerprint: certificate.fingerprint,
    chain,
  };
}
