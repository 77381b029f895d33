/** What a way of sending takes and says (docs/behaviour.md, "Messages"). */
import type { MessageEvent, MessageKind } from "#contract/messages/sms.ts";

/** A message for the provider. */
export interface Outgoing {
  /** Ours, told to providers that take one. */
  readonly ref: string;
  /** Hyphenated Korean number, or one with its country's code. */
  readonly to: string;
  readonly text: string;
  readonly kind: "sms" | "lms";
  readonly event: MessageEvent;
  readonly lang: "ko" | "en";
  /** What the text was filled with, by placeholder. */
  readonly variables: Readonly<Record<string, string>>;
}

/** How it went. */
export type Outcome =
  /** The provider took it. */
  | { readonly state: "sent"; readonly providerMessageId: string; readonly kind?: MessageKind }
  /** There is nobody to send it: it is only shown. */
  | { readonly state: "kept" }
  /** The provider will not take it, now or later. */
  | { readonly state: "failed"; readonly error: string }
  /** The provider did not take it this time; it may later, not before so many milliseconds. */
  | { readonly state: "busy"; readonly error: string; readonly retryAfterMs?: number }
  /** It was handed over, and no answer says whether it was taken. */
  | { readonly state: "unknown"; readonly error: string };

export interface SmsDriver {
  readonly name: "outbox" | "solapi" | "twilio";
  /** Hands one message over, once; what goes wrong is an outcome. */
  send(message: Outgoing): Promise<Outcome>;
}

/** Reasons of our own; resources/i18n has their words under `message`. */
export const ownReasons = [
  "interrupted",
  "restored",
  "noAnswer",
  "unreadable",
  "unreachable",
  "abroad",
  "numberSealed",
  "numberWaits",
  "invitationOver",
] as const;

export type OwnReason = (typeof ownReasons)[number];

/** A provider's words as they are kept: short, and without numbers that may be somebody's. */
export const reasonOf = (text: string): string =>
  text
    .replace(/\+?\d[\d\s().-]{5,}\d/g, "***")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);

/** Errors of connections that were never made: nothing can have been taken. */
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

/** The codes of an error and of those behind it. */
function* codesOf(error: unknown): Generator<string> {
  if (typeof error !== "object" || error === null) return;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string") yield code;
  yield* codesOf(cause);
  if (Array.isArray(errors)) for (const inner of errors) yield* codesOf(inner);
}

/** How it went where no answer came: not taken if the connection was never made, else nobody knows. */
export const outcomeOfSilence = (error: unknown): Outcome =>
  [...codesOf(error)].some((code) => neverConnected.has(code))
    ? { state: "busy", error: "unreachable" satisfies OwnReason }
    : { state: "unknown", error: "noAnswer" satisfies OwnReason };

/** Statuses that say nothing of whether what stands behind the gateway took it. */
const ambiguous = new Set([502, 504]);

/** How it went by a status that is no success. */
export function outcomeOfStatus(status: number, error: string, retryAfter: string | null): Outcome {
  if (ambiguous.has(status)) return { state: "unknown", error };
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = Number(retryAfter ?? Number.NaN);
    const wait = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
    return { state: "busy", error, ...wait };
  }
  return { state: "failed", error };
}
