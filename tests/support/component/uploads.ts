/** Uploads in component tests: sends XMLHttpRequest through the simulated network. */
import { vi } from "vitest";
import type { Network } from "./network.ts";

/** XMLHttpRequest whose body goes through the network's `fetch`, which checks it against the contract. */
const requestsOf = (network: Network) =>
  class extends EventTarget {
    readonly upload = new EventTarget();
    readonly #headers = new Headers();
    readonly #stopping = new AbortController();
    #method = "";
    #address = "";
    #answer = new Headers();
    status = 0;
    responseText = "";

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.#answer.get(name);
    }

    async send(body: FormData): Promise<void> {
      const { signal } = this.#stopping;
      try {
        const init = { method: this.#method, headers: this.#headers, body, signal };
        const answer = await network.fetch(this.#address, init);
        this.status = answer.status;
        this.#answer = answer.headers;
        this.responseText = await answer.text();
        this.dispatchEvent(new Event("load"));
      } catch {
        this.dispatchEvent(new Event(signal.aborted ? "abort" : "error"));
      }
      this.dispatchEvent(new Event("loadend"));
    }

    abort(): void {
      this.#stopping.abort();
    }
  };

/** Replaces XMLHttpRequest until the end of the test. */
export const acceptUploads = (network: Network): void =>
  void vi.stubGlobal("XMLHttpRequest", requestsOf(network));
