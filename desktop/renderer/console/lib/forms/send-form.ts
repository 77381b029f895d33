/** Sends a form with a file and reports the progress, which `fetch` cannot. */

import { randomId } from "#browser/random-id.ts";
import { CallError } from "#contract/client.ts";
import type { Endpoint, EndpointResponse } from "#contract/endpoint.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { currentLanguage } from "../language.ts";

interface SendOptions {
  /** Cancels the upload. */
  readonly signal: AbortSignal;
  /** @param share 0 to 1 */
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

const sizeOf = (form: FormData): number =>
  [...form.values()].reduce((sum, value) => sum + (value instanceof File ? value.size : 0), 0);

interface AppUpload {
  /** Cancels the request to the server. */
  readonly cancel: () => void;
  /** Ends the progress events. */
  readonly end: () => void;
}

/** In the app the main process sends the request: progress and cancelling go through IPC. */
function startAppUpload(
  request: XMLHttpRequest,
  form: FormData,
  onProgress: SendOptions["onProgress"],
): AppUpload | undefined {
  if (!desktopApp) return undefined;
  const app = desktopApp;
  const upload = randomId();
  const size = sizeOf(form);
  request.setRequestHeader("X-Upload-Id", upload);
  const end = app.onUploadProgress(({ id, sent }) => {
    if (id === upload && size > 0) onProgress(Math.min(1, sent / size));
  });
  return { end, cancel: () => void app.cancelUpload(upload).catch(() => {}) };
}

/**
 * Has no timeout of its own: the server ends uploads that send nothing for half a minute.
 * @throws CallError when the server refuses or is unreachable; the signal's reason when cancelled
 */
export const sendForm = <E extends Endpoint>(
  { method, path }: E,
  form: FormData,
  { signal, onProgress }: SendOptions,
): Promise<EndpointResponse<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => {
      appUpload?.cancel();
      request.abort();
    };
    if (!desktopApp)
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
    request.open(method, path);
    const appUpload = startAppUpload(request, form, onProgress);
    request.addEventListener("loadend", () => {
      appUpload?.end();
      signal.removeEventListener("abort", cancel);
    });
    signal.addEventListener("abort", cancel);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Accept-Language", currentLanguage());
    request.send(form);
  });
