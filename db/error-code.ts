/** PostgreSQL's code of an error, or the system's: Objection keeps it one level down. */
export function errorCode(error: unknown): string | undefined {
  const { code, nativeError } = (error ?? {}) as { code?: unknown; nativeError?: { code?: unknown } };
  const found = nativeError?.code ?? code;
  return typeof found === "string" ? found : undefined;
}
