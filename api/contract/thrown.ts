/** What a `catch` was given, which may be anything. */

/** @returns the message of an error; anything else as text */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** @returns the code of a system's error, "ENOENT"; undefined for what has none */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
