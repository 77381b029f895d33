/** Helpers for values that a `catch` receives, which may have any type. */

/** @returns the message of an error; any other value as text */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** @returns the code of a system error, "ENOENT"; undefined without one */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
