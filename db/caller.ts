/**
 * The caller, kept with the call's asynchronous context: every transaction sets it, so that triggers record the
 * actor, and the first one that writes adds the call's own row (docs/decisions/privacy/events.md).
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** A running call; the caller is known once it is admitted. */
export interface CurrentCall {
  hostUserId: number | null;
  /** The API key of the call. */
  apiKeyId: number | null;
  readonly address: string;
  /** "PUT /dash/config" */
  readonly call: string;
  /** Table of the record, "" without one; undefined where the call is not recorded. */
  readonly subject: string | undefined;
  subjectId: number | null;
  /** The host for a deputy's action. */
  onBehalfOfId: number | null;
  /** Whether a transaction has added the row. */
  isRecorded: boolean;
}

const storage = new AsyncLocalStorage<CurrentCall>();

/** The current call; undefined outside a call. */
export const currentCall = (): CurrentCall | undefined => storage.getStore();

/** Runs the work of a call. */
export const runAsCaller = <T>(call: CurrentCall, work: () => Promise<T>): Promise<T> =>
  storage.run(call, work);

/** Marks the call as a deputy's action for a host. */
export function recordOnBehalf(hostUserId: number | null): void {
  const call = storage.getStore();
  if (call && hostUserId !== null) call.onBehalfOfId = hostUserId;
}

/** Detail of a deputy's call in the event log: the host's id, because the log contains no names. */
export const detailOnBehalf = (hostUserId: number | null): string =>
  hostUserId === null ? "" : `onBehalfOf:${hostUserId}`;

/** Adds a call to the event log; nothing where the transaction wrote nothing. */
const insertCall = `INSERT INTO events (kind, host_user_id, api_key_id, address, call, subject, subject_id, detail)
  SELECT 'call', ?::integer, ?::integer, ?, ?, ?, ?::integer, ? WHERE pg_current_xact_id_if_assigned() IS NOT NULL`;

/** The statement for a call's row. */
export function callRow({ hostUserId, apiKeyId, address, call, ...of }: CurrentCall) {
  const detail = detailOnBehalf(of.onBehalfOfId);
  return {
    sql: insertCall,
    bindings: [hostUserId, apiKeyId, address, call, of.subject, of.subjectId, detail],
  };
}
