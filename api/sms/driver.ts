/** The interface of SMS drivers (docs/behaviour.md, "Messages"). */
import type { MessageEvent, MessageKind } from "#contract/messages/sms.ts";

/** A message for the provider. */
export interface Outgoing {
  /** Our id, passed to providers that accept one. */
  readonly ref: string;
  /** Hyphenated Korean number, or one with a country code. */
  readonly to: string;
  readonly text: string;
  readonly kind: "sms" | "lms";
  readonly event: MessageEvent;
  readonly lang: "ko" | "en";
  /** Values of the text's placeholders. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The outcome of sending a message. */
export type Outcome =
  /** The provider accepted it. */
  | { readonly state: "sent"; readonly providerMessageId: string; readonly kind?: MessageKind }
  /** Without a provider: stored and shown in the console only. */
  | { readonly state: "kept" }
  /** The provider rejected it for good. */
  | { readonly state: "failed"; readonly error: string }
  /** The provider did not accept it now; retry, not before `retryAfterMs`. */
  | { readonly state: "busy"; readonly error: string; readonly retryAfterMs?: number }
  /** It was transmitted, but no response says whether the provider accepted it. */
  | { readonly state: "unknown"; readonly error: string };

export interface SmsDriver {
  readonly name: "outbox" | "solapi" | "twilio";
  /** Sends one message once; errors are outcomes and never thrown. */
  send(message: Outgoing): Promise<Outcome>;
}

/** Error codes of our own, translated under `message` in resources/i18n. */
export const ownReasons = [
  "interrupted",
  "beforeSending",
  "restored",
  "noAnswer",
  "unreadable",
  "unreachable",
  "abroad",
  "budget",
  "country",
  "numberSealed",
  "numberWaits",
  "invitationOver",
  "noSmsProvider",
  "noMailServer",
] as const;

export type OwnReason = (typeof ownReasons)[number];

/** A provider's error text for storage: shortened, and without digits that may be a phone number. */
export const reasonOf = (text: string): string =>
  text
    .replace(/\+?\d[\d\s().-]{5,}\d/g, "***")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

/** Errors before a connection was established: the provider cannot have accepted anything. */
const neverConnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** The codes of an error and its causes. */
function* codesOf(error: unknown): Generator<string> {
  if (typeof error !== "object" || error === null) return;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string") yield code;
  yield* codesOf(cause);
  if (Array.isArray(errors)) for (const inner of errors) yield* codesOf(inner);
}

/** The outcome without a response: `busy` where no connection was established, else `unknown`. */
export const outcomeWithoutResponse = (error: unknown): Outcome =>
  [...codesOf(error)].some((code) => neverConnected.has(code))
    ? { state: "busy", error: "unreachable" satisfies OwnReason }
    : { state: "unknown", error: "noAnswer" satisfies OwnReason };

/** The outcome of an HTTP error status. A provider that fails with 500 or behind a gateway may have accepted the message. */
export function outcomeOfStatus(status: number, error: string, retryAfter: string | null): Outcome {
  if (status >= 500 && status !== 503) return { state: "unknown", error };
  if (status === 429 || status === 408 || status === 503) {
    const seconds = Number(retryAfter ?? Number.NaN);
    const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
    return { state: "busy", error, ...wait };
  }
  return { state: "failed", error };
}
