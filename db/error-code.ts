import { codeOf } from "#contract/thrown.ts";

/** The database is away: trying again may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** PostgreSQL's connection failure. */
  readonly code = "08006";
}

/** Whether a code is PostgreSQL's own: then it has answered. */
export const isSqlState = (code = ""): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** PostgreSQL's code of an error, or the system's: Objection keeps it one level down. */
export const errorCode = (error: unknown): string | undefined =>
  (error instanceof Error && "nativeError" in error ? codeOf(error.nativeError) : undefined) ?? codeOf(error);
