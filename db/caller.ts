/**
 * Who calls, kept with the call's asynchronous work: every transaction that it begins sets it, so that what triggers record
 * names who did it, and the first one that writes adds the call's own row (docs/decisions/privacy/events.md).
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  /** Null where nobody is signed in. */
  readonly hostUserId: number | null;
  /** The key that calls, where one does. */
  readonly apiKeyId: number | null;
  readonly address: string;
  /** "PUT /dash/config" */
  readonly call: string;
}

/** A call as the log of events keeps it. */
export interface CallRow extends Caller {
  /** The table of the record that it is about; "" where it is about none. */
  readonly subject: string;
  readonly subjectId: number | null;
  readonly detail: string;
}

/** A call while its work is done. */
export interface CallAtWork {
  /** Asked when a transaction begins, as who it is may be found out meanwhile. */
  readonly caller: () => Caller;
  /** What is kept of it; undefined where nothing is. */
  readonly row: () => CallRow | undefined;
  /** Whether a transaction has the row. */
  isRecorded: boolean;
  /** The host as whose deputy the caller acted. */
  onBehalfOf?: number;
}

const storage = new AsyncLocalStorage<CallAtWork>();

/** The call whose work is done; undefined outside a call. */
export const currentCall = (): CallAtWork | undefined => storage.getStore();

/** Does the work of a call. */
export const asCaller = <T>(call: CallAtWork, work: () => Promise<T>): Promise<T> => storage.run(call, work);

/** Keeps for the call's row that its caller acted as a host's deputy. */
export function noteOnBehalf(hostUserId: number | null): void {
  const call = storage.getStore();
  if (call && hostUserId !== null) call.onBehalfOf = hostUserId;
}
