/** Keeps two people who edit one text from overwriting each other unseen. */
import { createHash } from "node:crypto";
import { textChanged } from "#api/errors.ts";

/** A name of stored texts: equal texts have equal names. */
export const revisionOf = (...texts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, 22);

/** @param read the revision that is changed; undefined where the caller does not say @throws HttpError 405 */
export function requireRevision(read: string | undefined, stored: string): void {
  if (read !== undefined && read !== stored) throw textChanged();
}
