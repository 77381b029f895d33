/** Calls to the server. What the console reads by itself is marked, so that it keeps no session awake. */
import { type CallInput, type CallOptions, createCall } from "#contract/client.ts";
import type { Endpoint, EndpointResponse } from "#contract/endpoint.ts";
import { currentLanguage } from "./language.ts";

export { CallError } from "#contract/client.ts";

const send = createCall(currentLanguage);

/**
 * Calls an endpoint of the contract.
 * @throws CallError where the server refuses, does not answer in time or cannot be reached
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

/** Marks every reading that is begun in this turn of the event loop as the console's own doing (live refreshes). */
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

/** Reads; with the mark where nobody asked for it. */
export const read = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
): Promise<EndpointResponse<E>> =>
  call(endpoint, input, { signal, ...(isBackground && { headers: { "X-Background": "1" } }) });
