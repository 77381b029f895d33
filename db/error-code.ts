/** Whether a code is PostgreSQL's own: then it has answered. */
export const isSqlState = (code = ""): boolean => /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** PostgreSQL's code of an error, or the system's: Objection keeps it one level down. */
export function errorCode(error: unknown): string | undefined {
  const { code, nativeError } = (error ?? {}) as { code?: unknown; nativeError?: { code?: unknown } };
  const found = nativeError?.code ?? code;
  return typeof found === "string" ? found : undefined;
}
