/**
 * Who calls: every transaction that a call begins tells the database, so that what it changes is recorded with who did it
 * (docs/decisions/privacy/events.md). Kept with the call's own asynchronous work: whoever writes cannot forget it.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Caller {
  /** Null where nobody is signed in. */
  readonly hostUserId: number | null;
  readonly address: string;
  /** "PUT /dash/config" */
  readonly call: string;
}

const storage = new AsyncLocalStorage<() => Caller>();

/** Does work for a call. @param caller asked when a transaction begins, as who it is may be found out meanwhile */
export const asCaller = <T>(caller: () => Caller, work: () => Promise<T>): Promise<T> =>
  storage.run(caller, work);

/** The statement that tells a transaction who calls; "" where nobody does. */
export function callerSetting(): string {
  const caller = storage.getStore();
  return caller ? `SET LOCAL visitor.caller = '${JSON.stringify(caller()).replaceAll("'", "''")}';` : "";
}
