import { codeOf } from "#contract/thrown.ts";

/** The database is unavailable; a retry may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** PostgreSQL's connection_failure. */
  readonly code = "08006";
}

/** Whether a code is an SQLSTATE, which means that PostgreSQL answered. */
export const isSqlState = (code = ""): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** SQLSTATE or system code of an error; Objection nests it one level down. */
export const errorCode = (error: unknown): string | undefined =>
  (error instanceof Error && "nativeError" in error ? codeOf(error.nativeError) : undefined) ?? codeOf(error);

/**
 * Errors of PostgreSQL and its driver that a retry may solve: lost connection, shutdown, crash, lack of disk, memory or
 * connections, timeouts, deadlocks.
 */
const transientCode =
  /^(08...|53...|57P0[1-5]|57014|55P03|25P03|40001|40P01|58030|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

const transientMessage =
  /Timeout acquiring a connection|Unable to acquire a connection|Connection terminated|timeout expired|Connection ended/i;

/** Whether the database, or the way to it, failed, and a retry may help. */
export const isTransient = (error: unknown): boolean =>
  transientCode.test(errorCode(error) ?? "") ||
  (error instanceof Error && transientMessage.test(error.message));
