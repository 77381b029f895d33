import { connect } from "node:net";
import type { Net, Session } from "electron";
import { certificateChain, verdictOf } from "../server/certificates.ts";
import { createHttpGet } from "../server/http-get.ts";
import type { ServerRequest } from "../server/server-request.ts";
import type { CertificateSeen, Probe } from "./connection-test.ts";

const maxBytes = 16_384;

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
      const chain = certificateChain(certificate);
      const names = chain.map(({ subject, issuer }) => `${subject} (issued by ${issuer})`);
      seen = {
        verdict: verdictOf(verificationResult),
        facts: { ...chain[0], chain: names, isIssuedByKnownRoot },
      };
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
