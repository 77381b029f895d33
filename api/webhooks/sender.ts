/** HTTP POST to URLs that users entered: with a timeout, to public addresses only, without following redirects. */
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import { commit, version } from "#api/version.ts";
import type { DeliveryError } from "#contract/site/webhooks.ts";
import { errorCode } from "#db/error-code.ts";
import {
  type AddressProblem,
  AddressRefused,
  type AddressRules,
  pinnedLookup,
  requireAllowedUrl,
  resolveBySystem,
  resolvePublic,
} from "./public-address.ts";

/** "Visitor-Webhooks/1.2.0 (1a2b3c4d5e6f)" */
const userAgent = `Visitor-Webhooks/${version}${commit ? ` (${commit})` : ""}`;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of an attempt. */
export type SendOutcome =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      readonly error: DeliveryError;
      readonly status: number | null;
      /** From the receiver's Retry-After header. */
      readonly retryAfterMs?: number;
    };

export type WebhookSender = ReturnType<typeof createWebhookSender>;

export interface SenderOptions extends Partial<AddressRules> {
  /** Timeout of a whole attempt. */
  readonly timeoutMs?: number;
}

/** Response bodies are read up to this size, so that the receiver is not cut off, and discarded. */
const maxAnswerBytes = 16_384;
const maxRetryAfterSeconds = 3_600;

const failed = (error: DeliveryError, status: number | null = null): SendOutcome => ({
  isDelivered: false,
  error,
  status,
});

function outcomeOf(status: number, retryAfter: string | undefined): SendOutcome {
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  if (status >= 300 && status < 400) return failed("redirect", status);
  const seconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : 0;
  const wait = Math.min(seconds, maxRetryAfterSeconds) * 1000;
  return { isDelivered: false, error: "status", status, ...(wait > 0 && { retryAfterMs: wait }) };
}

function errorOf(error: Error): DeliveryError {
  if (error instanceof AddressRefused) {
    return error.code === "httpsAddress" ? "addressPrivate" : error.code;
  }
  const code = errorCode(error) ?? "";
  return /CERT|TLS|SSL|EPROTO/.test(code) ? "tls" : "connection";
}

/** Injected for tests: DNS resolution, whether loopback is allowed, and the timeout. */
export function createWebhookSender({
  resolve = resolveBySystem,
  allowsLoopback = false,
  timeoutMs = 10_000,
}: SenderOptions = {}) {
  const rules: AddressRules = { resolve, allowsLoopback };

  const post = (url: URL, { headers, body }: WebhookRequest): Promise<SendOutcome> =>
    new Promise((done) => {
      const send = url.protocol === "https:" ? requestTls : requestPlain;
      const request = send(url, {
        method: "POST",
        // No keep-alive: each connection has its own checked address.
        agent: false,
        lookup: pinnedLookup(rules),
        headers: { ...headers, "Content-Length": Buffer.byteLength(body), "User-Agent": userAgent },
      });
      const end = (outcome: SendOutcome) => {
        clearTimeout(timer);
        done(outcome);
        request.destroy();
      };
      // The status is known once the headers arrive; the body is only drained.
      let received: SendOutcome | undefined;
      const timer = setTimeout(() => end(received ?? failed("timeout")), timeoutMs);
      request.on("error", (error) => end(failed(errorOf(error))));
      request.on("response", (answer) => {
        const outcome = outcomeOf(answer.statusCode ?? 0, answer.headers["retry-after"]);
        received = outcome;
        let read = 0;
        answer.on("data", (part: Buffer) => {
          read += part.length;
          if (read > maxAnswerBytes) end(outcome);
        });
        answer.on("end", () => end(outcome));
        answer.on("error", () => end(outcome));
      });
      request.end(body);
    });

  return {
    /** @returns why a URL is refused; undefined where it is allowed */
    async check(text: string): Promise<AddressProblem | undefined> {
      try {
        const url = new URL(text);
        requireAllowedUrl(url, rules);
        if (isIP(url.hostname.replace(/^\[(.*)\]$/, "$1")) === 0) await resolvePublic(url.hostname, rules);
        return undefined;
      } catch (error) {
        if (error instanceof AddressRefused) return error.code;
        throw error;
      }
    },

    async send(request: WebhookRequest): Promise<SendOutcome> {
      const url = new URL(request.url);
      try {
        requireAllowedUrl(url, rules);
      } catch (error) {
        if (error instanceof AddressRefused) return failed(errorOf(error));
        throw error;
      }
      return post(url, request);
    },
  };
}
