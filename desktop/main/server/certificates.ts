import type { App, Certificate } from "electron";
import type { Log } from "../logging/log.ts";

/** Protects against malicious certificates that refer to each other in a cycle. */
const maxChain = 8;
const maxText = 200;
/** Of one run: a hostile network could show a new certificate each time. */
const maxLogged = 50;

/** A certificate as the server sent it; names are common names. */
export type CertificateFacts = Readonly<
  Record<"subject" | "issuer" | "validFrom" | "validUntil" | "fingerprint", string>
>;

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const factsOf = ({ subjectName, issuerName, validStart, validExpiry, fingerprint }: Certificate) => ({
  subject: subjectName.slice(0, maxText),
  issuer: issuerName.slice(0, maxText),
  validFrom: dateOf(validStart),
  validUntil: dateOf(validExpiry),
  fingerprint,
});

/** @returns the server's certificate, then those of its issuers */
export function certificateChain(certificate: Certificate): [CertificateFacts, ...CertificateFacts[]] {
  const chain: [CertificateFacts, ...CertificateFacts[]] = [factsOf(certificate)];
  for (let one = certificate.issuerCert; one && chain.length < maxChain; one = one.issuerCert)
    chain.push(factsOf(one));
  return chain;
}

/** @returns Chromium's result without its prefix: "OK" or "CERT_AUTHORITY_INVALID" */
export const verdictOf = (verificationResult: string): string =>
  verificationResult.replace(/^net::(?:ERR_)?/, "");

/** Logs each certificate that Chromium refuses, once in a run. Call before the first session is created. */
export function logRefusedCertificates(app: Pick<App, "on">, log: Log): void {
  const logged = new Set<string>();
  app.on("session-created", (session) =>
    session.setCertificateVerifyProc(({ certificate, verificationResult, errorCode }, callback) => {
      const problem = verdictOf(verificationResult);
      const key = `${problem} ${certificate.fingerprint}`;
      if (problem !== "OK" && !logged.has(key) && logged.size < maxLogged) {
        logged.add(key);
        log("certificate-refused", { problem, errorCode, chain: certificateChain(certificate) });
      }
      // -3: use Chromium's verification result
      callback(-3);
    }),
  );
}
