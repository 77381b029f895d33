/** Calls to the server. Automatic requests are marked, so that they do not extend the session. */
import { type CallInput, type CallOptions, createCall } from "#contract/client.ts";
import type { Endpoint, EndpointResponse } from "#contract/endpoint.ts";
import { currentLanguage } from "./language.ts";

export { CallError } from "#contract/client.ts";

const send = createCall(currentLanguage);

/**
 * Calls an endpoint of the contract.
 * @throws CallError when the server refuses, times out or is unreachable
 */
export const call = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options?: CallOptions,
): Promise<EndpointResponse<E>> => {
  const { method, path, idempotent } = endpoint;
  return send<E>({ method, path, idempotent }, input, options);
};

let isBackground = false;

/** Marks all requests started in this turn of the event loop as background requests (live refreshes). */
export function inBackground(work: () => void): void {
  isBackground = true;
  try {
    work();
  } finally {
    setTimeout(() => {
      isBackground = false;
    });
  }
}

/** Sends a read request, marked if in the background. */
export const read = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<EndpointResponse<E>> =>
  call(endpoint, input, { signal, ...(isBackground && { headers: { "X-Background": "1" } }) });
