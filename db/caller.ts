/**
 * Who calls: every transaction that a call begins tells the database, so that what it changes is recorded with who did it
 * (docs/decisions/privacy/events.md), and the first one that writes has the call's own row. Kept with the call's
 * asynchronous work: whoever writes cannot forget it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { escapeLiteral } from "pg";

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

/** Does the work of a call. */
export const asCaller = <T>(call: CallAtWork, work: () => Promise<T>): Promise<T> => storage.run(call, work);

/** Keeps for the call's row that its caller acted as a host's deputy. */
export function noteOnBehalf(hostUserId: number | null): void {
  const call = storage.getStore();
  if (call && hostUserId !== null) call.onBehalfOf = hostUserId;
}

/** A value as SQL writes it; no text of PostgreSQL's has a NUL. */
const literal = (value: string | number | null): string =>
  typeof value === "string" ? escapeLiteral(value.replaceAll("\0", "")) : String(value);

/** The statement that tells a transaction who calls; "" where nobody does. */
export function callerSetting(): string {
  const call = storage.getStore();
  return call ? `SET LOCAL visitor.caller = ${literal(JSON.stringify(call.caller()))};` : "";
}

/** The call whose row is to be written yet, with the statement for it: it adds nothing where nothing was written before. */
export function callToRecord(): { readonly call: CallAtWork; readonly statement: string } | undefined {
  const call = storage.getStore();
  const row = call?.isRecorded === false ? call.row() : undefined;
  if (!call || !row) return undefined;
  const { hostUserId, apiKeyId, address, call: name, subject, subjectId, detail } = row;
  const values = ["call", hostUserId, apiKeyId, address, name, subject, subjectId, detail].map(literal);
  const statement = `INSERT INTO events (kind, host_user_id, api_key_id, address, call, subject, subject_id, detail)
    SELECT ${values.join(", ")} WHERE pg_current_xact_id_if_assigned() IS NOT NULL`;
  return { call, statement };
}
