/**
 * The network of component tests. Tests define the answers. Requests and answers are checked against the contract; an
 * invalid body is answered with 400, as by the server.
 */
import { translateErrors } from "#api/http/language.ts";
import type { Endpoint, EndpointRequest, EndpointResponse } from "#contract/endpoint.ts";
import { type FieldErrors, fieldErrors, fieldErrorsHeader, fieldErrorsToHeader } from "#contract/errors.ts";

/** An error response. */
export class HttpError {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An error with a sentence: the whole body of a 405, else `message`. */
export const refused = (status: number, message: string): HttpError =>
  new HttpError(status, status === 405 ? message : { id: "refused", message });

/** A 400 with errors by field. @param errors codes; `_` for none of the fields */
export const invalid = (errors: FieldErrors): HttpError =>
  new HttpError(400, translateErrors("ko", errors), {
    [fieldErrorsHeader]: fieldErrorsToHeader(errors) ?? "",
  });

type Answer<E extends Endpoint> =
  | EndpointResponse<E>
  | HttpError
  | ((
      request: EndpointRequest<E>,
    ) => EndpointResponse<E> | HttpError | Promise<EndpointResponse<E> | HttpError>);

interface Route {
  readonly endpoint: Endpoint;
  readonly path: RegExp;
  readonly answer: unknown;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

const jsonOf = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  body === undefined
    ? new Response(null, { status: 204, headers })
    : new Response(JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", ...headers },
      });

interface Asked {
  readonly endpoint: Endpoint;
  readonly request: unknown;
  readonly headers: Headers;
}

/** As an answer: the connection breaks after the server received the call. */
export const loseAnswer = (): never => {
  throw new TypeError("Failed to fetch");
};

/** Rejects when the call is aborted. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));

export class Network {
  /** Calls without an answer, and answers that violate the contract. */
  readonly errors: string[] = [];
  readonly #asked: Asked[] = [];
  readonly #routes: Route[] = [];
  #isDown = false;

  /** Sets the answer of an endpoint, in place of an earlier one. */
  answer<E extends Endpoint>(endpoint: E, answer: Answer<E>): void {
    this.#routes.unshift({ endpoint, path: patternOf(endpoint.path), answer });
  }

  /** The endpoint's requests so far, parsed by the contract. */
  asked<E extends Endpoint>(endpoint: E): EndpointRequest<E>[] {
    const of = this.#asked.filter((one) => one.endpoint === endpoint);
    return of.map(({ request }) => request as EndpointRequest<E>);
  }

  /** This header of each request to the endpoint. */
  headersOf(endpoint: Endpoint, name: string): (string | null)[] {
    return this.#asked.filter((one) => one.endpoint === endpoint).map(({ headers }) => headers.get(name));
  }

  /** The `Idempotency-Key` of each request to the endpoint. */
  keysOf(endpoint: Endpoint): (string | null)[] {
    return this.headersOf(endpoint, "Idempotency-Key");
  }

  /** Disconnects or reconnects. */
  cut(isDown = true): void {
    this.#isDown = isDown;
  }

  /** Replaces the browser's `fetch`. */
  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (this.#isDown) throw new TypeError("Failed to fetch");
    const url = new URL(address instanceof Request ? address.url : address, location.href);
    const method = init.method ?? "GET";
    const found = this.#find(method, url.pathname);
    if (!found) {
      this.errors.push(`no answer for ${method} ${url.pathname}`);
      return jsonOf(404, { id: "notFound", message: "no answer" });
    }
    const { endpoint, answer, params } = found;
    const { request, errors } = readRequest(endpoint, params, url, init);
    if (Object.keys(errors).length > 0) {
      const { status, body, headers } = invalid(errors);
      return jsonOf(status, body, headers);
    }
    this.#asked.push({ endpoint, request, headers: new Headers(init.headers) });
    const given: unknown = await Promise.race([
      typeof answer === "function" ? answer(request) : answer,
      aborted(init.signal),
    ]);
    if (given instanceof HttpError) return jsonOf(given.status, given.body, given.headers);
    const checked = endpoint.response.safeParse(given);
    if (!checked.success)
      this.errors.push(`${method} ${url.pathname} cannot answer so: ${checked.error.message}`);
    return jsonOf(200, checked.data);
  };

  /** Paths without parameters take precedence. */
  #find(method: string, path: string) {
    const fits = this.#routes.filter(
      ({ endpoint, path: its }) => endpoint.method === method && its.test(path),
    );
    const one = fits.find(({ endpoint }) => endpoint.path === path) ?? fits[0];
    return one && { ...one, params: { ...one.path.exec(path)?.groups } };
  }
}

/** The fields of a form without its file. */
const fieldsOf = (body: RequestInit["body"]): unknown =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === "string"))
    : undefined;

function readRequest(endpoint: Endpoint, params: unknown, url: URL, { body }: RequestInit) {
  const errors: FieldErrors = {};
  const given = {
    params,
    query: Object.fromEntries(url.searchParams),
    body: typeof body === "string" ? (JSON.parse(body) as unknown) : fieldsOf(body),
  };
  const read = (part: keyof typeof given): unknown => {
    const schema = part === "body" && body instanceof FormData ? endpoint.form?.fields : endpoint[part];
    const result = schema?.safeParse(given[part], { reportInput: true });
    if (!result || result.success) return result?.data;
    Object.assign(errors, { ...fieldErrors(result.error.issues), ...errors });
    return undefined;
  };
  return { request: { params: read("params"), query: read("query"), body: read("body") }, errors };
}
