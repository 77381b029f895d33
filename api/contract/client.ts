/** HTTP client of the public site and the console: path, JSON, language, timeout and typed errors. */
import type { Endpoint, EndpointInput, EndpointResponse } from "./endpoint.ts";
import { fieldErrorsFromHeader, fieldErrorsHeader } from "./errors.ts";

/** Default timeout of a call; longer calls pass their own. */
const timeoutMilliseconds = 15_000;

/** `refused`: the server answered with an error; `offline`: no answer; `timeout`: no answer in time. */
export type FailureKind = "refused" | "offline" | "timeout";

export class CallError extends Error {
  override readonly name = "CallError";
  readonly kind: FailureKind;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Parsed JSON, else text; undefined where there was none. */
  readonly body: unknown;
  /** Seconds the server asks to wait (429, 503). */
  readonly retryAfter: number | undefined;
  /** Codes of the bad fields of a 400 ("textMoved", "tooLong:100"); empty where there are none or too many. */
  readonly codes: Readonly<Record<string, string>>;

  constructor(
    kind: FailureKind,
    status = 0,
    body?: unknown,
    { retryAfter, codes = {} }: Partial<Pick<CallError, "retryAfter" | "codes">> = {},
  ) {
    super(`${kind} ${status}`);
    this.kind = kind;
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.codes = codes;
  }

  /** The field map of a 400, sentences already in the reader's language; undefined otherwise. */
  get fields(): Record<string, string> | undefined {
    if (this.status !== 400 || typeof this.body !== "object" || this.body === null) return undefined;
    return Object.fromEntries(Object.entries(this.body).map(([field, text]) => [field, String(text)]));
  }

  /** The server's sentence for a 405 or 429; undefined otherwise. */
  get sentence(): string | undefined {
    const { message } = (this.status === 429 ? (this.body ?? {}) : {}) as { message?: unknown };
    const sentence = this.status === 405 ? this.body : message;
    return typeof sentence === "string" ? sentence : undefined;
  }
}

/** Method and path of a call; `E` carries the types of its input and response. An endpoint is an address, too. */
export interface Address<E extends Endpoint> {
  readonly method: E["method"];
  readonly path: E["path"];
  readonly idempotent?: boolean;
  /** Only carries the type; never set. */
  readonly endpoint?: E;
}

/** Query values are strings on the wire; callers may pass numbers and booleans. */
type Spelt<Field> = string extends Field ? Field | number : "true" extends Field ? Field | boolean : Field;
type SpeltFields<Query> = { [Name in keyof Query]: Spelt<Query[Name]> };

/** Only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = {
  [Part in keyof EndpointInput<E> as EndpointInput<E>[Part] extends undefined
    ? never
    : Part]: Part extends "query" ? SpeltFields<EndpointInput<E>[Part]> : EndpointInput<E>[Part];
};

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Required by idempotent endpoints: calls with the same key are the same submission. */
  readonly idempotencyKey?: string;
  /** Body of a call that takes a file; the server detects its type from the content. */
  readonly file?: Blob;
  /** Milliseconds until a long call counts as failed. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Call = <E extends Endpoint>(
  address: Address<E>,
  input: CallInput<E>,
  options?: CallOptions,
) => Promise<EndpointResponse<E>>;

/** Path and query of a call. Fills in path parameters and leaves out absent or empty query values. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get("Content-Type")?.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Creates the function that calls endpoints. A write in flight is not sent again: a double click is one call with one answer.
 * @param languageNow read at each call
 * @param ask replaces `fetch`
 * @returns a function that throws CallError where the server refuses, cannot be reached or does not answer within the
 *   timeout (15 seconds by default); an abort by the caller is rethrown unchanged
 */
export function createCall(
  languageNow: () => string,
  ask: typeof fetch = (...request) => fetch(...request),
): Call {
  const inFlight = new Map<string, Promise<never>>();
  return (address, input, options = {}) => {
    const send = () => sendCall(languageNow, ask, address, input, options) as Promise<never>;
    // a caller aborts only their own call, and files cannot be compared
    if (address.method === "GET" || options.signal || options.file) return send();
    const key = JSON.stringify([address.method, address.path, input]);
    const sent = inFlight.get(key) ?? send().finally(() => inFlight.delete(key));
    inFlight.set(key, sent);
    return sent;
  };
}

async function sendCall(
  languageNow: () => string,
  ask: typeof fetch,
  address: Address<Endpoint>,
  input: object,
  options: CallOptions,
): Promise<unknown> {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), options.timeout ?? timeoutMilliseconds);
  const pass = () => stop.abort();
  options.signal?.addEventListener("abort", pass, { once: true });
  try {
    const response = await ask(urlOf(address.path, params, query), {
      method: address.method,
      signal: stop.signal,
      headers: {
        Accept: "application/json",
        "Accept-Language": languageNow(),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(options.file && { "Content-Type": "application/octet-stream" }),
        ...(address.idempotent && options.idempotencyKey
          ? { "Idempotency-Key": options.idempotencyKey }
          : {}),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.file && { body: options.file }),
    });
    const answer = await bodyOf(response);
    if (response.ok) return answer;
    const wait = Number(response.headers.get("Retry-After"));
    throw new CallError("refused", response.status, answer, {
      retryAfter: wait > 0 ? wait : undefined,
      codes: fieldErrorsFromHeader(response.headers.get(fieldErrorsHeader)),
    });
  } catch (error) {
    if (error instanceof CallError || options.signal?.aborted) throw error;
    throw new CallError(stop.signal.aborted ? "timeout" : "offline");
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", pass);
  }
}
