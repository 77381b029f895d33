/** Sends a form with a file and tells how much of it has gone: `fetch` cannot say that. */
import { CallError } from "#contract/client.ts";
import type { Endpoint, EndpointResponse } from "#contract/endpoint.ts";
import { currentLanguage } from "./language.ts";

interface Sending {
  /** Calls it off. */
  readonly signal: AbortSignal;
  /** @param share of the whole, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

function bodyOf(request: XMLHttpRequest): unknown {
  if (!request.getResponseHeader("Content-Type")?.includes("json")) return request.responseText;
  try {
    return JSON.parse(request.responseText);
  } catch {
    return request.responseText;
  }
}

/**
 * However long it takes: the server gives up on who sends nothing for half a minute.
 * @throws CallError where the server refuses or cannot be reached; the signal's reason where it was called off
 */
export const sendForm = <E extends Endpoint>(
  { method, path }: E,
  form: FormData,
  { signal, onProgress }: Sending,
): Promise<EndpointResponse<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      const { status } = request;
      if (status >= 200 && status < 300) resolve(bodyOf(request) as EndpointResponse<E>);
      else reject(new CallError("refused", status, bodyOf(request)));
    });
    request.addEventListener("error", () => reject(new CallError("offline")));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    request.open(method, path);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", currentLanguage());
    request.send(form);
  });
