/**
 * SMS, LMS and 알림톡 (with SMS as fallback) through Solapi's SDK.
 *
 * Version 6.0.1 of the SDK accepts neither a base URL nor a timeout, and resends a message up to three times after a reset
 * connection or a 503, which may deliver it twice. It calls the global `fetch` by name, so this module wraps `fetch`: requests
 * to the SDK's address pass once per message, with a timeout, to the configured URL; all others pass unchanged
 * (docs/decisions/server/libraries-considered.md).
 */
import type { SolapiMessageService } from "solapi";
import type { SmsSettings } from "#api/settings/messages.ts";
import {
  type Outcome,
  type Outgoing,
  outcomeOfStatus,
  outcomeWithoutResponse,
  reasonOf,
  type SmsDriver,
} from "./driver.ts";

type Settings = Extract<SmsSettings, { driver: "solapi" }>;
type SolapiOptions = Omit<Settings, "driver" | "url" | "kakao"> & Partial<Pick<Settings, "url" | "kakao">>;

const sdkAddress = "https://api.solapi.com";

/** One request to the provider: whether it was begun, and its result. */
interface Call {
  readonly options: Pick<SolapiOptions, "url" | "timeoutMs">;
  begun: boolean;
  status?: number;
  retryAfter?: string | null;
  error?: unknown;
}

/** By our reference, which each request contains. */
const calls = new Map<string, Call>();

const refIn = (body: unknown): string | undefined =>
  typeof body === "string" ? JSON.parse(body).messages?.[0]?.customFields?.ref : undefined;

async function forward(
  originalFetch: typeof fetch,
  address: string,
  init: RequestInit,
  call: Call,
): Promise<Response> {
  const { url = sdkAddress, timeoutMs } = call.options;
  const target = url.replace(/\/$/, "") + address.slice(sdkAddress.length);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await originalFetch(target, { ...init, redirect: "error", signal });
    const text = await response.text();
    call.status = response.status;
    call.retryAfter = response.headers.get("Retry-After");
    return new Response([204, 205, 304].includes(response.status) ? null : text, response);
  } catch (error) {
    call.error = error;
    // Not one of the messages after which the SDK retries.
    throw new Error("no answer");
  }
}

let wrappedFetch: typeof fetch | undefined;

function wrapFetch(): void {
  if (wrappedFetch && globalThis.fetch === wrappedFetch) return;
  const originalFetch = globalThis.fetch;
  wrappedFetch = async (input, init) => {
    const address = String(input instanceof Request ? input.url : input);
    if (!address.startsWith(`${sdkAddress}/`)) return originalFetch(input, init);
    const call = calls.get(refIn(init?.body) ?? "");
    if (!call || call.begun) throw new Error("handed over already");
    call.begun = true;
    return forward(originalFetch, address, init ?? {}, call);
  };
  globalThis.fetch = wrappedFetch;
}

/** Solapi expects numbers without hyphens. */
const digits = (number: string) => number.replace(/\D/g, "");

function messageFor({ from, kakao }: SolapiOptions, message: Outgoing) {
  const { to, text, kind, event, lang, variables, ref } = message;
  const templateId = lang === "ko" ? kakao?.templates[event] : undefined;
  const numbers = { to: digits(to), from: digits(from), customFields: { ref } };
  if (!kakao || templateId === undefined) {
    return { ...numbers, text, type: kind === "sms" ? "SMS" : "LMS", autoTypeDetect: false } as const;
  }
  // Without a text, because the template provides it, also for the SMS fallback.
  return {
    ...numbers,
    kakaoOptions: {
      pfId: kakao.pfId,
      templateId,
      disableSms: false,
      variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [`#{${name}}`, value])),
    },
  } as const;
}

type Sent = Awaited<ReturnType<SolapiMessageService["send"]>>;

/** The SDK's error for a message that was not registered. */
interface NotReceived {
  readonly _tag?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly failedMessageList?: readonly { readonly statusCode?: string; readonly statusMessage?: string }[];
}

function outcomeOfError(error: unknown, call: Call): Outcome {
  const { _tag, errorCode = "", errorMessage = "", failedMessageList } = error as NotReceived;
  const [refused] = failedMessageList ?? [];
  if (refused) {
    return { state: "failed", error: reasonOf(`${refused.statusCode ?? ""} ${refused.statusMessage ?? ""}`) };
  }
  // The SDK itself rejected the message before a request.
  if (!call.begun) return { state: "failed", error: reasonOf(_tag ?? String(error)) };
  if (call.status === undefined) return outcomeWithoutResponse(call.error);
  if (call.status < 300) return { state: "unknown", error: "unreadable" };
  const reason = reasonOf(`${errorCode} ${errorMessage}`) || `HTTP ${call.status}`;
  return outcomeOfStatus(call.status, call.status === 503 ? "HTTP 503" : reason, call.retryAfter ?? null);
}

/** A response may be JSON without an id. */
function outcomeOfAnswer(answer: Sent, kind: "alimtalk" | undefined): Outcome {
  const { messageList, groupInfo } = answer as Partial<Sent>;
  const [one] = (messageList ?? []) as readonly { readonly messageId?: string }[];
  const providerMessageId = one?.messageId ?? groupInfo?.groupId;
  if (!providerMessageId) return { state: "unknown", error: "unreadable" };
  return { state: "sent", providerMessageId, ...(kind && { kind }) };
}

/** The SDK is loaded with the first message. */
export function solapiDriver(options: SolapiOptions): SmsDriver {
  let service: Promise<SolapiMessageService> | undefined;
  const load = async () => {
    const { SolapiMessageService: Service } = await import("solapi");
    return new Service(options.apiKey, options.apiSecret);
  };
  return {
    name: "solapi",
    async send(message) {
      // Solapi expects the country code separately, and the number alone does not say where it ends.
      if (message.to.startsWith("+")) return { state: "failed", error: "abroad" };
      service ??= load();
      const sdk = await service;
      wrapFetch();
      const call: Call = { options, begun: false };
      calls.set(message.ref, call);
      try {
        const request = messageFor(options, message);
        const answer = await sdk.send(request, { showMessageList: true });
        return outcomeOfAnswer(answer, "kakaoOptions" in request ? "alimtalk" : undefined);
      } catch (error) {
        return outcomeOfError(error, call);
      } finally {
        calls.delete(message.ref);
      }
    },
  };
}
