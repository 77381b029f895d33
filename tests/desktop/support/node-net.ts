import { EventEmitter } from "node:events";
import { type IncomingMessage, type ClientRequest as NodeRequest, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { ClientRequest, ClientRequestConstructorOptions, Net } from "electron";

/** Node's errors by Chromium's names. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: "net::ERR_CONNECTION_REFUSED",
  ENOTFOUND: "net::ERR_NAME_NOT_RESOLVED",
  ECONNRESET: "net::ERR_CONNECTION_RESET",
  DEPTH_ZERO_SELF_SIGNED_CERT: "net::ERR_CERT_AUTHORITY_INVALID",
  ERR_TLS_CERT_ALTNAME_INVALID: "net::ERR_CERT_COMMON_NAME_INVALID",
  EPROTO: "net::ERR_SSL_PROTOCOL_ERROR",
};

/** Headers that Chromium does not let a program set. */
const forbidden = /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding)$/i;

/** Where a stand-in session keeps a server's cookies. */
export interface CookieJar {
  readonly jar: Map<string, string>;
}

const jarOf = (session: unknown): Map<string, string> | undefined => (session as Partial<CookieJar>).jar;

type Used = Pick<ClientRequest, "setHeader" | "abort" | "chunkedEncoding">;

/**
 * Electron's request over Node's network: redirects stop it unless followed, aborting says nothing more, cookies are the
 * session's where credentials are included, and a body goes in one piece unless it is chunked.
 */
class StandInRequest extends EventEmitter implements Used {
  chunkedEncoding = false;
  readonly #options: ClientRequestConstructorOptions;
  readonly #headers: Record<string, string> = {};
  readonly #body: Buffer[] = [];
  #request: NodeRequest | undefined;
  #response: IncomingMessage | undefined;
  #aborted = false;

  constructor(options: ClientRequestConstructorOptions) {
    super();
    this.#options = options;
  }

  setHeader(name: string, value: string): void {
    if (forbidden.test(name)) throw new Error(`net::ERR_INVALID_ARGUMENT ${name}`);
    this.#headers[name.toLowerCase()] = value;
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#response?.destroy();
    this.#request?.destroy();
  }

  write(chunk: string | Buffer, _encoding?: string, callback?: () => void): void {
    const bytes = Buffer.from(chunk);
    if (!this.chunkedEncoding) {
      this.#body.push(bytes);
      callback?.();
      return;
    }
    // the callback asks for the next chunk
    this.#started().write(bytes, () => callback?.());
  }

  end(): void {
    if (this.chunkedEncoding) {
      this.#started().end();
      return;
    }
    const body = Buffer.concat(this.#body);
    if (body.length > 0) this.#headers["content-length"] = String(body.length);
    this.#started().end(body);
  }

  #started(): NodeRequest {
    if (this.#request) return this.#request;
    const { url = "", method = "GET", redirect, session, credentials } = this.#options;
    if (redirect !== "manual") throw new Error("The stand-in knows manual redirects only.");
    const jar = credentials === "include" ? jarOf(session) : undefined;
    const cookies = [...(jar ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...this.#headers, ...(cookies !== "" && { cookie: cookies }) };
    const send = url.startsWith("https:") ? secureRequest : plainRequest;
    this.#request = send(url, { method, headers }, (response) => {
      for (const cookie of response.headers["set-cookie"] ?? []) keep(cookie, jar);
      this.#take(response);
    });
    this.#request.on("error", (error: NodeJS.ErrnoException) => {
      if (!this.#aborted) this.emit("error", new Error(names[error.code ?? ""] ?? "net::ERR_FAILED"));
    });
    return this.#request;
  }

  #take(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    this.#response = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      const to = new URL(headers.location, this.#options.url).href;
      this.emit("redirect", statusCode, "GET", to, headers);
      if (!this.#aborted) this.emit("error", new Error("Redirect was cancelled"));
      this.#request?.destroy();
    } else {
      this.emit("response", response);
    }
  }
}

/** Stores a cookie, or removes an expired one. */
function keep(cookie: string, jar: Map<string, string> | undefined): void {
  const [pair = "", ...attributes] = cookie.split(/;\s*/);
  const at = pair.indexOf("=");
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const expires = attributes.find((one) => /^expires=/i.test(one))?.slice("expires=".length);
  if (value === "" || (expires && Date.parse(expires) < Date.now())) jar?.delete(name);
  else jar?.set(name, value);
}

/** `net` of Electron, as far as it is used here. */
export const nodeNet: Pick<Net, "request"> = {
  request: (options) => {
    if (typeof options === "string") throw new Error("The stand-in takes options only.");
    return new StandInRequest(options) as unknown as ClientRequest;
  },
};
