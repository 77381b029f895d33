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
