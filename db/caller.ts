/**
 * Who calls, kept with the call's asynchronous work: every transaction that it begins sets it, so that what triggers record
 * names who did it, and the first one that writes adds the call's own row (docs/decisions/privacy/events.md).
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** A call while its work is done; who calls is known once it is admitted. */
export interface CallAtWork {
  hostUserId: number | null;
  /** The key that calls, where one does. */
  apiKeyId: number | null;
  readonly address: string;
  /** "PUT /dash/config" */
  readonly call: string;
  /** The table of the record that it is about, "" where it is about none; undefined where its row is not kept. */
  readonly subject: string | undefined;
  subjectId: number | null;
  /** The host as whose deputy the caller acted. */
  onBehalfOfId: number | null;
  /** Whether a transaction has the row. */
  isRecorded: boolean;
}

const storage = new AsyncLocalStorage<CallAtWork>();

/** The call whose work is done; undefined outside a call. */
export const currentCall = (): CallAtWork | undefined => storage.getStore();

/** Does the work of a call. */
export const asCaller = <T>(call: CallAtWork, work: () => Promise<T>): Promise<T> => storage.run(call, work);

/** Keeps for the call's row that its caller acted as a host's deputy. */
export function noteOnBehalf(hostUserId: number | null): void {
  const call = storage.getStore();
  if (call && hostUserId !== null) call.onBehalfOfId = hostUserId;
}

/** Detail of a deputy's call in the log of events; the host's id, so that the log holds no name. */
export const detailOnBehalf = (hostUserId: number | null): string =>
  hostUserId === null ? "" : `onBehalfOf:${hostUserId}`;
