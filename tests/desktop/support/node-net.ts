import { EventEmitter } from "node:events";
import { type IncomingMessage, type ClientRequest as NodeRequest, request } from "node:http";
import type { ClientRequest, ClientRequestConstructorOptions, Net } from "electron";

/** Node's errors by Chromium's names. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: "net::ERR_CONNECTION_REFUSED",
  ENOTFOUND: "net::ERR_NAME_NOT_RESOLVED",
  ECONNRESET: "net::ERR_CONNECTION_RESET",
};

type Used = Pick<ClientRequest, "setHeader" | "abort">;

/** Electron's request over Node's network: redirects stop it unless followed, and aborting says nothing more. */
class StandInRequest extends EventEmitter implements Used {
  readonly #options: ClientRequestConstructorOptions;
  readonly #headers: Record<string, string> = {};
  #request: NodeRequest | undefined;
  #aborted = false;

  constructor(options: ClientRequestConstructorOptions) {
    super();
    this.#options = options;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  abort(): void {
    this.#aborted = true;
    this.#request?.destroy();
  }

  end(): void {
    const { url = "", method = "GET", redirect } = this.#options;
    if (redirect !== "manual") throw new Error("The stand-in knows manual redirects only.");
    this.#request = request(url, { method, headers: this.#headers }, (response) => this.#take(response));
    this.#request.on("error", (error: NodeJS.ErrnoException) => {
      if (!this.#aborted) this.emit("error", new Error(names[error.code ?? ""] ?? "net::ERR_FAILED"));
    });
    this.#request.end();
  }

  #take(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
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

/** `net` of Electron, as far as it is used here. */
export const nodeNet: Pick<Net, "request"> = {
  request: (options) => {
    if (typeof options === "string") throw new Error("The stand-in takes options only.");
    return new StandInRequest(options) as unknown as ClientRequest;
  },
};
